// The long text of one finding or failure class.

import { type Context, has } from '../context.ts';
import { EXIT, type ExitStatus, usageError } from '../errors.ts';
import { EXPLAINABLE } from '../explainable.ts';
import { suggestion } from '../i18n/index.ts';
import { paintOf } from '../print.ts';
import { nearest } from '../probe/nearest.ts';
import { wrap } from '../report/paint.ts';
import { textOf } from '../texts.ts';

const UNKNOWN = {
  en: 'There is no finding {id}{hint}. All of them: channel-doctor explain --list',
  zh: '没有 {id} 这个诊断结果{hint}。全部列表：channel-doctor explain --list',
};
const WHICH = {
  en: 'Name a finding, such as: channel-doctor explain url/v1-doubled',
  zh: '请写明要解释的诊断结果，例如：channel-doctor explain url/v1-doubled',
};
const WHY = { en: 'Why', zh: '原因' };
const ADVICE = { en: 'What to do', zh: '处理' };

/** `{name}` stands for what the finding would name. */
const general = (sentence: string): string => sentence.replace(/\{(\w+)\}/g, '<$1>');

function describe(context: Context, id: string) {
  const text = textOf(id);
  if (!text) {
    const [close] = nearest(id, EXPLAINABLE, 1);
    throw usageError(UNKNOWN, { id: id.slice(0, 60), hint: suggestion(close) });
  }
  const { lang } = context;
  return { id, title: general(text.title[lang]), why: general(text.why[lang]), advice: general(text.advice[lang]) };
}

export async function run(context: Context): Promise<ExitStatus> {
  const [id] = context.given.positionals;
  if (id === undefined && !has(context, 'list')) throw usageError(WHICH);
  const entries = has(context, 'list') ? EXPLAINABLE.map((known) => describe(context, known)) : [describe(context, id ?? '')];
  if (has(context, 'json')) {
    context.out.document({ schema: 'channel-doctor/explain@1', version: context.version, command: 'explain', entries });
    return EXIT.ok;
  }
  const paint = paintOf(context);
  if (has(context, 'list')) context.out.result(entries.map((entry) => `${entry.id}\n    ${entry.title}\n`).join(''));
  for (const { id: name, title, why, advice } of has(context, 'list') ? [] : entries) {
    const block = (heading: string, text: string): string =>
      `${paint.bold(heading)}\n${wrap(text, paint.columns - 2)
        .map((line) => `  ${line}`)
        .join('\n')}\n`;
    context.out.result(
      [
        `${paint.bold(name)}\n${wrap(title, paint.columns).join('\n')}\n`,
        block(WHY[context.lang], why),
        block(ADVICE[context.lang], advice),
      ].join('\n'),
    );
  }
  return EXIT.ok;
}
