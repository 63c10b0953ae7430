// Which key goes where: missing ones, unset variables, two at once, the other header, another vendor, helpers.

import { describe, expect, test } from 'vitest';
import { say } from '../../../src/i18n/index.ts';
import { maskShapes } from '../../../src/masking.ts';
import type { HelperResult } from '../../../src/model.ts';
import { rule as bothSet } from '../../../src/rules/key/both-set.ts';
import { rule as envUnset } from '../../../src/rules/key/env-unset.ts';
import { rule as helperFails } from '../../../src/rules/key/helper-fails.ts';
import { rule as helperUnchecked } from '../../../src/rules/key/helper-unchecked.ts';
import { rule as literalInEnvKey } from '../../../src/rules/key/literal-in-env-key.ts';
import { rule as missing } from '../../../src/rules/key/missing.ts';
import { rule as wrongHeader } from '../../../src/rules/key/wrong-header.ts';
import { rule as wrongVendor } from '../../../src/rules/key/wrong-vendor.ts';
import { Secret } from '../../../src/secret.ts';
import type { Template } from '../../../src/templates.ts';
import {
  check,
  claude,
  codex,
  codexConfig,
  codexOf,
  expectConverges,
  expectDraft,
  fixed,
  KEY,
  login,
  probed,
  seen,
  snapshot,
  snapshotOf,
  type World,
} from '../world.ts';

const CONFIG = '/home/u/.codex/config.toml';
const unset = (more: World = {}): World => ({ ...codex(undefined, more), env: { ...more.env } });
const credentialOf = (facts: Parameters<typeof snapshotOf>[0]) => snapshotOf(facts).clients[0]?.channel?.credential;

const noKey = (more: World = {}): World => ({
  installed: { 'claude-code': '2.1.332' },
  ...more,
  files: { '~/.claude/settings.json': '{"env":{"ANTHROPIC_BASE_URL":"https://gw.example"}}', ...more.files },
});

const template = (id: string, url: string, prefixes: string[], more: Partial<Template> = {}): Template =>
  ({
    id,
    name: id,
    kind: 'official',
    region: 'global',
    roots: { 'openai-responses': [{ url, confidence: 'documented', header: 'bearer', models: [] }] },
    key: { prefixes, pattern: null, console: null },
    siblings: [],
    claudeEnv: {},
    quirks: [],
    sources: [],
    ...more,
  }) as Template;

describe('key/missing', () => {
  test('Claude Code', () => {
    expectDraft(missing, check(missing, noKey()), { origin: { key: 'env.ANTHROPIC_BASE_URL' }, safety: null });
  });
  test('Codex with openai_base_url', () => {
    expectDraft(missing, check(missing, codex('openai_base_url = "https://gw.example/v1"\n')), {
      client: 'codex',
      origin: { file: CONFIG },
    });
  });
  test('a gateway that wants none', () => {
    expect(check(missing, noKey(), seen('claude-code', {}))).toEqual([]);
    expect(check(missing, noKey(), seen('claude-code', { failure: 'auth/missing' }))).toHaveLength(1);
  });
  test.each([
    ['healthy', claude()],
    ['nothing configured', { installed: { 'claude-code': '2.1.332' }, files: { '~/.claude/settings.json': '{}' } }],
    ['a helper', noKey({ files: { '~/.claude/settings.json': '{"apiKeyHelper":"x","env":{"ANTHROPIC_BASE_URL":"https://gw.example"}}' } })],
    ['a file that may hold it is broken', noKey({ files: { '~/project/.claude/settings.json': '{' } })],
    [
      'a form that is not read holds it',
      noKey({ files: { '~/.claude/settings.json': `{"apiKey":"${KEY}","env":{"ANTHROPIC_BASE_URL":"https://gw.example"}}` } }),
    ],
    [
      'a login',
      noKey({ files: { '~/.claude/.credentials.json': '{"claudeAiOauth":{"accessToken":"sk-ant-oat-0001","expiresAt":9999999999999}}' } }),
    ],
    ['empty', noKey({ env: { ANTHROPIC_AUTH_TOKEN: '' } })],
    ['a line that does not export it', noKey({ files: { '~/.bashrc': `ANTHROPIC_AUTH_TOKEN=${KEY}\n` } })],
    ['a line of another shell', noKey({ files: { '~/.bashrc': `set -gx ANTHROPIC_API_KEY ${KEY}\n` } })],
    ['a provider of its own', codex(codexConfig('# no key'))],
    ['the cloud', noKey({ env: { CLAUDE_CODE_USE_BEDROCK: '1' } })],
  ] as const)('silent: %s', (_, world) => {
    expect(check(missing, world as World)).toEqual([]);
  });
});

describe('key/env-unset', () => {
  test.each([
    ['nowhere', unset(), { safety: null, args: { name: 'GW_API_KEY' }, origin: { file: CONFIG, key: 'model_providers.gw.env_key' } }],
    [
      'in a start-up file',
      unset({ files: { '~/.bashrc': `# keys\nexport GW_API_KEY=${KEY}\n` } }),
      { variant: 'start-up', args: { line: 2 }, safety: 'unsafe' },
    ],
    ['in auth.json', unset({ files: { '~/.codex/auth.json': `{"GW_API_KEY":"${KEY}"}` } }), { variant: 'auth-json', safety: 'unsafe' }],
    [
      'a saved key',
      unset({ files: { '~/.codex/auth.json': `{"OPENAI_API_KEY":"${KEY}"}` } }),
      { variant: 'saved-key', args: { file: '/home/u/.codex/auth.json' }, safety: 'unsafe' },
    ],
    [
      'in a .env that is not read',
      { ...unset({ files: { '~/.codex/.env': `GW_API_KEY=${KEY}\n` } }), installed: { codex: '0.8.0' } },
      { variant: 'dotenv', safety: null },
    ],
    ['in other case', unset({ env: { gw_api_key: KEY } }), { variant: 'other-case', args: { other: 'gw_api_key' }, safety: 'unsafe' }],
  ] as const)('%s', (_, world, expected) => {
    const draft = expectDraft(envUnset, check(envUnset, world), expected);
    expect(JSON.stringify(draft)).not.toContain(KEY);
    if (expected.safety === 'unsafe') expect(credentialOf(expectConverges(envUnset, world))?.setting.value.equals(KEY)).toBe(true);
  });
  test('a saved key with a vendor’s mark is not given to another host', () => {
    const world = unset({ files: { '~/.codex/auth.json': '{"OPENAI_API_KEY":"sk-proj-0123456789abcdef"}' } });
    const openai = template('openai', 'https://api.openai.com/v1', ['sk-proj-']);
    const drafts = [...envUnset.check({ ...snapshot(world), templates: [openai] }, new Map())];
    expectDraft(envUnset, drafts, { variant: 'saved-key', safety: null });
  });
  test('a key beside the tokens of an account is the vendor’s', () => {
    const world = unset({ files: { '~/.codex/auth.json': login({ OPENAI_API_KEY: KEY }) } });
    expect(expectDraft(envUnset, check(envUnset, world), { safety: null }).variant).toBeUndefined();
  });
  test.each([
    ['set', codex()],
    ['set in .env', unset({ files: { '~/.codex/.env': `GW_API_KEY=${KEY}\n` } })],
    ['a lower-case name that is set', codex(codexConfig('env_key = "gw_key_2"'), { env: { gw_key_2: KEY } })],
    ['the key itself', codex(codexConfig(`env_key = "${KEY}"`))],
    ['a reference', codex(codexConfig('env_key = "$GW_API_KEY"'))],
    ['empty', unset({ env: { GW_API_KEY: '' } })],
    ['a line that does not export it', unset({ files: { '~/.bashrc': `GW_API_KEY=${KEY}\n` } })],
    ['a line of another shell', unset({ files: { '~/.bashrc': `set -gx GW_API_KEY ${KEY}\n` } })],
    ['a token that wins', codexOf('0.63.0', codexConfig(`env_key = "NOT_SET"\nexperimental_bearer_token = "${KEY}"`))],
    [
      'an unselected provider',
      codex(`${codexConfig()}\n[model_providers.x]\nname = "x"\nbase_url = "https://x.example"\nenv_key = "NOT_SET"\n`),
    ],
  ] as const)('silent: %s', (_, world) => {
    expect(check(envUnset, world)).toEqual([]);
  });
});

describe('key/literal-in-env-key', () => {
  test.each([
    ['newest', '0.171.0'],
    ['0.47', '0.47.0'],
  ])('%s', (_, version) => {
    const world = codexOf(version, codexConfig(`env_key = "${KEY}"`));
    const draft = expectDraft(literalInEnvKey, check(literalInEnvKey, world), { origin: { file: CONFIG, line: 8 }, safety: 'unsafe' });
    expect(JSON.stringify({ ...draft, fix: null })).not.toContain(KEY);
    expect(credentialOf(expectConverges(literalInEnvKey, world))?.setting.value.equals(KEY)).toBe(true);
  });
  test('in a provider that is not selected', () => {
    const config = `${codexConfig()}\n[model_providers.x]\nname = "x"\nbase_url = "https://x.example"\nenv_key = "${KEY}"\n`;
    expectDraft(literalInEnvKey, check(literalInEnvKey, codex(config)), { severity: 'warning' });
  });
  test.each(['GW_API_KEY', 'gw_key_2', 'NOT_SET', '$GW_API_KEY', 'RELAY-KEY'])('silent: %s', (name) => {
    expect(check(literalInEnvKey, codex(codexConfig(`env_key = "${name}"`)))).toEqual([]);
  });
});

describe('key/both-set', () => {
  const stale = claude({}, { env: { ANTHROPIC_API_KEY: 'sk-test-old-0002-abcdef' } });
  test.each([
    ['differ and refused', stale, 'auth/invalid-key', 'error'],
    ['differ, out of quota', stale, 'quota/exhausted', 'error'],
    ['differ, the network fails', stale, 'net/refused', 'warning'],
    ['differ and work', stale, undefined, 'warning'],
    ['the same and refused', claude({ ANTHROPIC_API_KEY: KEY }), 'auth/invalid-key', 'warning'],
  ] as const)('%s', (_, world, failure, severity) => {
    const evidence = seen('claude-code', failure ? { failure } : {});
    expectDraft(bothSet, check(bothSet, world, evidence), { severity, args: { spare: 'ANTHROPIC_API_KEY' }, safety: 'unsafe' });
    expect(credentialOf(expectConverges(bothSet, world, evidence))?.kind).toBe('bearer');
  });
  test('offline it is a warning', () => {
    expectDraft(bothSet, check(bothSet, stale), { severity: 'warning' });
  });
  test('the one beside the base URL stays', () => {
    const world = claude({ ANTHROPIC_API_KEY: KEY }, { env: { ANTHROPIC_AUTH_TOKEN: 'sk-test-old-0002-abcdef' } });
    const settings = `{"env":{"ANTHROPIC_BASE_URL":"https://gw.example","ANTHROPIC_API_KEY":"${KEY}"}}`;
    const own = { ...world, files: { ...world.files, '~/.claude/settings.json': settings } };
    expectDraft(bothSet, check(bothSet, own), { severity: 'warning', args: { spare: 'ANTHROPIC_AUTH_TOKEN' } });
    expect(credentialOf(expectConverges(bothSet, own))?.kind).toBe('x-api-key');
  });
  test.each([
    ['one is empty', claude({ ANTHROPIC_API_KEY: '' }, { env: { ANTHROPIC_API_KEY: 'sk-old' } })],
    ['one alone', claude()],
    ['the cloud', claude({ ANTHROPIC_API_KEY: 'sk-other' }, { env: { CLAUDE_CODE_USE_VERTEX: '1' } })],
  ] as const)('silent: %s', (_, world) => {
    expect(check(bothSet, world)).toEqual([]);
  });
});

describe('key/wrong-header', () => {
  const refused = { failure: 'auth/invalid-key' };
  const apiKey: World = {
    ...noKey({
      files: {
        '~/.claude/settings.json': `{\n  "env": {\n    "ANTHROPIC_BASE_URL": "https://gw.example",\n    "ANTHROPIC_API_KEY": "${KEY}"\n  }\n}\n`,
      },
    }),
  };
  test.each([
    ['to Bearer', apiKey, 'claude-code', 'bearer', 'safe'],
    ['to x-api-key', claude(), 'claude-code', 'x-api-key', 'safe'],
    ['over an emptied one', claude({ ANTHROPIC_API_KEY: '' }), 'claude-code', 'x-api-key', 'safe'],
    ['from the shell', noKey({ env: { ANTHROPIC_API_KEY: KEY } }), 'claude-code', 'bearer', 'unsafe'],
    ['Codex, env_key', codex(), 'codex', 'x-api-key', 'safe'],
    ['Codex, token', codex(codexConfig(`experimental_bearer_token = "${KEY}"`)), 'codex', 'x-api-key', 'safe'],
    ['Codex, header', codex(codexConfig(`http_headers = { x-api-key = "${KEY}" }`)), 'codex', 'bearer', 'safe'],
    ['Codex, header of a variable', codex(codexConfig('env_http_headers = { x-api-key = "GW_API_KEY" }')), 'codex', 'bearer', 'safe'],
  ] as const)('%s', (_, world, client, kind, safety) => {
    const evidence = seen(client, refused, { otherHeader: { kind, probed: probed({}) } });
    expectDraft(wrongHeader, check(wrongHeader, world, evidence), { severity: 'error', safety });
    const credential = credentialOf(fixed(world, check(wrongHeader, world, evidence)));
    expect(credential?.kind).toBe(kind);
    expect(credential?.setting.value.equals(KEY)).toBe(true);
  });
  test.each(['en', 'zh'] as const)('no word of it is taken for a key: %s', (lang) => {
    for (const kind of ['bearer', 'x-api-key'] as const) {
      const world = kind === 'bearer' ? apiKey : claude();
      const [draft] = check(wrongHeader, world, seen('claude-code', refused, { otherHeader: { kind, probed: probed({}) } }));
      const text = [wrongHeader.text.title, wrongHeader.text.advice].map((sentence) => say(sentence, lang, draft?.args)).join('\n');
      expect(maskShapes(text)).toBe(text);
    }
  });
  test('the other header is refused for the model alone', () => {
    const evidence = seen('claude-code', refused, { otherHeader: { kind: 'x-api-key', probed: probed({ failure: 'model/not-found' }) } });
    expect(check(wrongHeader, claude(), evidence)).toHaveLength(1);
  });
  test('a status that says nothing is a refusal, and no admission', () => {
    const silent = {
      ok: false,
      speaks: true,
      failure: { id: 'perm/model-or-group', severity: 'error', args: {} },
      unexplained: true,
    } as const;
    const [works, alike] = [probed({}), { ...probed({}), outcome: silent }];
    const evidence = (other: typeof works) =>
      seen('claude-code', null, { faithful: alike, otherHeader: { kind: 'x-api-key', probed: other } });
    expect(check(wrongHeader, claude(), evidence(works))).toHaveLength(1);
    expect(check(wrongHeader, claude(), evidence(alike))).toEqual([]);
  });
  test.each([
    ['both refuse', seen('claude-code', refused, { otherHeader: { kind: 'x-api-key', probed: probed(refused) } })],
    ['it works', seen('claude-code', {}, { otherHeader: { kind: 'x-api-key', probed: probed({}) } })],
    ['not tried', seen('claude-code', refused)],
    ['offline', new Map()],
  ] as const)('silent: %s', (_, evidence) => {
    expect(check(wrongHeader, claude(), evidence)).toEqual([]);
  });
});

describe('key/wrong-vendor', () => {
  const templates = [
    template('openai', 'https://api.openai.com/v1', ['sk-']),
    template('anthropic', 'https://api.anthropic.com', ['sk-ant-']),
    template('openrouter', 'https://openrouter.ai/api/v1', ['sk-or-v1-'], { kind: 'relay' }),
  ];
  const drafts = (key: string, base: string | null) => {
    const world = codex(codexConfig(undefined, '', base ?? 'x').replace(/base_url.*\n/, base === null ? '' : '$&'), {
      env: { GW_API_KEY: key },
    });
    return [...wrongVendor.check({ ...snapshot(world), templates }, new Map())];
  };
  test.each([
    ['the default address', 'sk-ant-api03-test00000000000001', null],
    ['an explicit one', 'sk-ant-api03-test00000000000001', 'https://api.openai.com/v1'],
    ['a relay with keys of its own', 'sk-ant-api03-test00000000000001', 'https://openrouter.ai/api/v1'],
    ['the key of a relay', 'sk-or-v1-0123456789', null],
  ])('%s', (_, key, base) => {
    expectDraft(wrongVendor, drafts(key, base), { severity: 'error', safety: null, origin: { env: 'GW_API_KEY' } });
  });
  test.each([
    ['its own', 'sk-or-v1-0123456789', 'https://openrouter.ai/api/v1'],
    ['an unknown gateway', 'sk-ant-api03-test00000000000001', 'https://gw.example/v1'],
    ['loopback', 'sk-ant-api03-test00000000000001', 'http://127.0.0.1:3000/v1'],
    ['nobody’s prefix', 'sk-test-0001', 'https://openrouter.ai/api/v1'],
  ])('silent: %s', (_, key, base) => {
    expect(drafts(key, base)).toEqual([]);
  });
});

describe('helpers', () => {
  const world = (helpers: [string, HelperResult][] = [], file = '~/.claude/settings.json'): World =>
    noKey({
      files: { [file]: '{"apiKeyHelper":"get-key","env":{"ANTHROPIC_BASE_URL":"https://gw.example"}}' },
      facts: { helpers: new Map(helpers) },
    });
  const printed = (code: number, output: string | null): [string, HelperResult] => [
    'get-key',
    { code, output: output === null ? null : new Secret(output), stderr: 'no session' },
  ];
  test('not run', () => {
    expectDraft(helperUnchecked, check(helperUnchecked, world()), { severity: 'info', origin: { key: 'apiKeyHelper' }, safety: null });
    expect(check(helperFails, world())).toEqual([]);
  });
  test('of a project', () => {
    expectDraft(helperUnchecked, check(helperUnchecked, world([], '~/project/.claude/settings.json')), {
      severity: 'info',
      variant: 'project',
    });
  });
  test.each([
    ['fails', printed(3, null), undefined],
    ['prints nothing', printed(0, null), 'silent'],
    ['fails after printing', printed(1, 'x'), undefined],
  ] as const)('%s', (_, result, variant) => {
    const draft = expectDraft(helperFails, check(helperFails, world([result])), { severity: 'error', safety: null });
    expect(draft.variant).toBe(variant);
    expect(check(helperUnchecked, world([result]))).toEqual([]);
  });
  test('works', () => {
    expect([...check(helperFails, world([printed(0, KEY)])), ...check(helperUnchecked, world([printed(0, KEY)]))]).toEqual([]);
  });
});
