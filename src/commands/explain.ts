// The long text of one finding or failure class: what it means, what is behind it, how it looks when wrong and right, and who mends it.

import { type Context, has } from '../context.ts';
import { EXIT, type ExitStatus, usageError } from '../errors.ts';
import { explanationOf } from '../explain/index.ts';
import { EXPLAINABLE } from '../explainable.ts';
import { say, suggestion } from '../i18n/index.ts';
import type { Lang, Text } from '../model.ts';
import { paintOf } from '../print.ts';
import { nearest } from '../probe/nearest.ts';
import { type Paint, wrap } from '../report/paint.ts';
import type { RuleText } from '../rules/rule.ts';
import { joined, textOf } from '../texts.ts';

const UNKNOWN = {
  en: 'There is no finding {id}{hint}. All of them: channel-doctor explain --list',
  zh: '没有 {id} 这个诊断结果{hint}。全部列表：channel-doctor explain --list',
};
const WHICH = {
  en: 'Name a finding, such as: channel-doctor explain url/v1-doubled',
  zh: '请写明要解释的诊断结果，例如：channel-doctor explain url/v1-doubled',
};
const HEADINGS = {
  why: { en: 'Why', zh: '原因' },
  background: { en: 'Background', zh: '背景' },
  wrong: { en: 'Wrong', zh: '错误写法' },
  right: { en: 'Right', zh: '正确写法' },
  look: { en: 'By hand', zh: '手动处理' },
  advice: { en: 'What to do', zh: '处理' },
  fix: { en: 'Repair', zh: '自动修复' },
} satisfies Record<string, Text>;
const FIXES = {
  safe: { en: 'channel-doctor fix repairs it, once that is proven to be right.', zh: 'channel-doctor fix 会在验证后自动修复。' },
  unsafe: {
    en: 'channel-doctor fix --unsafe repairs it where it knows how; look at the diff first, it may not be what you want.',
    zh: '部分情况下 channel-doctor fix --unsafe 可以修复；请先看差异，它未必是你想要的。',
  },
  both: {
    en: 'channel-doctor fix repairs it where that can be proven to be right, fix --unsafe otherwise.',
    zh: '能够验证时 channel-doctor fix 会自动修复，否则用 fix --unsafe。',
  },
  none: { en: 'fix changes nothing here; only you can.', zh: 'fix 不会改动它，只能由你处理。' },
} satisfies Record<string, Text>;

/** `{name}` stands for what the finding would name; what only some cases add is left out. */
const general = (sentence: string): string => sentence.replaceAll('{hint}', '').replace(/\{(\w+)\}/g, '<$1>');

/** With what is said of each client. */
function sentences(text: RuleText, part: 'why' | 'advice', lang: Lang): string {
  const ofClients = Object.values(text.ofClient ?? {}).flatMap((besides) => besides[part] ?? []);
  return general(
    joined(
      [text[part], ...ofClients].map((sentence) => sentence[lang]),
      lang,
    ),
  );
}

function describe({ lang }: Context, id: string) {
  const text = textOf(id);
  if (!text) {
    const [close] = nearest(id, EXPLAINABLE, 1);
    throw usageError(UNKNOWN, { id: id.slice(0, 60), hint: suggestion(close) });
  }
  const { background, wrong = null, right = null, fix = null } = explanationOf(id);
  return {
    id,
    title: general(text.title[lang]),
    why: sentences(text, 'why', lang),
    background: background ? say(background, lang) : null,
    wrong,
    right,
    advice: sentences(text, 'advice', lang),
    fix,
  };
}

type Entry = ReturnType<typeof describe>;

function entryText({ id, title, why, background, wrong, right, advice, fix }: Entry, paint: Paint, lang: Lang): string {
  const block = (heading: keyof typeof HEADINGS, lines: readonly string[]): string =>
    [paint.bold(HEADINGS[heading][lang]), ...lines.map((line) => `  ${line}`)].join('\n');
  const prose = (heading: keyof typeof HEADINGS, text: string | null): string[] =>
    text === null ? [] : [block(heading, wrap(text, paint.columns - 2))];
  // To be copied as they are.
  const code = (heading: keyof typeof HEADINGS, text: string | null): string[] => (text === null ? [] : [block(heading, text.split('\n'))]);
  // "Try it without a client:"
  const leadsOn = wrong === null && /[:：]$/.test(background ?? '');
  const blocks = [
    [paint.bold(id), ...wrap(title, paint.columns)].join('\n'),
    ...prose('why', why),
    ...prose('background', background),
    ...(leadsOn ? code('look', right) : []),
    ...(wrong === null ? [] : [...code('wrong', wrong), ...code('right', right)]),
    ...prose('advice', advice),
    ...(wrong === null && !leadsOn ? code('look', right) : []),
    ...prose('fix', FIXES[fix ?? 'none'][lang]),
  ];
  return `${blocks.join('\n\n')}\n`;
}

export async function run(context: Context): Promise<ExitStatus> {
  const [id] = context.given.positionals;
  if (id === undefined && !has(context, 'list')) throw usageError(WHICH);
  const entries = has(context, 'list') ? EXPLAINABLE.map((known) => describe(context, known)) : [describe(context, id ?? '')];
  const isList = has(context, 'list');
  const paint = paintOf(context);
  const texts = entries.map((entry) => (isList ? `${entry.id}\n    ${entry.title}\n` : entryText(entry, paint, context.lang)));
  context.out.page(texts.join(''), { schema: 'channel-doctor/explain@1', version: context.version, command: 'explain', entries });
  return EXIT.ok;
}
