// Where a Dify application's API is, from whatever was pasted: the server, its `/v1`, an endpoint, or the address of a page.

import { usageError } from '../errors.ts';
import type { Text } from '../model.ts';

export const ENDPOINTS = ['chat-messages', 'completion-messages', 'workflows/run'] as const;
export type Endpoint = (typeof ENDPOINTS)[number];

export interface DifyAddress {
  /** Ends in `/v1`, without a slash behind it. */
  readonly base: string;
  /** Where one was named; else found out by asking. */
  readonly endpoint: Endpoint | null;
}

const BAD_URL: Text = {
  en: '--dify is no http or https address: {value}. Give the API address that Dify shows on the page “API access”, such as https://dify.example/v1',
  zh: '--dify 不是可用的 http(s) 地址：{value}。请填写 Dify “访问 API”页面上显示的地址，例如 https://dify.example/v1',
};
const PAGES = /^\/(chat|chatbot|completion|workflow|app|apps|explore|signin|install)(\/|$)/;

/** @throws UserError (exit 2) */
export function difyAddress(pasted: string): DifyAddress {
  const text = pasted.trim();
  const candidate = /^https?:\/\//i.test(text) ? text : `https://${text}`;
  const isOther = /^[a-z][a-z0-9+.-]*:\/\//i.test(text) && candidate !== text;
  if (text === '' || /\s/.test(text) || isOther || !URL.canParse(candidate)) throw usageError(BAD_URL, { value: text.slice(0, 200) });
  const { origin, pathname } = new URL(candidate);
  const path = pathname.replace(/\/+$/, '');
  const endpoint = ENDPOINTS.find((name) => path.endsWith(`/${name}`)) ?? null;
  const folder = endpoint ? path.slice(0, -endpoint.length - 1) : PAGES.test(path) ? '' : path;
  const root = folder.replace(/\/(parameters|info|meta|site)$/, '');
  return { base: `${origin}${/(^|\/)v\d+$/.test(root) ? root : `${root}/v1`}`, endpoint };
}
