// The way to a URL as Codex (reqwest) takes it: proxies also for the loopback, certificates from two variables.

import { type ProxyRules, proxyFor } from '../../net/proxy.ts';
import type { Route } from '../../wire/types.ts';
import type { CodexState } from '../client.ts';

/** [source] reqwest looks at the upper-case name first; ALL_PROXY stands in for both. */
export const PROXY_RULES: ProxyRules = {
  http: ['HTTP_PROXY', 'http_proxy', 'ALL_PROXY', 'all_proxy'],
  https: ['HTTPS_PROXY', 'https_proxy', 'ALL_PROXY', 'all_proxy'],
  noProxy: { variables: ['NO_PROXY', 'no_proxy'], coversSubdomains: true, cidr: true, ports: false },
};

export function routeOf(state: CodexState, url: string): Route {
  const bytes = state.caFile?.value.bytes;
  return {
    proxy: proxyFor(url, (name) => state.variable(name)?.value, PROXY_RULES)?.proxy ?? null,
    extraCa: bytes ? [new TextDecoder().decode(bytes)] : [],
    verifyTls: true,
    // codex.md, section 2: every version takes ALL_PROXY with http and with socks5.
    socks: true,
  };
}
