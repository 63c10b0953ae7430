// Offsets ↔ lines, and what a file does about line ends.

import type { Range } from './document.ts';

export interface Span {
  readonly start: number;
  readonly end: number;
}
export type Eol = '\n' | '\r\n';

const LINE_FEED = 10;

/** Between two offsets; half a pair counts as one. Over and over on a line of megabytes: the string's own iterator is ten times slower. */
function codePoints(text: string, start: number, end: number): number {
  let count = 0;
  for (let at = start; at < end; at++) {
    const isPair = (text.charCodeAt(at) & 0xfc00) === 0xd800 && at + 1 < end && (text.charCodeAt(at + 1) & 0xfc00) === 0xdc00;
    if (isPair) at++;
    count++;
  }
  return count;
}

/** So many lines from one remembered start to the next: a file of nothing but line ends must not cost eight times its size. */
const STRIDE = 64;

export class Lines {
  readonly #text: string;
  /** Of every line whose number, from 0, is a multiple of the stride. */
  readonly #starts: number[] = [0];

  constructor(text: string) {
    this.#text = text;
    let count = 0;
    for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) {
      count++;
      if (count % STRIDE === 0) this.#starts.push(at + 1);
    }
  }

  /** Undefined where there is no such line. */
  #startOf(number: number): number | undefined {
    if (number < 1) return undefined;
    let at = this.#starts[Math.floor((number - 1) / STRIDE)];
    for (let left = (number - 1) % STRIDE; left > 0 && at !== undefined; left--) {
      const feed = this.#text.indexOf('\n', at);
      at = feed === -1 ? undefined : feed + 1;
    }
    return at;
  }

  /** Line and column from 1, the column in code points. */
  position(offset: number): { line: number; column: number } {
    const bounded = Math.max(0, Math.min(offset, this.#text.length));
    let low = 0;
    let high = this.#starts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((this.#starts[middle] as number) <= bounded) low = middle;
      else high = middle - 1;
    }
    let start = this.#starts[low] as number;
    let line = low * STRIDE + 1;
    for (let feed = this.#text.indexOf('\n', start); feed !== -1 && feed < bounded; feed = this.#text.indexOf('\n', start)) {
      start = feed + 1;
      line++;
    }
    return { line, column: 1 + codePoints(this.#text, start, bounded) };
  }

  range({ start, end }: Span): Range {
    return { start, end, ...this.position(start) };
  }

  line(number: number): string {
    const start = this.#startOf(number);
    return start === undefined ? '' : this.#text.slice(start, lineEnd(this.#text, start));
  }

  /** Offset of a line and column as parsers report them; columns in UTF-16 units. */
  offset(line: number, column: number): number {
    return Math.min((this.#startOf(line) ?? this.#text.length) + Math.max(0, column - 1), this.#text.length);
  }
}

export const lineStart = (text: string, offset: number): number => text.lastIndexOf('\n', offset - 1) + 1;

/** Where the line ends, before its line end. */
export function lineEnd(text: string, offset: number): number {
  const feed = text.indexOf('\n', offset);
  if (feed === -1) return text.length;
  return feed > offset && text[feed - 1] === '\r' ? feed - 1 : feed;
}

/** Where the next line starts. */
export function nextLine(text: string, offset: number): number {
  const feed = text.indexOf('\n', offset);
  return feed === -1 ? text.length : feed + 1;
}

const isBlankCode = (code: number): boolean => code === 0x20 || code === 0x09;

/** Where the blanks and tabs before an offset begin. */
export function blanksBefore(text: string, offset: number): number {
  let at = offset;
  while (at > 0 && isBlankCode(text.charCodeAt(at - 1))) at--;
  return at;
}

/** Where the blanks and tabs behind an offset end. */
export function blanksBehind(text: string, offset: number): number {
  let at = offset;
  while (isBlankCode(text.charCodeAt(at))) at++;
  return at;
}

export const isLineStart = (text: string, offset: number): boolean => offset === 0 || text.charCodeAt(offset - 1) === LINE_FEED;
export const isLineEnd = (text: string, offset: number): boolean =>
  offset >= text.length || text.charCodeAt(offset) === LINE_FEED || (text[offset] === '\r' && text.charCodeAt(offset + 1) === LINE_FEED);

/** The blanks and tabs that the line of an offset begins with. */
export function indentAt(text: string, offset: number): string {
  const start = lineStart(text, offset);
  return text.slice(start, blanksBehind(text, start));
}

export const endsWithEol = (text: string): boolean => text.charCodeAt(text.length - 1) === LINE_FEED;

function count(text: string): { crlf: number; lf: number } {
  let crlf = 0;
  let lf = 0;
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) {
    if (text[at - 1] === '\r') crlf++;
    else lf++;
  }
  return { crlf, lf };
}

/** What most lines of the file end with. */
export function mainEol(text: string): Eol {
  const { crlf, lf } = count(text);
  return crlf > lf ? '\r\n' : '\n';
}

/** Does an edited text keep what the original did about line ends: one kind stays one kind, an open last line stays open? */
export function keepsLineEnds(before: string, after: string): boolean {
  const old = count(before);
  const now = count(after);
  if (old.lf === 0 && old.crlf > 0 && now.lf > 0) return false;
  if (old.crlf === 0 && now.crlf > 0) return false;
  return before.trim() === '' || after.trim() === '' || endsWithEol(before) === endsWithEol(after);
}
