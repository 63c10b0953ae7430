// Which proxy a client takes for a URL. Every client and version has its own reading of the same variables: the differences are data.

import { bypasses, type NoProxyRules } from './no-proxy.ts';

export interface ProxyRules {
  /** Variables for an http:// target, the first that is set and not empty wins. */
  readonly http: readonly string[];
  readonly https: readonly string[];
  /** Null where this version does not look at NO_PROXY. */
  readonly noProxy: NoProxyRules | null;
}

export interface ProxyChoice {
  /** As written. */
  readonly proxy: string;
  /** The variable that named it. */
  readonly variable: string;
}

export type Lookup = (name: string) => string | null | undefined;

const firstSet = (names: readonly string[], env: Lookup): { name: string; value: string } | null => {
  for (const name of names) {
    const value = env(name)?.trim();
    if (value) return { name, value };
  }
  return null;
};

/** The exception that takes this URL past any proxy, null where none does. */
export function noProxyFor(url: string, env: Lookup, { noProxy }: ProxyRules): { readonly variable: string; readonly list: string } | null {
  const list = noProxy && firstSet(noProxy.variables, env);
  return list && URL.canParse(url) && bypasses(new URL(url), list.value, noProxy) ? { variable: list.name, list: list.value } : null;
}

/** Null: direct. */
export function proxyFor(url: string, env: Lookup, rules: ProxyRules): ProxyChoice | null {
  if (!URL.canParse(url)) return null;
  const chosen = firstSet(new URL(url).protocol === 'https:' ? rules.https : rules.http, env);
  if (!chosen || noProxyFor(url, env, rules)) return null;
  return { proxy: chosen.value, variable: chosen.name };
}
