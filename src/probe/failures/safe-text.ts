// What a server wrote, made fit for a terminal and a report: a hostile answer must neither move the cursor nor show a key.

import { maskShapes } from '../../masking.ts';
import type { Secret } from '../../secret.ts';
import type { Trace } from '../../wire/types.ts';

/** Hashes of keys, as LiteLLM quotes them. */
const LONG_HEX = /\b[0-9a-f]{40,}\b/gi;

/* The sequences of ECMA-48: strings (OSC, DCS, SOS, PM, APC) up to their terminator, then CSI, then any other escape; each also in its one-byte C1 form. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const STRINGS = /(?:\u001b[\]PX^_]|[\u009d\u0090\u0098\u009e\u009f])[^\u0007\u001b\u009c]*(?:\u0007|\u001b\\|\u009c)?/g;
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const SEQUENCES = /(?:\u001b\[|\u009b)[0-?]*[ -/]*[@-~]?|\u001b[ -/]*[0-~]?/g;
// Controls, and what turns the direction of text round or has no width.
const INVISIBLE = /[\p{Cc}\u00ad\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/gu;
const BLANKS = /\s+/g;
const LONE_SURROGATES = /\p{Surrogate}/gu;

/** No control or escape sequences, one line; nothing is masked or cut. */
export function withoutControls(text: string): string {
  return text
    .replace(STRINGS, ' ')
    .replace(SEQUENCES, ' ')
    .replace(INVISIBLE, (character) => (/\s/.test(character) ? ' ' : ''))
    .replace(LONE_SURROGATES, '\ufffd')
    .replace(BLANKS, ' ')
    .trim();
}

function cut(text: string, max: number): string {
  const characters = [...text.slice(0, max * 2)];
  return text.length <= max || characters.length <= max ? text : `${characters.slice(0, max - 1).join('')}…`;
}

/** One printable line of at most `max` characters, without control sequences and without any of the secrets or anything key-shaped. */
export function safeText(text: string, secrets: readonly Secret[], max = 160): string {
  // Masked while still far longer than what is shown, so that no key is cut in two at the end and missed.
  const bounded = text.slice(0, max * 8 + 4096);
  const masked = secrets.reduce((out, secret) => secret.hideIn(out), withoutControls(bounded));
  return cut(maskShapes(masked).replace(LONG_HEX, '****'), max);
}

/** Everything secret that went out with this request. */
export const secretsOf = (trace: Trace): readonly Secret[] =>
  trace.request.headers.flatMap(([, value]) => (typeof value === 'string' ? [] : [value]));

/** An address without credentials and query. */
export function safeUrl(url: string, secrets: readonly Secret[]): string {
  if (!URL.canParse(url)) return safeText(url.replace(/\/\/[^/@]*@/, '//').replace(/[?#].*$/s, ''), secrets, 200);
  const { protocol, host, pathname } = new URL(url);
  return safeText(`${protocol}//${host}${pathname === '/' ? '' : pathname}`, secrets, 200);
}
