// Help texts, made from the registry of commands and the table of flags.

import type { CommandInfo } from './commands/command.ts';
import { COMMANDS } from './commands/index.ts';
import { FLAGS, type FlagName, type FlagSpec, SHARED } from './flags.ts';
import { say } from './i18n/index.ts';
import type { Lang, Text } from './model.ts';

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
    en: '0 done, no error left · 1 an error was found · 2 wrong usage · 3 refused, so that nothing is lost ·\n  4 measure: a limit was missed · 5 --check: something would change · 130 interrupted',
    zh: '0 完成且没有错误 · 1 发现错误 · 2 用法错误 · 3 为避免丢失内容而拒绝 ·\n  4 measure：没有达到设定的上限 · 5 --check：有内容会改变 · 130 被中断',
  },
} satisfies Record<string, Text>;

const column = (name: FlagName): string => {
  const { short, value }: FlagSpec = FLAGS[name];
  return `${short ? `-${short}, ` : '    '}--${name}${value ? ` ${value}` : ''}`;
};

function flagLines(names: readonly FlagName[], lang: Lang): string {
  const width = Math.max(...names.map((name) => column(name).length));
  return names.map((name) => `  ${column(name).padEnd(width)}  ${say(FLAGS[name].text, lang)}`).join('\n');
}

const heading = (name: keyof typeof HEADINGS, lang: Lang): string => HEADINGS[name][lang];
const titled = (name: keyof typeof HEADINGS, lang: Lang): string => heading(name, lang) + heading('colon', lang);

export function mainHelp(lang: Lang): string {
  const width = Math.max(...COMMANDS.map(({ name }) => name.length));
  const commands = COMMANDS.map(({ name, summary }) => `  ${name.padEnd(width)}  ${say(summary, lang)}`).join('\n');
  return [
    heading('tagline', lang),
    `${titled('usage', lang)}${lang === 'en' ? ' ' : ''}channel-doctor COMMAND [flags]`,
    `${titled('commands', lang)}\n${commands}`,
    `${titled('shared', lang)}\n${flagLines(SHARED, lang)}`,
    `${titled('exit', lang)}\n  ${heading('exits', lang)}`,
    '',
  ].join('\n\n');
}

/** Of the shared flags, in their usual order. */
export const meaningful = ({ shared }: CommandInfo): readonly FlagName[] =>
  SHARED.filter((name) => shared.includes(name) || name === 'help' || name === 'version');

export function commandHelp(command: CommandInfo, lang: Lang): string {
  const own = command.flags.length > 0 ? [`${titled('flags', lang)}\n${flagLines(command.flags, lang)}`] : [];
  return [
    say(command.summary, lang),
    `${titled('usage', lang)}${lang === 'en' ? ' ' : ''}channel-doctor ${command.name} ${command.usage}`,
    ...own,
    `${titled('common', lang)}\n${flagLines(meaningful(command), lang)}`,
    `${titled('example', lang)}\n  ${command.example}`,
    '',
  ].join('\n\n');
}
