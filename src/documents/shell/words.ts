// Words and operators of a shell script, for shells of the Bourne family and for fish.

export interface Word {
  readonly kind: 'word';
  readonly raw: string;
  /** Without quotes; null where a part of it is computed. */
  readonly value: string | null;
  readonly at: number;
}
export interface Operator {
  readonly kind: 'operator';
  readonly raw: string;
  readonly at: number;
}
export type Token = Word | Operator;

export interface Dialect {
  /** Characters that end a word. */
  readonly ends: string;
  readonly hasHereDocuments: boolean;
  readonly hasBackticks: boolean;
  /** Characters that a backslash inside single quotes escapes. */
  readonly singleEscapes: string;
}

export const POSIX: Dialect = { ends: ' \t\r\n;&|()<>', hasHereDocuments: true, hasBackticks: true, singleEscapes: '' };
export const FISH: Dialect = { ends: ' \t\r\n;&|<>', hasHereDocuments: false, hasBackticks: false, singleEscapes: "\\'" };

const ANSI: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r', a: '\u0007', b: '\b', e: '\u001b', f: '\f', v: '\v' };

/** Behind the bracket that closes the one at `at`; quotes inside are respected. */
function skipNested(text: string, at: number, open: string, close: string): number {
  let depth = 0;
  for (let index = at; index < text.length; index++) {
    const character = text[index];
    if (character === '\\') index++;
    else if (character === "'") index = Math.max(index, text.indexOf("'", index + 1));
    else if (character === '"') index = skipDouble(text, index) - 1;
    else if (character === open) depth++;
    else if (character === close && --depth === 0) return index + 1;
  }
  return text.length;
}

function skipDouble(text: string, at: number): number {
  for (let index = at + 1; index < text.length; index++) {
    if (text[index] === '\\') index++;
    else if (text[index] === '"') return index + 1;
  }
  return text.length;
}

class WordReader {
  readonly text: string;
  readonly dialect: Dialect;
  at: number;
  value = '';
  isComputed = false;

  constructor(text: string, at: number, dialect: Dialect) {
    this.text = text;
    this.at = at;
    this.dialect = dialect;
  }

  read(): Word {
    const start = this.at;
    while (this.at < this.text.length && !this.dialect.ends.includes(this.text[this.at] as string)) this.part(start);
    const isList = this.dialect.hasHereDocuments && this.text[this.at] === '(' && this.text[this.at - 1] === '=' && this.at > start;
    if (isList) this.compute(skipNested(this.text, this.at, '(', ')'));
    return { kind: 'word', raw: this.text.slice(start, this.at), value: this.isComputed ? null : this.value, at: start };
  }

  compute(end: number): void {
    this.isComputed = true;
    this.at = Math.max(end, this.at + 1);
  }

  part(start: number): void {
    const { text, dialect } = this;
    const character = text[this.at] as string;
    if (character === "'") this.single();
    else if (character === '"') this.double();
    else if (character === '\\') this.backslash();
    else if (character === '$') this.dollar();
    else if (character === '`' && dialect.hasBackticks) this.backticks();
    else if (character === '(') this.compute(skipNested(text, this.at, '(', ')'));
    else if (character === '~' && (this.at === start || text[this.at - 1] === '=')) this.compute(this.at + 1);
    else {
      this.value += character;
      this.at++;
    }
  }

  backslash(): void {
    const next = this.text[this.at + 1];
    const isCrLf = next === '\r' && this.text[this.at + 2] === '\n';
    if (next !== '\n' && !isCrLf) this.value += next ?? '';
    this.at += isCrLf ? 3 : 2;
  }

  single(): void {
    for (this.at++; this.at < this.text.length; this.at++) {
      const character = this.text[this.at] as string;
      if (character === "'") {
        this.at++;
        return;
      }
      const isEscaped = character === '\\' && this.dialect.singleEscapes.includes(this.text[this.at + 1] ?? ' ');
      if (isEscaped) this.at++;
      this.value += this.text[this.at];
    }
  }

  double(): void {
    this.at++;
    while (this.at < this.text.length) {
      const character = this.text[this.at] as string;
      if (character === '"') {
        this.at++;
        return;
      }
      if (character === '\\') {
        const next = this.text[this.at + 1] ?? '';
        if (next !== '\n') this.value += '$`"\\'.includes(next) ? next : `\\${next}`;
        this.at += 2;
      } else if (character === '$') this.dollar();
      else if (character === '`' && this.dialect.hasBackticks) this.backticks();
      else {
        this.value += character;
        this.at++;
      }
    }
  }

  backticks(): void {
    const end = this.text.indexOf('`', this.at + 1);
    this.compute(end === -1 ? this.text.length : end + 1);
  }

  dollar(): void {
    const next = this.text[this.at + 1] ?? '';
    if (next === '(') this.compute(skipNested(this.text, this.at + 1, '(', ')'));
    else if (next === '{') this.compute(skipNested(this.text, this.at + 1, '{', '}'));
    else if (next === "'" && this.dialect.hasHereDocuments) this.ansi();
    else if (/[A-Za-z_0-9@*#?$!-]/.test(next)) this.compute(this.at + 2);
    else {
      this.value += '$';
      this.at++;
    }
  }

  /** `$'…'` */
  ansi(): void {
    for (this.at += 2; this.at < this.text.length; this.at++) {
      const character = this.text[this.at] as string;
      if (character === "'") break;
      if (character !== '\\') this.value += character;
      else {
        const next = this.text[++this.at] ?? '';
        if (/[0-9xuUc]/.test(next)) this.isComputed = true;
        else this.value += ANSI[next] ?? next;
      }
    }
    this.at++;
  }
}

const OPERATOR = /&&|\|\||;;&?|;&|<<<|<<-?|>>|<>|[<>]&|[;&|()<>\n]/y;

/** The word behind `<<`, and where its text ends. */
function skipHereDocument(text: string, at: number, delimiter: string, isIndented: boolean): number {
  for (let start = at; start < text.length; ) {
    const feed = text.indexOf('\n', start);
    const end = feed === -1 ? text.length : feed;
    const line = text.slice(start, end).replace(/\r$/, '');
    if ((isIndented ? line.replace(/^\t+/, '') : line) === delimiter) return end;
    start = end + 1;
  }
  return text.length;
}

export function tokensOf(text: string, dialect: Dialect): readonly Token[] {
  const tokens: Token[] = [];
  const pending: { delimiter: string; isIndented: boolean }[] = [];
  for (let at = 0; at < text.length; ) {
    const character = text[at] as string;
    if (character === ' ' || character === '\t' || character === '\r') at++;
    else if (character === '\\' && /^\\\r?\n/.test(text.slice(at, at + 3))) at = text.indexOf('\n', at) + 1;
    else if (character === '#') {
      const end = text.indexOf('\n', at);
      at = end === -1 ? text.length : end;
    } else {
      OPERATOR.lastIndex = at;
      const raw = dialect.ends.includes(character) ? OPERATOR.exec(text)?.[0] : undefined;
      if (raw === undefined) {
        const reader = new WordReader(text, at, dialect);
        const word = reader.read();
        const previous = tokens.at(-1);
        if (dialect.hasHereDocuments && previous?.kind === 'operator' && /^<<-?$/.test(previous.raw)) {
          pending.push({ delimiter: word.value ?? word.raw, isIndented: previous.raw === '<<-' });
        }
        tokens.push(word);
        at = Math.max(reader.at, at + 1);
        continue;
      }
      tokens.push({ kind: 'operator', raw, at });
      at += raw.length;
      if (raw === '\n') {
        for (const { delimiter, isIndented } of pending.splice(0))
          at = Math.min(skipHereDocument(text, at, delimiter, isIndented) + 1, text.length);
      }
    }
  }
  return tokens;
}
