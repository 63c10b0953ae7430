// Nothing key-shaped leaves the program: every string that is printed passes through here.

import { mask, Secret } from './secret.ts';

/** Prefixes that vendors and relays give to keys; what follows must be long enough to be no word. */
const KEY_SHAPES: readonly RegExp[] = [
  /\b(?:sk|rk|pk|tp|cr|ak|fk|cp|hf|gsk|xai|nvapi|pplx|r8|ms|tgp|csk|key|glpat|ghp|gho)[-_](?=[A-Za-z0-9_-]{0,200}\d)[A-Za-z0-9_-]{5,}/g,
  /\bsk-[A-Za-z0-9_-]{8,}/g,
  /\bAIza[A-Za-z0-9_-]{20,}/g,
  /\beyJ[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]+(?:\.[A-Za-z0-9_-]*)?/g,
  /\b[0-9a-f]{32}\.[A-Za-z0-9]{12,}\b/g,
];
const NAMED_VALUE = /([?&;](?:api[-_]?key|key|token|access[-_]?token|auth|password|secret)=)([^&#\s"']{4,})/gi;
/** `"SOME_TOKEN": "value"`, `secret = 'value'`: in configuration text the name tells, whatever the value's shape. */
const NAMED_STRING = /((?:key|token|secret|password|passwd|authorization|credential)["']?\s*[:=]\s*)(["'])([^"'\n]{6,})(\2)/gi;
/** Numbers and names of variables are no secrets. */
const NO_SECRET = /^(?:\d+|[A-Z][A-Z0-9_]*|\$\{?\w+\}?|true|false)$/;
const USER_INFO = /(\b[a-z][a-z0-9+.-]{0,30}:\/\/[^\s/@:"']*:)([^\s/@"']+)(@)/gi;
const BEARER = /(\bBearer\s+)(?!\.\.\.|<|\$|\{)([^\s"',;…]{6,})/gi;

/** So many characters of an API key stand in Claude Code's own state file. */
const REMEMBERED_ENDING = 20;

export class Masker {
  readonly #known: Secret[] = [];
  /** Hidden after whole keys: two keys may end alike. */
  readonly #endings: Secret[] = [];

  /** Values that must never be shown, whatever their shape. */
  learn(...secrets: readonly (Secret | string | null | undefined)[]): void {
    for (const secret of secrets) {
      if (!secret) continue;
      const known = secret instanceof Secret ? secret : new Secret(secret);
      const ending = known.ending(REMEMBERED_ENDING);
      if (!this.#known.some((other) => other.equals(known))) this.#known.push(known);
      if (!this.#endings.some((other) => other.equals(ending))) this.#endings.push(ending);
    }
  }

  text(text: string): string {
    return maskShapes([...this.#known, ...this.#endings].reduce((out, secret) => secret.hideIn(out), text));
  }

  /** A copy of plain data with every string masked, keys of objects too. */
  data<T>(value: T): T {
    if (typeof value === 'string') return this.text(value) as T;
    if (value instanceof Secret) return value.masked as T;
    if (Array.isArray(value)) return value.map((item) => this.data(item)) as T;
    if (value !== null && typeof value === 'object') {
      return Object.fromEntries(Object.entries(value).map(([key, item]) => [this.text(key), this.data(item)])) as T;
    }
    return value;
  }
}

/** Masks by shape alone. */
export function maskShapes(text: string): string {
  // Each is asked only where the text has the sign without which it can't match: most texts that are shown are short and have none.
  let out = text.includes('@') ? text.replace(USER_INFO, '$1****$3') : text;
  if (out.includes('=')) out = out.replace(NAMED_VALUE, (_, name: string, value: string) => `${name}${mask(value)}`);
  if (/["']/.test(out))
    out = out.replace(NAMED_STRING, (whole: string, name: string, quote: string, value: string) =>
      NO_SECRET.test(value) || value.includes('…') ? whole : `${name}${quote}${mask(value)}${quote}`,
    );
  out = out.replace(BEARER, (_, word: string, value: string) => `${word}${mask(value)}`);
  for (const shape of KEY_SHAPES) out = out.replace(shape, (value) => mask(value));
  return out;
}
