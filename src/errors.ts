// Expected trouble: a sentence for the user and the exit status it leads to. Anything else that is thrown is a bug.

import type { Args, Text } from './model.ts';

export const EXIT = { ok: 0, findings: 1, usage: 2, refused: 3, limit: 4, wouldChange: 5, interrupted: 130 } as const;
export type ExitStatus = (typeof EXIT)[keyof typeof EXIT];

export class UserError extends Error {
  readonly exit: ExitStatus;
  readonly text: Text;
  readonly args: Args;

  constructor(exit: ExitStatus, text: Text, args: Args = {}) {
    super(text.en);
    this.name = 'UserError';
    this.exit = exit;
    this.text = text;
    this.args = args;
  }
}

export const usageError = (text: Text, args: Args = {}): UserError => new UserError(EXIT.usage, text, args);
export const refusal = (text: Text, args: Args = {}): UserError => new UserError(EXIT.refused, text, args);
