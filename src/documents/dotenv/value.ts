// One value of a `.env` file: what dotenvy makes of it, and how a value is written so that it comes back unchanged.

import { blanksBehind } from '../lines.ts';

export type Quoting = 'none' | 'single' | 'double' | 'mixed';

export interface ReadValue {
  readonly value: string;
  /** Where the value ends, before blanks and comment. */
  readonly end: number;
  readonly quoting: Quoting;
  /** Holds a `$` that was replaced. */
  readonly expands: boolean;
}

const ESCAPES: Readonly<Record<string, string>> = { '\\': '\\', "'": "'", '"': '"', $: '$', ' ': ' ', n: '\n' };
const VARIABLE = /\$(?:\{([^}\n]*)\}|(?!\{)([\p{L}\p{N}]*))/uy;

/** The system takes no longer one, and `A=$A$A` line after line would double it for ever. In UTF-16 units. */
const MAX_VALUE = 256 * 1024;

class Reader {
  value = '';
  quote: '' | "'" | '"' = '';
  hasPlain = false;
  expands = false;
  readonly quotes = new Set<string>();

  add(text: string): void {
    if (this.value.length < MAX_VALUE) this.value += text.slice(0, MAX_VALUE - this.value.length);
    this.hasPlain ||= this.quote === '';
  }

  /** True where the character opened or closed quotes. */
  isQuote(character: string): boolean {
    if (this.quote === character) this.quote = '';
    else if (this.quote === '' && (character === "'" || character === '"')) {
      this.quote = character;
      this.quotes.add(character);
    } else return false;
    return true;
  }

  get quoting(): Quoting {
    if (this.quotes.size === 0) return 'none';
    if (this.quotes.size > 1 || this.hasPlain) return 'mixed';
    return this.quotes.has("'") ? 'single' : 'double';
  }
}

/** Up to `end`, where a line or the comment behind it begins. Null where dotenvy gives an error. */
export function readValue(text: string, start: number, end: number, lookUp: (name: string) => string): ReadValue | null {
  const reader = new Reader();
  let at = start;
  for (; at < end; at++) {
    const character = text[at] as string;
    if (reader.isQuote(character)) continue;
    if (reader.quote === "'") reader.add(character);
    else if (character === '\\') {
      const escaped = at + 1 < end ? ESCAPES[text[++at] as string] : undefined;
      if (escaped === undefined) return null;
      reader.add(escaped);
    } else if (character === '$') {
      VARIABLE.lastIndex = at;
      const found = VARIABLE.exec(text);
      if (!found || VARIABLE.lastIndex > end) return null;
      reader.add(lookUp(found[1] ?? found[2] ?? ''));
      reader.expands = true;
      at += found[0].length - 1;
    } else if (reader.quote === '' && (character === ' ' || character === '\t')) break;
    else reader.add(character);
  }
  const isWhole = reader.quote === '' && blanksBehind(text, at) >= end;
  return isWhole ? { value: reader.value, end: at, quoting: reader.quoting, expands: reader.expands } : null;
}

const double = (value: string): string => `"${value.replace(/["\\$]/g, '\\$&').replace(/\n/g, '\\n')}"`;

/** In the quotes of the value it replaces where they can hold it. */
export function printValue(value: string, old: Quoting): string {
  if (old === 'double') return double(value);
  if (old !== 'single' && /^[^\s'"\\$#]*$/.test(value)) return value;
  // A backslash before the closing quote would make dotenvy read on into the next line.
  return /['\\\n]/.test(value) ? double(value) : `'${value}'`;
}
