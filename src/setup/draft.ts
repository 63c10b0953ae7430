// What the wizard knows so far. Steps fill it in; going back fills the same places again.

import type { Client } from '../clients/client.ts';
import type { Context } from '../context.ts';
import type { DetectOptions } from '../detect.ts';
import type { ClientId, Facts } from '../model.ts';
import type { Conversation } from '../prompts/conversation.ts';
import type { Template } from '../templates.ts';
import type { Judged } from './judge.ts';
import type { GivenKey } from './key.ts';
import type { Offer } from './offer.ts';
import type { Wanted } from './wanted.ts';

export type StepName =
  | 'problems'
  | 'clients'
  | 'address'
  | 'key'
  | 'offers'
  | 'codex-model'
  | 'claude-code-model'
  | 'small-model'
  | 'judge'
  | 'write';

/** Where to go: on; on without having asked; to the last question; to a certain one; nowhere, the wizard has ended. */
export type Move = 'next' | 'skip' | 'back' | { readonly to: StepName } | { readonly exit: 0 | 1 | 5 };

export type Step = (draft: Draft) => Promise<Move>;

export interface Draft {
  readonly context: Context;
  readonly conversation: Conversation;
  readonly options: DetectOptions;
  readonly templates: readonly Template[];
  /** As the flags say; never changed. */
  readonly flags: Wanted;
  /** Null where no flag and no variable gives one. */
  readonly flagKey: GivenKey | null;
  facts: Facts;
  clients: readonly Client[];
  wanted: Wanted;
  key: GivenKey | null;
  offers: readonly Offer[];
  readonly models: Map<ClientId, string>;
  judged: readonly Judged[];
  /** Written although the validation failed. */
  isForced: boolean;
  /** A question that is asked though a flag answers it: the flag's answer did not work. */
  readonly asksAgain: Set<StepName>;
  /** How many questions were answered. */
  answers: number;
}

export const isNamed = ({ context }: Draft): boolean => typeof context.given.flags.client === 'string';
