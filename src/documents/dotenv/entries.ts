// `.env` as dotenvy 0.15 reads it, which Codex uses: https://docs.rs/dotenvy. Lines it can't read are skipped by Codex (measured on 0.171).

import type { Document } from '../document.ts';
import { blanksBehind, lineEnd, nextLine, type Span } from '../lines.ts';
import { type Quoting, type ReadValue, readValue } from './value.ts';

export interface DotenvEntry {
  readonly name: string;
  /** As the client sees it, variables expanded. */
  readonly value: string;
  /** As written, quotes included, without the comment behind it. */
  readonly raw: string;
  readonly quoting: Quoting;
  /** Of the name, from 1. */
  readonly line: number;
  readonly column: number;
  /** A `$` outside of single quotes is replaced by a variable's value: usually by nothing. */
  readonly hasUnquotedDollar: boolean;
}

export interface Placed extends Omit<DotenvEntry, 'raw' | 'line' | 'column'> {
  readonly key: Span;
  readonly raw: Span;
  /** Whole lines. */
  readonly lines: Span;
}

export interface DotenvScan {
  readonly entries: readonly Placed[];
  readonly comments: readonly Span[];
}

const KEY = /[ \t]*(?:export[ \t]+(?=[A-Za-z_]))?([A-Za-z_][A-Za-z0-9_.]*)[ \t]*=[ \t]*/y;

/** A quote that is open at the end of a line goes on in the next. Null where it is never closed. */
function logicalLine(text: string, start: number): { end: number; next: number; comment: number | null } | null {
  let quote = '';
  let isAfterBlank = true;
  for (let at = start; at < text.length; at++) {
    const character = text[at] as string;
    if (quote === '' && character === '\n')
      return { end: lineEnd(text, at > start && text[at - 1] === '\r' ? at - 1 : at), next: at + 1, comment: null };
    if (quote === '' && isAfterBlank && character === '#') return { end: at, next: nextLine(text, at), comment: at };
    isAfterBlank = quote === '' && (character === ' ' || character === '\t');
    if (character === '\\') at++;
    else if (quote === character) quote = '';
    else if (quote === '' && (character === "'" || character === '"')) quote = character;
  }
  return quote === '' ? { end: text.length, next: text.length, comment: null } : null;
}

function entryAt(text: string, start: number, line: { end: number; next: number }, lookUp: (name: string) => string): Placed | null {
  KEY.lastIndex = start;
  const found = KEY.exec(text);
  const from = KEY.lastIndex;
  if (!found || from > line.end) return null;
  const name = found[1] as string;
  const key = start + found[0].lastIndexOf(name, found[0].indexOf('='));
  const isEmpty = from === line.end || text[from] === '#';
  const read: ReadValue | null = isEmpty
    ? { value: '', end: from, quoting: 'none', expands: false }
    : readValue(text, from, line.end, lookUp);
  return (
    read && {
      name,
      value: read.value,
      quoting: read.quoting,
      hasUnquotedDollar: read.expands,
      key: { start: key, end: key + name.length },
      raw: { start: from, end: read.end },
      lines: { start, end: line.next },
    }
  );
}

/** `environment` is looked at before the file, as dotenvy does. A byte order mark spoils the first line. */
export function scanDotenv(text: string, hasBom: boolean, environment: Readonly<Record<string, string>> = {}): DotenvScan {
  const entries: Placed[] = [];
  const comments: Span[] = [];
  const seen = new Map<string, string>();
  const lookUp = (name: string): string => (Object.hasOwn(environment, name) ? (environment[name] as string) : (seen.get(name) ?? ''));
  let line: ReturnType<typeof logicalLine>;
  for (let start = 0; start < text.length; start = line.next) {
    line = logicalLine(text, blanksBehind(text, start));
    if (!line) break;
    if (line.comment !== null) comments.push({ start: line.comment, end: lineEnd(text, line.comment) });
    const entry = hasBom && start === 0 ? null : entryAt(text, start, line, lookUp);
    if (!entry) continue;
    seen.set(entry.name, entry.value);
    entries.push(entry);
  }
  return { entries, comments };
}

/** In order; of a name that stands more than once the last counts. `environment`: what `$NAME` may expand to. */
export function dotenvEntries(document: Document, environment: Readonly<Record<string, string>> = {}): readonly DotenvEntry[] {
  if (document.root === null) return [];
  return scanDotenv(document.text, document.hasBom, environment).entries.map(({ name, value, quoting, hasUnquotedDollar, key, raw }) => ({
    name,
    value,
    quoting,
    hasUnquotedDollar,
    raw: document.text.slice(raw.start, raw.end),
    ...document.position(key.start),
  }));
}
