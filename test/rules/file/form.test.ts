// Files that load and say something else than was meant.

import { describe, expect, test } from 'vitest';
import { rule as customHeadersForm } from '../../../src/rules/file/custom-headers-form.ts';
import { rule as ignoredForm } from '../../../src/rules/file/ignored-form.ts';
import { rule as legacyConfigJson } from '../../../src/rules/file/legacy-config-json.ts';
import { rule as legacyProfile } from '../../../src/rules/file/legacy-profile.ts';
import { rule as newerSchemaKey } from '../../../src/rules/file/newer-schema-key.ts';
import { rule as rootKeyInTable } from '../../../src/rules/file/toml-root-key-in-table.ts';
import { rule as unquotedDot } from '../../../src/rules/file/toml-unquoted-dot.ts';
import { rule as unexpandedVariable } from '../../../src/rules/file/unexpanded-variable.ts';
import { rule as wrongPlace } from '../../../src/rules/file/wrong-place.ts';
import { rule as wrongType } from '../../../src/rules/file/wrong-type.ts';
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
  fixed,
  KEY,
  snapshotOf,
  textIn,
  type World,
} from '../world.ts';

const SETTINGS = '/home/u/.claude/settings.json';
const CONFIG = '/home/u/.codex/config.toml';
const TABLE = '[model_providers.gw]\nname = "gw"\nbase_url = "https://gw.example/v1"\nenv_key = "GW_API_KEY"\n';
const settings = (content: object | string, more: World = {}): World =>
  claude({}, { ...more, files: { '~/.claude/settings.json': typeof content === 'string' ? content : JSON.stringify(content, null, 2), ...more.files } });

describe('file/toml-root-key-in-table', () => {
  test.each([
    ['below [features]', `[features]\nhooks = true\n\nmodel_provider = "gw" # keep\n\n${TABLE}`, { origin: { line: 4 }, severity: 'error' }],
    ['below the provider itself', `${TABLE}model_provider = "gw"\n`, { severity: 'error' }],
    ['below [tui]', `model = "m"\n${TABLE}\n[tui]\nnotifications = true\nmodel_provider = "gw"\n`, { severity: 'error' }],
    ['below variables of an MCP server', `${TABLE}\n[mcp_servers.x]\ncommand = "x"\n[mcp_servers.x.env]\nA = "b"\nmodel_provider = "gw"\n`, { severity: 'error' }],
    ['below an invented table', `${TABLE}\n[codex]\nmodel_provider = "gw"\n`, { severity: 'error' }],
    ['not of the channel', `${codexConfig()}\n[notice]\nhide_full_access_warning = true\n# --- login ---\ncli_auth_credentials_store = "file"\n`, { severity: 'warning' }],
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
    if (name === 'a switch of the same name') expect(check(rootKeyInTable, codex(config)).every(({ severity }) => severity === 'warning')).toBe(true);
    else expect(check(rootKeyInTable, codex(config))).toEqual([]);
  });
});

describe('file/toml-unquoted-dot', () => {
  test('a name with a dot', () => {
    const world = codex('model_provider = "my.gw"\n\n[model_providers.my.gw]\nname = "x" # mine\nbase_url = "https://gw.example/v1"\nenv_key = "GW_API_KEY"\n');
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
    ['text for a list', settings({ permissions: { allow: 'Bash(ls:*)' } }), { origin: { key: 'permissions.allow' }, variant: 'settings' }, 'safe'],
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
    ['a provider that is none', codex(`${codexConfig()}\n[model_providers]\nx = "https://gw.example/v1"\n`.replace('[model_providers.gw]', '[model_providers.gw]')), {}, null],
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
    ['a project provider that is dropped', codex(`${codexConfig()}\n[projects."/home/u/project"]\ntrust_level = "trusted"\n`, { files: { '~/project/.codex/config.toml': 'model_provider = 5\n' } })],
    ['integers in every notation', codex(codexConfig('env_key = "GW_API_KEY"\nrequest_max_retries = 1_0\nstream_max_retries = 0x1F'))],
  ] as const)('silent: %s', (_, world) => {
    expect(check(wrongType, world as World)).toEqual([]);
  });
});

describe('file/ignored-form', () => {
  const flat = `model = "m"\nbase_url = "https://gw.example/v1"\napi_key = "${KEY}"\nrequest_timeout = 120\nstream = true\n`;
  test.each([
    ['flat keys', codex(flat), { severity: 'error', origin: { line: 2, key: 'base_url' } }],
    ['flat base URL', codex('base_url = "https://gw.example/v1"\n'), { severity: 'error' }],
    ['other spelling', codex('baseURL = "https://gw.example/v1"\nenv_key = "GW_API_KEY"\n'), { severity: 'error' }],
    ['beside a good provider', codex(codexConfig(undefined, 'request_timeout = 60')), { severity: 'warning' }],
    ['[env] in config.toml', codex(`[env]\nOPENAI_BASE_URL = "https://gw.example/v1"\nOPENAI_API_KEY = "${KEY}"\n`), { severity: 'error', origin: { key: 'env' } }],
    ['[openai] in config.toml', codex(`[openai]\nbase_url = "https://gw.example/v1"\napi_key = "${KEY}"\n`), { severity: 'error' }],
    ['api_key in the provider', codex(codexConfig(`api_key = "${KEY}"`)), { severity: 'error', origin: { line: 8 } }],
    ['api_key beside env_key', codex(codexConfig(`env_key = "GW_API_KEY"\napi_key = "${KEY}"`)), { severity: 'warning' }],
    ['baseURL in the provider', codex(codexConfig().replace('base_url', 'baseURL')), { severity: 'error' }],
    ['variables at the top', settings({ ANTHROPIC_BASE_URL: 'https://gw.example', ANTHROPIC_AUTH_TOKEN: KEY }), { severity: 'error', variant: 'claude-code' }],
    ['an anthropic object', settings({ anthropic: { base_url: 'https://gw.example', auth_token: KEY, model: 'm' } }), { severity: 'error', origin: { key: 'anthropic' } }],
    ['apiKey at the top', settings({ apiKey: KEY, env: { ANTHROPIC_BASE_URL: 'https://gw.example' } }), { severity: 'error' }],
    ['beside what counts', settings({ anthropic: { base_url: 'https://x.example' }, ...JSON.parse(claudeSettings()) }), { severity: 'warning' }],
  ] as const)('%s', (_, world, expected) => {
    const draft = expectDraft(ignoredForm, check(ignoredForm, world), { ...expected, safety: 'unsafe' });
    expect(JSON.stringify(draft)).not.toContain(KEY);
    const after = expectConverges(ignoredForm, world);
    const state = snapshotOf(after).clients.find(({ id }) => id === draft.client);
    expect(state?.channel?.baseUrl?.value).toMatch(/^https:\/\/gw\.example/);
  });
  test('the key comes along', () => {
    for (const world of [codex(flat), codex(codexConfig(`api_key = "${KEY}"`)), codexOf('0.47.0', flat), settings({ anthropic: { base_url: 'https://gw.example', api_key: KEY } })]) {
      const after = expectConverges(ignoredForm, world);
      expect(snapshotOf(after).clients[0]?.channel?.credential?.setting.value.equals(KEY)).toBe(true);
    }
  });
  test('an openai object is not for Claude Code', () => {
    expectDraft(ignoredForm, check(ignoredForm, settings({ openai: { base_url: 'https://gw.example/v1', api_key: KEY } })), { safety: null });
  });
  test.each([
    ['healthy', codex()],
    ['other variables at the top', settings({ ...JSON.parse(claudeSettings()), ENABLE_TOOL_SEARCH: true, VISUAL: 'vim' })],
    ['the built-in base URL', codex('openai_base_url = "https://gw.example/v1"\n')],
    ['settings of older versions', codex(codexConfig(undefined, 'disable_response_storage = true\npreferred_auth_method = "apikey"'))],
    ['an unused profile', codex(`${codexConfig()}\n[profiles.x]\nmodel = "m"\n`)],
    ['MCP servers', codex(`${codexConfig()}\n[mcp_servers.x]\nurl = "https://mcp.example"\n[mcp_servers.x.env]\nAPI_KEY = "x"\n`)],
    ['a key helper', settings({ ...JSON.parse(claudeSettings()), apiKeyHelper: 'pass show x' })],
  ] as const)('silent: %s', (_, world) => {
    expect(check(ignoredForm, world as World)).toEqual([]);
  });
});

describe('file/legacy-config-json', () => {
  const config = '{"provider":"relay","model":"m-main","providers":{"relay":{"name":"Relay","baseURL":"https://gw.example/v1","envKey":"GW_API_KEY"}}}';
  const yaml = 'model: m-main # x\nprovider: relay\nproviders:\n  relay:\n    name: "Relay"\n    baseURL: https://gw.example/v1\n    envKey: GW_API_KEY\n';
  const only = (name: string, text: string, more: World = {}): World => ({ installed: { codex: '0.171.0' }, env: { GW_API_KEY: KEY }, ...more, files: { [`~/.codex/${name}`]: text, ...more.files } });
  test.each([
    ['config.json', only('config.json', config)],
    ['config.yaml', only('config.yaml', yaml)],
  ])('%s is carried over', (name, world) => {
    expectDraft(legacyConfigJson, check(legacyConfigJson, world), { severity: 'error', origin: { file: `/home/u/.codex/${name}` }, safety: 'unsafe' });
    const facts = snapshotOf(applied(world)).clients[0]?.channel;
    expect(facts?.baseUrl?.value).toBe('https://gw.example/v1');
    expect(facts?.credential?.setting.value.equals(KEY)).toBe(true);
    expect(facts?.model?.value).toBe('m-main');
  });
  const applied = (world: World) => {
    const drafts = check(legacyConfigJson, world);
    return fixed(world, drafts);
  };
  test('beside a config.toml with a channel', () => {
    expectDraft(legacyConfigJson, check(legacyConfigJson, codex(undefined, { files: { '~/.codex/config.json': config } })), { severity: 'warning', safety: null });
  });
  test.each([
    ['the Codex that reads it', only('config.json', config, { installed: { codex: '0.1.2505172129' } })],
    ['a file of something else', only('config.json', '{"theme":"dark"}')],
    ['YAML of something else', only('config.yaml', '- a\n- b\n')],
  ])('silent: %s', (_, world) => {
    expect(check(legacyConfigJson, world)).toEqual([]);
  });
});

describe('file/legacy-profile', () => {
  const config = `profile = "work"\n${codexConfig()}\n[profiles.work]\nmodel_reasoning_effort = "low"\nfeatures.hooks = true\n`;
  test('is split', () => {
    const world = codex(config);
    expectDraft(legacyProfile, check(legacyProfile, world), { origin: { line: 1 }, safety: 'unsafe' });
    const after = expectConverges(legacyProfile, world);
    expect(textIn(after, '/home/u/.codex/work.config.toml')).toContain('model_reasoning_effort = "low"');
    expect(textIn(after, CONFIG)).not.toContain('profiles');
  });
  test('without a table', () => {
    expectConverges(legacyProfile, codex(`profile = "x"\n${codexConfig()}`));
  });
  test.each([
    ['before 0.134', codexOf('0.133.0', config)],
    ['not selected', codex(`${codexConfig()}\n[profiles.work]\nmodel = "x"\n`)],
  ])('silent: %s', (_, world) => {
    expect(check(legacyProfile, world)).toEqual([]);
  });
});

describe('file/newer-schema-key', () => {
  const withKey = (key: string) => JSON.stringify({ [key]: 'x', ...JSON.parse(claudeSettings()) }, null, 2);
  test('$schema and others', () => {
    const schema = claudeOf('1.0.60', {}, { files: { '~/.claude/settings.json': withKey('$schema') } });
    expectDraft(newerSchemaKey, check(newerSchemaKey, schema), { origin: { file: SETTINGS, line: 2 }, safety: 'safe' });
    expectConverges(newerSchemaKey, schema);
    const other = claudeOf('1.0.60', {}, { files: { '~/.claude/settings.json': withKey('alwaysThinkingEnabled') } });
    expectDraft(newerSchemaKey, check(newerSchemaKey, other), { safety: null });
  });
  test.each(['1.0.0', '1.0.90', '2.1.332'])('silent in %s', (version) => {
    expect(check(newerSchemaKey, claudeOf(version, {}, { files: { '~/.claude/settings.json': withKey('$schema') } }))).toEqual([]);
  });
});

describe('file/custom-headers-form', () => {
  const NAME = 'ANTHROPIC_CUSTOM_HEADERS';
  test.each([
    ['JSON text', claude({ [NAME]: '{"X-A": "1", "X-B": "2"}' }), undefined, 'X-A: 1\nX-B: 2'],
    ['an object', settings({ env: { ...JSON.parse(claudeSettings()).env, [NAME]: { 'X-A': 1 } } }), undefined, 'X-A: 1'],
    ['a list of objects', claude({ [NAME]: '[{"X-A": "1"}, {"X-B": "2"}]' }), undefined, 'X-A: 1\nX-B: 2'],
    ['a literal \\n', claude({ [NAME]: 'X-A: 1\\nX-B: 2' }), 'escape', 'X-A: 1\nX-B: 2'],
  ] as const)('%s', (_, world, variant, value) => {
    const draft = expectDraft(customHeadersForm, check(customHeadersForm, world), { safety: 'safe' });
    expect(draft.variant).toBe(variant);
    expect(JSON.parse(textIn(expectConverges(customHeadersForm, world), SETTINGS)).env[NAME]).toBe(value);
  });
  test('in the environment there is no file to edit', () => {
    expectDraft(customHeadersForm, check(customHeadersForm, claude({}, { env: { [NAME]: '{"A":"b"}' } })), { safety: null, origin: { env: NAME } });
  });
  test.each(['X-A: 1', 'X-A: 1\nX-B: 2', 'X-Path: C:\\new\\n', 'X-A: {"b": 1}', ''])('silent: %j', (value) => {
    expect(check(customHeadersForm, claude({ [NAME]: value }))).toEqual([]);
  });
});

describe('file/unexpanded-variable', () => {
  test.each([
    ['base URL', codex(codexConfig(undefined, '', 'https://${GW_HOST}/v1'), { env: { GW_HOST: 'gw.example' } }), { args: { variable: 'GW_HOST' } }],
    ['env_key', codex(codexConfig('env_key = "$GW_API_KEY"')), { variant: 'env-key' }],
    ['env_key in braces', codex(codexConfig('env_key = "${GW_API_KEY}"')), { variant: 'env-key' }],
    ['a token', codex(codexConfig('experimental_bearer_token = "${GW_API_KEY}"')), {}],
    ['a header', codex(codexConfig('http_headers = { Authorization = "Bearer ${GW_API_KEY}" }')), { origin: { line: 8 } }],
    ['another header', codex(codexConfig('env_key = "GW_API_KEY"\nhttp_headers = { X-Team = "${TEAM}" }'), { env: { TEAM: 'blue' } }), {}],
    ['Claude Code base URL', claude({ ANTHROPIC_BASE_URL: '%GW_BASE%' }, { env: { GW_BASE: 'https://gw.example' } }), { origin: { key: 'env.ANTHROPIC_BASE_URL' } }],
    ['Claude Code token', claude({ ANTHROPIC_AUTH_TOKEN: '${GW_KEY}' }, { env: { GW_KEY: KEY } }), { origin: { key: 'env.ANTHROPIC_AUTH_TOKEN' } }],
    ['the same name', claude({ ANTHROPIC_AUTH_TOKEN: '$ANTHROPIC_AUTH_TOKEN' }, { env: { ANTHROPIC_AUTH_TOKEN: KEY } }), {}],
    ['a model', claude({ ANTHROPIC_MODEL: '${MODEL}' }, { env: { MODEL: 'm-main' } }), {}],
  ] as const)('%s', (_, world, expected) => {
    expectDraft(unexpandedVariable, check(unexpandedVariable, world), { ...expected, safety: 'unsafe' });
    expectConverges(unexpandedVariable, world);
  });
  test('a variable that is not set has no fix', () => {
    expectDraft(unexpandedVariable, check(unexpandedVariable, claude({ ANTHROPIC_BASE_URL: 'https://${NOWHERE}' })), { safety: null });
  });
  test.each([
    ['a sign inside a key', claude({ ANTHROPIC_AUTH_TOKEN: 'pa$word-0001-test' })],
    ['an encoded path', claude({ ANTHROPIC_BASE_URL: 'https://gw.example/%E4%BD%A0' })],
    ['healthy', codex()],
    ['an unselected provider', codex(`${codexConfig()}\n[model_providers.x]\nname = "x"\nbase_url = "http://\${H}/v1"\n`)],
  ] as const)('silent: %s', (_, world) => {
    expect(check(unexpandedVariable, world as World)).toEqual([]);
  });
});

describe('file/wrong-place', () => {
  const channel = claudeSettings();
  test.each([
    ['local settings in the home', claude({}, { files: { '~/.claude/settings.local.json': channel } }), '/home/u/.claude/settings.local.json'],
    ['XDG', claude({}, { files: { '~/.config/claude/settings.json': channel } }), '/home/u/.config/claude/settings.json'],
    ['jsonc', claude({}, { files: { '~/.claude/settings.jsonc': '{ // x\n}' } }), '/home/u/.claude/settings.jsonc'],
    ['.txt', claude({}, { files: { '~/.claude/settings.json.txt': '{}' } }), '/home/u/.claude/settings.json.txt'],
    ['config.tml', codex(undefined, { files: { '~/.codex/config.tml': 'x = 1\n' } }), '/home/u/.codex/config.tml'],
    ['config.toml.txt', codex(undefined, { files: { '~/.codex/config.toml.txt': codexConfig() } }), '/home/u/.codex/config.toml.txt'],
    ['XDG of Codex', codex(undefined, { files: { '~/.config/codex/config.toml': codexConfig() } }), '/home/u/.config/codex/config.toml'],
    ['above the folder', claude({}, { cwd: '~/project/a/b', files: { '~/project/.claude/settings.json': channel } }), '/home/u/project/.claude/settings.json'],
    ['next to CODEX_HOME', codex(undefined, { env: { CODEX_HOME: '/home/u/x/codex' }, files: { '~/x/config.toml': codexConfig() } }), '/home/u/x/config.toml', '/home/u/.codex/config.toml'],
    ['next to CLAUDE_CONFIG_DIR', claude({}, { env: { CLAUDE_CONFIG_DIR: '/home/u/x/claude' }, files: { '~/x/settings.json': channel, '~/x/claude/settings.json': channel } }), '/home/u/x/settings.json'],
    ['other case', claude({}, { files: { '~/.claude/Settings.json': channel } }), '/home/u/.claude/Settings.json'],
  ] as const)('%s', (_, world, file, second?: string) => {
    const drafts = check(wrongPlace, world);
    expect(drafts.map(({ origin }) => origin?.file).sort()).toEqual([file, ...(second ? [second] : [])].sort());
    const [first] = drafts;
    if (first) expectDraft(wrongPlace, [first], { severity: 'warning', safety: null });
  });
  test.each([
    ['healthy', claude()],
    ['permissions alone', claude({}, { files: { '~/.claude/settings.local.json': '{"permissions":{"allow":["Read"]}}' } })],
    ['the home is the folder', claude({}, { cwd: '~/', files: { '~/.claude/settings.local.json': channel } })],
    ['project settings here', claude({}, { files: { '~/project/.claude/settings.json': channel } })],
    ['harmless settings above', claude({}, { cwd: '~/project/a', files: { '~/project/.claude/settings.json': '{"env":{"NODE_ENV":"test"}}' } })],
    ['two homes side by side', claude({}, { env: { CLAUDE_CONFIG_DIR: '/home/u/.claude-work' }, files: { '~/.claude-work/settings.json': channel } })],
    ['an empty file', codex(undefined, { files: { '~/.codex/config.tml': '' } })],
    ['a folder', claude({}, { files: { '~/.claude/settings.yaml': { state: 'directory' } } })],
  ] as const)('silent: %s', (name, world) => {
    const cwd = name === 'the home is the folder' ? { ...world, cwd: '/home/u' } : world;
    expect(check(wrongPlace, cwd as World)).toEqual([]);
  });
});
