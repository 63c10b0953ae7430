import { describe, expect, test } from 'vitest';
import type { Home } from '../../helpers/facts.ts';
import { HOME } from '../../helpers/facts.ts';
import { NEWEST, read, SETTINGS, settings } from './homes.ts';

const base = (url: string): string => settings({ ANTHROPIC_BASE_URL: url });
const winner = (version: string, home: Home) => read(version, home).variable('ANTHROPIC_BASE_URL');

describe('which value wins', () => {
  const files = {
    '/etc/claude-code/managed-settings.json': base('managed'),
    '~/project/.claude/settings.local.json': base('local'),
    '~/project/.claude/settings.json': base('project'),
    [SETTINGS]: base('user'),
    '~/.claude.json': base('global'),
  };
  test('managed, local, project, user, .claude.json, process', () => {
    const found = winner(NEWEST, { files, env: { ANTHROPIC_BASE_URL: 'process' } });
    expect([found?.value, ...(found?.shadows.map(({ value }) => value) ?? [])]).toEqual([
      'managed',
      'local',
      'project',
      'user',
      'global',
      'process',
    ]);
    expect(found?.shadows.at(-1)?.origin).toEqual({ scope: 'env', env: 'ANTHROPIC_BASE_URL' });
    expect(found?.shadows[2]?.origin).toMatchObject({
      scope: 'user',
      file: `${HOME}/.claude/settings.json`,
      key: 'env.ANTHROPIC_BASE_URL',
      line: 1,
    });
  });

  test.each([
    ['2.1.0', 'file'],
    ['2.1.100', 'last'],
    [NEWEST, 'last'],
  ])('managed fragments in %s: %s', (version, expected) => {
    const folder = '/etc/claude-code/managed-settings.d';
    const managed = {
      '/etc/claude-code/managed-settings.json': base('file'),
      [`${folder}/10-a.json`]: base('first'),
      [`${folder}/20-b.json`]: base('last'),
      [`${folder}/30.txt`]: base('text'),
    };
    expect(winner(version, { files: managed })?.value).toBe(expected);
  });

  test.each([
    ['win32', 'C:\\Program Files\\ClaudeCode\\managed-settings.json', NEWEST, 'managed'],
    ['win32', 'C:\\ProgramData\\ClaudeCode\\managed-settings.json', NEWEST, undefined],
    ['win32', 'C:\\ProgramData\\ClaudeCode\\managed-settings.json', '2.0.0', 'managed'],
    ['darwin', '/Library/Application Support/ClaudeCode/managed-settings.json', NEWEST, 'managed'],
  ] as const)('managed on %s in %s, %s', (platform, path, version, expected) => {
    expect(winner(version, { platform, files: { [path]: base('managed') } })?.value).toBe(expected);
  });

  test('an empty text in the settings wins', () => {
    expect(winner(NEWEST, { files: { [SETTINGS]: base('') }, env: { ANTHROPIC_BASE_URL: 'process' } })?.value).toBe('');
  });

  test.each([
    [600000, '600000'],
    [true, 'true'],
    [null, 'null'],
    [{ a: 1 }, '[object Object]'],
  ])('a value %j becomes text', (value, expected) => {
    expect(read(NEWEST, { files: { [SETTINGS]: settings({ API_TIMEOUT_MS: value }) } }).variable('API_TIMEOUT_MS')?.value).toBe(expected);
  });

  test('of two env blocks the last one counts', () => {
    expect(winner(NEWEST, { files: { [SETTINGS]: '{"env":{"ANTHROPIC_BASE_URL":"a"},"env":{"ANTHROPIC_BASE_URL":"b"}}' } })?.value).toBe(
      'b',
    );
  });

  test('names that objects have anyway are no variables', () => {
    expect(read(NEWEST, { files: { [SETTINGS]: '{"env":{}}' } }).variable('constructor')).toBeNull();
  });
});

describe('folders', () => {
  test('in the home folder the user settings count once, as the user’s', () => {
    const state = read(NEWEST, { cwd: '~/', files: { [SETTINGS]: base('user') } });
    expect(state.variable('ANTHROPIC_BASE_URL')).toMatchObject({ origin: { scope: 'user' }, shadows: [] });
  });

  test('a sub-folder of a project has no project settings', () => {
    expect(winner(NEWEST, { cwd: '~/project/src', files: { '~/project/.claude/settings.json': base('project') } })).toBeNull();
  });

  const moved = { env: { CLAUDE_CONFIG_DIR: `${HOME}/cc` }, files: { [SETTINGS]: base('usual'), '~/cc/settings.json': base('moved') } };
  test.each([
    ['1.0.0', 'usual', `${HOME}/cc/config.json`],
    ['1.0.60', 'moved', `${HOME}/cc/.claude.json`],
    [NEWEST, 'moved', `${HOME}/cc/.claude.json`],
  ])('CLAUDE_CONFIG_DIR in %s', (version, expected, globalConfig) => {
    expect(winner(version, moved)?.value).toBe(expected);
    expect(read(version, moved).globalConfig.file).toBe(globalConfig);
  });

  test.each([
    ['1.0.0', '.claude.json'],
    ['1.0.60', '.config.json'],
    [NEWEST, '.config.json'],
  ])('.config.json and .claude.json in %s', (version, expected) => {
    const state = read(version, { files: { '~/.claude/.config.json': base('.config.json'), '~/.claude.json': base('.claude.json') } });
    expect(state.variable('ANTHROPIC_BASE_URL')).toMatchObject({ value: expected, shadows: [] });
  });
});

describe('files that are dropped', () => {
  const bytes = (...parts: readonly (number | string)[]): Uint8Array =>
    new Uint8Array(parts.flatMap((part) => (typeof part === 'number' ? [part] : [...new TextEncoder().encode(part)])));
  const utf16 = (text: string): Uint8Array => new Uint8Array([0xff, 0xfe, ...Buffer.from(text, 'utf16le')]);
  const good = base('x');
  const BOM = bytes(0xef, 0xbb, 0xbf, good);
  test.each([
    ['BOM', '2.0.0', BOM, 'bom'],
    ['BOM', '2.0.77', BOM, undefined],
    ['UTF-16', '2.0.0', utf16(good), 'encoding'],
    ['UTF-16', '2.0.77', utf16(good), undefined],
    ['trailing comma', NEWEST, bytes('{"env":{"ANTHROPIC_BASE_URL":"x"},}'), 'syntax'],
    ['comment', NEWEST, bytes('// a\n{}'), 'syntax'],
    ['wrong type', '0.2.126', bytes('{"permissions":{"allow":"Bash"},"env":{"ANTHROPIC_BASE_URL":"x"}}'), 'wrong-type'],
    ['wrong mode', '1.0.0', bytes('{"permissions":{"defaultMode":"nope"},"env":{"ANTHROPIC_BASE_URL":"x"}}'), undefined],
    ['wrong mode', NEWEST, bytes('{"permissions":{"defaultMode":"nope"},"env":{"ANTHROPIC_BASE_URL":"x"}}'), 'wrong-type'],
    ['a number as model', NEWEST, bytes('{"model":5,"env":{"ANTHROPIC_BASE_URL":"x"}}'), 'wrong-type'],
    ['a list', NEWEST, bytes('[]'), 'wrong-type'],
    ['$schema', '1.0.60', bytes('{"$schema":"s","env":{"ANTHROPIC_BASE_URL":"x"}}'), 'unknown-key'],
    ['$schema', '1.0.90', bytes('{"$schema":"s","env":{"ANTHROPIC_BASE_URL":"x"}}'), undefined],
    ['unknown key', NEWEST, bytes('{"anthropic":{},"env":{"ANTHROPIC_BASE_URL":"x"}}'), undefined],
    ['empty', NEWEST, bytes(''), undefined],
  ])('%s in %s', (_, version, content, reason) => {
    const state = read(version, { files: { [SETTINGS]: { bytes: content } }, env: { ANTHROPIC_BASE_URL: 'process' } });
    const layer = state.layers.find(({ scope }) => scope === 'user');
    expect(layer?.ignoredBecause).toBe(reason);
    expect(layer?.document).not.toBeNull();
    expect(state.variable('ANTHROPIC_BASE_URL')?.value).toBe(reason || content.length === 0 ? 'process' : 'x');
  });

  test.each(['directory', 'dangling', 'unreadable'] as const)('%s', (state) => {
    const layer = read(NEWEST, { files: { [SETTINGS]: { state } } }).layers.find(({ scope }) => scope === 'user');
    expect(layer).toMatchObject({ inEffect: false, ignoredBecause: 'unreadable', document: null });
  });
});

describe('what counts as configured', () => {
  test.each([
    [{}, false],
    [{ env: { ANTHROPIC_LOG: 'info' } }, true],
    [{ env: { OPENAI_API_KEY: 'x' } }, false],
    [{ files: { '~/.claude.json': '{}' } }, true],
    [{ files: { '~/project/.claude/settings.local.json': '{}' } }, true],
  ])('%j: %s', (home, expected) => {
    expect(read(NEWEST, home).configured).toBe(expected);
  });

  test('no channel where only a model is chosen', () => {
    expect(read(NEWEST, { files: { [SETTINGS]: '{"model":"opus"}' } }).channel).toBeNull();
  });
});

test.each([
  [null, 'assumed', NEWEST],
  ['2.0.77', 'installed', '2.0.77'],
  ['9.0.0', 'newer-than-known', '9.0.0'],
])('version %s is %s', (installed, basis, version) => {
  expect(read(installed, {})).toMatchObject({ version, versionBasis: basis });
});
