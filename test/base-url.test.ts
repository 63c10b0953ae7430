import { describe, expect, it } from 'vitest';
import {
  addressIn,
  candidateBases,
  hasInvisible,
  httpsTwin,
  isLoopback,
  isPrivate,
  meantBase,
  mendedScheme,
  pastedEndpoint,
  rootsOfPage,
  withoutDoubledV1,
  withoutEndpoint,
  withoutInvisible,
} from '../src/base-url.ts';

describe('what a pasted address was meant to be', () => {
  it.each([
    ['  https://gw.example/v1 \n', 'https://gw.example/v1'],
    ['"https://gw.example/v1",', 'https://gw.example/v1'],
    ['“https://gw.example/v1”', 'https://gw.example/v1'],
    ['https：//gw.example/v1', 'https://gw.example/v1'],
    ['https://gw.example/\u200bapi', 'https://gw.example/api'],
    ['htttp://gw.example', 'http://gw.example'],
    ['https:/gw.example', 'https://gw.example'],
    ['https//gw.example', 'https://gw.example'],
    ['hhttps://gw.example', 'https://gw.example'],
    ['gw.example/v1', 'https://gw.example/v1'],
    ['localhost:8080/v1', 'http://localhost:8080/v1'],
    ['192.168.1.9:3000', 'http://192.168.1.9:3000'],
    ['HTTPS://gw.example', 'HTTPS://gw.example'],
  ])('%j → %s', (pasted, meant) => expect(meantBase(pasted)).toBe(meant));

  it.each(['', '   ', 'ws://gw.example/v1', 'ftp://gw.example', 'https://', '""'])('%j is no address', (pasted) =>
    expect(meantBase(pasted)).toBeNull(),
  );

  it.each(['https://gw.example/v1', 'http://127.0.0.1:8080/api', 'https://用户.example/路径'])('%s has nothing to clean', (value) => {
    expect(withoutInvisible(value)).toBe(value);
    expect(hasInvisible(value)).toBe(false);
    expect(mendedScheme(value)).toBeNull();
  });
});

describe('endpoints and versions', () => {
  it.each([
    ['https://a/v1/chat/completions', '/chat/completions', 'https://a/v1'],
    ['https://a/v1/messages?beta=true', '/messages', 'https://a/v1'],
    ['https://a/v1/responses/', '/responses', 'https://a/v1'],
    ['https://a/v1/models', '/models', 'https://a/v1'],
    ['https://a/v1', null, 'https://a/v1'],
    ['https://a/messages-api', null, 'https://a/messages-api'],
  ])('%s', (written, endpoint, base) => {
    expect(pastedEndpoint(written)).toBe(endpoint);
    expect(withoutEndpoint(written)).toBe(base);
  });

  it('keeps one of several version segments', () => expect(withoutDoubledV1('https://a/v1/v1/v1/')).toBe('https://a/v1'));
});

describe('candidates', () => {
  it.each([
    [
      'anthropic-messages',
      'https://a/v1',
      [
        ['https://a', 'v1-removed'],
        ['https://a/v1', 'slash-cut'],
      ],
    ],
    [
      'anthropic-messages',
      'https://a/api/v1/messages?beta=true',
      [
        ['https://a/api', 'endpoint-cut'],
        ['https://a/api/v1', 'endpoint-cut'],
      ],
    ],
    ['anthropic-messages', 'https://a/api?x=1', [['https://a/api', 'query-cut']]],
    ['openai-responses', 'https://a', [['https://a/v1', 'v1-added']]],
    [
      'openai-responses',
      'https://a/v1/v1',
      [
        ['https://a/v1', 'v1-undoubled'],
        ['https://a', 'v1-removed'],
      ],
    ],
    [
      'openai-responses',
      'https://a/v1/responses',
      [
        ['https://a/v1', 'endpoint-cut'],
        ['https://a', 'endpoint-cut'],
      ],
    ],
    ['openai-responses', 'https://a/api/paas/v4', []],
    [
      'openai-responses',
      'htttp://127.0.0.1:1/v1',
      [
        ['http://127.0.0.1:1/v1', 'scheme-mended'],
        ['http://127.0.0.1:1', 'scheme-mended'],
      ],
    ],
  ] as const)('%s %s', (wire, written, expected) => {
    const found = candidateBases(written, wire).filter(({ baseUrl }) => baseUrl !== written);
    expect(found.map(({ baseUrl, how }) => [baseUrl, how])).toEqual(expected.filter(([base]) => base !== written));
  });
});

describe('the host behind a page', () => {
  it.each([
    ['anthropic-messages', 'https://gw.example/console/token', ['https://gw.example']],
    ['openai-responses', 'https://gw.example:8443/pricing?x=1', ['https://gw.example:8443/v1', 'https://gw.example:8443']],
    ['openai-responses', '', []],
  ] as const)('%s %s', (wire, written, roots) => {
    expect(rootsOfPage(written, wire)).toEqual(roots);
  });
});

describe('the https twin', () => {
  it.each([
    ['http://gw.example', 'https://gw.example'],
    [' HTTP://gw.example:80/v1', ' https://gw.example/v1'],
    ['http://gw.example:8080/v1', 'https://gw.example:8080/v1'],
    ['http://u:80@gw.example:080', 'https://u:80@gw.example'],
    ['http://[2001:db8::80]:80/x', 'https://[2001:db8::80]/x'],
    ['http://[2001:db8::80]', 'https://[2001:db8::80]'],
    ['http://gw.example/a:80/b', 'https://gw.example/a:80/b'],
    ['https://gw.example', 'https://gw.example'],
    ['gw.example', 'gw.example'],
  ])('%s', (written, twin) => {
    expect(httpsTwin(written)).toBe(twin);
  });
});

describe('hosts that stay at home', () => {
  it.each(['localhost', '127.0.0.1', '[::1]', 'api.localhost'])('%s is loopback', (host) => expect(isLoopback(host)).toBe(true));
  it.each(['10.1.2.3', '172.16.0.1', '192.168.0.1', 'gw.local', 'gw', 'fd00::1', '100.64.0.1'])('%s is private', (host) =>
    expect(isPrivate(host)).toBe(true),
  );
  it.each(['8.8.8.8', '172.32.0.1', 'gw.example', '2001:db8::1', '10.example.com'])('%s is public', (host) =>
    expect(isPrivate(host)).toBe(false),
  );
});

describe('an address in a pasted line', () => {
  it.each([
    ['base_url = "https://gw.example/v1"', 'https://gw.example/v1'],
    ['export ANTHROPIC_BASE_URL=https://gw.example', 'https://gw.example'],
    ['"ANTHROPIC_BASE_URL": "https://gw.example/api",', 'https://gw.example/api'],
    ["$env:ANTHROPIC_BASE_URL = 'http://10.0.0.2:3000'", 'http://10.0.0.2:3000'],
    ['set -gx OPENAI_BASE_URL https://gw.example/v1', 'https://gw.example/v1'],
    ['curl https://gw.example/v1/chat/completions -H "x: y"', 'https://gw.example/v1/chat/completions'],
    ['  "https://gw.example/v1"', '  "https://gw.example/v1"'],
    ['https://gw.example/a=b?c=https://other.example', 'https://gw.example/a=b?c=https://other.example'],
    ['gw.example:3000/v1', 'gw.example:3000/v1'],
    ['see https://gw.example', 'see https://gw.example'],
  ])('%s', (line, address) => {
    expect(addressIn(line)).toBe(address);
  });
});
