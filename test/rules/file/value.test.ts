// biome-ignore-all lint/suspicious/noTemplateCurlyInString: references that nothing expands are what is tested.
// Values that are taken literally, keys that are too new, files in the wrong place.

import { describe, expect, test } from 'vitest';
import { rule as customHeadersForm } from '../../../src/rules/file/custom-headers-form.ts';
import { rule as newerSchemaKey } from '../../../src/rules/file/newer-schema-key.ts';
import { rule as unexpandedVariable } from '../../../src/rules/file/unexpanded-variable.ts';
import { rule as wrongPlace } from '../../../src/rules/file/wrong-place.ts';
import {
  check,
  claude,
  claudeOf,
  claudeSettings,
  codex,
  codexConfig,
  expectConverges,
  expectDraft,
  KEY,
  textIn,
  type World,
} from '../world.ts';

const SETTINGS = '/home/u/.claude/settings.json';
const settings = (content: object | string, more: World = {}): World =>
  claude(
    {},
    {
      ...more,
      files: { '~/.claude/settings.json': typeof content === 'string' ? content : JSON.stringify(content, null, 2), ...more.files },
    },
  );

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
    expectDraft(customHeadersForm, check(customHeadersForm, claude({}, { env: { [NAME]: '{"A":"b"}' } })), {
      safety: null,
      origin: { env: NAME },
    });
  });
  test.each(['X-A: 1', 'X-A: 1\nX-B: 2', 'X-Path: C:\\new\\n', 'X-A: {"b": 1}', ''])('silent: %j', (value) => {
    expect(check(customHeadersForm, claude({ [NAME]: value }))).toEqual([]);
  });
});

describe('file/unexpanded-variable', () => {
  test.each([
    [
      'base URL',
      codex(codexConfig(undefined, '', 'https://${GW_HOST}/v1'), { env: { GW_HOST: 'gw.example' } }),
      { args: { variable: 'GW_HOST' } },
    ],
    ['env_key', codex(codexConfig('env_key = "$GW_API_KEY"')), { variant: 'env-key' }],
    ['env_key in braces', codex(codexConfig('env_key = "${GW_API_KEY}"')), { variant: 'env-key' }],
    ['a token', codex(codexConfig('experimental_bearer_token = "${GW_API_KEY}"')), { variant: 'codex-key' }],
    [
      'a header',
      codex(codexConfig('http_headers = { Authorization = "Bearer ${GW_API_KEY}" }')),
      { variant: 'codex-key', origin: { line: 8 } },
    ],
    ['another header', codex(codexConfig('env_key = "GW_API_KEY"\nhttp_headers = { X-Team = "${TEAM}" }'), { env: { TEAM: 'blue' } }), {}],
    [
      'Claude Code base URL',
      claude({ ANTHROPIC_BASE_URL: '%GW_BASE%' }, { env: { GW_BASE: 'https://gw.example' } }),
      { variant: 'claude-code', args: { entry: 'ANTHROPIC_BASE_URL' }, origin: { key: 'env.ANTHROPIC_BASE_URL' } },
    ],
    [
      'Claude Code token',
      claude({ ANTHROPIC_AUTH_TOKEN: '${GW_KEY}' }, { env: { GW_KEY: KEY } }),
      { origin: { key: 'env.ANTHROPIC_AUTH_TOKEN' } },
    ],
    ['the same name', claude({ ANTHROPIC_AUTH_TOKEN: '$ANTHROPIC_AUTH_TOKEN' }, { env: { ANTHROPIC_AUTH_TOKEN: KEY } }), {}],
    ['a model', claude({ ANTHROPIC_MODEL: '${MODEL}' }, { env: { MODEL: 'm-main' } }), {}],
  ] as const)('%s', (_, world, expected) => {
    expectDraft(unexpandedVariable, check(unexpandedVariable, world), { ...expected, safety: 'unsafe' });
    expectConverges(unexpandedVariable, world);
  });
  test('in the shell', () => {
    const world = codex(undefined, { env: { GW_API_KEY: '$OTHER_KEY' } });
    expectDraft(unexpandedVariable, check(unexpandedVariable, world), { variant: 'shell', args: { entry: 'GW_API_KEY' }, safety: null });
  });
  test('an address of Codex gets no advice about keys', () => {
    const [draft] = check(unexpandedVariable, codex(codexConfig(undefined, '', 'https://${GW_HOST}/v1')));
    expect(draft).not.toHaveProperty('variant');
    expect(unexpandedVariable.text.advice.en).not.toContain('env_key');
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
    [
      'local settings in the home',
      claude({}, { files: { '~/.claude/settings.local.json': channel } }),
      '/home/u/.claude/settings.local.json',
    ],
    ['XDG', claude({}, { files: { '~/.config/claude/settings.json': channel } }), '/home/u/.config/claude/settings.json'],
    ['jsonc', claude({}, { files: { '~/.claude/settings.jsonc': '{ // x\n}' } }), '/home/u/.claude/settings.jsonc'],
    ['.txt', claude({}, { files: { '~/.claude/settings.json.txt': '{}' } }), '/home/u/.claude/settings.json.txt'],
    ['config.tml', codex(undefined, { files: { '~/.codex/config.tml': 'x = 1\n' } }), '/home/u/.codex/config.tml'],
    ['config.toml.txt', codex(undefined, { files: { '~/.codex/config.toml.txt': codexConfig() } }), '/home/u/.codex/config.toml.txt'],
    ['XDG of Codex', codex(undefined, { files: { '~/.config/codex/config.toml': codexConfig() } }), '/home/u/.config/codex/config.toml'],
    [
      'above the folder',
      claude({}, { cwd: '~/project/a/b', files: { '~/project/.claude/settings.json': channel } }),
      '/home/u/project/.claude/settings.json',
    ],
    [
      'next to CODEX_HOME',
      codex(undefined, { env: { CODEX_HOME: '/home/u/x/codex' }, files: { '~/x/config.toml': codexConfig() } }),
      '/home/u/x/config.toml',
      '/home/u/.codex/config.toml',
    ],
    [
      'next to CLAUDE_CONFIG_DIR',
      claude(
        {},
        { env: { CLAUDE_CONFIG_DIR: '/home/u/x/claude' }, files: { '~/x/settings.json': channel, '~/x/claude/settings.json': channel } },
      ),
      '/home/u/x/settings.json',
    ],
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
    [
      'harmless settings above',
      claude({}, { cwd: '~/project/a', files: { '~/project/.claude/settings.json': '{"env":{"NODE_ENV":"test"}}' } }),
    ],
    [
      'two homes side by side',
      claude({}, { env: { CLAUDE_CONFIG_DIR: '/home/u/.claude-work' }, files: { '~/.claude-work/settings.json': channel } }),
    ],
    ['an empty file', codex(undefined, { files: { '~/.codex/config.tml': '' } })],
    ['a folder', claude({}, { files: { '~/.claude/settings.yaml': { state: 'directory' } } })],
  ] as const)('silent: %s', (name, world) => {
    const cwd = name === 'the home is the folder' ? { ...world, cwd: '/home/u' } : world;
    expect(check(wrongPlace, cwd as World)).toEqual([]);
  });
});
