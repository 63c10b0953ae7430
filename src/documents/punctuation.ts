// Characters that a word processor or a Chinese keyboard puts where the syntax needs ASCII.

import type { TextEdit } from './document.ts';
import { lineEnd } from './lines.ts';

const DOUBLE = '“”„‟＂〝〞″';
const SINGLE = '‘’‚‛＇′';
const WIDE: Readonly<Record<string, string>> = { '：': ':', '，': ',', '＝': '=', '｛': '{', '｝': '}', '［': '[', '］': ']', '＃': '#' };
const BLANKS = '\u00a0\u3000';

/** The ASCII character that is meant, where there is one. */
export const asciiFor = (character: string | undefined): string | null => (character === undefined ? null : (WIDE[character] ?? null));
export const isOddBlank = (character: string | undefined): boolean => character !== undefined && BLANKS.includes(character);
export const isOddQuote = (character: string | undefined): boolean =>
  character !== undefined && (DOUBLE.includes(character) || SINGLE.includes(character));

export interface OddString {
  readonly end: number;
  /** The text between the quotes, as written. */
  readonly content: string;
  /** What makes it a proper string. */
  readonly edits: readonly TextEdit[];
}

/**
 * A string at `start` that is delimited by odd quotes on at least one side. It ends at the first quote (odd, or of the opening
 * kind) behind which the text goes on as the syntax wants (`fits`), on the same line. Null where there is none.
 */
export function oddString(text: string, start: number, fits: (offset: number) => boolean, allowsLiteral: boolean): OddString | null {
  const opening = text[start] as string;
  const family = SINGLE.includes(opening) || opening === "'" ? `${SINGLE}'` : `${DOUBLE}"`;
  const limit = lineEnd(text, start);
  for (let at = start + 1; at < limit; at++) {
    const character = text[at] as string;
    if (!family.includes(character) || !fits(at + 1)) continue;
    if (!isOddQuote(opening) && !isOddQuote(character)) continue;
    const content = text.slice(start + 1, at);
    // ‘ stands for ', as far as the syntax has it.
    const isLiteral = allowsLiteral && (family !== `${DOUBLE}"` || content.includes('\\')) && !content.includes("'");
    const quote = isLiteral ? "'" : '"';
    return {
      end: at + 1,
      content,
      edits: [...quoteEdits(start, opening, quote), ...escapes(content, start + 1, quote), ...quoteEdits(at, character, quote)],
    };
  }
  return null;
}

const quoteEdits = (at: number, from: string, to: string): readonly TextEdit[] =>
  from === to ? [] : [{ start: at, end: at + 1, text: to }];

function escapes(content: string, offset: number, quote: string): readonly TextEdit[] {
  if (quote === "'") return [];
  return [...content.matchAll(/(?<!\\)"/g)].map(({ index }) => ({ start: offset + index, end: offset + index + 1, text: '\\"' }));
}

/** Where git (or another tool) left both sides of a conflict: the offset of the first marker. Null where there is none. */
export function mergeConflictAt(text: string): number | null {
  const ours = /^<{7}(?: .*)?\r?$/m.exec(text);
  if (!ours) return null;
  return /^(?:={7}|>{7}(?: .*)?)\r?$/m.test(text.slice(ours.index)) ? ours.index : null;
}
