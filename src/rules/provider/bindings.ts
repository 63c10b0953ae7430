// How a provider table may name its credential.

import type { CodexProvider } from '../../clients/client.ts';
import { isTable } from '../../clients/field-type.ts';

const AUTH_HEADER = /^(proxy-)?authorization$|api-?key|token/i;
/** Forms that no version reads; file/ignored-form explains them. */
const UNREAD = ['api_key', 'apiKey', 'apikey', 'key', 'token', 'bearer_token', 'auth_token', 'headers'];

export const holds = (provider: CodexProvider, key: string): boolean => {
  const value = provider.get(key)?.value;
  return value !== undefined && value !== null && value !== false && value !== '';
};

/** A key of its own is bound in some form, whether or not it is any good. */
export function bindsKey(provider: CodexProvider): boolean {
  if (['env_key', 'experimental_bearer_token', 'auth', 'gateway_oauth', 'aws', 'credential_file'].some((key) => holds(provider, key)))
    return true;
  if (UNREAD.some((key) => holds(provider, key))) return true;
  return ['http_headers', 'env_http_headers', 'query_params'].some((key) => {
    const table = provider.get(key)?.value;
    return isTable(table) && Object.keys(table).some((name) => AUTH_HEADER.test(name));
  });
}
