// TOML as statements with places. Reads on over odd punctuation and Windows paths in double quotes, and notes them.
// smol-toml stays the judge of what is valid; this scanner need not notice every mistake.

import type { Text } from '../../model.ts';
import { lineEnd, nextLine, type Span } from '../lines.ts';
import type { Deviation } from '../open.ts';
import { asciiFor, isOddBlank, isOddQuote, oddString } from '../punctuation.ts';
import { remembered } from '../remembered.ts';
import { commaOr, oddCharacter, REASON, tooDeep } from '../syntax-reasons.ts';
import { type FoundString, findString, findUnendedPath, hasNewEscape, literalEdits, looksLikePath, unescaped } from './strings.ts';
import type { KeyPart, Statement, TomlPair, TomlScan, TomlValue } from './syntax.ts';

const MAX_DEPTH = 500;
/** More mistakes than this are not listed: it is another kind of file. */
const MAX_DEVIATIONS = 10_000;
const BEHIND_KEY = /[ \t\u00a0\u3000]*[.=\]＝］]/y;
const BEHIND_VALUE = /[ \t\u00a0\u3000]*(?:[,\]}#，］｝＃\r\n]|$)/y;
const BARE_KEY = /[A-Za-z0-9_-]+/y;
const SCALAR = /[^,\]}#\r\n，｝]*/y;

class Stop extends Error {
  readonly at: number;
  readonly isLimit: boolean;
  readonly detail: Text;
  constructor(at: number, detail: Text, isLimit = false) {
    super(detail.en);
    this.at = at;
    this.detail = detail;
    this.isLimit = isLimit;
  }
}

class Scanner {
  readonly text: string;
  at = 0;
  readonly statements: Statement[] = [];
  readonly comments: Span[] = [];
  readonly deviations: Deviation[] = [];
  /** Double-quoted Windows paths that happen to hold escapes only; wrong too once another one is. */
  readonly paths: FoundString[] = [];

  constructor(text: string) {
    this.text = text;
  }

  note(deviation: Deviation): void {
    if (this.deviations.push(deviation) > MAX_DEVIATIONS) throw new Stop(deviation.start, REASON.tooMany, true);
  }

  odd(ascii: string): void {
    const span = { start: this.at, end: this.at + 1 };
    this.note({
      ...span,
      kind: 'quote-characters',
      detail: oddCharacter(ascii),
      edits: [{ ...span, text: ascii }],
    });
    this.at++;
  }

  takes(mark: string): boolean {
    if (this.text[this.at] === mark) {
      this.at++;
      return true;
    }
    if (asciiFor(this.text[this.at]) !== mark) return false;
    this.odd(mark);
    return true;
  }

  blanks(): void {
    for (;;) {
      const character = this.text[this.at];
      if (character === ' ' || character === '\t') this.at++;
      else if (isOddBlank(character)) this.odd(' ');
      else return;
    }
  }

  comment(): Span | null {
    const start = this.at;
    if (!this.takes('#')) return null;
    this.at = lineEnd(this.text, start);
    const comment = { start, end: this.at };
    this.comments.push(comment);
    return comment;
  }

  /** Skips blanks, comments and line ends, inside arrays and inline tables. */
  trivia(): void {
    for (;;) {
      this.blanks();
      const character = this.text[this.at];
      if (character === '\n' || (character === '\r' && this.text[this.at + 1] === '\n')) this.at++;
      else if (!this.comment()) return;
    }
  }

  string(behind: RegExp): { name: string; found: FoundString | null; end: number } | null {
    const start = this.at;
    const opening = this.text[start];
    if (opening !== '"' && opening !== "'" && !isOddQuote(opening)) return null;
    const fits = (offset: number): boolean => {
      behind.lastIndex = offset;
      return behind.test(this.text);
    };
    const proper = isOddQuote(opening) ? null : findString(this.text, start);
    if (proper && (proper.kind === 'multi-line' || fits(proper.end))) return this.properString(proper);
    const path = opening === '"' ? findUnendedPath(this.text, start, fits) : null;
    if (path) return this.properString(path);
    const odd = oddString(this.text, start, fits, true);
    if (odd) {
      this.note({
        start,
        end: odd.end,
        kind: 'quote-characters',
        detail: REASON.oddQuotes,
        edits: odd.edits,
      });
      this.at = odd.end;
      return { name: odd.content, found: null, end: odd.end };
    }
    if (!proper) throw new Stop(start, REASON.openString);
    return this.properString(proper);
  }

  properString(found: FoundString): { name: string; found: FoundString; end: number } {
    const raw = this.text.slice(found.inner.start, found.inner.end);
    const isBasic = this.text[found.start] === '"';
    this.at = found.end;
    if (isBasic && (found.isBadlyEscaped || (looksLikePath(raw) && hasNewEscape(raw)))) this.backslash(found);
    else if (isBasic && found.kind === 'basic' && looksLikePath(raw)) this.paths.push(found);
    return { name: isBasic ? unescaped(raw) : raw, found, end: found.end };
  }

  backslash(found: FoundString): void {
    const { start, end } = found;
    this.note({
      start,
      end,
      kind: 'toml-backslash',
      detail: REASON.backslash,
      edits: literalEdits(this.text, found),
    });
  }

  key(): KeyPart[] {
    const parts: KeyPart[] = [];
    do {
      this.blanks();
      const start = this.at;
      const string = this.string(BEHIND_KEY);
      if (string) parts.push({ name: string.name, start, end: string.end });
      else {
        BARE_KEY.lastIndex = start;
        const bare = BARE_KEY.exec(this.text)?.[0];
        if (bare === undefined) throw new Stop(start, REASON.key);
        this.at = start + bare.length;
        parts.push({ name: bare, start, end: this.at });
      }
      this.blanks();
      if (parts.length > MAX_DEPTH) throw new Stop(start, tooDeep(MAX_DEPTH), true);
    } while (this.takes('.'));
    return parts;
  }

  pair(depth: number): { parts: KeyPart[]; value: TomlValue } {
    const parts = this.key();
    if (!this.takes('=')) throw new Stop(this.at, REASON.equals);
    this.blanks();
    return { parts, value: this.value(depth) };
  }

  value(depth: number): TomlValue {
    const start = this.at;
    if (depth > MAX_DEPTH) throw new Stop(start, tooDeep(MAX_DEPTH), true);
    const string = this.string(BEHIND_VALUE);
    if (string) return { kind: string.found?.kind ?? 'basic', start, end: string.end };
    if (this.takes('[')) return this.array(start, depth);
    if (this.takes('{')) return this.inline(start, depth);
    SCALAR.lastIndex = start;
    const scalar = SCALAR.exec(this.text)?.[0].trimEnd() ?? '';
    if (scalar === '') throw new Stop(start, REASON.value);
    this.at = start + scalar.length;
    return { kind: 'scalar', start, end: this.at };
  }

  array(start: number, depth: number): TomlValue {
    const items: TomlValue[] = [];
    for (;;) {
      this.trivia();
      if (this.takes(']')) return { kind: 'array', start, end: this.at, items };
      if (this.at >= this.text.length) throw new Stop(start, REASON.openArray);
      items.push(this.value(depth + 1));
      this.trivia();
      if (this.takes(',')) continue;
      if (!this.takes(']')) throw new Stop(this.at, commaOr(']'));
      return { kind: 'array', start, end: this.at, items };
    }
  }

  inline(start: number, depth: number): TomlValue {
    const pairs: TomlPair[] = [];
    for (;;) {
      this.trivia();
      if (this.takes('}')) return { kind: 'inline', start, end: this.at, pairs };
      if (this.at >= this.text.length) throw new Stop(start, REASON.openTable);
      const pair = this.pair(depth + 1);
      this.trivia();
      const comma = this.at;
      const isLast = !this.takes(',');
      pairs.push({ ...pair, comma: isLast ? null : comma });
      if (!isLast) continue;
      if (!this.takes('}')) throw new Stop(this.at, commaOr('}'));
      return { kind: 'inline', start, end: this.at, pairs };
    }
  }

  statement(): void {
    const start = this.at;
    this.blanks();
    const first = this.at;
    const isTrivia = first >= this.text.length || '\r\n#＃'.includes(this.text[first] as string);
    if (isTrivia) {
      this.finish((end, comment) => ({ kind: 'trivia', start, end, comment }));
    } else if (this.takes('[')) {
      const isElement = this.takes('[');
      const parts = this.key();
      if (!this.takes(']') || (isElement && !this.takes(']'))) throw new Stop(this.at, REASON.headerEnd);
      const header = { start: first, end: this.at };
      this.finish((end, comment) => ({ kind: 'header', start, end, comment, parts, isElement, header }));
    } else {
      const pair = { ...this.pair(0), comma: null };
      this.finish((end, comment) => ({ kind: 'pair', start, end, comment, pair }));
    }
  }

  finish(make: (end: number, comment: Span | null) => Statement): void {
    this.blanks();
    const comment = this.comment();
    if (lineEnd(this.text, this.at) !== this.at) throw new Stop(this.at, REASON.lineEnd);
    this.at = nextLine(this.text, this.at);
    this.statements.push(make(this.at, comment));
  }

  /** One wrong path shows that none of them was escaped on purpose. */
  includePaths(): void {
    if (!this.deviations.some(({ kind }) => kind === 'toml-backslash')) return;
    for (const path of this.paths.slice(0, MAX_DEVIATIONS - this.deviations.length)) this.backslash(path);
  }
}

export const scanToml = remembered((text): TomlScan => {
  const scanner = new Scanner(text);
  let error: TomlScan['error'] = null;
  try {
    while (scanner.at < text.length) scanner.statement();
  } catch (thrown) {
    if (!(thrown instanceof Stop)) throw thrown;
    error = { at: thrown.at, detail: thrown.detail, isLimit: thrown.isLimit };
  }
  scanner.includePaths();
  const deviations = scanner.deviations.sort((a, b) => a.start - b.start);
  return { statements: scanner.statements, comments: scanner.comments, deviations, error };
});
