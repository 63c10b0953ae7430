// A Document from what the reader of its format found.

import type { DocumentFormat, JsonValue, KeyPath, Text } from '../model.ts';
import type { Document, DuplicateKey, ProblemKind, SyntaxProblem, TextEdit } from './document.ts';
import type { Decoded } from './encoding.ts';
import { Lines, type Span } from './lines.ts';
import { REASON } from './syntax-reasons.ts';

/** What stands at a path. */
export interface Place {
  readonly key: Span;
  readonly value: Span;
  /** Where its table begins, null for plain values and tables that are only implied. */
  readonly table: Span | null;
}

/** Something the strict syntax forbids, and the text edits that would make it right. */
export interface Deviation extends Span {
  readonly kind: ProblemKind;
  readonly detail: Text;
  readonly edits: readonly TextEdit[];
}

export interface Reading {
  readonly root: JsonValue | null;
  readonly problems: readonly SyntaxProblem[];
  readonly duplicates: readonly DuplicateKey[];
  locate(path: KeyPath): (Place & { readonly content: JsonValue }) | null;
}

const NEEDS_DECISION: ReadonlySet<ProblemKind> = new Set(['json-comment', 'toml-duplicate', 'merge-conflict']);

/** One problem per kind, at its first place. Repairs are given where all of them together cure the text. */
export function problemsByKind(deviations: readonly Deviation[], areCured: boolean, lines: Lines): readonly SyntaxProblem[] {
  const kinds = [...new Set(deviations.map(({ kind }) => kind))];
  return kinds.map((kind): SyntaxProblem => {
    const all = deviations.filter((deviation) => deviation.kind === kind);
    const edits = all.flatMap((deviation) => deviation.edits);
    const first = all[0] as Deviation;
    const isCurable = areCured && all.every((deviation) => deviation.edits.length > 0);
    return {
      kind,
      range: lines.range(first),
      detail: first.detail,
      repair: isCurable ? edits : null,
      repairIsSafe: !NEEDS_DECISION.has(kind),
    };
  });
}

export const plainProblem = (kind: ProblemKind, at: number, detail: Text, lines: Lines): SyntaxProblem => ({
  kind,
  range: lines.range({ start: at, end: at }),
  detail,
  repair: null,
  repairIsSafe: !NEEDS_DECISION.has(kind),
});

export function documentOf(
  format: DocumentFormat,
  decoded: Decoded,
  read: (text: string, lines: Lines, hasBom: boolean) => Reading,
): Document {
  const { text, encoding, hasBom } = decoded;
  const lines = new Lines(text);
  const isInvalid = encoding === 'invalid';
  const reading: Reading = isInvalid ? { root: null, problems: [], duplicates: [], locate: () => null } : read(text, lines, hasBom);
  const encodingProblem =
    encoding === 'utf-8'
      ? []
      : [
          plainProblem(
            'encoding',
            isInvalid ? Math.max(0, text.indexOf('\ufffd')) : 0,
            isInvalid ? REASON.noUtf8 : { en: encoding, zh: encoding },
            lines,
          ),
        ];
  return {
    format,
    text,
    encoding,
    hasBom,
    root: reading.root,
    problems: [...encodingProblem, ...reading.problems],
    duplicates: reading.duplicates,
    at(path) {
      const place = reading.root === null ? null : reading.locate(path);
      return place && { value: place.content, key: lines.range(place.key), valueRange: lines.range(place.value) };
    },
    tableAt(path) {
      const table = reading.root === null ? null : (reading.locate(path)?.table ?? null);
      return table && lines.range(table);
    },
    position: (offset) => lines.position(offset),
    line: (number) => lines.line(number),
  };
}
