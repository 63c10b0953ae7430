// The URL that a version of Codex requests for a base: plain concatenation, then the URL parser.

import type { WireApi } from '../../model.ts';
import { does } from './versions.ts';

/** For Messages, which Codex never speaks, the path below the root that Claude Code would use. */
const PATHS: Readonly<Record<WireApi, string>> = {
  'openai-responses': '/responses',
  'openai-chat': '/chat/completions',
  'anthropic-messages': '/v1/messages',
};

export const OFFICIAL_BASE = 'https://api.openai.com/v1';
/** [source] Where the built-in provider goes with the login of a ChatGPT account. */
export const CHATGPT_BASE = 'https://chatgpt.com/backend-api/codex';

/** A query in the base swallows the path, a fragment drops it, exactly as in the client. Null: "builder error". */
export function endpoint(base: string, wireApi: WireApi, query: readonly (readonly [string, string])[], version: string): string | null {
  const trimmed = does(version, 'trimsBaseUrl') ? base.replace(/\/+$/, '') : base;
  const parameters =
    query.length === 0 ? '' : `?${new URLSearchParams(query.map(([name, value]): [string, string] => [name, value])).toString()}`;
  const written = `${trimmed}${PATHS[wireApi]}${parameters}`;
  if (!URL.canParse(written)) return null;
  const url = new URL(written);
  if ((url.protocol !== 'http:' && url.protocol !== 'https:') || url.hostname === '') return null;
  url.username = '';
  url.password = '';
  url.hash = '';
  return url.href;
}

/** `user:pass` of a base, which becomes Basic authentication where nothing else is sent; null where there is none. */
export function userInfo(base: string): { readonly user: string; readonly password: string } | null {
  if (!URL.canParse(base)) return null;
  const { username, password } = new URL(base);
  if (username === '' && password === '') return null;
  const plain = (part: string): string => {
    try {
      return decodeURIComponent(part);
    } catch {
      return part;
    }
  };
  return { user: plain(username), password: plain(password) };
}
