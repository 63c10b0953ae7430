// No command on a terminal: a short menu of what people come for.

import type { Context } from '../context.ts';
import { say } from '../i18n/index.ts';
import type { Text } from '../model.ts';
import { fixedChoice } from '../prompts/choice.ts';
import { askOnce } from '../prompts.ts';
import type { CommandInfo } from './command.ts';
import { COMMANDS } from './index.ts';

const OFFERED: readonly string[] = ['init', 'check', 'fix', 'show', 'undo'];
const QUESTION: Text = {
  en: 'What should be done? (all commands: channel-doctor --help)',
  zh: '要做什么？（全部命令见 channel-doctor --help）',
};
const SHORT: Text = { en: 'Command', zh: '命令' };

export function askForCommand(context: Context): Promise<CommandInfo> {
  const { lang } = context;
  const choices = OFFERED.flatMap((name) => COMMANDS.filter((command) => command.name === name)).map((command) => ({
    value: command,
    label: command.name,
    detail: say(command.summary, lang),
  }));
  return askOnce(context, fixedChoice({ message: say(QUESTION, lang), short: say(SHORT, lang), choices, hasBack: false }));
}
