// What is there already: clients, versions, channels and what is wrong with them. Nothing is sent for it.

import { interpret } from '../detect.ts';
import { diagnose } from '../diagnose.ts';
import { learnSecrets } from '../examine.ts';
import { say } from '../i18n/index.ts';
import type { Finding, Text } from '../model.ts';
import { textOptions } from '../print.ts';
import { signsOf } from '../prompts/layout.ts';
import { wrap } from '../report/paint.ts';
import { clientText } from '../report/text.ts';
import { sentencesOf } from '../texts.ts';
import type { Draft } from './draft.ts';

const TITLE: Text = {
  en: 'This sets a model channel up. Nothing is written before you agree.',
  zh: '开始设置模型渠道。确认之前不会写入任何内容。',
};
const NOTHING: Text = { en: 'Neither Codex nor Claude Code was found here.', zh: '这里没有找到 Codex 或 Claude Code。' };
const FOUND: Text = { en: 'Found:', zh: '已找到：' };
const WRONG: Text = { en: 'Wrong with it:', zh: '存在的问题：' };
const MORE: Text = { en: 'and {n} more: channel-doctor check', zh: '另有 {n} 个问题，见 channel-doctor check' };
const MOST_SHOWN = 4;

/** What is wrong as far as files and variables tell. */
export function presentProblems({ context, facts, options }: Draft): readonly Finding[] {
  const snapshot = interpret(facts, { ...options, clients: null, offline: true });
  learnSecrets(context, snapshot);
  return diagnose(snapshot, new Map());
}

function problemLines(draft: Draft, problems: readonly Finding[]): string[] {
  const { lang, paint, columns } = draft.conversation.look;
  const { failed, warned } = signsOf(paint);
  const shown = problems.filter(({ severity }) => severity !== 'info');
  const lines = shown.slice(0, MOST_SHOWN).flatMap((finding) => {
    const isError = finding.severity === 'error';
    const title = sentencesOf(finding, lang).title.replaceAll(`${draft.context.host.home}/`, '~/');
    const [first = '', ...rest] = wrap(title, columns - 4);
    return [`  ${isError ? paint.red(failed) : paint.yellow(warned)} ${first}`, ...rest.map((line) => `    ${line}`)];
  });
  const left = shown.length - MOST_SHOWN;
  if (left > 0) lines.push(paint.dim(`    ${say(MORE, lang, { n: left })}`));
  return lines.length === 0 ? [] : ['', paint.bold(say(WRONG, lang)), ...lines];
}

export function greet(draft: Draft): void {
  const { context, conversation, facts, options } = draft;
  const { lang, paint, columns } = conversation.look;
  const { clients } = interpret(facts, { ...options, clients: null, offline: true });
  const text = { ...textOptions(context), paint: { ...paint, columns } };
  const found = clients.map((state) => clientText({ state, evidence: null }, text));
  const lines = [
    ...wrap(say(TITLE, lang), columns).map(paint.bold),
    '',
    ...(found.length === 0 ? wrap(say(NOTHING, lang), columns) : [paint.bold(say(FOUND, lang)), found.join('\n')]),
    ...problemLines(draft, presentProblems(draft)),
    '',
  ];
  conversation.say(lines.join('\n'));
}
