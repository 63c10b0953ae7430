import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { rule } from '../../../src/rules/env/shadowed.ts';
import {
  check,
  claude,
  claudeSettings,
  codex,
  codexConfig,
  codexOf,
  expectConverges,
  expectDraft,
  KEY,
  seen,
  shadowedIn,
  textIn,
  type World,
} from '../world.ts';

const other = { ANTHROPIC_BASE_URL: 'https://other.example', ANTHROPIC_AUTH_TOKEN: 'sk-other' };
const fails = (world: World, client: 'codex' | 'claude-code', works = true) =>
  seen(client, { failure: 'auth/invalid-key', status: 401 }, { shadowed: shadowedIn(world, client, works) });

describe('the losing value works', () => {
  const dotenv = codexOf('0.23.0', codexConfig(), { files: { '~/.codex/.env': 'GW_API_KEY=old\n' } });
  const variable = codex(codexConfig('requires_openai_auth = true'), {
    env: { CODEX_API_KEY: 'old' },
    files: { '~/.codex/auth.json': '{"OPENAI_API_KEY":"sk-x"}' },
  });
  test.each([
    ['settings over shell', claude({}, { env: other }), 'claude-code', { names: 'ANTHROPIC_BASE_URL, ANTHROPIC_AUTH_TOKEN' }, 'unsafe'],
    [
      'only the token',
      claude({}, { env: { ANTHROPIC_AUTH_TOKEN: 'sk-other' } }),
      'claude-code',
      { loser: { en: 'the environment' } },
      'unsafe',
    ],
    [
      'the state file over the shell',
      claude(
        {},
        { env: other, files: { '~/.claude/settings.json': '{}', '~/.claude.json': `{"env":{"ANTHROPIC_BASE_URL":"https://gw.example"}}` } },
      ),
      'claude-code',
      { names: 'ANTHROPIC_BASE_URL' },
      'unsafe',
    ],
    ['.env over the environment', dotenv, 'codex', { names: 'GW_API_KEY' }, 'unsafe'],
    ['CODEX_API_KEY over the saved key', variable, 'codex', { names: 'OPENAI_API_KEY' }, null],
  ] as const)('%s', (_, world, client, args, safety) => {
    const wire = fails(world, client);
    expectDraft(rule, check(rule, world, wire), { severity: 'error', client, args, safety });
    if (safety) expectConverges(rule, world, wire);
  });
  test('taking the winner away leaves the rest of the file', () => {
    const world = claude({}, { env: other });
    const after = expectConverges(rule, world, fails(world, 'claude-code'));
    expect(JSON.parse(textIn(after, '/home/u/.claude/settings.json'))).toEqual({ env: { ANTHROPIC_MODEL: 'm-main' } });
  });
});

describe('no more than a warning', () => {
  test.each([
    ['the winner works', claude({}, { env: other }), seen('claude-code', {})],
    ['offline', claude({}, { env: other }), new Map()],
    ['neither works', claude({}, { env: other }), fails(claude({}, { env: other }), 'claude-code', false)],
  ])('%s', (_, world, wire) => {
    expectDraft(rule, check(rule, world, wire), { severity: 'warning', variant: 'unused-environment', safety: null });
  });
  test('the line of a start-up file that sets the loser is named', () => {
    const world = claude({}, { env: { ANTHROPIC_BASE_URL: 'https://other.example' } });
    const named: World = {
      ...world,
      files: { ...world.files, '~/.bashrc': '# gateway\nexport ANTHROPIC_BASE_URL=https://other.example\n' },
    };
    expectDraft(rule, check(rule, named), { severity: 'warning', variant: 'unused', args: { loser: '/home/u/.bashrc:2' } });
  });
  test('the model of the settings loses to the variable', () => {
    const world: World = claude({}, { files: { '~/.claude/settings.json': claudeSettings({}, { model: 'm-small' }) } });
    expectDraft(rule, check(rule, world), { severity: 'warning', args: { names: 'model' }, safety: 'unsafe' });
    expectConverges(rule, world);
  });
  test('managed over user', () => {
    const world = claude({}, { files: { '/etc/claude-code/managed-settings.json': '{"env":{"ANTHROPIC_MODEL":"m-managed"}}' } });
    expectDraft(rule, check(rule, world), { severity: 'warning', args: { names: 'ANTHROPIC_MODEL' } });
  });
  test('an emptied base URL beside a key of the vendor', () => {
    const vendors = { ANTHROPIC_BASE_URL: '', ANTHROPIC_AUTH_TOKEN: 'sk-ant-api03-0000000000000001' };
    expectDraft(rule, check(rule, claude(vendors, { env: other })), {
      severity: 'warning',
      variant: 'emptied',
      safety: 'unsafe',
    });
  });
});

describe('silent', () => {
  const project = '~/project/.claude/settings.json';
  const ours = JSON.stringify({ env: { ANTHROPIC_BASE_URL: 'https://team.example' } });
  const trusted = { trustedFiles: new Map([['/home/u/project/.claude/settings.json', createHash('sha256').update(ours).digest('hex')]]) };
  test.each([
    ['the same value', claude({}, { env: { ANTHROPIC_BASE_URL: 'https://gw.example/api/', ANTHROPIC_MODEL: 'm-main' } })],
    ['an alias in the settings', claude({}, { files: { '~/.claude/settings.json': claudeSettings({}, { model: 'opus[1m]' }) } })],
    ['an empty value loses', claude({}, { env: { ANTHROPIC_BASE_URL: '' } })],
    ['a key emptied on purpose', claude({ ANTHROPIC_API_KEY: '' }, { env: { ANTHROPIC_API_KEY: KEY } })],
    ['a project’s redirect is another rule', claude({}, { files: { [project]: ours } })],
    ['a file that init wrote', claude({}, { files: { [project]: ours }, facts: trusted })],
    ['the environment over .env in 0.20', codexOf('0.20.0', codexConfig(), { files: { '~/.codex/.env': 'GW_API_KEY=old\n' } })],
    ['the user’s file over the system’s', codex(codexConfig(), { files: { '/etc/codex/config.toml': 'model = "m-default"\n' } })],
    ['a saved key beside env_key', codex(codexConfig(), { files: { '~/.codex/auth.json': '{"OPENAI_API_KEY":"sk-x"}' } })],
    ['a token in the file beside env_key', codexOf('0.63.0', codexConfig('env_key = "GW_API_KEY"\nexperimental_bearer_token = "k"'))],
    ['a login beside a key', claude({}, { files: { '~/.claude/.credentials.json': '{"claudeAiOauth":{"accessToken":"a"}}' } })],
    ['longer names', claude({}, { env: { MY_ANTHROPIC_BASE_URL: 'https://x.example' } })],
  ])('%s', (_, world) => {
    expect(check(rule, world, seen('claude-code', {}))).toEqual([]);
  });
});
