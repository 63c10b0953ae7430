// env/: stale-model, dotenv-pitfall, timeouts, proxies, certificates; model/small-missing.

import { describe, expect, test } from 'vitest';
import { rule as caFile } from '../../../src/rules/env/ca-file.ts';
import { rule as deadProxy } from '../../../src/rules/env/dead-proxy.ts';
import { rule as dotenvPitfall } from '../../../src/rules/env/dotenv-pitfall.ts';
import { rule as noProxy } from '../../../src/rules/env/no-proxy.ts';
import { rule as staleModel } from '../../../src/rules/env/stale-model.ts';
import { rule as timeoutInvalid } from '../../../src/rules/env/timeout-invalid.ts';
import { rule as timeoutSmall } from '../../../src/rules/env/timeout-small.ts';
import { rule as smallMissing } from '../../../src/rules/model/small-missing.ts';
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
  modelsIn,
  probed,
  seen,
  snapshotOf,
  textIn,
  type World,
} from '../world.ts';

const works = seen('claude-code', {});
const answers = (world: World, served: readonly string[]) =>
  seen('claude-code', {}, { otherModels: modelsIn(world, ({ setting }) => served.includes(setting.value)) });

describe('env/stale-model', () => {
  const two = claude({ ANTHROPIC_DEFAULT_HAIKU_MODEL: 'old-flash', CLAUDE_CODE_SUBAGENT_MODEL: 'old-pro' });
  test.each([
    [
      'two variables, one finding',
      two,
      { names: 'ANTHROPIC_DEFAULT_HAIKU_MODEL, CLAUDE_CODE_SUBAGENT_MODEL' },
      { key: 'env.ANTHROPIC_DEFAULT_HAIKU_MODEL' },
    ],
    [
      'in the shell',
      claude({}, { env: { ANTHROPIC_DEFAULT_OPUS_MODEL: 'old-max' } }),
      { models: 'old-max' },
      { env: 'ANTHROPIC_DEFAULT_OPUS_MODEL' },
    ],
    [
      'the small one of 2.0.77',
      claudeOf('2.0.77', { ANTHROPIC_SMALL_FAST_MODEL: 'old-flash' }),
      {},
      { key: 'env.ANTHROPIC_SMALL_FAST_MODEL' },
    ],
  ] as const)('%s', (_, world, args, origin) => {
    expectDraft(staleModel, check(staleModel, world, answers(world, ['m-main'])), { severity: 'error', safety: 'unsafe', args, origin });
    const after = fixed(world, check(staleModel, world, answers(world, ['m-main'])));
    expect(textIn(after, '/home/u/.claude/settings.json')).not.toContain('old-');
    expect(
      snapshotOf(after)
        .clients.flatMap(({ channel }) => channel?.models ?? [])
        .filter(({ setting }) => setting.value !== 'm-main')
        .map(({ setting }) => setting.origin.scope),
    ).toEqual([]);
  });
  test.each([
    ['served', two, answers(two, ['m-main', 'old-flash', 'old-pro'])],
    ['not read by this version', claude({ ANTHROPIC_SMALL_FAST_MODEL: 'old' }), answers(claude({ ANTHROPIC_SMALL_FAST_MODEL: 'old' }), [])],
    ['nothing works', two, seen('claude-code', { failure: 'auth/invalid-key' }, { otherModels: modelsIn(two, () => false) })],
    ['its own default is another rule', claudeOf('2.0.77'), answers(claudeOf('2.0.77'), ['m-main'])],
    ['offline', two, new Map()],
  ])('silent: %s', (_, world, wire) => {
    expect(check(staleModel, world, wire)).toEqual([]);
  });
});

describe('model/small-missing', () => {
  test('of 2.0.77', () => {
    const world = claudeOf('2.0.77');
    expectDraft(smallMissing, check(smallMissing, world, answers(world, ['m-main'])), {
      severity: 'warning',
      args: { model: 'claude-haiku-4-5-20251001' },
      safety: 'unsafe',
    });
  });
  test.each([
    ['served', claudeOf('2.0.77'), answers(claudeOf('2.0.77'), ['claude-haiku-4-5-20251001'])],
    ['a later one does not ask', claude(), works],
    [
      'a variable names one: env/stale-model',
      claudeOf('2.0.77', { ANTHROPIC_SMALL_FAST_MODEL: 'x' }),
      answers(claudeOf('2.0.77', { ANTHROPIC_SMALL_FAST_MODEL: 'x' }), []),
    ],
    ['offline', claudeOf('2.0.77'), new Map()],
  ])('silent: %s', (_, world, wire) => {
    expect(check(smallMissing, world, wire)).toEqual([]);
  });
});

describe('env/dotenv-pitfall', () => {
  const dotenv = (text: string | Uint8Array, version = '0.171.0'): World =>
    codexOf(version, codexConfig(), {
      env: { GW_API_KEY: '', SET: 'x' },
      files: { '~/.codex/.env': typeof text === 'string' ? text : { bytes: text } },
    });
  const ENV = '/home/u/.codex/.env';
  test('a byte order mark', () => {
    const world = dotenv(new TextEncoder().encode('\ufeffGW_API_KEY=k\n'));
    expectDraft(dotenvPitfall, check(dotenvPitfall, world), { severity: 'warning', variant: 'bom', safety: 'safe' });
    expect(textIn(expectConverges(dotenvPitfall, world), ENV)).toBe('GW_API_KEY=k\n');
  });
  test.each([
    ['GW_API_KEY=sk-01$Y0001 # mine\n', "GW_API_KEY='sk-01$Y0001' # mine\n"],
    ['export GW_API_KEY="sk-01$Y0001"\n', "'sk-01$Y0001'"],
    [`A=1\nOTHER=a$\{B}c\n`, `OTHER='a$\{B}c'`],
  ])('%j', (text, expected) => {
    const world = dotenv(text);
    expectDraft(dotenvPitfall, check(dotenvPitfall, world), { severity: 'warning', safety: 'safe' });
    const after = textIn(expectConverges(dotenvPitfall, world), ENV);
    if (text.startsWith('export')) expect(after.replaceAll('\\$', '$')).toContain('sk-01$Y0001');
    else expect(after).toContain(expected);
  });
  test('a name of its own', () => {
    expectDraft(dotenvPitfall, check(dotenvPitfall, dotenv('CODEX_API_KEY=k\n')), { variant: 'own-name', safety: null });
  });
  test.each([
    ['single quotes', dotenv("GW_API_KEY='sk-01$Y0001'\n")],
    ['escaped', dotenv('GW_API_KEY=sk-01\\$Y0001\n')],
    ['a variable that is set', dotenv(`GW_API_KEY=$SET\nB=$\{GW_API_KEY}\n`)],
    ['plain', dotenv('GW_API_KEY=k\n')],
    ['not read by 0.8', dotenv('GW_API_KEY=a$b\n', '0.8.0')],
  ])('silent: %s', (_, world) => {
    expect(check(dotenvPitfall, world)).toEqual([]);
  });
});

describe('timeouts', () => {
  const idle = (ms: number): World => codex(codexConfig(`env_key = "GW_API_KEY"\nstream_idle_timeout_ms = ${ms}`));
  const pauses = (...events: number[]) => seen('codex', { events });
  test.each([
    ['Claude Code, shorter than the first token', claude({ API_TIMEOUT_MS: '1200' }), seen('claude-code', { firstToken: 3100 }), 'error'],
    ['Claude Code, in the shell', claude({}, { env: { API_TIMEOUT_MS: '1200' } }), seen('claude-code', { firstToken: 3100 }), 'error'],
    ['Claude Code, close', claude({ API_TIMEOUT_MS: '20000' }), seen('claude-code', { firstToken: 12_000 }), 'warning'],
    ['Claude Code, under ten seconds', claude({ API_TIMEOUT_MS: '600' }), new Map(), 'warning'],
    ['Codex, shorter than a pause', idle(400), pauses(1500, 1520), 'error'],
    ['Codex, under ten seconds', idle(5000), pauses(20, 30), 'warning'],
  ] as const)('env/timeout-small: %s', (_, world, wire, severity) => {
    expectDraft(timeoutSmall, check(timeoutSmall, world, wire), { severity, safety: 'safe' });
    expectConverges(timeoutSmall, world, wire);
  });
  test.each([
    ['enough', claude({ API_TIMEOUT_MS: '600000' }), works],
    ['unset', claude(), works],
    ['no number is another rule', claude({ API_TIMEOUT_MS: 'abc' }), works],
    ['Codex, enough', idle(300_000), pauses(1500)],
  ])('env/timeout-small is silent: %s', (_, world, wire) => {
    expect(check(timeoutSmall, world, wire)).toEqual([]);
  });

  test.each([
    ['abc', '2.1.100', 'error', undefined],
    ['600s', '1.0.60', 'error', undefined],
    ['-1', '2.0.77', 'error', undefined],
    ['10m', '2.1.332', 'warning', 'ignored'],
  ] as const)('env/timeout-invalid: %s in %s', (value, version, severity, variant) => {
    const world = claudeOf(version, { API_TIMEOUT_MS: value });
    expectDraft(timeoutInvalid, check(timeoutInvalid, world), { severity, safety: 'safe', ...(variant ? { variant } : {}) });
    expectConverges(timeoutInvalid, world);
  });
  test('env/timeout-invalid is silent: numbers, blanks around them, empty', () => {
    for (const value of ['600000', ' 600000 ', '']) expect(check(timeoutInvalid, claude({ API_TIMEOUT_MS: value }))).toEqual([]);
    expect(check(timeoutInvalid, claude({}, { files: { '~/.claude/settings.json': '{"env":{"API_TIMEOUT_MS":600000}}' } }))).toEqual([]);
  });
});

describe('proxies', () => {
  const local = (env: Readonly<Record<string, string>>, version = '2.1.332'): World =>
    claudeOf(version, { ANTHROPIC_BASE_URL: 'http://127.0.0.1:8080' }, { env });
  const PROXY = { HTTPS_PROXY: 'http://p.example:3128' };
  const dead = (direct: Parameters<typeof probed>[0] | null = {}) =>
    seen('claude-code', { failure: 'proxy/refused', phase: 'proxy' }, { direct: direct && probed(direct) });
  const denied = seen('claude-code', { failure: 'proxy/denied', phase: 'proxy' }, { direct: probed() });

  test.each([
    ['in the shell', claude({}, { env: { https_proxy: '127.0.0.1:1' } }), { origin: { env: 'https_proxy' } }],
    ['in the settings', claude({ HTTPS_PROXY: 'http://user:secret@127.0.0.1:1' }), { variant: 'file', origin: { key: 'env.HTTPS_PROXY' } }],
    ['old versions ignore NO_PROXY', local({ HTTPS_PROXY: 'http://127.0.0.1:1', NO_PROXY: '127.0.0.1' }, '1.0.60'), {}],
  ] as const)('env/dead-proxy: %s', (_, world, expected) => {
    const draft = expectDraft(deadProxy, check(deadProxy, world, dead()), { severity: 'error', safety: null, ...expected });
    expect(JSON.stringify(draft.args)).not.toContain('secret');
  });
  test.each([
    ['no other way', claude({}, { env: PROXY }), dead({ failure: 'net/dns', phase: 'dns' })],
    ['not asked', claude({}, { env: PROXY }), dead(null)],
    ['working', claude({}, { env: PROXY }), works],
  ])('env/dead-proxy is silent: %s', (_, world, wire) => {
    expect(check(deadProxy, world, wire)).toEqual([]);
  });

  test.each([
    ['works through it', local(PROXY), works, { severity: 'warning' }],
    ['fails through it', local(PROXY), denied, { severity: 'error', variant: 'fails' }],
    [
      'this version ignores NO_PROXY',
      local({ ...PROXY, NO_PROXY: 'localhost,127.0.0.1' }, '1.0.60'),
      works,
      { severity: 'error', variant: 'ignored' },
    ],
    ['offline', local(PROXY), new Map(), { severity: 'warning' }],
  ] as const)('env/no-proxy: %s', (_, world, wire, expected) => {
    expectDraft(noProxy, check(noProxy, world, wire), { safety: 'unsafe', ...expected });
    expectConverges(noProxy, world, wire);
  });
  test('env/no-proxy: Codex, by its .env', () => {
    const world = codex(codexConfig('env_key = "GW_API_KEY"', '', 'http://localhost:8080/v1'), {
      env: { HTTP_PROXY: 'http://p.example:3128', NO_PROXY: '.corp' },
    });
    const wire = seen('codex', { failure: 'proxy/denied', phase: 'proxy' }, { direct: probed() });
    expectDraft(noProxy, check(noProxy, world, wire), {
      severity: 'error',
      safety: 'unsafe',
      args: { line: "export NO_PROXY='.corp,localhost'" },
    });
    expect(textIn(expectConverges(noProxy, world, wire), '/home/u/.codex/.env')).toContain('.corp,localhost');
  });
  test.each([
    ['a dead proxy is another rule', local(PROXY), dead()],
    [
      'a scheme that this client cannot use is the cause itself',
      local({ HTTPS_PROXY: 'socks5://127.0.0.1:1' }),
      seen('claude-code', { failure: 'proxy/unsupported-scheme', phase: 'proxy' }, { direct: probed() }),
    ],
    ['excepted', local({ ...PROXY, NO_PROXY: '127.0.0.1' }), works],
    ['a public host', claude({}, { env: PROXY }), works],
    ['a private host that the proxy reaches', claude({ ANTHROPIC_BASE_URL: 'http://10.0.0.8:8080' }, { env: PROXY }), works],
    ['no proxy', local({}), works],
  ])('env/no-proxy is silent: %s', (_, world, wire) => {
    expect(check(noProxy, world, wire)).toEqual([]);
  });
});

describe('env/ca-file', () => {
  const PEM = '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n';
  const ca = { '/ca.pem': PEM };
  const tls = (client: 'codex' | 'claude-code') => seen(client, { failure: 'tls/unknown-authority', phase: 'tls' });
  test.each([
    ['missing', claude({}, { env: { NODE_EXTRA_CA_CERTS: '/gone.pem' } }), 'claude-code', { origin: { env: 'NODE_EXTRA_CA_CERTS' } }],
    [
      'not PEM',
      claude({}, { env: { NODE_EXTRA_CA_CERTS: '/ca.cer' }, files: { '/ca.cer': { bytes: new Uint8Array([0x30, 0x82, 1]) } } }),
      'claude-code',
      { variant: 'not-pem' },
    ],
    [
      'too late',
      claudeOf('2.0.77', { NODE_EXTRA_CA_CERTS: '/ca.pem' }, { files: ca }),
      'claude-code',
      { variant: 'late', origin: { key: 'env.NODE_EXTRA_CA_CERTS' } },
    ],
    ['of Codex', codex(codexConfig(), { env: { SSL_CERT_FILE: '/gone.pem' } }), 'codex', { args: { name: 'SSL_CERT_FILE' } }],
  ] as const)('%s', (_, world, client, expected) => {
    expectDraft(caFile, check(caFile, world, tls(client)), { severity: 'error', safety: null, ...expected });
    expectDraft(caFile, check(caFile, world), { severity: 'error' });
    expectDraft(caFile, check(caFile, world, seen(client, {})), { severity: 'warning' });
  });
  test.each([
    ['good', claude({}, { env: { NODE_EXTRA_CA_CERTS: '/ca.pem' }, files: ca })],
    ['read from the settings by later ones', claude({ NODE_EXTRA_CA_CERTS: '/ca.pem' }, { files: ca })],
    [
      'also in the environment',
      claudeOf('2.0.77', { NODE_EXTRA_CA_CERTS: '/ca.pem' }, { env: { NODE_EXTRA_CA_CERTS: '/ca.pem' }, files: ca }),
    ],
    ['nothing to Codex', codex(codexConfig(), { env: { NODE_EXTRA_CA_CERTS: '/gone.pem' } })],
    ['not known to 0.105', codexOf('0.105.0', codexConfig(), { env: { CODEX_CA_CERTIFICATE: '/gone.pem' } })],
    ['none', claude()],
  ])('silent: %s', (_, world) => {
    expect(check(caFile, world)).toEqual([]);
  });
});

test('no sentence holds a key', () => {
  const world = claude({ API_TIMEOUT_MS: 'abc' }, { env: { HTTPS_PROXY: 'http://127.0.0.1:1', ANTHROPIC_AUTH_TOKEN: 'other' } });
  for (const rule of [timeoutInvalid, noProxy, caFile]) expect(JSON.stringify(check(rule, world))).not.toContain(KEY);
});
