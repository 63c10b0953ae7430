// provider/: what needs to know how the gateway answers: no-credential, login-required, websockets-unsupported.

import { describe, expect, test } from 'vitest';
import { rule as loginRequired } from '../../../src/rules/provider/login-required.ts';
import { rule as noCredential } from '../../../src/rules/provider/no-credential.ts';
import { rule as websocketsUnsupported } from '../../../src/rules/provider/websockets-unsupported.ts';
import { check, codex, codexConfig, codexOf, expectConverges, expectDraft, login, probed, seen, textIn } from '../world.ts';

const unbound = codexConfig('');
const refused = seen('codex', { failure: 'auth/missing', status: 401 });

describe('provider/no-credential', () => {
  test.each([
    ['refused without a key', codex(unbound), refused, { severity: 'error' }],
    ['offline', codex(unbound), new Map(), { severity: 'warning', variant: 'unknown' }],
    [
      'a saved key does not count from 0.150 on',
      codex(unbound, { files: { '~/.codex/auth.json': '{"OPENAI_API_KEY":"sk-x"}' } }),
      refused,
      { severity: 'error', variant: 'saved-key' },
    ],
  ] as const)('%s', (_, world, wire, expected) => {
    expectDraft(noCredential, check(noCredential, world, wire), { ...expected, safety: 'unsafe', args: { variable: 'GW_API_KEY' } });
    expectConverges(noCredential, world, wire);
  });
  test.each([
    ['a server that wants none', codex(unbound), seen('codex', {})],
    ['out of reach', codex(unbound), seen('codex', { failure: 'net/refused', phase: 'tcp' })],
    ['env_key, set or not', codex(), refused],
    ['a header of its own', codex(codexConfig('http_headers = { Authorization = "Bearer k" }')), refused],
    ['a header from a variable', codex(codexConfig('env_http_headers = { x-api-key = "K" }')), refused],
    ['a token', codex(codexConfig('experimental_bearer_token = "k"')), refused],
    ['a form nobody reads is another rule', codex(codexConfig('api_key = "k"')), refused],
    [
      'a saved key counts up to 0.148',
      codexOf('0.148.0', unbound, { files: { '~/.codex/auth.json': '{"OPENAI_API_KEY":"sk-x"}' } }),
      refused,
    ],
    ['the login', codex(codexConfig('requires_openai_auth = true')), refused],
  ])('silent: %s', (_, world, wire) => {
    expect(check(noCredential, world, wire)).toEqual([]);
  });
});

describe('provider/login-required', () => {
  const shared = codexConfig('requires_openai_auth = true');
  test('no login, no key', () => {
    expectDraft(loginRequired, check(loginRequired, codex(shared)), {
      origin: { key: 'model_providers.gw.requires_openai_auth' },
      safety: null,
    });
  });
  test.each([
    ['a saved key', codex(shared, { files: { '~/.codex/auth.json': '{"OPENAI_API_KEY":"sk-x"}' } })],
    ['an account', codex(shared, { files: { '~/.codex/auth.json': login() } })],
    ['CODEX_API_KEY', codex(shared, { env: { CODEX_API_KEY: 'sk-x' } })],
    ['OPENAI_API_KEY that is not read is env/ignored-variable', codex(shared, { env: { OPENAI_API_KEY: 'sk-x' } })],
    ['a key of its own', codex(codexConfig('requires_openai_auth = true\nenv_key = "GW_API_KEY"'))],
    ['not wanted', codex()],
    ['a line that does not export it is env/not-exported', codex(shared, { files: { '~/.bashrc': 'CODEX_API_KEY=sk-x\n' } })],
    ['a broken auth.json is file/syntax', codex(shared, { files: { '~/.codex/auth.json': '{"OPENAI_API_KEY":' } })],
  ])('silent: %s', (_, world) => {
    expect(check(loginRequired, world)).toEqual([]);
  });
});

describe('provider/websockets-unsupported', () => {
  const own = codex(codexConfig('env_key = "GW_API_KEY"\nsupports_websockets = true'));
  const builtIn = codex('openai_base_url = "https://gw.example/v1"\n', { files: { '~/.codex/auth.json': '{"OPENAI_API_KEY":"sk-x"}' } });
  const upgrade = (status: number, failure: string | undefined = 'route/not-found', faithful = {}) =>
    seen('codex', faithful, { websocket: probed({ status, ...(failure ? { failure } : {}) }) });
  test('a provider of the user’s', () => {
    expectDraft(websocketsUnsupported, check(websocketsUnsupported, own, upgrade(405)), { safety: 'unsafe' });
    const after = expectConverges(websocketsUnsupported, own, upgrade(404));
    expect(textIn(after, '/home/u/.codex/config.toml')).toContain('supports_websockets = false');
  });
  test('openai_base_url', () => {
    expectDraft(websocketsUnsupported, check(websocketsUnsupported, builtIn, upgrade(404)), { variant: 'base-url', safety: 'unsafe' });
    const after = expectConverges(websocketsUnsupported, builtIn, upgrade(404));
    expect(textIn(after, '/home/u/.codex/config.toml')).not.toContain('openai_base_url');
  });
  test.each([
    ['offered', own, upgrade(101, undefined)],
    ['fallen back at once', own, upgrade(426)],
    ['HTTP fails as well', own, upgrade(401, 'auth/invalid-key', { failure: 'auth/invalid-key' })],
    ['not asked', own, seen('codex', {})],
    ['offline', own, new Map()],
  ])('silent: %s', (_, world, wire) => {
    expect(check(websocketsUnsupported, world, wire)).toEqual([]);
  });
});
