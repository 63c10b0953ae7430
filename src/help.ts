// Help texts, made from the registry of commands and the table of flags.

import type { CommandInfo } from './commands/command.ts';
import { COMMANDS } from './commands/index.ts';
import { FLAGS, type FlagName, type FlagSpec, SHARED } from './flags.ts';
import { say } from './i18n/index.ts';
import type { Lang, Text } from './model.ts';
import { wrap } from './report/paint.ts';

const HEADINGS = {
  tagline: {
    en: 'Finds, explains and repairs what is wrong between a coding agent (Codex CLI, Claude Code) and its model gateway.',
    zh: '找出、解释并修复编程助手（Codex CLI、Claude Code）与模型网关之间的配置问题。',
  },
  usage: { en: 'Usage', zh: '用法' },
  commands: { en: 'Commands', zh: '命令' },
  flags: { en: 'Flags', zh: '参数' },
  shared: { en: 'Flags shared by all commands', zh: '所有命令通用的参数' },
  common: { en: 'Common flags', zh: '通用参数' },
  example: { en: 'Example', zh: '示例' },
  exit: { en: 'Exit status', zh: '退出码' },
  colon: { en: ':', zh: '：' },
  exits: {
    en: '0 done, no error left · 1 an error was found · 2 wrong usage · 3 refused, so that nothing is lost · 4 measure: a limit was missed · 5 --check: something would change · 130 interrupted',
    zh: '0 完成且没有错误 · 1 发现错误 · 2 用法错误 · 3 为避免丢失内容而拒绝 · 4 measure：超出设定的限值 · 5 --check：有内容会改变 · 130 被中断',
  },
} satisfies Record<string, Text>;

const column = (name: FlagName): string => {
  const { short, value }: FlagSpec = FLAGS[name];
  return `${short ? `-${short}, ` : '    '}--${name}${value ? ` ${value}` : ''}`;
};

/** Columns that a sentence beside its name needs; narrower, it stands below. */
const NARROWEST = 24;

/** Names and what is said of them, side by side where `columns` allow. */
function listed(rows: readonly (readonly [name: string, said: string])[], columns: number): string {
  const width = Math.max(...rows.map(([name]) => name.length));
  const room = columns - width - 4;
  return rows
    .flatMap(([name, said]) => {
      if (room < NARROWEST) return [`  ${name}`, ...wrap(said, columns - 8).map((line) => `        ${line}`)];
      return wrap(said, room).map((line, index) => `  ${(index === 0 ? name : '').padEnd(width)}  ${line}`);
    })
    .join('\n');
}

const flagLines = (names: readonly FlagName[], { lang, columns }: Page): string =>
  listed(
    names.map((name) => [column(name), say(FLAGS[name].text, lang)]),
    columns,
  );

const heading = (name: keyof typeof HEADINGS, lang: Lang): string => HEADINGS[name][lang];
const titled = (name: keyof typeof HEADINGS, lang: Lang): string => heading(name, lang) + heading('colon', lang);

/** In whose language, and how wide. */
export interface Page {
  readonly lang: Lang;
  /** Infinity where nothing is to be wrapped. */
  readonly columns: number;
}

const usage = ({ lang }: Page, line: string): string => `${titled('usage', lang)}${lang === 'en' ? ' ' : ''}channel-doctor ${line}`;

export function mainHelp(page: Page): string {
  const { lang, columns } = page;
  const commands = listed(
    COMMANDS.map(({ name, summary }) => [name, say(summary, lang)]),
    columns,
  );
  return [
    wrap(heading('tagline', lang), columns).join('\n'),
    usage(page, 'COMMAND [flags]'),
    `${titled('commands', lang)}\n${commands}`,
    `${titled('shared', lang)}\n${flagLines(SHARED, page)}`,
    `${titled('exit', lang)}\n${wrap(heading('exits', lang), columns - 2)
      .map((line) => `  ${line}`)
      .join('\n')}`,
    '',
  ].join('\n\n');
}

/** Of the shared flags, in their usual order. */
export const meaningful = ({ shared }: CommandInfo): readonly FlagName[] =>
  SHARED.filter((name) => shared.includes(name) || name === 'help' || name === 'version');

export function commandHelp(command: CommandInfo, page: Page): string {
  const { lang, columns } = page;
  const own = command.flags.length > 0 ? [`${titled('flags', lang)}\n${flagLines(command.flags, page)}`] : [];
  return [
    wrap(say(command.summary, lang), columns).join('\n'),
    usage(page, `${command.name} ${command.usage}`),
    ...own,
    `${titled('common', lang)}\n${flagLines(meaningful(command), page)}`,
    `${titled('example', lang)}\n  ${command.example}`,
    '',
  ].join('\n\n');
}
