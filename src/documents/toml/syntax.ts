// The statements that the TOML scanner makes. TOML is edited by statement; what a path means is the business of tree.ts.

import type { Text } from '../../model.ts';
import type { Span } from '../lines.ts';
import type { Deviation } from '../open.ts';

/** One part of a dotted key, quotes included in its place. */
export interface KeyPart extends Span {
  readonly name: string;
}

export interface TomlScalar extends Span {
  readonly kind: 'scalar' | 'basic' | 'literal' | 'multi-line';
}
export interface TomlArray extends Span {
  readonly kind: 'array';
  readonly items: readonly TomlValue[];
}
export interface TomlInline extends Span {
  readonly kind: 'inline';
  readonly pairs: readonly TomlPair[];
}
export type TomlValue = TomlScalar | TomlArray | TomlInline;

export interface TomlPair {
  readonly parts: readonly KeyPart[];
  readonly value: TomlValue;
  /** Inside an inline table: where the comma behind it stands. */
  readonly comma: number | null;
}

/** Whole lines, line end included. */
interface Lined extends Span {
  readonly comment: Span | null;
}
export interface PairStatement extends Lined {
  readonly kind: 'pair';
  readonly pair: TomlPair;
}
export interface HeaderStatement extends Lined {
  readonly kind: 'header';
  readonly parts: readonly KeyPart[];
  /** `[[…]]` */
  readonly isElement: boolean;
  /** From the first bracket to the last. */
  readonly header: Span;
}
/** A blank line or a comment. */
export interface TriviaStatement extends Lined {
  readonly kind: 'trivia';
}
export type Statement = PairStatement | HeaderStatement | TriviaStatement;

export interface TomlScan {
  readonly statements: readonly Statement[];
  readonly comments: readonly Span[];
  readonly deviations: readonly Deviation[];
  /** `isLimit`: it may be valid, but nothing is made of it here. */
  readonly error: { readonly at: number; readonly detail: Text; readonly isLimit: boolean } | null;
}
