// JSON with positions. Comments, trailing commas and odd punctuation are read on and noted, so that they can be named and repaired.
// The client's own parser (JSON.parse) stays the judge of what is valid.

import type { Text } from '../../model.ts';
import { blanksBefore, blanksBehind, isLineEnd, isLineStart, lineEnd, nextLine, type Span } from '../lines.ts';
import type { Deviation } from '../open.ts';
import { asciiFor, isOddBlank, isOddQuote, oddString } from '../punctuation.ts';
import { deletion } from '../splice.ts';
import { commaBefore, commaOr, oddCharacter, REASON, tooDeep } from '../syntax-reasons.ts';
import type { JsonContainer, JsonMember, JsonNode, JsonScalar, JsonTree } from './syntax.ts';

/** Deeper nesting than this is refused: whoever walks the content may do so recursively. */
const MAX_DEPTH = 500;
/** More mistakes than this are not listed: it is another kind of file. */
const MAX_DEVIATIONS = 10_000;
const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const ESCAPE = /\\(?:["\\/bfnrt]|u[\da-fA-F]{4})/y;
const LITERALS = new Map<string, boolean | null>([
  ['true', true],
  ['false', false],
  ['null', null],
]);
const BEHIND_KEY = /[ \t\u00a0\u3000]*[:：]/y;
const BEHIND_VALUE = /[ \t\u00a0\u3000]*(?:[,，}｝\]］\r\n#]|\/[/*]|$)/y;

/** Behind the closing quote of a valid string; null where it is none. */
function stringEnd(text: string, start: number): number | null {
  let at = start + 1;
  for (;;) {
    const code = text.charCodeAt(at);
    if (code === 0x22) return at + 1;
    if (code === 0x5c) {
      ESCAPE.lastIndex = at;
      if (!ESCAPE.test(text)) return null;
      at = ESCAPE.lastIndex;
    } else if (code >= 0x20) at++;
    else return null;
  }
}

class Stop extends Error {
  readonly at: number;
  readonly detail: Text;
  constructor(at: number, detail: Text) {
    super(detail.en);
    this.at = at;
    this.detail = detail;
  }
}

type Open = { -readonly [K in keyof JsonContainer]: JsonContainer[K] } & { members: JsonMember[] };

class Scanner {
  readonly text: string;
  at = 0;
  readonly comments: Span[] = [];
  readonly deviations: Deviation[] = [];

  constructor(text: string) {
    this.text = text;
  }

  /** Skips blanks and comments. */
  trivia(): void {
    for (;;) {
      const character = this.text[this.at];
      if (character === ' ' || character === '\t' || character === '\n' || character === '\r') this.at++;
      else if (isOddBlank(character)) this.odd(' ');
      else if (character === '#' || this.text.startsWith('//', this.at)) this.comment(lineEnd(this.text, this.at));
      else if (this.text.startsWith('/*', this.at)) {
        const end = this.text.indexOf('*/', this.at + 2);
        if (end === -1) throw new Stop(this.at, REASON.openComment);
        this.comment(end + 2);
      } else return;
    }
  }

  comment(end: number): void {
    const span = { start: this.at, end };
    const before = blanksBefore(this.text, span.start);
    const behind = blanksBehind(this.text, end);
    const isLast = isLineEnd(this.text, behind);
    const isAlone = isLast && isLineStart(this.text, before);
    const removed = isAlone ? { start: before, end: nextLine(this.text, end) } : { start: isLast ? before : span.start, end };
    this.comments.push(span);
    this.note({ ...span, kind: 'json-comment', detail: REASON.comment, edits: [deletion(removed)] });
    this.at = end;
  }

  note(deviation: Deviation): void {
    if (this.deviations.push(deviation) > MAX_DEVIATIONS) throw new Stop(deviation.start, REASON.tooMany);
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

  /** Takes a punctuation mark, also in its full-width form. */
  takes(mark: string): boolean {
    if (this.text[this.at] === mark) {
      this.at++;
      return true;
    }
    if (asciiFor(this.text[this.at]) !== mark) return false;
    this.odd(mark);
    return true;
  }

  string(behind: RegExp): JsonScalar | null {
    const start = this.at;
    const fits = (offset: number): boolean => {
      behind.lastIndex = offset;
      return behind.test(this.text);
    };
    const opening = this.text[start];
    if (opening !== '"' && !isOddQuote(opening)) return null;
    const properEnd = opening === '"' ? stringEnd(this.text, start) : null;
    if (properEnd !== null && fits(properEnd)) return this.properString(start, properEnd);
    const found = oddString(this.text, start, fits, false);
    if (found) {
      this.note({
        start,
        end: found.end,
        kind: 'quote-characters',
        detail: REASON.oddQuotes,
        edits: found.edits,
      });
      this.at = found.end;
      return { type: 'string', start, end: found.end, value: found.content };
    }
    if (properEnd === null) throw new Stop(start, REASON.badString);
    return this.properString(start, properEnd);
  }

  properString(start: number, end: number): JsonScalar {
    this.at = end;
    const inner = this.text.slice(start + 1, end - 1);
    return { type: 'string', start, end, value: inner.includes('\\') ? (JSON.parse(this.text.slice(start, end)) as string) : inner };
  }

  scalar(): JsonScalar {
    const start = this.at;
    const string = this.string(BEHIND_VALUE);
    if (string) return string;
    NUMBER.lastIndex = start;
    const number = NUMBER.exec(this.text)?.[0];
    if (number !== undefined) {
      this.at = start + number.length;
      return { type: 'number', start, end: this.at, value: /^-?\d+$/.test(number) && number !== '-0' ? BigInt(number) : Number(number) };
    }
    for (const [word, value] of LITERALS) {
      if (!this.text.startsWith(word, start)) continue;
      this.at = start + word.length;
      return { type: 'literal', start, end: this.at, value };
    }
    throw new Stop(start, start >= this.text.length ? REASON.end : REASON.value);
  }

  /** Reads a key and its colon, and adds the member once its value is there. */
  key(): { name: string; span: Span } {
    const key = this.string(BEHIND_KEY);
    if (!key) throw new Stop(this.at, this.at >= this.text.length ? REASON.end : REASON.quotedKey);
    this.trivia();
    if (!this.takes(':')) throw new Stop(this.at, REASON.colon);
    this.trivia();
    return { name: String(key.value), span: { start: key.start, end: key.end } };
  }

  opens(): Open | null {
    const start = this.at;
    const type = this.takes('{') ? 'object' : this.takes('[') ? 'list' : null;
    return type && { type, start, end: start, members: [] };
  }

  document(): JsonNode {
    const stack: { container: Open; pending: { name: string; span: Span } | null }[] = [];
    for (;;) {
      const opened = this.opens();
      let node: JsonNode | null = null;
      if (opened) {
        if (stack.length >= MAX_DEPTH) throw new Stop(opened.start, tooDeep(MAX_DEPTH));
        stack.push({ container: opened, pending: null });
      } else node = this.scalar();
      for (;;) {
        const top = stack.at(-1);
        if (!top) return node as JsonNode;
        const { container } = top;
        if (node) {
          const place = top.pending ?? { name: String(container.members.length), span: { start: node.start, end: node.start } };
          container.members.push({ name: place.name, key: place.span, value: node, comma: null });
        }
        if (!this.next(container)) {
          top.pending = container.type === 'object' ? this.key() : null;
          break;
        }
        stack.pop();
        container.end = this.at;
        node = container;
      }
    }
  }

  /** Behind an opening bracket or a value: takes the comma or the closing bracket. True when the container is closed. */
  next(container: Open): boolean {
    const last = container.members.at(-1);
    const closing = container.type === 'object' ? '}' : ']';
    this.trivia();
    if (last) {
      const comma = this.at;
      if (!this.takes(',')) {
        if (this.takes(closing)) return true;
        throw new Stop(this.at, this.at >= this.text.length ? REASON.end : commaOr(closing));
      }
      last.comma = comma;
      this.trivia();
    }
    const isClosed = this.takes(closing);
    if (isClosed && last?.comma != null) {
      const span = { start: last.comma, end: last.comma + 1 };
      this.note({ ...span, kind: 'json-trailing-comma', detail: commaBefore(closing), edits: [deletion(span)] });
    }
    return isClosed;
  }
}

export function scanJson(text: string): JsonTree {
  const scanner = new Scanner(text);
  const { comments } = scanner;
  const inOrder = (): readonly Deviation[] => scanner.deviations.sort((a, b) => a.start - b.start);
  try {
    scanner.trivia();
    const root = scanner.at >= text.length ? null : scanner.document();
    scanner.trivia();
    if (scanner.at < text.length) throw new Stop(scanner.at, REASON.fileEnd);
    return { root, comments, deviations: inOrder(), error: null };
  } catch (error) {
    if (!(error instanceof Stop)) throw error;
    return { root: null, comments, deviations: inOrder(), error: { at: error.at, detail: error.detail } };
  }
}
