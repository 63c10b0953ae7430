// Keys that their looks give away.

import { describe, expect, test } from 'vitest';
import { rule as bearerPrefix } from '../../../src/rules/key/bearer-prefix.ts';
import { rule as doubledPrefix } from '../../../src/rules/key/doubled-prefix.ts';
import { KEY_RULES } from '../../../src/rules/key/index.ts';
import { rule as isModel } from '../../../src/rules/key/is-model.ts';
import { rule as isUrl } from '../../../src/rules/key/is-url.ts';
import { rule as isVariableName } from '../../../src/rules/key/is-variable-name.ts';
import { rule as masked } from '../../../src/rules/key/masked.ts';
import { rule as nonAscii } from '../../../src/rules/key/non-ascii.ts';
import { rule as placeholder } from '../../../src/rules/key/placeholder.ts';
import { rule as quoted } from '../../../src/rules/key/quoted.ts';
import { rule as whitespace } from '../../../src/rules/key/whitespace.ts';
import type { Rule } from '../../../src/rules/rule.ts';
import {
  check,
  claude,
  claudeOf,
  codex,
  codexConfig,
  expectConverges,
  expectDraft,
  KEY,
  seen,
  snapshotOf,
  textIn,
  type World,
} from '../world.ts';

const SETTINGS = '/home/u/.claude/settings.json';
const token = (value: string): World => claude({ ANTHROPIC_AUTH_TOKEN: value });
const bearer = (value: string): World => codex(codexConfig(`experimental_bearer_token = ${JSON.stringify(value)} # team`));
const inEnv = (value: string): World => codex(undefined, { env: { GW_API_KEY: value } });
const inAuth = (value: string): World =>
  codex(codexConfig('requires_openai_auth = true'), {
    files: { '~/.codex/auth.json': JSON.stringify({ OPENAI_API_KEY: value }, null, 2) },
  });
const inDotenv = (value: string): World => codex(undefined, { files: { '~/.codex/.env': `GW_API_KEY='${value}'\n` } });

describe('mended where it is written', () => {
  test.each([
    ['quoted', quoted, token(`"${KEY}"`)],
    ['curly quotes', quoted, token(`“${KEY}”`)],
    ['quoted in config.toml', quoted, bearer(`'${KEY}'`)],
    ['Bearer in x-api-key', bearerPrefix, claude({ ANTHROPIC_AUTH_TOKEN: '', ANTHROPIC_API_KEY: `Bearer ${KEY}` })],
    ['Bearer in config.toml', bearerPrefix, bearer(`Bearer ${KEY}`)],
    ['Bearer twice in a header', bearerPrefix, codex(codexConfig(`http_headers = { Authorization = "Bearer Bearer ${KEY}" }`))],
    ['prefix twice', doubledPrefix, token(`sk-${KEY}`)],
    ['prefix twice in auth.json', doubledPrefix, inAuth(`sk-${KEY}`)],
    ['line break in config.toml', whitespace, bearer(`${KEY}\n`)],
    ['line break in auth.json', whitespace, inAuth(`${KEY}\n`)],
    ['blank in .env', whitespace, inDotenv(` ${KEY}`)],
    ['no-break space', whitespace, claudeOf('2.1.200', { ANTHROPIC_AUTH_TOKEN: `${KEY}\u00a0` })],
  ] as const)('%s', (_, rule, world) => {
    const draft = expectDraft(rule, check(rule, world), { severity: 'error', safety: 'safe' });
    expect(JSON.stringify(draft)).not.toContain(KEY);
    const after = expectConverges(rule, world);
    const state = snapshotOf(after).clients.find(({ id }) => id === draft.client);
    expect(state?.channel?.credential?.setting.value.equals(KEY)).toBe(true);
  });
  test('several at once are mended at once', () => {
    const world = token(`"Bearer ${KEY}"`);
    expect([quoted, bearerPrefix].map((rule) => check(rule, world).length)).toEqual([1, 1]);
    expect(JSON.parse(textIn(expectConverges(quoted, world), SETTINGS)).env.ANTHROPIC_AUTH_TOKEN).toBe(KEY);
  });
  test('what comes from the process has no fix', () => {
    expectDraft(whitespace, check(whitespace, inEnv(`${KEY}\n`)), { safety: null, origin: { scope: 'env', env: 'GW_API_KEY' } });
    expectDraft(quoted, check(quoted, inEnv(`"${KEY}"`)), { safety: null });
  });
});

describe('blanks that the client puts up with', () => {
  test.each([
    ['line break at the end', token(`${KEY}\n`)],
    ['line break at the end, old', claudeOf('1.0.60', { ANTHROPIC_AUTH_TOKEN: `${KEY}\n` })],
    ['blank before an API key, old', claudeOf('1.0.60', { ANTHROPIC_AUTH_TOKEN: '', ANTHROPIC_API_KEY: ` ${KEY}` })],
    ['no-break space, newest', token(`${KEY}\u00a0`)],
    ['Codex, blank at the end', inEnv(`${KEY} `)],
  ] as const)('warning: %s', (_, world) => {
    expectDraft(whitespace, check(whitespace, world), { severity: 'warning', variant: 'tolerated' });
  });
  test.each([
    ['blank before a token, old', claudeOf('2.1.200', { ANTHROPIC_AUTH_TOKEN: ` ${KEY}` })],
    ['zero-width', token(`${KEY}\u200b`)],
    ['Codex, line break', inEnv(`${KEY}\n`)],
    ['Codex, blank before', inEnv(` ${KEY}`)],
  ] as const)('error: %s', (_, world) => {
    expectDraft(whitespace, check(whitespace, world), { severity: 'error' });
  });
  test('inside there is no mending', () => {
    expectDraft(whitespace, check(whitespace, token('sk-test\n-0123456789')), {
      severity: 'error',
      variant: 'inside',
      args: { position: 8 },
      safety: null,
    });
  });
});

describe('never a key', () => {
  test.each([
    ['sample', placeholder, token('sk-你的密钥'), {}],
    ['sample in the environment', placeholder, inEnv('YOUR_API_KEY'), { origin: { env: 'GW_API_KEY' } }],
    ['angle brackets', placeholder, token('<your-key>'), { origin: { file: SETTINGS, key: 'env.ANTHROPIC_AUTH_TOKEN' } }],
    ['address', isUrl, token('https://gw.example/keys'), {}],
    ['name', isVariableName, token('ARK_API_KEY'), { args: { variable: 'ARK_API_KEY' } }],
    ['the model in use', isModel, token('m-main'), { args: { model: 'm-main' } }],
    ['masked', masked, inEnv('sk-...8aSP'), {}],
    ['accent', nonAscii, token('sk-tést-0001'), { args: { position: 5, character: 'U+00E9' } }],
    ['empty token', placeholder, claude({ ANTHROPIC_AUTH_TOKEN: '' }), { variant: 'empty' }],
    ['empty env_key variable', placeholder, inEnv(''), { variant: 'empty', origin: { env: 'GW_API_KEY' } }],
    ['empty bearer token', placeholder, bearer(''), { variant: 'empty' }],
  ] as const)('%s', (_, rule, world, expected) => {
    expectDraft(rule, check(rule, world), { severity: 'error', safety: null, ...expected });
    for (const other of KEY_RULES) if (other !== rule) expect(check(other, world).map(() => other.id)).toEqual([]);
  });
});

describe('key and base URL have changed places', () => {
  const settings = claude({ ANTHROPIC_BASE_URL: KEY, ANTHROPIC_AUTH_TOKEN: 'https://gw.example/api' });
  const table = codex(codexConfig('experimental_bearer_token = "https://gw.example/v1"', '', KEY));
  test.each([
    ['settings.json', settings],
    ['config.toml', table],
  ])('%s', (_, world) => {
    expectDraft(isUrl, check(isUrl, world), { variant: 'swapped', safety: null });
  });
  test('an address without its scheme is no key', () => {
    const world = claude({ ANTHROPIC_BASE_URL: 'gateway-0123.example.com:3001/api', ANTHROPIC_AUTH_TOKEN: 'https://gw.example/keys' });
    expect(expectDraft(isUrl, check(isUrl, world), { safety: null }).variant).toBeUndefined();
  });
});

// As the value of a credential it is masked in everything that is shown.
test('a name in place of the key is not repeated', () => {
  for (const { en, zh } of [isVariableName.text.title, isVariableName.text.advice]) expect(`${en}${zh}`).not.toContain('{');
});

describe('silent', () => {
  const keys = [
    'sk-sketch-0001-abcd',
    'pa$word-0001-test',
    'dGVzdC9rZXkrMDAwMS90ZXN0+/Zz==',
    'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJ0ZXN0LTAwMDEifQ.c2lnbmF0',
  ];
  test.each(keys.flatMap((key) => [[key, token(key)] as const, [key, inEnv(key)] as const]))('%s', (_, world) => {
    for (const rule of KEY_RULES) expect(check(rule, world)).toEqual([]);
  });
  test('a whole Authorization header is right in http_headers', () => {
    for (const rule of KEY_RULES) expect(check(rule, codex(codexConfig(`http_headers = { Authorization = "Bearer ${KEY}" }`)))).toEqual([]);
  });
  test('an empty API key beside the token is on purpose', () => {
    for (const rule of KEY_RULES)
      expect(check(rule, claude({ ANTHROPIC_API_KEY: '' }, { env: { ANTHROPIC_API_KEY: 'sk-old' } }))).toEqual([]);
  });
  test.each([
    ['a sample', placeholder, 'sk-xxxx'],
    ['quotes', quoted, `"${KEY}"`],
    ['a model', isModel, 'm-main'],
  ] as const)('the gateway takes it: %s', (_, rule: Rule, value) => {
    expect(check(rule, token(value), seen('claude-code', {}))).toEqual([]);
    expect(check(rule, token(value), seen('claude-code', { failure: 'auth/invalid-key' }))).toHaveLength(1);
  });
});
