// Keys in the wrong table, names that were split, values of the wrong type.

import { describe, expect, test } from 'vitest';
import { rule as rootKeyInTable } from '../../../src/rules/file/toml-root-key-in-table.ts';
import { rule as unquotedDot } from '../../../src/rules/file/toml-unquoted-dot.ts';
import { rule as wrongType } from '../../../src/rules/file/wrong-type.ts';
import {
  check,
  claude,
  claudeOf,
  codex,
  codexConfig,
  codexOf,
  expectConverges,
  expectDraft,
  snapshotOf,
  textIn,
  type World,
} from '../world.ts';

const CONFIG = '/home/u/.codex/config.toml';
const TABLE = '[model_providers.gw]\nname = "gw"\nbase_url = "https://gw.example/v1"\nenv_key = "GW_API_KEY"\n';
const settings = (content: object | string, more: World = {}): World =>
  claude(
    {},
    {
      ...more,
      files: { '~/.claude/settings.json': typeof content === 'string' ? content : JSON.stringify(content, null, 2), ...more.files },
    },
  );

describe('file/toml-root-key-in-table', () => {
  test.each([
    [
      'below [features]',
      `[features]\nhooks = true\n\nmodel_provider = "gw" # keep\n\n${TABLE}`,
      { origin: { line: 4 }, severity: 'error' },
    ],
    ['below the provider itself', `${TABLE}model_provider = "gw"\n`, { severity: 'error' }],
    ['below [tui]', `model = "m"\n${TABLE}\n[tui]\nnotifications = true\nmodel_provider = "gw"\n`, { severity: 'error' }],
    [
      'below variables of an MCP server',
      `${TABLE}\n[mcp_servers.x]\ncommand = "x"\n[mcp_servers.x.env]\nA = "b"\nmodel_provider = "gw"\n`,
      { severity: 'error' },
    ],
    ['below an invented table', `${TABLE}\n[codex]\nmodel_provider = "gw"\n`, { severity: 'error' }],
    [
      'not of the channel',
      `${codexConfig()}\n[notice]\nhide_full_access_warning = true\n# --- login ---\ncli_auth_credentials_store = "file"\n`,
      { severity: 'warning' },
    ],
  ] as const)('%s', (_, config, expected) => {
    const world = codex(config);
    expectDraft(rootKeyInTable, check(rootKeyInTable, world), { ...expected, safety: 'safe' });
    expect(check(wrongType, world)).toEqual([]);
    const after = expectConverges(rootKeyInTable, world);
    if (expected.severity === 'error') expect(snapshotOf(after).clients[0]?.channel?.baseUrl?.value).toBe('https://gw.example/v1');
  });
  test('one that stands at the root too is spare', () => {
    const world = codex(`${codexConfig()}\nmodel = "other"\n`);
    expectDraft(rootKeyInTable, check(rootKeyInTable, world), { severity: 'warning', variant: 'twice', safety: 'unsafe' });
    expect(textIn(expectConverges(rootKeyInTable, world), CONFIG)).not.toContain('other');
  });
  test('several of them', () => {
    const world = codex(`[features]\nhooks = true\nmodel_provider = "gw"\nmodel = "m-main"\n\n${TABLE}`);
    expect(check(rootKeyInTable, world)).toHaveLength(2);
    expectConverges(rootKeyInTable, world);
  });
  test.each([
    ['a profile', `${codexConfig()}\n[profiles.x]\nmodel = "o"\nmodel_provider = "gw"\n`],
    ['an agent', `${codexConfig()}\n[agents.x]\nmodel = "o"\n`],
    ['a variable of an MCP server', `${codexConfig()}\n[mcp_servers.x.env]\nmodel = "o"\nprofile = "p"\n`],
    ['a parameter', `${codexConfig()}\n[model_providers.gw.query_params]\nmodel = "o"\n`],
    ['the desktop app', `${codexConfig()}\n[desktop]\nmodel = "o"\n`],
    ['a switch of the same name', `${codexConfig()}\n[features]\npersonality = true\n`],
  ])('silent: %s', (name, config) => {
    if (name === 'a switch of the same name')
      expect(check(rootKeyInTable, codex(config)).every(({ severity }) => severity === 'warning')).toBe(true);
    else expect(check(rootKeyInTable, codex(config))).toEqual([]);
  });
});

describe('file/toml-unquoted-dot', () => {
  test('a name with a dot', () => {
    const world = codex(
      'model_provider = "my.gw"\n\n[model_providers.my.gw]\nname = "x" # mine\nbase_url = "https://gw.example/v1"\nenv_key = "GW_API_KEY"\n',
    );
    expectDraft(unquotedDot, check(unquotedDot, world), { origin: { line: 3 }, args: { name: 'my.gw' }, safety: 'unsafe' });
    const after = expectConverges(unquotedDot, world);
    expect(snapshotOf(after).clients[0]?.channel?.baseUrl?.value).toBe('https://gw.example/v1');
    expect(textIn(after, CONFIG)).toContain('# mine');
  });
  test('two dots', () => {
    const world = codex('model_provider = "a.b.c"\n[model_providers.a.b.c]\nname = "x"\nbase_url = "https://gw.example/v1"\n');
    expectDraft(unquotedDot, check(unquotedDot, world), { args: { name: 'a.b.c' } });
    expectConverges(unquotedDot, world);
  });
  test.each([
    ['sub-tables of a provider', `${codexConfig()}\n[model_providers.gw.http_headers]\nX = "y"\n`],
    ['quoted', 'model_provider = "a.b"\n[model_providers."a.b"]\nname = "x"\nbase_url = "https://gw.example/v1"\n'],
    ['an orphan sub-table', `${codexConfig()}\n[model_providers.old.http_headers]\nbase_url = "x"\n`],
  ])('silent: %s', (_, config) => {
    expect(check(unquotedDot, codex(config))).toEqual([]);
  });
});

describe('file/wrong-type', () => {
  test.each([
    [
      'text for a list',
      settings({ permissions: { allow: 'Bash(ls:*)' } }),
      { origin: { key: 'permissions.allow' }, variant: 'settings' },
      'safe',
    ],
    ['a number for a text', settings({ model: 5 }), { origin: { key: 'model' } }, null],
    ['an unknown mode', settings({ permissions: { defaultMode: 'nope' } }), {}, null],
    ['a mode in other case', settings({ permissions: { defaultMode: 'AcceptEdits' } }), {}, 'safe'],
    ['a quoted number', settings({ cleanupPeriodDays: '30' }), {}, 'safe'],
    ['a quoted switch', settings({ includeCoAuthoredBy: 'False' }), {}, 'safe'],
    ['a list of variables', settings({ env: ['A=b'] }), { origin: { key: 'env' } }, null],
    ['a list for the whole', settings('[]'), { args: { key: '{}' } }, null],
    ['a quoted false', codex(codexConfig('env_key = "GW_API_KEY"\nsupports_websockets = "false" # no')), { origin: { line: 9 } }, 'safe'],
    ['a quoted number in TOML', codex(codexConfig('env_key = "GW_API_KEY"\nrequest_max_retries = "3"')), {}, 'safe'],
    ['a number for a model', codex(`${codexConfig().replace('"m-main"', '5')}`), { origin: { key: 'model' } }, null],
    ['a text for a list in TOML', codex(codexConfig(undefined, 'notify = "cmd"')), { origin: { key: 'notify' } }, 'safe'],
    ['a number for a header', codex(codexConfig('env_key = "GW_API_KEY"\nhttp_headers = { X-Team = 5 }')), {}, null],
    ['a date for a parameter', codex(codexConfig('env_key = "GW_API_KEY"\nquery_params = { api-version = 2024-10-21 }')), {}, 'safe'],
    ['a quoted feature', codex(`${codexConfig()}\n[features]\nhooks = "true"\n`), {}, 'safe'],
    [
      'a provider that is none',
      codex(`${codexConfig()}\n[model_providers]\nx = "https://gw.example/v1"\n`.replace('[model_providers.gw]', '[model_providers.gw]')),
      {},
      null,
    ],
    ['a list of providers', codex('[[model_providers]]\nname = "x"\n'), { origin: { key: 'model_providers' } }, null],
  ] as const)('%s', (name, world, expected, safety) => {
    const drafts = check(wrongType, world);
    if (name === 'a number for a header') {
      expectDraft(wrongType, drafts, { ...expected, safety: 'safe' });
      return;
    }
    expectDraft(wrongType, drafts, { severity: 'error', ...expected, safety });
    if (safety === 'safe') expectConverges(wrongType, world);
  });
  test.each([
    ['numbers and switches in env', settings({ env: { A: 1, B: true, C: null } })],
    ['what this version does not know', codexOf('0.105.0', codexConfig('env_key = "GW_API_KEY"\nauth = "x"'))],
    ['any mode in 1.0.0', claudeOf('1.0.0', {}, { files: { '~/.claude/settings.json': '{"permissions":{"defaultMode":"nope"}}' } })],
    ['lists and tables', settings({ permissions: { allow: [], deny: ['a'], defaultMode: 'plan' }, hooks: {}, model: 'x' })],
    [
      'a project provider that is dropped',
      codex(`${codexConfig()}\n[projects."/home/u/project"]\ntrust_level = "trusted"\n`, {
        files: { '~/project/.codex/config.toml': 'model_provider = 5\n' },
      }),
    ],
    ['integers in every notation', codex(codexConfig('env_key = "GW_API_KEY"\nrequest_max_retries = 1_0\nstream_max_retries = 0x1F'))],
  ] as const)('silent: %s', (_, world) => {
    expect(check(wrongType, world as World)).toEqual([]);
  });
});
