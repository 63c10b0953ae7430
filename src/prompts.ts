// Single questions of commands that need one answer; a wizard holds a conversation of its own.

import { type Context, has } from './context.ts';
import { type Choice, fixedChoice } from './prompts/choice.ts';
import { Conversation, interrupted } from './prompts/conversation.ts';
import { BACK, type Look, type Prompt } from './prompts/prompt.ts';
import { yesNo } from './prompts/yes-no.ts';
import { paintFor, typographyFor } from './report/paint.ts';

/** Questions stand on stderr, so that results stay clean. */
export function lookOf(context: Context): Look {
  const { host, lang, masker } = context;
  const plain = has(context, 'plain') || host.env.TERM === 'dumb';
  const paint = paintFor(host, { noColor: has(context, 'no-color'), plain: has(context, 'plain'), stream: 'stderr' });
  const typeset = typographyFor(host);
  const masked = (text: string): string => typeset(masker.text(text));
  return { lang, paint, columns: Math.max(20, host.terminal.columns - 1), rows: host.terminal.rows, plain, masked };
}

export const canAsk = ({ host }: Pick<Context, 'host'>): boolean => host.terminal.stdinIsTerminal && host.terminal.stderrIsTerminal;

export const converse = (context: Context): Conversation => new Conversation(context.host.terminal, () => lookOf(context));

/** @throws UserError (exit 130) for Ctrl-C. */
export async function askOnce<A>(context: Context, prompt: Prompt<A>): Promise<A> {
  const conversation = converse(context);
  try {
    const answer = await conversation.ask(prompt);
    if (answer === BACK) throw interrupted();
    return answer;
  } finally {
    conversation.close();
  }
}

export const askYesNo = (context: Context, message: string): Promise<boolean> =>
  askOnce(context, yesNo({ message, hasBack: false, standard: true }));

export const askChoice = <A>(context: Context, message: string, choices: readonly Choice<A>[]): Promise<A> =>
  askOnce(context, fixedChoice({ message, choices, hasBack: false }));
