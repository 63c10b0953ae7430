// Forms that this version of a client does not read.

import { describe, expect, test } from 'vitest';
import { rule as ignoredForm } from '../../../src/rules/file/ignored-form.ts';
import { rule as legacyConfigJson } from '../../../src/rules/file/legacy-config-json.ts';
import { rule as legacyProfile } from '../../../src/rules/file/legacy-profile.ts';
import {
  check,
  claude,
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

const CONFIG = '/home/u/.codex/config.toml';
const settings = (content: object | string, more: World = {}): World =>
  claude(
    {},
    {
      ...more,
      files: { '~/.claude/settings.json': typeof content === 'string' ? content : JSON.stringify(content, null, 2), ...more.files },
    },
  );

describe('file/ignored-form', () => {
  const flat = `model = "m"\nbase_url = "https://gw.example/v1"\napi_key = "${KEY}"\nrequest_timeout = 120\nstream = true\n`;
  test.each([
    ['flat keys', codex(flat), { severity: 'error', origin: { line: 2, key: 'base_url' } }],
    ['flat base URL', codex('base_url = "https://gw.example/v1"\n'), { severity: 'error' }],
    ['other spelling', codex('baseURL = "https://gw.example/v1"\nenv_key = "GW_API_KEY"\n'), { severity: 'error' }],
    ['beside a good provider', codex(codexConfig(undefined, 'request_timeout = 60')), { severity: 'warning' }],
    [
      '[env] in config.toml',
      codex(`[env]\nOPENAI_BASE_URL = "https://gw.example/v1"\nOPENAI_API_KEY = "${KEY}"\n`),
      { severity: 'error', origin: { key: 'env' } },
    ],
    [
      '[env] with the variable of env_key',
      codex(`${codexConfig()}[env]\nGW_API_KEY = "${KEY}"\n`, { env: { GW_API_KEY: '' } }),
      { severity: 'error', origin: { key: 'env' }, safety: 'unsafe' },
    ],
    ['[openai] in config.toml', codex(`[openai]\nbase_url = "https://gw.example/v1"\napi_key = "${KEY}"\n`), { severity: 'error' }],
    ['api_key in the provider', codex(codexConfig(`api_key = "${KEY}"`)), { severity: 'error', variant: 'provider', origin: { line: 8 } }],
    ['api_key beside env_key', codex(codexConfig(`env_key = "GW_API_KEY"\napi_key = "${KEY}"`)), { severity: 'warning' }],
    ['baseURL in the provider', codex(codexConfig().replace('base_url', 'baseURL')), { severity: 'error' }],
    [
      'variables at the top',
      settings({ ANTHROPIC_BASE_URL: 'https://gw.example', ANTHROPIC_AUTH_TOKEN: KEY }),
      { severity: 'error', variant: 'claude-code' },
    ],
    [
      'an anthropic object',
      settings({ anthropic: { base_url: 'https://gw.example', auth_token: KEY, model: 'm' } }),
      { severity: 'error', origin: { key: 'anthropic' } },
    ],
    ['apiKey at the top', settings({ apiKey: KEY, env: { ANTHROPIC_BASE_URL: 'https://gw.example' } }), { severity: 'error' }],
    [
      'beside what counts',
      settings({ anthropic: { base_url: 'https://x.example' }, ...JSON.parse(claudeSettings()) }),
      { severity: 'warning' },
    ],
  ] as const)('%s', (_, world, expected) => {
    const draft = expectDraft(ignoredForm, check(ignoredForm, world), { ...expected, safety: 'unsafe' });
    expect(JSON.stringify(draft)).not.toContain(KEY);
    const after = expectConverges(ignoredForm, world);
    const state = snapshotOf(after).clients.find(({ id }) => id === draft.client);
    expect(state?.channel?.baseUrl?.value).toMatch(/^https:\/\/gw\.example/);
  });
  test('the key comes along', () => {
    for (const world of [
      codex(flat),
      codex(codexConfig(`api_key = "${KEY}"`)),
      codexOf('0.47.0', flat),
      settings({ anthropic: { base_url: 'https://gw.example', api_key: KEY } }),
    ]) {
      const after = expectConverges(ignoredForm, world);
      expect(snapshotOf(after).clients[0]?.channel?.credential?.setting.value.equals(KEY)).toBe(true);
    }
  });
  test('an openai object is not for Claude Code', () => {
    expectDraft(ignoredForm, check(ignoredForm, settings({ openai: { base_url: 'https://gw.example/v1', api_key: KEY } })), {
      safety: null,
    });
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
  const config =
    '{"provider":"relay","model":"m-main","providers":{"relay":{"name":"Relay","baseURL":"https://gw.example/v1","envKey":"GW_API_KEY"}}}';
  const yaml =
    'model: m-main # x\nprovider: relay\nproviders:\n  relay:\n    name: "Relay"\n    baseURL: https://gw.example/v1\n    envKey: GW_API_KEY\n';
  const only = (name: string, text: string, more: World = {}): World => ({
    installed: { codex: '0.171.0' },
    env: { GW_API_KEY: KEY },
    ...more,
    files: { [`~/.codex/${name}`]: text, ...more.files },
  });
  test.each([
    ['config.json', only('config.json', config)],
    ['config.yaml', only('config.yaml', yaml)],
  ])('%s is carried over', (name, world) => {
    expectDraft(legacyConfigJson, check(legacyConfigJson, world), {
      severity: 'error',
      origin: { file: `/home/u/.codex/${name}` },
      safety: 'unsafe',
    });
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
    expectDraft(legacyConfigJson, check(legacyConfigJson, codex(undefined, { files: { '~/.codex/config.json': config } })), {
      severity: 'warning',
      safety: null,
    });
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
