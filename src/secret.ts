// A credential that masks itself wherever it is turned into text.

import { inspect } from 'node:util';

const SHOWN = 4;
const MIN_LENGTH_TO_SHOW = 16;
const MIN_LENGTH_TO_HIDE = 6;

/** First four and last four characters; nothing at all of a value shorter than 16. */
export function mask(value: string): string {
  const characters = [...value];
  if (characters.length < MIN_LENGTH_TO_SHOW) return '****';
  return `${characters.slice(0, SHOWN).join('')}…${characters.slice(-SHOWN).join('')}`;
}

const percentEncoded = (value: string): string => encodeURIComponent(value.replace(/[\ud800-\udfff]/g, ''));

export class Secret {
  readonly #value: string;

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
    const forms = [value, percentEncoded(value), JSON.stringify(value).slice(1, -1), value.toLowerCase()];
    return forms.reduce((out, form) => out.replaceAll(form, () => mask(value)), text);
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
