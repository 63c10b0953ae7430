import { describe, expect, it } from 'vitest';
import { bypasses, type NoProxyRules } from '../../src/net/no-proxy.ts';
import { noProxyFor, type ProxyRules, proxyFor } from '../../src/net/proxy.ts';
import { parseProxy, proxyAuthorization } from '../../src/net/proxy-address.ts';

const NO_PROXY: NoProxyRules = { variables: ['NO_PROXY', 'no_proxy'], coversSubdomains: true, cidr: true, ports: true };
const RULES: ProxyRules = { http: ['HTTP_PROXY', 'http_proxy', 'ALL_PROXY'], https: ['HTTPS_PROXY', 'ALL_PROXY'], noProxy: NO_PROXY };
const P = 'http://p:3128';

describe('proxyFor', () => {
  const table: [string, Record<string, string>, Partial<ProxyRules>, string | null][] = [
    ['http://gw/v1', {}, {}, null],
    ['http://gw/v1', { HTTP_PROXY: P }, {}, 'HTTP_PROXY'],
    ['http://gw/v1', { HTTPS_PROXY: P }, {}, null],
    ['https://gw/v1', { HTTPS_PROXY: P }, {}, 'HTTPS_PROXY'],
    ['http://gw/v1', { HTTPS_PROXY: P }, { http: ['HTTPS_PROXY'] }, 'HTTPS_PROXY'],
    ['http://gw/v1', { http_proxy: P, ALL_PROXY: 'http://q' }, {}, 'http_proxy'],
    ['http://gw/v1', { HTTP_PROXY: ' ', http_proxy: P }, {}, 'http_proxy'],
    ['https://gw/v1', { ALL_PROXY: 'socks5://q' }, {}, 'ALL_PROXY'],
    ['http://127.0.0.1:8080', { HTTP_PROXY: P }, {}, 'HTTP_PROXY'],
    ['http://127.0.0.1:8080', { HTTP_PROXY: P, NO_PROXY: '127.0.0.1' }, {}, null],
    ['http://127.0.0.1:8080', { HTTP_PROXY: P, no_proxy: 'localhost,127.0.0.1' }, {}, null],
    ['http://127.0.0.1:8080', { HTTP_PROXY: P, NO_PROXY: '127.0.0.1' }, { noProxy: null }, 'HTTP_PROXY'],
    ['no url', { HTTP_PROXY: P }, {}, null],
  ];
  it.each(table)('%s with %j and %j', (url, env, rules, variable) => {
    expect(proxyFor(url, (name) => env[name], { ...RULES, ...rules })?.variable ?? null).toBe(variable);
  });

  it('names the exception', () => {
    expect(noProxyFor('http://a.b', (name) => (name === 'no_proxy' ? '.b' : null), RULES)).toEqual({ variable: 'no_proxy', list: '.b' });
  });
});

describe('NO_PROXY', () => {
  const strict: NoProxyRules = { ...NO_PROXY, coversSubdomains: false, cidr: false, ports: false };
  const table: [string, string, boolean, boolean][] = [
    ['http://gw.corp.example', '*', true, true],
    ['http://gw.corp.example', 'gw.corp.example', true, true],
    ['http://GW.corp.example.', 'gw.Corp.example', true, true],
    ['http://gw.corp.example', 'corp.example', true, false],
    ['http://gw.corp.example', '.corp.example', true, true],
    ['http://corp.example', '.corp.example', true, true],
    ['http://gw.corp.example', '*.corp.example', true, true],
    ['http://evilcorp.example', 'corp.example', false, false],
    ['http://evilcorp.example', '.corp.example', false, false],
    ['http://gw.corp.example', 'a, gw.corp.example ,b', true, true],
    ['http://gw.corp.example', 'a gw.corp.example', true, true],
    ['http://gw.corp.example', '', false, false],
    ['http://gw.corp.example', ',.,', false, false],
    ['http://10.1.2.3', '10.0.0.0/8', true, false],
    ['http://11.1.2.3', '10.0.0.0/8', false, false],
    ['http://10.1.2.3', '10.0.0.0/99', false, false],
    ['http://10.1.2.3', '10.0.0.0/x', false, false],
    ['http://[fd00::1]', 'fd00::/8', true, false],
    ['http://[::1]:8080', '::1', true, true],
    ['http://[::1]:8080', '[::1]', true, true],
    ['http://[::1]:8080', '[::1]:8080', true, false],
    ['http://10.1.2.3', '2.3', false, false],
    ['http://gw:8080', 'gw:8080', true, false],
    ['http://gw:8081', 'gw:8080', false, false],
    ['https://gw', 'gw:443', true, false],
    ['http://gw', 'gw:80', true, false],
  ];
  it.each(table)('%s with %j', (url, list, wide, narrow) => {
    expect([bypasses(new URL(url), list, NO_PROXY), bypasses(new URL(url), list, strict)]).toEqual([wide, narrow]);
  });
});

describe('addresses of proxies', () => {
  it.each([
    ['127.0.0.1:7890', 'http', '127.0.0.1', 7890],
    ['localhost:7890', 'http', 'localhost', 7890],
    ['HTTP://Proxy.example', 'http', 'proxy.example', 80],
    ['https://proxy.example', 'https', 'proxy.example', 443],
    ['https://proxy.example:80/', 'https', 'proxy.example', 80],
    ['socks5h://[::1]:1081', 'socks', '::1', 1081],
    ['socks5://h', 'socks', 'h', 1080],
  ])('%s', (text, kind, host, port) => {
    expect(parseProxy(text, true)).toMatchObject({ kind, host, port });
  });

  it('credentials', () => {
    const named = (text: string) => proxyAuthorization(parseProxy(text, false));
    const basic = (text: string) => `Basic ${Buffer.from(text).toString('base64')}`;
    expect(named('http://h:1')).toBeNull();
    expect(named('http://u:p%40%E5%AF%86@h:1')).toBe(basic('u:p@密'));
    expect(named('http://u@h:1')).toBe(basic('u:'));
    expect(named('http://u:%zz@h:1')).toBe(basic('u:%zz'));
  });
});
