// What editing needs of a format: parse for comparison, and turn one change into text edits.

import type { JsonValue, KeyPath } from '../model.ts';
import type { TextEdit } from './document.ts';
import type { Eol, Span } from './lines.ts';
import type { Reason } from './reasons.ts';

/** One elementary change. */
export type Step =
  | { readonly op: 'set'; readonly path: KeyPath; readonly value: JsonValue }
  | { readonly op: 'remove'; readonly path: KeyPath }
  | { readonly op: 'rename'; readonly path: KeyPath; readonly to: string }
  | { readonly op: 'move'; readonly path: KeyPath; readonly to: KeyPath };

/** The text edits of a step, and what has to follow them to complete it. */
export interface Carried {
  readonly edits: readonly TextEdit[];
  readonly next?: readonly Step[];
}

/** A text that may be edited. */
export interface Opened {
  /** Undefined for an empty text. */
  readonly content: JsonValue | undefined;
  readonly comments: readonly Span[];
  /** Things the strict syntax forbids and an edit leaves as they are; none may be added. */
  readonly oddities: readonly string[];
  carry(step: Step): Carried | Reason;
}

/** What holds for the whole file, also where an edit has emptied its text for a moment. */
export interface Habits {
  readonly hasBom: boolean;
  readonly eol: Eol;
}

export interface Language {
  /**
   * A reason where the text does not parse. Between two steps of one edit (`isBetween`) it may be judged later, when its content is asked
   * for; the content of one that does not parse is then one that no edit can mean.
   */
  open(text: string, habits: Habits, isBetween?: boolean): Opened | Reason;
}

export const carried = (result: readonly TextEdit[] | Reason, next: readonly Step[] = []): Carried | Reason =>
  'because' in result ? result : { edits: result, next };
