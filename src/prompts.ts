// Questions on the terminal, drawn on stderr so that results stay clean.

import { confirm, input, password, select } from '@inquirer/prompts';

import { EXIT, UserError } from './errors.ts';

const INTERRUPTED = { en: 'Stopped; nothing was written', zh: '已中断；没有写入任何内容' };

/** Ctrl-C at a question ends the command, not the process. */
async function ask<T>(question: Promise<T>): Promise<T> {
  try {
    return await question;
  } catch (error) {
    if (error instanceof Error && (error.name === 'ExitPromptError' || error.name === 'AbortPromptError'))
      throw new UserError(EXIT.interrupted, INTERRUPTED);
    throw error;
  }
}

const onStderr = { output: process.stderr };

export const askYesNo = (message: string): Promise<boolean> => ask(confirm({ message, default: true }, onStderr));
export const askText = (message: string, validate: (value: string) => true | string, initial?: string): Promise<string> =>
  ask(input({ message, validate, ...(initial === undefined ? {} : { default: initial }) }, onStderr));
export const askSecret = (message: string, validate: (value: string) => true | string): Promise<string> =>
  ask(password({ message, validate, mask: '*' }, onStderr));
export const askChoice = <T extends string>(
  message: string,
  choices: readonly { name: string; value: T; description?: string }[],
): Promise<T> => ask(select<T>({ message, choices: [...choices], pageSize: 12 }, onStderr));
