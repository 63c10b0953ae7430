// security/: login-leak, key-readable, key-in-repository, tls-off, forced-login.

import { describe, expect, test } from 'vitest';
import type { GitFacts } from '../../../src/model.ts';
import { rule as forcedLogin } from '../../../src/rules/security/forced-login.ts';
import { rule as keyInRepository } from '../../../src/rules/security/key-in-repository.ts';
import { rule as keyReadable } from '../../../src/rules/security/key-readable.ts';
import { rule as loginLeak } from '../../../src/rules/security/login-leak.ts';
import { rule as tlsOff } from '../../../src/rules/security/tls-off.ts';
import {
  check,
  claude,
  claudeOf,
  claudeSettings,
  codex,
  codexConfig,
  codexOf,
  expectConverges,
  expectDraft,
  KEY,
  login,
  textIn,
  type World,
} from '../world.ts';

const CONSOLE = { '~/.claude.json': JSON.stringify({ hasCompletedOnboarding: true, primaryApiKey: 'sk-login-0007' }) };
const ACCOUNT = {
  '~/.claude/.credentials.json': JSON.stringify({ claudeAiOauth: { accessToken: 'oauth-1', refreshToken: 'r' }, other: 1 }),
};
const AUTH = { '~/.codex/auth.json': login() };
const keyless = { '~/.claude/settings.json': JSON.stringify({ env: { ANTHROPIC_BASE_URL: 'https://gw.example' } }) };

describe('security/login-leak', () => {
  test.each([
    ['a console key beside a token', claude({}, { files: CONSOLE }), {}],
    ['an account without a key', claude({}, { files: { ...keyless, ...ACCOUNT } }), {}],
    ['an account beats the token in 1.0.0', claudeOf('1.0.0', {}, { files: ACCOUNT }), {}],
    ['ChatGPT and requires_openai_auth', codex(codexConfig('requires_openai_auth = true'), { files: AUTH }), { variant: 'codex' }],
    ['ChatGPT and openai_base_url', codex('openai_base_url = "https://gw.example/v1"\n', { files: AUTH }), { variant: 'codex' }],
    ['ChatGPT and an unbound provider up to 0.148', codexOf('0.148.0', codexConfig(''), { files: AUTH }), { variant: 'codex' }],
  ] as const)('%s', (_, world, expected) => {
    expectDraft(loginLeak, check(loginLeak, world), { severity: 'error', safety: 'unsafe', ...expected });
    expectConverges(loginLeak, world);
  });
  test.each([
    ['an API key replaces the console key', claude({ ANTHROPIC_AUTH_TOKEN: '', ANTHROPIC_API_KEY: KEY }, { files: CONSOLE })],
    ['an account loses to the token', claude({}, { files: ACCOUNT })],
    ['no gateway', { installed: { 'claude-code': '2.1.332' }, files: { ...CONSOLE } }],
    [
      'a saved API key is there to be sent',
      codex(codexConfig('requires_openai_auth = true'), { files: { '~/.codex/auth.json': '{"OPENAI_API_KEY":"sk-x"}' } }),
    ],
    ['a provider with its own key', codex(codexConfig(), { files: AUTH })],
    ['an unbound provider from 0.150 on', codex(codexConfig(''), { files: AUTH })],
    [
      'CODEX_API_KEY goes before the login',
      codex(codexConfig('requires_openai_auth = true'), { files: AUTH, env: { CODEX_API_KEY: 'sk-x' } }),
    ],
  ])('silent: %s', (_, world) => {
    expect(check(loginLeak, world)).toEqual([]);
  });
  test('the ChatGPT login itself is kept', () => {
    const after = expectConverges(loginLeak, codex(codexConfig('requires_openai_auth = true'), { files: AUTH }));
    expect(textIn(after, '/home/u/.codex/auth.json')).toBe(login());
  });
});

describe('security/key-readable', () => {
  const open = (mode: number, text = claudeSettings()): World => claude({}, { files: { '~/.claude/settings.json': { text, mode } } });
  test.each([
    ['settings.json', open(0o644)],
    ['for the group', open(0o640)],
    ['auth.json', codex(codexConfig(), { files: { '~/.codex/auth.json': { text: '{"OPENAI_API_KEY":"sk-x"}', mode: 0o644 } } })],
    [
      'a token in config.toml',
      codex(codexConfig(), { files: { '~/.codex/config.toml': { text: codexConfig('experimental_bearer_token = "k"'), mode: 0o644 } } }),
    ],
    [
      'a header in config.toml',
      codex(codexConfig(), {
        files: { '~/.codex/config.toml': { text: codexConfig('http_headers = { Authorization = "Bearer k" }'), mode: 0o604 } },
      }),
    ],
    ['.env', codex(codexConfig(), { files: { '~/.codex/.env': { text: 'GW_API_KEY=k\n', mode: 0o644 } } })],
    [
      'the state file with a console key',
      claude({}, { files: { '~/.claude.json': { text: '{"hasCompletedOnboarding":true,"primaryApiKey":"k"}', mode: 0o644 } } }),
    ],
  ])('%s', (_, world) => {
    expectDraft(keyReadable, check(keyReadable, world), { severity: 'warning', safety: 'safe' });
    expectConverges(keyReadable, world);
  });
  test.each([
    ['private', open(0o600)],
    ['no key in it', open(0o644, '{"env":{"ANTHROPIC_BASE_URL":"https://gw.example","ANTHROPIC_API_KEY":""}}')],
    ['the name of a variable', codex(codexConfig(), { files: { '~/.codex/config.toml': { text: codexConfig(), mode: 0o644 } } })],
    ['a system without modes', { ...open(0o644), platform: 'win32' as const }],
  ])('silent: %s', (_, world) => {
    expect(check(keyReadable, world)).toEqual([]);
  });
});

describe('security/key-in-repository', () => {
  const file = '/home/u/project/.claude/settings.json';
  const git = (more: Partial<GitFacts>): GitFacts => ({ root: '/home/u/project', tracked: new Set(), ignored: new Set(), ...more });
  const world = (facts: GitFacts | null, text = JSON.stringify({ env: { ANTHROPIC_AUTH_TOKEN: 't' } })): World =>
    claude({}, { git: facts, files: { '~/project/.claude/settings.json': text } });
  test.each([
    ['tracked', git({ tracked: new Set([file]) }), { severity: 'error', safety: 'unsafe' }],
    ['not ignored', git({}), { severity: 'error', variant: 'untracked', safety: 'unsafe' }],
    ['ignored', git({ ignored: new Set([file]) }), { severity: 'info', variant: 'ignored', safety: null }],
  ] as const)('%s', (_, facts, expected) => {
    expectDraft(keyInRepository, check(keyInRepository, world(facts)), expected);
    if (expected.safety) expectConverges(keyInRepository, world(facts));
  });
  test('a project’s own address keeps its key: no fix', () => {
    const text = JSON.stringify({ env: { ANTHROPIC_BASE_URL: 'https://p.example', ANTHROPIC_AUTH_TOKEN: 't' } });
    expectDraft(keyInRepository, check(keyInRepository, world(git({}), text)), { severity: 'error', safety: null });
  });
  test('a folder whose name only begins like the work tree is outside', () => {
    expect(check(keyInRepository, claude({}, { git: git({ root: '/home/u/.cla' }) }))).toEqual([]);
  });
  test.each([
    ['no key in it', world(git({ tracked: new Set([file]) }), '{"env":{"NODE_ENV":"test"}}')],
    ['no git', world(null)],
    ['a reference', world(git({ tracked: new Set([file]) }), '{"env":{"ANTHROPIC_AUTH_TOKEN":"%TOKEN%"}}')],
  ])('silent: %s', (_, home) => {
    expect(check(keyInRepository, home)).toEqual([]);
  });
});

describe('security/tls-off', () => {
  const NAME = 'NODE_TLS_REJECT_UNAUTHORIZED';
  test('in the shell', () => {
    expectDraft(tlsOff, check(tlsOff, claude({}, { env: { [NAME]: '0' } })), { origin: { env: NAME }, safety: null });
  });
  test('in the settings', () => {
    expectDraft(tlsOff, check(tlsOff, claude({ [NAME]: '0' })), { variant: 'file', safety: 'unsafe' });
    expectConverges(tlsOff, claude({ [NAME]: '0' }));
  });
  test.each([
    ['on', claude({}, { env: { [NAME]: '1' } })],
    ['on again in the settings', claude({ [NAME]: '1' }, { env: { [NAME]: '0' } })],
    ['Codex does not read it', codex(codexConfig(), { env: { [NAME]: '0' } })],
    ['a project’s doing is another rule', claude({}, { files: { '~/project/.claude/settings.json': `{"env":{"${NAME}":"0"}}` } })],
  ])('silent: %s', (_, world) => {
    expect(check(tlsOff, world)).toEqual([]);
  });
});

describe('security/forced-login', () => {
  const forced = codexConfig('env_key = "GW_API_KEY"', 'forced_login_method = "api"');
  test('with a ChatGPT login', () => {
    expectDraft(forcedLogin, check(forcedLogin, codex(forced, { files: AUTH })), {
      safety: 'unsafe',
      origin: { key: 'forced_login_method' },
    });
    expectConverges(forcedLogin, codex(forced, { files: AUTH }));
  });
  test.each([
    ['a saved key', codex(forced, { files: { '~/.codex/auth.json': '{"auth_mode":"apikey","OPENAI_API_KEY":"sk-x"}' } })],
    ['a key beside the tokens', codex(forced, { files: { '~/.codex/auth.json': login({ OPENAI_API_KEY: 'sk-x' }) } })],
    ['no login', codex(forced)],
    ['chatgpt is forced', codex(forced.replace('"api"', '"chatgpt"'), { files: AUTH })],
  ])('silent: %s', (_, world) => {
    expect(check(forcedLogin, world)).toEqual([]);
  });
});
