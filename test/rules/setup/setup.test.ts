// setup/: onboarding, key-not-approved, key-rejected, client-missing, client-outdated, unbounded-retries.

import { describe, expect, test } from 'vitest';
import { rule as clientMissing } from '../../../src/rules/setup/client-missing.ts';
import { rule as clientOutdated } from '../../../src/rules/setup/client-outdated.ts';
import { rule as keyNotApproved } from '../../../src/rules/setup/key-not-approved.ts';
import { rule as keyRejected } from '../../../src/rules/setup/key-rejected.ts';
import { rule as onboarding } from '../../../src/rules/setup/onboarding.ts';
import { rule as unboundedRetries } from '../../../src/rules/setup/unbounded-retries.ts';
import {
  check,
  claude,
  claudeOf,
  codex,
  codexConfig,
  codexOf,
  expectConverges,
  expectDraft,
  KEY,
  seen,
  textIn,
  type World,
} from '../world.ts';

const STATE = '/home/u/.claude.json';
const state = (content: object): NonNullable<World['files']> => ({ '~/.claude.json': JSON.stringify(content) });
const byApiKey = (key = KEY, more: World = {}): World => claude({ ANTHROPIC_AUTH_TOKEN: '', ANTHROPIC_API_KEY: key }, more);
const tail = KEY.slice(-20);

describe('setup/onboarding', () => {
  const fresh = { '~/.claude.json': { state: 'absent' as const } };
  test.each([
    ['a token in the settings, 2.0.77', claudeOf('2.0.77', {}, { files: fresh })],
    ['a token in the settings, 2.1.50', claudeOf('2.1.50', {}, { files: state({ hasCompletedOnboarding: false }) })],
    ['an API key, any version', byApiKey(KEY, { files: fresh })],
    ['an API key in the shell', claude({ ANTHROPIC_AUTH_TOKEN: '' }, { files: fresh, env: { ANTHROPIC_API_KEY: KEY } })],
  ])('%s', (_, world) => {
    expectDraft(onboarding, check(onboarding, world), {
      severity: 'warning',
      safety: 'safe',
      origin: { file: STATE, key: 'hasCompletedOnboarding' },
    });
    const after = expectConverges(onboarding, world);
    expect(JSON.parse(textIn(after, STATE))).toMatchObject({ hasCompletedOnboarding: true });
  });
  test.each([
    ['a token in the settings, newest', claude({}, { files: fresh })],
    ['a token in the settings, 2.0.0', claudeOf('2.0.0', {}, { files: fresh })],
    [
      'a token in the shell, 2.0.77',
      claudeOf('2.0.77', { ANTHROPIC_AUTH_TOKEN: KEY }, { files: fresh, env: { ANTHROPIC_AUTH_TOKEN: KEY } }),
    ],
    ['done', byApiKey()],
    ['a broken state file is another rule', byApiKey(KEY, { files: { '~/.claude.json': '{' } })],
    ['the vendor’s own API', { installed: { 'claude-code': '2.1.332' }, env: { ANTHROPIC_API_KEY: KEY } }],
  ])('silent: %s', (_, world) => {
    expect(check(onboarding, world)).toEqual([]);
  });
});

describe('setup/key-not-approved', () => {
  const others = {
    hasCompletedOnboarding: true,
    projects: { '/p': { a: 1 } },
    customApiKeyResponses: { approved: ['other'], rejected: [] },
  };
  test('notes the last twenty characters and keeps the rest', () => {
    const world = byApiKey(KEY, { files: state(others) });
    expectDraft(keyNotApproved, check(keyNotApproved, world), {
      severity: 'warning',
      safety: 'safe',
      origin: { key: 'env.ANTHROPIC_API_KEY' },
    });
    const after = expectConverges(keyNotApproved, world);
    expect(JSON.parse(textIn(after, STATE))).toEqual({ ...others, customApiKeyResponses: { approved: ['other', tail], rejected: [] } });
  });
  test('the same key in both variables', () => {
    expectDraft(keyNotApproved, check(keyNotApproved, claude({ ANTHROPIC_API_KEY: KEY })), {});
  });
  test.each([
    ['approved', byApiKey(KEY, { files: state({ customApiKeyResponses: { approved: [tail] } }) })],
    ['a short key, approved', byApiKey('sk-test-0001', { files: state({ customApiKeyResponses: { approved: ['sk-test-0001'] } }) })],
    ['rejected is another rule', byApiKey(KEY, { files: state({ customApiKeyResponses: { rejected: [tail] } }) })],
    ['a token', claude()],
    ['emptied', claude({ ANTHROPIC_API_KEY: '' }, { env: { ANTHROPIC_API_KEY: 'sk-old' } })],
    ['another key beside the token is key/both-set', claude({ ANTHROPIC_API_KEY: 'sk-old-key-of-another' })],
  ])('silent: %s', (_, world) => {
    expect(check(keyNotApproved, world)).toEqual([]);
  });
});

describe('setup/key-rejected', () => {
  const rejected = byApiKey(KEY, {
    files: state({ hasCompletedOnboarding: true, customApiKeyResponses: { approved: [], rejected: ['x', tail] } }),
  });
  test('moves the entry', () => {
    expectDraft(keyRejected, check(keyRejected, rejected), { severity: 'error', safety: 'safe' });
    const after = expectConverges(keyRejected, rejected);
    expect(JSON.parse(textIn(after, STATE)).customApiKeyResponses).toEqual({ approved: [tail], rejected: ['x'] });
  });
  test.each([
    ['approved', byApiKey(KEY, { files: state({ customApiKeyResponses: { approved: [tail], rejected: [tail] } }) })],
    ['another key', byApiKey(KEY, { files: state({ customApiKeyResponses: { rejected: ['other'] } }) })],
    ['not a list', byApiKey(KEY, { files: state({ customApiKeyResponses: { rejected: tail } }) })],
    ['a token', claude({}, { files: state({ customApiKeyResponses: { rejected: [tail] } }) })],
  ])('silent: %s', (_, world) => {
    expect(check(keyRejected, world)).toEqual([]);
  });
});

describe('setup/client-missing', () => {
  test('configured only', () => {
    expectDraft(clientMissing, check(clientMissing, claude({}, { installed: {} })), { severity: 'info', client: 'claude-code' });
    expectDraft(clientMissing, check(clientMissing, codex(codexConfig(), { installed: {} })), {
      client: 'codex',
      args: { package: '@openai/codex' },
    });
  });
  test('silent: installed, or not configured', () => {
    expect(check(clientMissing, claude())).toEqual([]);
    expect(check(clientMissing, {})).toEqual([]);
  });
});

describe('setup/client-outdated', () => {
  const token = codexConfig('experimental_bearer_token = "k"');
  test.each([
    ['a token before 0.50', codexOf('0.47.0', token), 'experimental_bearer_token'],
    ['a command before 0.120', codexOf('0.105.0', codexConfig('auth = { command = "k" }')), 'auth = { command }'],
    ['openai_base_url before 0.115', codexOf('0.113.0', 'openai_base_url = "https://gw.example/v1"\n'), 'openai_base_url'],
    [
      'CODEX_API_KEY before 0.45',
      codexOf('0.42.0', codexConfig('requires_openai_auth = true'), { env: { CODEX_API_KEY: 'sk-x' } }),
      'CODEX_API_KEY',
    ],
    [
      'a key in a header before 2.0.77',
      claudeOf('1.0.60', { ANTHROPIC_AUTH_TOKEN: '', ANTHROPIC_CUSTOM_HEADERS: 'x-api-key: k' }),
      'ANTHROPIC_CUSTOM_HEADERS',
    ],
  ])('%s', (_, world, what) => {
    expectDraft(clientOutdated, check(clientOutdated, world), { severity: 'warning', safety: null, args: { what } });
  });
  test.each([
    ['new enough', codexOf('0.50.0', token)],
    ['another key is bound', codexOf('0.47.0', codexConfig('experimental_bearer_token = "k"\nenv_key = "GW_API_KEY"'))],
    [
      'a saved key counts',
      codexOf('0.42.0', codexConfig('requires_openai_auth = true'), {
        env: { CODEX_API_KEY: 'sk-x' },
        files: { '~/.codex/auth.json': '{"OPENAI_API_KEY":"k"}' },
      }),
    ],
    ['not installed', codex(token, { installed: {} })],
  ])('silent: %s', (_, world) => {
    expect(check(clientOutdated, world)).toEqual([]);
  });
});

describe('setup/unbounded-retries', () => {
  const unreachable = (phase: 'tcp' | 'dns' | 'tls' | 'proxy' | 'headers') => seen('codex', { failure: 'net/refused', phase });
  test.each(['tcp', 'dns', 'tls'] as const)('%s', (phase) => {
    const world = codexOf('0.148.0');
    expectDraft(unboundedRetries, check(unboundedRetries, world, unreachable(phase)), { severity: 'warning', safety: 'unsafe' });
    const after = expectConverges(unboundedRetries, world, unreachable(phase));
    expect(textIn(after, '/home/u/.codex/config.toml')).toContain('[features]\nunbounded_connection_retries = false');
  });
  test('a dead proxy', () => {
    expectDraft(unboundedRetries, check(unboundedRetries, codex(), seen('codex', { failure: 'proxy/refused', phase: 'proxy' })), {});
  });
  test.each([
    ['an older one gives up', codexOf('0.147.0'), unreachable('tcp')],
    ['switched off', codex(`${codexConfig()}\n[features]\nunbounded_connection_retries = false\n`), unreachable('tcp')],
    ['reached', codex(), unreachable('headers')],
    ['a proxy that answers', codex(), seen('codex', { failure: 'proxy/auth', phase: 'proxy' })],
    ['no URL at all', codex(codexConfig(undefined, '', 'https://$GW_HOST/v1')), unreachable('dns')],
    ['refused by the gateway', codex(), seen('codex', { failure: 'auth/invalid-key' })],
    ['working', codex(), seen('codex', {})],
  ])('silent: %s', (_, world, wire) => {
    expect(check(unboundedRetries, world, wire)).toEqual([]);
  });
});
