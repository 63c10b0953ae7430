// Proxy and certificates as this version uses them (section 3.3).

import { type ProxyRules, proxyFor } from '../../net/proxy.ts';
import type { Route } from '../../wire/types.ts';
import type { ClaudeCodeState } from '../client.ts';
import { has } from './versions.ts';

const PEM_BLOCK = /-----BEGIN CERTIFICATE-----[\s\S]*?-----END CERTIFICATE-----/;

/** All variables count for `http://` and `https://` targets alike, loopback included. */
export function proxyRules(version: string): ProxyRules {
  const names = ['https_proxy', 'http_proxy', ...(has(version, 'readsAllProxy') ? ['all_proxy'] : [])];
  const variables = names.flatMap((name) => (has(version, 'readsLowerCaseProxy') ? [name, name.toUpperCase()] : [name.toUpperCase()]));
  const noProxy = { variables: ['no_proxy', 'NO_PROXY'], coversSubdomains: false, cidr: false, ports: true };
  return { http: variables, https: variables, noProxy: has(version, 'honoursNoProxy') ? noProxy : null };
}

function pemOf({ caFile }: ClaudeCodeState): readonly string[] {
  const bytes = caFile?.value.bytes;
  if (!bytes) return [];
  const text = new TextDecoder().decode(bytes);
  return PEM_BLOCK.test(text) ? [text] : [];
}

export function routeFor(state: ClaudeCodeState, url: string): Route {
  const { version, variable } = state;
  return {
    proxy: proxyFor(url, (name) => variable(name)?.value, proxyRules(version))?.proxy ?? null,
    extraCa: pemOf(state),
    verifyTls: variable('NODE_TLS_REJECT_UNAUTHORIZED')?.value !== '0',
    ...(has(version, 'tunnelsHttp') ? { tunnelAlways: true } : {}),
  };
}
