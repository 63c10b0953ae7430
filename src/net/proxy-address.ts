// A proxy as people write it into a variable.

import { Secret } from '../secret.ts';
import { failure } from './failure.ts';

export interface ProxyAddress {
  readonly kind: 'http' | 'https' | 'socks';
  readonly host: string;
  readonly port: number;
  readonly user: string | null;
  readonly password: Secret | null;
  /** SOCKS: the proxy resolves the name (socks5h). */
  readonly remoteDns: boolean;
}

const DEFAULT_PORT = { http: 80, https: 443, socks: 1080 } as const;
const KINDS: Readonly<Record<string, ProxyAddress['kind']>> = {
  'http:': 'http',
  'https:': 'https',
  'socks5:': 'socks',
  'socks5h:': 'socks',
};

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Without a scheme it is taken for http, as the clients do. Throws a WireFailure PROXY_SCHEME for what can't be used. */
export function parseProxy(text: string, socksAllowed: boolean): ProxyAddress {
  const written = text.trim();
  const withScheme = /^[a-z][a-z0-9+.-]*:\/\//i.test(written) ? written : `http://${written}`;
  const scheme = `${withScheme.slice(0, withScheme.indexOf(':')).toLowerCase()}:`;
  const kind = KINDS[scheme];
  if (!kind || (kind === 'socks' && !socksAllowed))
    throw failure('proxy', 'PROXY_SCHEME', `proxies of the scheme ${scheme}// can't be used here`);
  // WHATWG URLs give ports and credentials only to schemes they know.
  const rest = withScheme.slice(scheme.length);
  const url = URL.canParse(`http:${rest}`) ? new URL(`http:${rest}`) : null;
  if (!url?.hostname) throw failure('proxy', 'PROXY_SCHEME', 'the proxy is no valid address');
  const port = /^\/\/(?:[^@/]*@)?(?:\[[^\]]*\]|[^:/?#]*):80(?:$|[/?#])/.test(rest) ? 80 : Number(url.port || DEFAULT_PORT[kind]);
  return {
    kind,
    host: url.hostname.replace(/^\[(.*)\]$/, '$1'),
    port,
    user: url.username ? decoded(url.username) : null,
    password: url.password ? new Secret(decoded(url.password)) : null,
    remoteDns: scheme === 'socks5h:',
  };
}

/** Value of Proxy-Authorization, null where the address names no user. */
export function proxyAuthorization({ user, password }: ProxyAddress): string | null {
  if (user === null && password === null) return null;
  return `Basic ${Buffer.from(`${user ?? ''}:${password?.reveal() ?? ''}`).toString('base64')}`;
}
