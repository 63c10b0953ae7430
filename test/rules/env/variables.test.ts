// env/: ignored-variable, misspelt-variable, not-exported, rc-syntax, rc-stale, cloud-switch, home-missing, two-homes.

import { describe, expect, test } from 'vitest';
import { rule as cloudSwitch } from '../../../src/rules/env/cloud-switch.ts';
import { rule as homeMissing } from '../../../src/rules/env/home-missing.ts';
import { rule as ignoredVariable } from '../../../src/rules/env/ignored-variable.ts';
import { meantVariable, rule as misspeltVariable } from '../../../src/rules/env/misspelt-variable.ts';
import { rule as notExported } from '../../../src/rules/env/not-exported.ts';
import { rule as rcStale } from '../../../src/rules/env/rc-stale.ts';
import { rule as rcSyntax } from '../../../src/rules/env/rc-syntax.ts';
import { rule as twoHomes } from '../../../src/rules/env/two-homes.ts';
import {
  check,
  claude,
  claudeOf,
  codex,
  codexConfig,
  codexOf,
  expectConverges,
  expectDraft,
  fixed,
  KEY,
  login,
  textIn,
  type World,
} from '../world.ts';

const CONFIG = '/home/u/.codex/config.toml';
const saved = { '~/.codex/auth.json': '{"OPENAI_API_KEY":"sk-x"}' };
const base = { OPENAI_BASE_URL: 'https://gw.example/v1' };
const plain = 'model = "m-main"\n';
const noToken = (env: Readonly<Record<string, string>> = {}, more: World = {}): World => claude({ ANTHROPIC_AUTH_TOKEN: '', ...env }, more);

describe('env/ignored-variable', () => {
  test.each([
    ['OPENAI_BASE_URL from 0.120 on', codexOf('0.120.0', plain, { env: base, files: saved }), { names: 'OPENAI_BASE_URL' }],
    ['both', codex(plain, { env: { ...base, OPENAI_API_KEY: 'k' } }), { names: 'OPENAI_BASE_URL, OPENAI_API_KEY' }],
    ['OPENAI_API_KEY from 0.36 on', codexOf('0.36.0', plain, { env: { ...base, OPENAI_API_KEY: 'k' } }), { names: 'OPENAI_API_KEY' }],
    [
      'a provider that shares the login',
      codex(codexConfig('requires_openai_auth = true'), { env: { OPENAI_API_KEY: 'k' } }),
      { names: 'OPENAI_API_KEY' },
    ],
  ])('%s', (_, world, args) => {
    expectDraft(ignoredVariable, check(ignoredVariable, world), { severity: 'error', client: 'codex', args, safety: 'unsafe' });
    expectConverges(ignoredVariable, world);
  });
  test('the fix writes what this version reads', () => {
    const after = expectConverges(ignoredVariable, codex(plain, { env: { ...base, OPENAI_API_KEY: KEY } }));
    expect(textIn(after, CONFIG)).toContain('openai_base_url = "https://gw.example/v1"');
    expect(JSON.parse(textIn(after, '/home/u/.codex/auth.json'))).toEqual({ OPENAI_API_KEY: KEY });
  });
  test('families of models in 1.0.60', () => {
    const world = claudeOf('1.0.60', { ANTHROPIC_MODEL: '', ANTHROPIC_DEFAULT_SONNET_MODEL: 'm-main' });
    expectDraft(ignoredVariable, check(ignoredVariable, world), { variant: 'model', safety: 'unsafe' });
    expectConverges(ignoredVariable, world);
  });
  test.each([
    ['0.118 obeys the address', codexOf('0.118.0', plain, { env: base, files: saved })],
    ['0.34 obeys both', codexOf('0.34.0', plain, { env: { ...base, OPENAI_API_KEY: 'k' } })],
    ['a provider of its own', codex(codexConfig(), { env: { ...base, OPENAI_API_KEY: 'k' } })],
    ['env_key names it', codex(codexConfig('env_key = "OPENAI_API_KEY"'), { env: { OPENAI_API_KEY: 'k' } })],
    ['openai_base_url', codex('openai_base_url = "https://a.example/v1"\n', { env: base, files: saved })],
    [
      'an account: the variables are for other programs',
      codex(plain, { env: { ...base, OPENAI_API_KEY: 'k' }, files: { '~/.codex/auth.json': login() } }),
    ],
    ['a key for other programs, and nothing of Codex', { installed: { codex: '0.171.0' }, env: { OPENAI_API_KEY: 'k' } }],
    ['families and a main model in 1.0.60', claudeOf('1.0.60', { ANTHROPIC_DEFAULT_SONNET_MODEL: 'x' })],
    ['families in a later one', claude({ ANTHROPIC_MODEL: '', ANTHROPIC_DEFAULT_SONNET_MODEL: 'x' })],
    ['longer names', codex(plain, { files: saved, env: { OPENAI_API_KEY_FOR_BOT: 'k', MY_OPENAI_BASE_URL: 'x' } })],
  ])('silent: %s', (_, world) => {
    expect(check(ignoredVariable, world)).toEqual([]);
  });
});

describe('env/misspelt-variable', () => {
  test.each([
    ['ANTHROPIC_API_URL', 'ANTHROPIC_BASE_URL'],
    ['ANTHROPIC_BASE_URI', 'ANTHROPIC_BASE_URL'],
    ['ANTHROPIC_BASEURL', 'ANTHROPIC_BASE_URL'],
    ['ANTHROPIC_BSAE_URL', 'ANTHROPIC_BASE_URL'],
    ['ANTROPIC_BASE_URL', 'ANTHROPIC_BASE_URL'],
    ['anthropic_base_url', 'ANTHROPIC_BASE_URL'],
    ['Anthropic_Auth_Token', 'ANTHROPIC_AUTH_TOKEN'],
    ['ANTHROPIC_TOKEN', 'ANTHROPIC_AUTH_TOKEN'],
    ['ANTHROPIC_APIKEY', 'ANTHROPIC_API_KEY'],
    ['ANTHROPIC-API-KEY', 'ANTHROPIC_API_KEY'],
    ['ANTHROPIC_MODLE', 'ANTHROPIC_MODEL'],
  ])('%s means %s', (written, meant) => {
    expect(meantVariable(written, 'claude-code')?.name).toBe(meant);
  });
  test.each(['OPENAI_API_BASE', 'OPENAI_BASEURL', 'openai_base_url', 'OPEN_AI_BASE_URL'])('%s means OPENAI_BASE_URL', (written) => {
    expect(meantVariable(written, 'codex')?.name).toBe('OPENAI_BASE_URL');
  });
  test.each([
    'ANTHROPIC_LOG',
    'ANTHROPIC_BASE_URL',
    'MY_ANTHROPIC_BASE_URL',
    'ANTHROPIC_BASE_URL_OLD',
    'ANTHROPIC_API_KEY_2',
    'ANTHROPIC_BETAS',
    'ANTHROPIC_DEFAULT_MODEL',
    'ANTHROPIC_VERTEX_BASE_URL',
    'ANTHROPIC_DEFAULT_OPUS_MODEL',
    'ANTHROPIC_SMALL_FAST_MODEL',
    'CLAUDE_CODE_USE_VERTEX',
    'HTTP_PROXY',
    'A'.repeat(100_000),
  ])('%.40s means what it says', (written) => {
    expect(meantVariable(written, 'claude-code')).toBeNull();
  });
  test.each([
    'OPENAI_LOG',
    'OPENAI_ORGANIZATION',
    'OPENAI_PROJECT',
    'OPENAI_API_KEY_FOR_BOT',
    'CODEX_HOME',
    'OPENAI_ORG_ID',
    'ANTHROPIC_API_URL',
  ])('%s is no variable of Codex misspelt', (written) => {
    expect(meantVariable(written, 'codex')).toBeNull();
  });

  const lacking: World = claude({ ANTHROPIC_BASE_URL: '' }, { env: { ANTHROPIC_API_URL: 'https://gw.example' } });
  test.each([
    ['in the shell', lacking, { origin: { env: 'ANTHROPIC_API_URL' }, args: { right: 'ANTHROPIC_BASE_URL' } }],
    ['in the settings', noToken({ anthropic_auth_token: KEY }), { origin: { key: 'env.anthropic_auth_token' } }],
    [
      'of Codex',
      codex(plain, { files: saved, env: { OPENAI_API_BASE: 'https://gw.example/v1' } }),
      { client: 'codex', args: { form: 'openai_base_url (config.toml)' } },
    ],
  ] as const)('%s', (_, world, expected) => {
    expectDraft(misspeltVariable, check(misspeltVariable, world), { severity: 'warning', safety: 'unsafe', ...expected });
    expectConverges(misspeltVariable, world);
  });
  test.each([
    ['the right one is set too', claude({}, { env: { ANTHROPIC_API_URL: 'https://other.example' } })],
    ['a provider of its own', codex(codexConfig(), { env: { OPENAI_API_BASE: 'https://gw.example/v1' } })],
    ['empty', claude({ ANTHROPIC_BASE_URL: '' }, { env: { ANTHROPIC_API_URL: '' } })],
  ])('silent: %s', (_, world) => {
    expect(check(misspeltVariable, world)).toEqual([]);
  });
});

describe('start-up files', () => {
  const rc = (text: string, more: World = {}, file = '~/.bashrc'): World =>
    codex(codexConfig(), { ...more, env: { GW_API_KEY: '', ...more.env }, files: { [file]: text } });
  const fish = { env: { SHELL: '/usr/bin/fish' } };
  test.each([
    ['bash', rc(`GW_API_KEY=${KEY}\n`), "export GW_API_KEY='…'"],
    ['zsh', rc(`# x\nGW_API_KEY=${KEY}\n`, { env: { SHELL: '/bin/zsh' } }, '~/.zshrc'), "export GW_API_KEY='…'"],
    ['fish', rc(`set GW_API_KEY ${KEY}\n`, fish, '~/.config/fish/config.fish'), "set -gx GW_API_KEY '…'"],
  ])('env/not-exported: %s', (_, world, correct) => {
    expectDraft(notExported, check(notExported, world), { severity: 'error', args: { correct }, safety: null });
  });
  test('env/not-exported: a token of Claude Code', () => {
    expectDraft(notExported, check(notExported, noToken({}, { files: { '~/.bashrc': `ANTHROPIC_AUTH_TOKEN=${KEY}\n` } })), {
      client: 'claude-code',
    });
  });
  test.each([
    ['exported later', rc('GW_API_KEY=k\nexport GW_API_KEY\n')],
    ['set already', codex(codexConfig(), { files: { '~/.bashrc': 'GW_API_KEY=k\n' } })],
    ['another shell’s file', rc('GW_API_KEY=k\n', {}, '~/.zshrc')],
    ['nobody needs it', claude({}, { files: { '~/.bashrc': 'ANTHROPIC_API_KEY=k\n' } })],
    ['a comment and a longer name', rc('# GW_API_KEY=k\nGW_API_KEY_OLD=k\n')],
  ])('env/not-exported is silent: %s', (_, world) => {
    expect(check(notExported, world)).toEqual([]);
  });

  test.each([
    [
      'bash in fish',
      noToken({}, { ...fish, files: { '~/.config/fish/config.fish': `set -x ANTHROPIC_AUTH_TOKEN="${KEY}"\n` } }),
      "set -gx ANTHROPIC_AUTH_TOKEN '…'",
    ],
    [
      'PowerShell in bash',
      noToken({}, { files: { '~/.bashrc': `$env:ANTHROPIC_AUTH_TOKEN = "${KEY}"\n` } }),
      "export ANTHROPIC_AUTH_TOKEN='…'",
    ],
    ['fish in bash', rc(`set -gx GW_API_KEY ${KEY}\n`), "export GW_API_KEY='…'"],
  ])('env/rc-syntax: %s', (_, world, correct) => {
    expectDraft(rcSyntax, check(rcSyntax, world), { severity: 'error', args: { correct, line: 1 }, safety: null });
  });
  test.each([
    ['right', rc('export GW_API_KEY=k\n')],
    ['not needed', claude({}, { files: { '~/.bashrc': '$env:ANTHROPIC_AUTH_TOKEN = "k"\n' } })],
    ['another shell’s file', rc('set -gx GW_API_KEY k\n', {}, '~/.zshrc')],
  ])('env/rc-syntax is silent: %s', (_, world) => {
    expect(check(rcSyntax, world)).toEqual([]);
  });

  const shell = (value: string, text: string): World => codex(codexConfig(), { env: { GW_API_KEY: value }, files: { '~/.bashrc': text } });
  test('env/rc-stale: a newer value', () => {
    expectDraft(rcStale, check(rcStale, shell('old', `export GW_API_KEY=old2\nexport GW_API_KEY=${KEY}\n`)), {
      severity: 'info',
      args: { line: 2 },
      safety: null,
    });
  });
  test('env/rc-stale: a token this terminal has not got yet', () => {
    expectDraft(
      rcStale,
      check(
        rcStale,
        claude(
          {},
          {
            files: {
              '~/.claude/settings.json': '{"env":{"ANTHROPIC_BASE_URL":"https://gw.example"}}',
              '~/.bashrc': `export ANTHROPIC_AUTH_TOKEN=${KEY}\n`,
            },
          },
        ),
      ),
      { severity: 'info' },
    );
  });
  test.each([
    ['the same', shell('k', 'export GW_API_KEY=k\n')],
    ['computed', shell('k', 'export GW_API_KEY=$(pass gw)\n')],
    ['settings decide anyway', claude({}, { env: { ANTHROPIC_MODEL: 'm-main' }, files: { '~/.bashrc': 'export ANTHROPIC_MODEL=x\n' } })],
    ['another variable', shell('k', 'export OTHER=x\n')],
  ])('env/rc-stale is silent: %s', (_, world) => {
    expect(check(rcStale, world)).toEqual([]);
  });
});

describe('env/cloud-switch', () => {
  const NAME = 'CLAUDE_CODE_USE_BEDROCK';
  test.each([
    ['in the shell', claude({}, { env: { [NAME]: '1' } }), { origin: { env: NAME } }],
    ['in the settings', claude({ CLAUDE_CODE_USE_VERTEX: 'true' }), { variant: 'file', origin: { key: 'env.CLAUDE_CODE_USE_VERTEX' } }],
    ['0 in 1.0.60', claudeOf('1.0.60', { [NAME]: '0' }), {}],
  ] as const)('%s', (_, world, expected) => {
    expectDraft(cloudSwitch, check(cloudSwitch, world), { severity: 'error', safety: 'unsafe', ...expected });
    expectConverges(cloudSwitch, world);
  });
  test.each([
    ['0 in a later one', claude({ [NAME]: '0' })],
    ['emptied', claude({ [NAME]: '' }, { env: { [NAME]: '1' } })],
    ['the cloud is the channel', claude({ ANTHROPIC_BASE_URL: '', [NAME]: '1' })],
  ])('silent: %s', (_, world) => {
    expect(check(cloudSwitch, world)).toEqual([]);
  });
});

describe('env/home-missing', () => {
  const home = '/home/u/.config/codex';
  const world = (state: 'absent' | 'directory' | 'file'): World => ({
    installed: { codex: '0.171.0' },
    env: { CODEX_HOME: home },
    files: { [home]: { state } },
  });
  test('is made, private', () => {
    expectDraft(homeMissing, check(homeMissing, world('absent')), { severity: 'error', origin: { env: 'CODEX_HOME' }, safety: 'safe' });
    const after = expectConverges(homeMissing, world('absent'));
    expect(after.files.get(home)).toMatchObject({ state: 'directory', mode: 0o700 });
  });
  test('a file in its place stays', () => {
    expectDraft(homeMissing, check(homeMissing, world('file')), { variant: 'file', safety: null });
  });
  test('silent: there', () => {
    expect(check(homeMissing, world('directory'))).toEqual([]);
    expect(check(homeMissing, codex())).toEqual([]);
  });
});

describe('env/two-homes', () => {
  const windows = '/mnt/c/Users/me/.codex/config.toml';
  const wsl = (text: string, env: Readonly<Record<string, string>> = { WSL_DISTRO_NAME: 'Debian' }): World =>
    codex(codexConfig(), { env, files: { [windows]: text } });
  test('both, and different', () => {
    expectDraft(twoHomes, check(twoHomes, wsl('model = "other"\n')), { severity: 'warning', args: { other: windows }, safety: null });
  });
  test.each([
    ['the same but for line ends', wsl(codexConfig().replaceAll('\n', '\r\n'))],
    ['no WSL', wsl('model = "other"\n', {})],
    ['only one', codex(codexConfig(), { env: { WSL_DISTRO_NAME: 'Debian' } })],
  ])('silent: %s', (_, world) => {
    expect(check(twoHomes, world)).toEqual([]);
  });
});

test('fixes write keys as secrets, never in clear into a report', () => {
  const drafts = check(misspeltVariable, noToken({ ANTHROPIC_TOKEN: KEY }));
  expect(JSON.stringify(drafts.map(({ fix }) => fix))).not.toContain(KEY);
  expect(textIn(fixed(noToken({ ANTHROPIC_TOKEN: KEY }), drafts), '/home/u/.claude/settings.json')).toContain(KEY);
});
