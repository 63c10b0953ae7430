// A credential that masks itself wherever it is turned into text.

import { inspect } from 'node:util';

const SHOWN = 4;
const MIN_LENGTH_TO_SHOW = 16;
const MIN_LENGTH_TO_HIDE = 6;

/** First four and last four characters; nothing at all of a value shorter than 16. */
export function mask(value: string): string {
  // Ends are enough, whatever the length: a surrogate pair is two units.
  const characters = value.length > 4 * MIN_LENGTH_TO_SHOW ? [...value.slice(0, 2 * SHOWN), ...value.slice(-2 * SHOWN)] : [...value];
  if (value.length < 2 * MIN_LENGTH_TO_SHOW && characters.length < MIN_LENGTH_TO_SHOW) return '****';
  return `${characters.slice(0, SHOWN).join('')}…${characters.slice(-SHOWN).join('')}`;
}

const percentEncoded = (value: string): string => encodeURIComponent(value.replace(/[\ud800-\udfff]/g, ''));

/** Characters that a terminal does not show, or that texts are broken at: others quote a value without them. */
const UNSEEN = /[\p{Cc}\s\u00ad\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]+/u;

/** A value with a line break or an invisible character, as clients and reports print it: closed up, in one line, or in pieces. */
function brokenForms(value: string): readonly string[] {
  // Nearly every key; classes of Unicode take their time to set up.
  if (/^[!-~]*$/.test(value)) return [];
  const pieces = value.split(UNSEEN);
  if (pieces.length === 1) return [];
  const long = pieces.filter((piece) => piece.length >= 2 * SHOWN);
  return [pieces.join(''), pieces.join(' '), ...long].sort((a, b) => b.length - a.length);
}

const formsOf = (value: string): readonly string[] => [
  value,
  percentEncoded(value),
  JSON.stringify(value).slice(1, -1),
  value.toLowerCase(),
];

export class Secret {
  readonly #value: string;
  #forms: readonly string[] | null = null;

  constructor(value: string) {
    this.#value = value;
  }

  /** The credential itself. Only `wire/`, `documents/` and `clients/` may call this. */
  reveal(): string {
    return this.#value;
  }

  get masked(): string {
    return mask(this.#value);
  }

  /** The text with every occurrence of this credential masked. Values under six characters would be found inside ordinary words. */
  hideIn(text: string): string {
    const value = this.#bare;
    if (value.length < MIN_LENGTH_TO_HIDE) return text;
    this.#forms ??= [...new Set([...formsOf(value), ...brokenForms(value)])].filter((form) => form.length >= MIN_LENGTH_TO_HIDE);
    return this.#forms.reduce((out, form) => (form.length > out.length ? out : out.replaceAll(form, () => mask(value))), text);
  }

  /** Its last characters, which Claude Code keeps as a key's name in `customApiKeyResponses`. */
  ending(characters: number): Secret {
    return new Secret(this.#value.slice(-characters));
  }

  equals(other: Secret | string): boolean {
    return this.#value === (typeof other === 'string' ? other : other.#value);
  }

  /** Could a shortened form that shows this beginning and this end be one of this credential? */
  couldShow(head: string, tail: string): boolean {
    return this.#bare.startsWith(head) && this.#bare.endsWith(tail);
  }

  /** Does it begin like the keys of one vendor (`sk-ant-`), with something after? */
  hasPrefix(prefix: string): boolean {
    return this.#bare.length > prefix.length && this.#bare.startsWith(prefix);
  }

  /** Without the scheme of an Authorization header. */
  get #bare(): string {
    return this.#value.trim().replace(/^bearer\s+/i, '');
  }

  toString(): string {
    return this.masked;
  }

  toJSON(): string {
    return this.masked;
  }

  [inspect.custom](): string {
    return `Secret(${this.masked})`;
  }
}
