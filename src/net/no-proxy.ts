// The exceptions in NO_PROXY, for which no standard exists: https://about.gitlab.com/blog/2021/01/27/we-need-to-talk-no-proxy/

import { bareHost } from './bare-host.ts';

/** Only lists of exceptions need it, and it takes longer to load than a file to read. */
const net = () => process.getBuiltinModule('node:net');
const isIP = (host: string): number => net().isIP(host);

export interface NoProxyRules {
  /** In order of strength. */
  readonly variables: readonly string[];
  /** `example.com` also stands for its subdomains (reqwest, Go, curl); else only `.example.com` does. */
  readonly coversSubdomains: boolean;
  /** `10.0.0.0/8` (reqwest, Go). */
  readonly cidr: boolean;
  /** `host:8080` (Node). */
  readonly ports: boolean;
}

const family = (address: string): 'ipv4' | 'ipv6' => (isIP(address) === 6 ? 'ipv6' : 'ipv4');

function inSubnet(host: string, entry: string): boolean {
  const [network = '', bits = ''] = entry.split('/');
  if (!isIP(host) || isIP(network) !== isIP(host) || !/^\d{1,3}$/.test(bits)) return false;
  if (Number(bits) > (isIP(network) === 6 ? 128 : 32)) return false;
  const list = new (net().BlockList)();
  list.addSubnet(network, Number(bits), family(network));
  return list.check(host, family(host));
}

function split(entry: string): { host: string; port: string | null } {
  const bracketed = /^\[([^\]]*)\](?::(\d+))?$/.exec(entry);
  if (bracketed) return { host: bracketed[1] ?? '', port: bracketed[2] ?? null };
  if (isIP(entry)) return { host: entry, port: null };
  const match = /^(.*?)(?::(\d+))?$/.exec(entry);
  return { host: match?.[1] ?? entry, port: match?.[2] ?? null };
}

function matches(url: URL, entry: string, rules: NoProxyRules): boolean {
  const host = bareHost(url.hostname).toLowerCase().replace(/\.$/, '');
  if (rules.cidr && entry.includes('/')) return inSubnet(host, entry);
  const { host: named, port } = split(entry);
  if (port !== null && (!rules.ports || port !== (url.port || (url.protocol === 'https:' ? '443' : '80')))) return false;
  const domain = named.replace(/^\*?\./, '');
  if (domain === '') return false;
  if (host === domain) return true;
  const dotted = domain !== named;
  return !isIP(host) && (dotted || rules.coversSubdomains) && host.endsWith(`.${domain}`);
}

/** Does the list (commas or blanks between entries) take this URL past the proxy? `*` alone takes everything. */
export function bypasses(url: URL, list: string, rules: NoProxyRules): boolean {
  const entries = list
    .toLowerCase()
    .split(/[\s,]+/)
    .filter(Boolean);
  return entries.some((entry) => entry === '*' || matches(url, entry, rules));
}
