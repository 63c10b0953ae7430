// ANTHROPIC_BASE_URL → the URL that is requested (section 4.1).

import type { WireApi } from '../../model.ts';
import { has } from './versions.ts';

export const OFFICIAL_BASE = 'https://api.anthropic.com';

const MESSAGES = '/v1/messages?beta=true';
const OTHER_ENDPOINTS: Readonly<Record<Exclude<WireApi, 'anthropic-messages'>, string>> = {
  'openai-chat': '/chat/completions',
  'openai-responses': '/responses',
};
const HOST_AND_PORT = /^[a-z0-9.-]+:\d+(?:[/?#]|$)/i;
const VERSION_AT_END = /\/v\d+[a-z0-9]*$/i;

/** The vendor's own API, where no base or an empty one is set. */
export const isOfficial = (base: string): boolean => {
  const written = base.trim();
  return written === '' || (URL.canParse(written) && /(?:^|\.)anthropic\.com$/i.test(new URL(written).hostname));
};

const withoutEndSlashes = (base: string, all: boolean): string => base.replace(all ? /\/+$/ : /\/$/, '');

/** `?…` of the base swallows the path; later versions encode what they made of it once more. */
function encodedAgain(url: URL): string {
  const pairs = [...url.searchParams].map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`);
  return pairs.length > 0 ? `${url.origin}${url.pathname}?${pairs.join('&')}` : `${url.origin}${url.pathname}`;
}

/** Null where this version would end in `Invalid URL` or `Connection error` before it sends anything. */
export function requestUrlFor(version: string, base: string, wireApi: WireApi = 'anthropic-messages'): string | null {
  const lenient = has(version, 'readsUrlLeniently');
  const written = base.trim() || OFFICIAL_BASE;
  const addressed = lenient && HOST_AND_PORT.test(written) && URL.canParse(written) ? `http://${written}` : written;
  const root = withoutEndSlashes(addressed, lenient);
  const endpoint = wireApi === 'anthropic-messages' ? MESSAGES : `${VERSION_AT_END.test(root) ? '' : '/v1'}${OTHER_ENDPOINTS[wireApi]}`;
  if (!URL.canParse(root + endpoint)) return null;
  const url = new URL(root + endpoint);
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return null;
  if ((url.username || url.password) && !lenient) return null;
  return has(version, 'encodesBaseQuery') ? encodedAgain(url) : `${url.origin}${url.pathname}${url.search}`;
}
