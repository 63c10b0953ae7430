// Requests and answers for people: every credential masked. Control characters are the reporter's business.

import { maskShapes } from '../masking.ts';
import { mask, Secret } from '../secret.ts';
import { shownValue } from '../wire/headers.ts';
import type { HttpRequest, Trace } from '../wire/types.ts';

const MAX_BODY = 2000;
const MAX_HEADERS = 40;
/** Longer than what is shown of a header, so that no key is cut in two at the end and missed. */
const MAX_HIDDEN = 16_000;

// With and without the scheme in front.
const keysIn = (value: Secret): readonly Secret[] => [value, new Secret(value.reveal().replace(/^\S+\s+/, ''))];

/** Masks what a request carries, wherever it stands, and whatever is shaped like a key. */
function hiderFor({ headers }: HttpRequest): (text: string) => string {
  const secrets = headers.flatMap(([, value]) => (value instanceof Secret ? keysIn(value) : []));
  return (text) => maskShapes(secrets.reduce((out, secret) => secret.hideIn(out), text));
}

const shortened = (body: string): string => (body.length > MAX_BODY ? `${body.slice(0, MAX_BODY)}… (${body.length} characters)` : body);
const withBody = (body: string): readonly string[] => (body === '' ? [] : ['', body]);

/** Lines of a request as it would be sent, for `--verbose` and `--dry-run`. */
export function redactedRequest(request: HttpRequest): readonly string[] {
  const hide = hiderFor(request);
  const headers = request.headers.map(([name, value]) => `${name}: ${value instanceof Secret ? shownValue(value) : hide(value)}`);
  return [`${request.method} ${hide(request.url)}`, ...headers, ...withBody(shortened(hide(request.body ?? '')))];
}

/** Lines of the answer; gateways quote keys back. */
export function redactedAnswer({ request, status, headers, body, error }: Trace): readonly string[] {
  const hide = hiderFor(request);
  const first = [...(status === null ? [] : [`HTTP ${status}`]), ...(error ? [hide(`${error.phase}: ${error.code} ${error.detail}`)] : [])];
  const all = Object.entries(headers);
  const lines = all
    .slice(0, MAX_HEADERS)
    .map(([name, value]) => shortened(hide(`${name}: ${name === 'set-cookie' ? mask(value) : value.slice(0, MAX_HIDDEN)}`)));
  const rest = all.length > MAX_HEADERS ? [`… (${all.length} headers)`] : [];
  return [...first, ...lines, ...rest, ...withBody(shortened(hide(body)))];
}
