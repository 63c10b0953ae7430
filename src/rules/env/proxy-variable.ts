// Which proxy variable sends a client's requests through a proxy, and what is exempt from it.

import { parseBase } from '../../base-url.ts';
import { proxyRules } from '../../clients/claude-code/route.ts';
import type { ClientState } from '../../clients/client.ts';
import { PROXY_RULES } from '../../clients/codex/route.ts';
import type { Setting } from '../../model.ts';
import { bypasses, type NoProxyRules } from '../../net/no-proxy.ts';
import { proxyFor } from '../../net/proxy.ts';

export interface ProxyUse {
  readonly name: string;
  readonly setting: Setting;
  /** Where requests go, host without port. */
  readonly host: string;
  /** `NO_PROXY` names this host, so this version does not obey it. */
  readonly isExempt: boolean;
}

/** As versions that obey it would read it. */
const NO_PROXY: NoProxyRules = { variables: ['no_proxy', 'NO_PROXY'], coversSubdomains: true, cidr: true, ports: true };

const filled = (state: ClientState, name: string): string => state.variable(name)?.value.trim() ?? '';

/** The spelling in use, else the usual one. */
export const noProxyName = (state: ClientState): string => NO_PROXY.variables.find((name) => filled(state, name) !== '') ?? 'NO_PROXY';

/** The exceptions with this host added. */
export const noProxyWith = (state: ClientState, host: string): string =>
  [filled(state, noProxyName(state)), host.replace(/^\[|\]$/g, '')].filter(Boolean).join(',');

/** Null where this version takes the direct way. */
export function proxyUse(state: ClientState): ProxyUse | null {
  const target = state.channel?.requestUrl;
  const url = target ? parseBase(target) : null;
  if (!url) return null;
  const rules = state.id === 'codex' ? PROXY_RULES : proxyRules(state.version);
  const chosen = proxyFor(url.href, (name) => state.variable(name)?.value, rules);
  const setting = chosen && state.variable(chosen.variable);
  if (!chosen || !setting) return null;
  const list = filled(state, noProxyName(state));
  return {
    name: chosen.variable,
    setting,
    host: url.hostname,
    isExempt: list !== '' && rules.noProxy === null && bypasses(url, list, NO_PROXY),
  };
}
