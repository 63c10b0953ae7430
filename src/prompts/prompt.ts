// A question as an object: keys in, frames out. It neither reads nor writes.

import type { Lang } from '../model.ts';
import type { Paint } from '../report/paint.ts';
import type { Key } from './keys.ts';

export const BACK = Symbol('back');
export type Back = typeof BACK;

/** What a key led to: an answer, one question back, a while to wait in silence before `settled` is asked, or the same question drawn anew. */
export type Outcome<A> =
  | { readonly kind: 'answer'; readonly answer: A }
  | { readonly kind: 'back' }
  | { readonly kind: 'wait'; readonly ms: number }
  | { readonly kind: 'again' };

export interface Frame {
  /** Painted; none wider than the look's columns. */
  readonly lines: readonly string[];
  /** Where the cursor stands, counted from 0; null: hidden. */
  readonly cursor: { readonly line: number; readonly column: number } | null;
}

/** How questions may look here. */
export interface Look {
  readonly lang: Lang;
  readonly paint: Paint;
  /** A line as wide as the terminal would wrap on some: one column less. */
  readonly columns: number;
  readonly rows: number;
  /** Printed once and answered by a line of text: for screen readers and dumb terminals. */
  readonly plain: boolean;
  /** Masks whatever is key-shaped. */
  readonly masked: (text: string) => string;
}

export interface Prompt<A> {
  /** True where what is typed must not be seen. */
  readonly isHidden: boolean;
  press(key: Key): Outcome<A>;
  /** After the silence of a `wait`. */
  settled?(): Outcome<A>;
  view(look: Look): Frame;
  /** What stays on the screen once it is answered: the question and the answer, without a secret. */
  kept(answer: A, look: Look): { readonly question: string; readonly answer: string };
}

export const AGAIN = { kind: 'again' } as const;
export const GO_BACK = { kind: 'back' } as const;
export const answer = <A>(value: A): Outcome<A> => ({ kind: 'answer', answer: value });
