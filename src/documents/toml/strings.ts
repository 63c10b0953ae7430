// TOML strings: where they end, what they say, and backslashes that are no escapes.

import type { TextEdit } from '../document.ts';
import { lineEnd, type Span } from '../lines.ts';

const SIMPLE: Readonly<Record<string, string>> = { b: '\b', t: '\t', n: '\n', f: '\f', r: '\r', e: '\u001b', '"': '"', '\\': '\\' };
const HEX: Readonly<Record<string, number>> = { x: 2, u: 4, U: 8 };
const MAX_CODE_POINT = 0x10ffff;
const CONTINUATION = /\\[ \t]*\r?\n/y;
const DRIVE = /^[A-Za-z]:\\/;

/** The length of the escape sequence at a backslash; null where it is none. */
function escapeLength(text: string, at: number): number | null {
  const letter = text[at + 1] ?? '';
  if (Object.hasOwn(SIMPLE, letter)) return 2;
  const digits = HEX[letter];
  if (digits === undefined) return null;
  const hex = text.slice(at + 2, at + 2 + digits);
  if (hex.length !== digits || !/^[\da-fA-F]+$/.test(hex)) return null;
  const code = Number.parseInt(hex, 16);
  return code > MAX_CODE_POINT || (code >= 0xd800 && code <= 0xdfff) ? null : 2 + digits;
}

export function unescaped(raw: string): string {
  if (!raw.includes('\\')) return raw;
  return raw.replace(/\\(?:x([\da-fA-F]{2})|u([\da-fA-F]{4})|U([\da-fA-F]{8})|(.))/gs, (whole, x, u, long, simple) => {
    const hex: string | undefined = x ?? u ?? long;
    const code = hex === undefined ? -1 : Number.parseInt(hex, 16);
    if (code >= 0) return code > MAX_CODE_POINT ? whole : String.fromCodePoint(code);
    return SIMPLE[simple as string] ?? whole;
  });
}

export interface FoundString extends Span {
  readonly kind: 'basic' | 'literal' | 'multi-line';
  /** The part between the quotes. */
  readonly inner: Span;
  /** Holds a backslash that begins no escape. */
  readonly isBadlyEscaped: boolean;
}

/** A string in ASCII quotes; null where it does not end as it should. */
export function findString(text: string, start: number): FoundString | null {
  const quote = text[start] as string;
  const triple = quote.repeat(3);
  const isMultiLine = text.startsWith(triple, start);
  const delimiter = isMultiLine ? triple : quote;
  const from = start + delimiter.length;
  let isBadlyEscaped = false;
  for (let at = from; at < text.length; at++) {
    const character = text[at];
    if (character === '\n' && !isMultiLine) return null;
    if (character === '\\' && quote === '"') {
      CONTINUATION.lastIndex = at;
      const length = isMultiLine && CONTINUATION.test(text) ? 2 : escapeLength(text, at);
      if (length === null) isBadlyEscaped = true;
      at += (length ?? 1) - 1;
      continue;
    }
    if (character !== quote || !text.startsWith(delimiter, at)) continue;
    let end = at + delimiter.length;
    // Up to two quotes may belong to the text of a multi-line string just before its end.
    for (let extra = 0; isMultiLine && extra < 2 && text[end] === quote; extra++) end++;
    const kind = isMultiLine ? 'multi-line' : quote === '"' ? 'basic' : 'literal';
    return { kind, start, end, inner: { start: from, end: end - delimiter.length }, isBadlyEscaped };
  }
  return null;
}

/**
 * A Windows folder in double quotes that ends in a backslash (`"C:\x\"`), whose last quote is therefore no end of a string.
 * `fits` says whether the text goes on behind it as the syntax wants.
 */
export function findUnendedPath(text: string, start: number, fits: (offset: number) => boolean): FoundString | null {
  const limit = lineEnd(text, start);
  if (!DRIVE.test(text.slice(start + 1, start + 4))) return null;
  for (let at = text.indexOf('"', start + 1); at !== -1 && at < limit; at = text.indexOf('"', at + 1)) {
    let slashes = 0;
    while (text[at - 1 - slashes] === '\\') slashes++;
    if (slashes % 2 === 0) return null;
    if (fits(at + 1)) return { kind: 'basic', start, end: at + 1, inner: { start: start + 1, end: at }, isBadlyEscaped: true };
  }
  return null;
}

/** Reads as a Windows path whose backslashes were meant literally. */
export const looksLikePath = (raw: string): boolean => DRIVE.test(raw) && !/^[A-Za-z]:\\\\/.test(raw);

/** `\e` and `\x` are escapes since TOML 1.1 only: most clients refuse them, and in a path they are never meant. */
export const hasNewEscape = (raw: string): boolean => /\\[ex]/.test(raw.replace(/\\\\/g, ''));

/** Says the same with the backslashes meant literally. */
export function literalEdits(text: string, { start, end, inner, kind }: FoundString): readonly TextEdit[] {
  const raw = text.slice(inner.start, inner.end);
  const isShare = /^\\\\[^\\]/.test(raw);
  const plain = (isShare ? '\\\\' : '') + (isShare ? raw.slice(2) : raw).replace(/\\(["\\])/g, '$1');
  const quote = kind === 'multi-line' ? "'''" : "'";
  if (!plain.includes(quote)) return [{ start, end, text: quote + plain + quote }];
  const double = kind === 'multi-line' ? '"""' : '"';
  return [{ start, end, text: double + plain.replace(/["\\]/g, '\\$&') + double }];
}
