// What every document format offers. A document is immutable; editing yields new bytes.

import type { DocumentFormat, Edit, JsonValue, KeyPath, Refusal, Text } from '../model.ts';

/** A stretch of decoded text: UTF-16 offsets without BOM, and where it starts for a person (from 1, columns in code points). */
export interface Range {
  readonly start: number;
  readonly end: number;
  readonly line: number;
  readonly column: number;
}

export type ProblemKind =
  | 'syntax'
  | 'json-trailing-comma'
  | 'json-comment'
  | 'quote-characters'
  | 'toml-duplicate'
  | 'toml-backslash'
  | 'merge-conflict'
  | 'encoding';

/** Why a document does not parse. */
export interface SyntaxProblem {
  readonly kind: ProblemKind;
  readonly range: Range;
  /** A short reason without any content of the file. */
  readonly detail: Text;
  /** Text edits that cure it (and every other problem of its kind in the file), where there are any. */
  readonly repair: readonly TextEdit[] | null;
  /** False when curing it takes a decision (which comment to lose, which duplicate to keep). */
  readonly repairIsSafe: boolean;
}

export interface TextEdit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** One key that stands twice in the same object (JSON only; TOML forbids it). */
export interface DuplicateKey {
  readonly path: KeyPath;
  /** The earlier one, which loses. */
  readonly loser: Range;
  readonly winner: Range;
  /** Removes the loser. */
  readonly repair: readonly TextEdit[];
}

export interface Located {
  readonly value: JsonValue;
  readonly key: Range;
  readonly valueRange: Range;
}

export type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'invalid';

export interface Document {
  readonly format: DocumentFormat;
  /** Decoded, without BOM. */
  readonly text: string;
  readonly encoding: Encoding;
  readonly hasBom: boolean;
  /** The parsed content, null where it does not parse. */
  readonly root: JsonValue | null;
  /**
   * Empty exactly when `root` is not null… except for an empty file, whose root is null without a problem in JSON, and for UTF-16
   * with a byte order mark, which has a root (newer clients read it) beside an `encoding` problem.
   */
  readonly problems: readonly SyntaxProblem[];
  readonly duplicates: readonly DuplicateKey[];
  /** The value at a path and where it stands; null where there is none. Of duplicates the one that wins. */
  at(path: KeyPath): Located | null;
  /** Where a table or object begins (its header line or key), null where it is only implied or absent. */
  tableAt(path: KeyPath): Range | null;
  /** Line and column (code points, from 1) of an offset. */
  position(offset: number): { line: number; column: number };
  /** The whole source line, without its line end. */
  line(number: number): string;
}

export type EditResult = { readonly bytes: Uint8Array } | { readonly refused: Refusal };

/** Every edit op that changes content (not `chmod`, `mkdir`). */
export type ContentEdit = Exclude<Edit, { op: 'chmod' | 'mkdir' }>;
