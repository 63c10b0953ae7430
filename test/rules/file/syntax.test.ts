// Files that do not load: syntax, place, encoding.

import { describe, expect, test } from 'vitest';
import { rule as bom } from '../../../src/rules/file/bom.ts';
import { rule as encoding } from '../../../src/rules/file/encoding.ts';
import { rule as jsonComment } from '../../../src/rules/file/json-comment.ts';
import { rule as jsonDuplicateKey } from '../../../src/rules/file/json-duplicate-key.ts';
import { rule as jsonTrailingComma } from '../../../src/rules/file/json-trailing-comma.ts';
import { rule as mergeConflict } from '../../../src/rules/file/merge-conflict.ts';
import { rule as quoteCharacters } from '../../../src/rules/file/quote-characters.ts';
import { rule as syntax } from '../../../src/rules/file/syntax.ts';
import { rule as tomlBackslash } from '../../../src/rules/file/toml-backslash.ts';
import { rule as tomlDuplicate } from '../../../src/rules/file/toml-duplicate.ts';
import { rule as unreadable } from '../../../src/rules/file/unreadable.ts';
import type { Rule } from '../../../src/rules/rule.ts';
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
  textIn,
  type World,
} from '../world.ts';

const SETTINGS = '/home/u/.claude/settings.json';
const CONFIG = '/home/u/.codex/config.toml';
const AUTH = '/home/u/.codex/auth.json';

const settings = (text: string, more: World = {}): World => claude({}, { ...more, files: { '~/.claude/settings.json': text } });
const bytes = (...parts: (string | number[])[]): { bytes: Uint8Array } => ({
  bytes: Uint8Array.from(parts.flatMap((part) => (typeof part === 'string' ? [...new TextEncoder().encode(part)] : part))),
});
const utf16 = (text: string): { bytes: Uint8Array } => ({ bytes: new Uint8Array(Buffer.from(`\ufeff${text}`, 'utf16le')) });
const BOM = [0xef, 0xbb, 0xbf];

const ALL: readonly Rule[] = [syntax, jsonTrailingComma, jsonComment, quoteCharacters, mergeConflict, tomlDuplicate, tomlBackslash];

describe('one cause, one finding, with its place and its reader', () => {
  test.each([
    ['cut off', syntax, settings('{\n  "env": {\n    "A": "b"\n\n'), { origin: { file: SETTINGS }, variant: 'settings', safety: null }],
    [
      'text not closed',
      syntax,
      codex('model = "m\nmodel_provider = "gw"\n'),
      { origin: { file: CONFIG, line: 1 }, variant: 'config', safety: null },
    ],
    ['state file', syntax, claude({}, { files: { '~/.claude.json': '{"a":' } }), { variant: 'state' }],
    [
      'auth.json, old',
      syntax,
      codexOf('0.140.0', undefined, { files: { '~/.codex/auth.json': '{' } }),
      { variant: 'login', origin: { file: AUTH } },
    ],
    ['auth.json, newer', syntax, codex(undefined, { files: { '~/.codex/auth.json': '{' } }), { variant: 'login', severity: 'warning' }],
    [
      'auth.json, needed',
      syntax,
      codex(codexConfig('requires_openai_auth = true'), { files: { '~/.codex/auth.json': '{' } }),
      { variant: 'login', severity: 'error' },
    ],
    [
      'commas',
      jsonTrailingComma,
      settings('{\n  "env": {\n    "A": "b,}",\n  },\n}\n'),
      { origin: { file: SETTINGS, line: 3 }, safety: 'safe' },
    ],
    ['comments', jsonComment, settings('{\n  // a\n  "env": { "A": "http://b" } /* c */\n}\n'), { origin: { line: 2 }, safety: 'unsafe' }],
    ['hash comment', jsonComment, settings('{\n  # a\n  "env": {}\n}\n'), { origin: { line: 2 }, safety: 'unsafe' }],
    ['curly quotes', quoteCharacters, codex('# “x”\nmodel = “m”\n'), { origin: { file: CONFIG, line: 2 }, safety: 'safe' }],
    ['full-width signs', quoteCharacters, settings('{"env"： {"A": "b：c"}，\n"model": "x"}'), { origin: { line: 1 }, safety: 'safe' }],
    ['full-width equals', quoteCharacters, codex('model ＝ "m"\n'), { origin: { line: 1 }, safety: 'safe' }],
    [
      'conflict',
      mergeConflict,
      settings('{\n<<<<<<< HEAD\n"a": 1\n=======\n"a": 2\n>>>>>>> b\n}\n'),
      { origin: { line: 2 }, safety: null },
    ],
    [
      'conflict in TOML',
      mergeConflict,
      codex('<<<<<<< HEAD\nmodel = "a"\n=======\nmodel = "b"\n>>>>>>> x\n'),
      { origin: { line: 1 }, safety: null },
    ],
    ['table twice', tomlDuplicate, codex(`${codexConfig()}\n[tui]\na = 1\n[features]\nb = true\n[tui]\nc = 2\n`), { safety: 'unsafe' }],
    ['key twice', tomlDuplicate, codex('model = "a"\nmodel = "a"\n'), { origin: { line: 2 } }],
    ['path in a string', tomlBackslash, codex(`${codexConfig()}\n[mcp_servers.x]\ncommand = "C:\\Users\\me\\x.exe"\n`), { safety: 'safe' }],
    ['path in a header', tomlBackslash, codex(`${codexConfig()}\n[projects."D:\\work\\x"]\ntrust_level = "trusted"\n`), { safety: 'safe' }],
  ] as const)('%s', (_, rule, world, expected) => {
    expectDraft(rule, check(rule, world), expected);
    for (const other of ALL) if (other !== rule) expect(check(other, world)).toEqual([]);
    if ('safety' in expected && expected.safety === 'safe') expectConverges(rule, world);
  });
  test('a fix says which text it replaces and cures all of its kind', () => {
    const world = settings('{\r\n  "env": {\r\n    "A": "b,}",\r\n  },\r\n}\r\n');
    expect(textIn(expectConverges(jsonTrailingComma, world), SETTINGS)).toBe('{\r\n  "env": {\r\n    "A": "b,}"\r\n  }\r\n}\r\n');
  });
  test('comments and duplicates go by a decision', () => {
    expect(textIn(expectConverges(jsonComment, settings('{\n  // a\n  "env": { "A": "b" }\n}\n')), SETTINGS)).not.toContain('//');
    const after = expectConverges(tomlDuplicate, codex('[features]\na = true\n\n[tui]\nx = 1 # one\n\n[features]\nb = true\n'));
    expect(textIn(after, CONFIG)).toContain('# one');
  });
});

describe('silent', () => {
  test.each([
    ['healthy', { ...codex(), ...claude(), files: { ...codex().files, ...claude().files } }],
    ['an empty settings file', settings('')],
    ['blanks alone', settings('  \n')],
    ['an empty object', settings('{}')],
    ['an empty config.toml', codex('')],
    ['a broken project file that is not trusted', codex(undefined, { files: { '~/project/.codex/config.toml': 'model = "' } })],
    [
      'a broken project file of a version that reads none',
      codexOf('0.63.0', undefined, { files: { '~/project/.codex/config.toml': 'x = "' } }),
    ],
    ['texts that look like syntax', codex(`${codexConfig()}\n[tui]\nx = '''\n<<<<<<< “a”\n[tui]\n'''\ny = 'C:\\Users'\n`)],
    ['a comma and slashes inside strings', settings('{"env": {"A": "x,}", "B": "// no"}}')],
  ] as const)('%s', (_, world) => {
    for (const rule of [...ALL, bom, encoding, unreadable, jsonDuplicateKey]) expect(check(rule, world as World)).toEqual([]);
  });
});

describe('file/json-duplicate-key', () => {
  test('two levels', () => {
    const world = settings('{\n  "env": { "A": "1", "A": "2" },\n  "model": "x",\n  "env": {\n    "B": "1",\n    "B": "2"\n  }\n}\n');
    expectDraft(jsonDuplicateKey, check(jsonDuplicateKey, world), { origin: { file: SETTINGS }, safety: 'unsafe' });
    expect(JSON.parse(textIn(expectConverges(jsonDuplicateKey, world), SETTINGS))).toEqual({ model: 'x', env: { B: '2' } });
  });
});

describe('file/bom', () => {
  const text = claudeSettings();
  test.each([
    ['Claude Code 2.0.0', claudeOf('2.0.0', {}, { files: { '~/.claude/settings.json': bytes(BOM, text) } }), 'error', 'lost'],
    ['Claude Code 1.0.60', claudeOf('1.0.60', {}, { files: { '~/.claude/settings.json': bytes(BOM, text) } }), 'error', 'lost'],
    ['Claude Code 2.0.77', claudeOf('2.0.77', {}, { files: { '~/.claude/settings.json': bytes(BOM, text) } }), 'warning', undefined],
    ['config.toml', codex(undefined, { files: { '~/.codex/config.toml': bytes(BOM, codexConfig()) } }), 'warning', undefined],
    ['auth.json 0.140', codexOf('0.140.0', undefined, { files: { '~/.codex/auth.json': bytes(BOM, '{}') } }), 'error', 'lost'],
    ['auth.json 0.171', codex(undefined, { files: { '~/.codex/auth.json': bytes(BOM, '{}') } }), 'warning', undefined],
  ] as const)('%s', (_, world, severity, variant) => {
    const draft = expectDraft(bom, check(bom, world), { severity, safety: 'safe' });
    expect(draft.variant).toBe(variant);
    expectConverges(bom, world);
    expect(check(syntax, world)).toEqual([]);
  });
  test('a mark in .env is another finding', () => {
    expect(check(bom, codex(undefined, { files: { '~/.codex/.env': bytes(BOM, 'A=b\n') } }))).toEqual([]);
  });
});

describe('file/encoding', () => {
  test.each([
    ['UTF-16 config.toml', codex(undefined, { files: { '~/.codex/config.toml': utf16(codexConfig()) } }), 'error', 'safe'],
    ['UTF-16 settings, old', claudeOf('2.0.0', {}, { files: { '~/.claude/settings.json': utf16(claudeSettings()) } }), 'error', 'safe'],
    ['UTF-16 settings, newer', claude({}, { files: { '~/.claude/settings.json': utf16(claudeSettings()) } }), 'warning', 'safe'],
    ['GBK', codex(undefined, { files: { '~/.codex/config.toml': bytes('name = "', [0xd6, 0xd0], '"\n') } }), 'error', null],
    ['Latin-1 settings', claude({}, { files: { '~/.claude/settings.json': bytes('{"a": "', [0xe9], '"}') } }), 'error', null],
  ] as const)('%s', (_, world, severity, safety) => {
    expectDraft(encoding, check(encoding, world), { severity, safety });
    expect(check(bom, world)).toEqual([]);
    expect(check(syntax, world)).toEqual([]);
    if (safety === 'safe') expectConverges(encoding, world);
  });
});

describe('file/unreadable', () => {
  test.each([
    [
      'a folder',
      codex(undefined, { files: { '~/.codex/config.toml': { state: 'directory' } } }),
      { variant: 'directory', origin: { file: CONFIG } },
    ],
    ['a dangling link', codex(undefined, { files: { '~/.codex/config.toml': { state: 'dangling' } } }), { variant: 'dangling' }],
    ['no right', settings('', { files: {} }), null],
    [
      'no right to the settings',
      claude({}, { files: { '~/.claude/settings.json': { state: 'unreadable' } } }),
      { origin: { file: SETTINGS } },
    ],
    [
      'a file in the place of ~/.claude',
      {
        files: {
          '~/.claude': 'x',
          '~/.claude/settings.json': { obstacle: '~/.claude' },
          '~/.claude/.credentials.json': { obstacle: '~/.claude' },
        },
      },
      { variant: 'no-folder', origin: { scope: 'user', file: '/home/u/.claude' } },
    ],
    [
      'a file in the place of ~/.codex',
      { files: { '~/.codex': 'x', '~/.codex/config.toml': { obstacle: '~/.codex' }, '~/.codex/auth.json': { obstacle: '~/.codex' } } },
      { variant: 'no-folder', origin: { scope: 'user', file: '/home/u/.codex' } },
    ],
    [
      'a file in the place of CODEX_HOME, which is env/home-missing',
      { files: { '/x': 'x', '/x/config.toml': { obstacle: '/x' } }, env: { CODEX_HOME: '/x' } },
      null,
    ],
    [
      'a file in the place of a project’s folder',
      claude({}, { files: { '~/project/.claude/settings.json': { obstacle: '~/project/.claude' } } }),
      null,
    ],
  ] as const)('%s', (_, world, expected) => {
    if (expected === null) expect(check(unreadable, world as World)).toEqual([]);
    else expectDraft(unreadable, check(unreadable, world as World), { ...expected, safety: null });
  });
});
