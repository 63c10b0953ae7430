// What people paste as a base URL, and what it was meant to be. Pure; nothing here knows whether an address works.

import type { WireApi } from './model.ts';

/** Blanks, line breaks, zero-width characters, no-break spaces, byte order marks and wrapping quotes: never part of an address. */
const INVISIBLE = /[\p{Cc}\p{Z}\p{Cf}]/gu;
/** What nearly every base URL is made of; classes of Unicode take a millisecond to set up. */
const NOTHING_TO_REMOVE = /^[\w:/.?&=%~[\]-]*$/;
const WRAPPING = /^["'`“”‘’＂「『<（(]+|["'`“”‘’＂」』>）)]+$/gu;
const FULL_WIDTH: Readonly<Record<string, string>> = {
  '：': ':',
  '／': '/',
  '．': '.',
  '。': '.',
  '，': ',',
  '？': '?',
  '＝': '=',
  '＆': '&',
  '－': '-',
};
const TRAILING_PUNCTUATION = /[,;，；、。]+$/u;

/** Endpoints that clients append themselves, longest first. */
const ENDPOINTS = [
  '/messages/count_tokens',
  '/chat/completions',
  '/completions',
  '/responses',
  '/messages',
  '/models',
  '/embeddings',
] as const;
const VERSION_AT_END = /\/v\d+(?:(?:alpha|beta)\d*)?$/i;

/** Without characters nobody meant, quotes around it, and punctuation that came along. */
export function withoutInvisible(value: string): string {
  if (NOTHING_TO_REMOVE.test(value)) return value;
  let out = value.replace(INVISIBLE, '');
  for (let before = ''; before !== out; ) {
    before = out;
    out = out.replace(WRAPPING, '').replace(TRAILING_PUNCTUATION, '');
  }
  return out;
}

export const hasInvisible = (value: string): boolean => withoutInvisible(value) !== value;

export const withAsciiPunctuation = (value: string): string => [...value].map((character) => FULL_WIDTH[character] ?? character).join('');

/** `htttp://`, `http:/x`, `https//x`, `http;//x`, `hhtps:x` → what was meant; null where it isn't a misspelt http or https. */
export function mendedScheme(value: string): string | null {
  const match = /^([a-z]{3,8})\s*([:;]?)(\/{0,3})(?=[^/])/i.exec(value);
  if (!match) return null;
  const [whole, word = '', colon = '', slashes = ''] = match;
  if (/^https?$/i.test(word) && colon === ':' && slashes === '//') return null;
  if (colon === '' && slashes.length < 2) return null;
  const scheme = nearestScheme(word.toLowerCase());
  return scheme === null ? null : `${scheme}://${value.slice(whole.length)}`;
}

function nearestScheme(word: string): 'http' | 'https' | null {
  const squeezed = word.replace(/(.)\1+/g, '$1');
  if (['htp', 'thp', 'htpp'].includes(squeezed) || word === 'http') return 'http';
  if (['htps', 'hpts', 'htsp', 'thps', 'tps'].includes(squeezed) || word === 'https') return 'https';
  return null;
}

/** A parsed http(s) URL, null for anything else. */
export function parseBase(value: string): URL | null {
  if (!/^https?:\/\/[^/?#]/i.test(value) || !URL.canParse(value)) return null;
  const url = new URL(value);
  return url.hostname === '' ? null : url;
}

export const withoutQuery = (value: string): string => value.replace(/[?#].*$/s, '');
export const withoutSlashes = (value: string): string => value.replace(/\/+$/, '');

/** The endpoint pasted at the end, null where there is none. */
export function pastedEndpoint(value: string): string | null {
  const path = withoutSlashes(withoutQuery(value)).toLowerCase();
  return ENDPOINTS.find((endpoint) => path.endsWith(endpoint)) ?? null;
}

export function withoutEndpoint(value: string): string {
  const base = withoutSlashes(withoutQuery(value));
  const endpoint = pastedEndpoint(base);
  return endpoint ? withoutSlashes(base.slice(0, -endpoint.length)) : base;
}

export const endsInVersion = (value: string): boolean => VERSION_AT_END.test(withoutSlashes(value));
export const endsInV1 = (value: string): boolean => /\/v1$/i.test(withoutSlashes(value));
/** `/v1/v1`, anywhere at the end. */
export const withoutDoubledV1 = (value: string): string => withoutSlashes(value).replace(/(?:\/v1){2,}$/i, '/v1');
export const withoutV1 = (value: string): string => withoutSlashes(value).replace(/(?:\/v1)+$/i, '');

const IPV4 = /^(\d{1,3})\.(\d{1,3})\.(\d{1,3})\.(\d{1,3})$/;

export function isLoopback(hostname: string): boolean {
  const host = hostname.replace(/^\[|\]$/g, '').toLowerCase();
  return host === 'localhost' || host.endsWith('.localhost') || host === '::1' || /^127\./.test(host) || host === '0.0.0.0';
}

/** Addresses and names that never leave a private network (RFC 1918, RFC 4193, link-local, .local, .internal, .lan, single labels). */
export function isPrivate(hostname: string): boolean {
  const host = hostname.replace(/^\[|\]$/g, '').toLowerCase();
  if (isLoopback(host)) return true;
  const [, a, b] = (IPV4.exec(host) ?? []).map(Number);
  if (a !== undefined && b !== undefined) {
    return (
      a === 10 ||
      (a === 172 && b >= 16 && b <= 31) ||
      (a === 192 && b === 168) ||
      (a === 169 && b === 254) ||
      (a === 100 && b >= 64 && b <= 127)
    );
  }
  if (host.includes(':')) return /^(fc|fd|fe8|fe9|fea|feb)/.test(host);
  return !host.includes('.') || /\.(local|internal|lan|home|intranet|corp|home\.arpa)$/.test(host);
}

/** Without scheme: https, except where nobody serves it: loopback and private hosts. */
export function withScheme(value: string): string {
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(value)) return value;
  const bare = value.replace(/^\/+/, '');
  const host = /^(\[[^\]]*\]|[^:/?#]*)/.exec(bare)?.[1] ?? '';
  return `${isPrivate(host) ? 'http' : 'https'}://${bare}`;
}

/** A line of a configuration, a shell or curl; what stands before the address there. */
const PASTED_LINE = /^(?:(?:export|set|setx|let|const)\s+|\$env:)?["']?[\w.-]+["']?\s*[=:]|^(?:curl|set\s+-)/i;
const ADDRESS_IN_LINE = /https?:\/\/[^\s"'`<>,;，；。]+/i;

/** The address in a pasted line such as `base_url = "https://…"` or `curl https://… -d '{}'`; any other text as it is. */
export function addressIn(pasted: string): string {
  const line = pasted.trim();
  const found = /^["'`<]*https?:/i.test(line) || !PASTED_LINE.test(line) ? null : ADDRESS_IN_LINE.exec(line);
  return found ? found[0] : pasted;
}

/** As good as text alone allows: what a person meant by the pasted value. Null where it is no address at all. */
export function meantBase(value: string): string | null {
  const cleaned = withAsciiPunctuation(withoutInvisible(value));
  if (cleaned === '') return null;
  const mended = withScheme(mendedScheme(cleaned) ?? cleaned);
  return parseBase(mended) ? mended : null;
}

/** An `http:` address over TLS, at the same port, or where that is the default one, at the default one of https; any other address as it is. */
export function httpsTwin(value: string): string {
  const url = parseBase(value.trim());
  if (url?.protocol !== 'http:') return value;
  const twin = value.replace(/^(\s*)http:/i, '$1https:');
  return url.port === '' ? twin.replace(/^(\s*https:\/\/(?:[^/?#]*@)?(?:\[[^\]]*\]|[^/?#@:]*)):0*80(?=[/?#\s]|$)/i, '$1') : twin;
}

export const sameOrigin = (a: string, b: string): boolean => {
  const [left, right] = [parseBase(a), parseBase(b)];
  return left !== null && right !== null && left.origin === right.origin;
};

export type CandidateKind =
  | 'v1-added'
  | 'v1-removed'
  | 'v1-undoubled'
  | 'endpoint-cut'
  | 'query-cut'
  | 'cleaned'
  | 'scheme-mended'
  | 'slash-cut';

export interface BaseCandidate {
  readonly baseUrl: string;
  readonly how: CandidateKind;
}

/**
 * Other bases at the same origin that may have been meant, the likeliest first; without the value as written.
 * `how` names the most telling of the changes that lead there.
 */
export function candidateBases(written: string, wireApi: WireApi): readonly BaseCandidate[] {
  const meant = meantBase(written);
  if (meant === null) return [];
  const core = withoutEndpoint(meant);
  const how = telling(written, meant, core);
  const found: BaseCandidate[] = [];
  const add = (baseUrl: string, kind: CandidateKind): void => {
    if (baseUrl !== written && !found.some((other) => other.baseUrl === baseUrl)) found.push({ baseUrl, how: how ?? kind });
  };
  if (wireApi === 'anthropic-messages') {
    if (endsInV1(core)) add(withoutV1(core), 'v1-removed');
    add(core, 'slash-cut');
  } else {
    if (withoutDoubledV1(core) !== core) add(withoutDoubledV1(core), 'v1-undoubled');
    add(core, 'slash-cut');
    if (!endsInVersion(core)) add(`${core}/v1`, 'v1-added');
    else if (endsInV1(core)) add(withoutV1(core), 'v1-removed');
  }
  return found;
}

/** Roots of the host whose web page was pasted, for where the page's own address leads to no API. */
export function rootsOfPage(written: string, wireApi: WireApi): readonly string[] {
  const meant = meantBase(written);
  const origin = meant === null ? null : parseBase(meant)?.origin;
  if (!origin) return [];
  return wireApi === 'anthropic-messages' ? [origin] : [`${origin}/v1`, origin];
}

/** The change that explains the mistake best, where it is not about the version segment. */
function telling(written: string, meant: string, core: string): CandidateKind | null {
  const cleaned = withoutInvisible(written);
  if (withAsciiPunctuation(cleaned) !== cleaned || mendedScheme(withAsciiPunctuation(cleaned)) !== null) return 'scheme-mended';
  if (cleaned !== written) return 'cleaned';
  if (pastedEndpoint(meant)) return 'endpoint-cut';
  if (withoutQuery(meant) !== meant) return 'query-cut';
  return core === withoutSlashes(meant) ? null : 'endpoint-cut';
}
