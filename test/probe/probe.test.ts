import { describe, expect, it } from 'vitest';

import { mayGetKeyOf } from '../../src/probe/may-send.ts';
import { URL_RULES } from '../../src/rules/url/index.ts';
import type { HttpRequest } from '../../src/wire/types.ts';
import { check, claude, codex, codexConfig, expectDraft, fixed, KEY, textIn, type World } from '../rules/world.ts';
import { isSmall, keyOf, type Probing, probing, refuses, urlsOf, works } from './gateway.ts';

const codexAt = (base: string): World => codex(codexConfig(undefined, '', base));
const claudeAt = (base: string): World => claude({ ANTHROPIC_BASE_URL: base });

describe('the https twin of a public http base', () => {
  const rule = URL_RULES.find(({ id }) => id === 'url/plain-http');
  if (!rule) throw new Error('no rule url/plain-http');
  const draftsOf = (world: World, { evidence }: Probing) => check(rule, world, new Map([[evidence.client, evidence]]));

  it.each([
    ['http://gw.example/v1', 'https://gw.example/v1'],
    ['http://gw.example:80/v1', 'https://gw.example/v1'],
    ['http://gw.example:8080/v1', 'https://gw.example:8080/v1'],
  ])('%s works and %s too: safe, with one small request more', async (base, twin) => {
    const world = codexAt(base);
    const found = await probing(world, 'codex', works);
    expect(urlsOf(found)).toEqual([`${base.replace(':80/', '/')}/responses`, `${twin}/responses`]);
    expect(found.asked.map(({ request }) => isSmall(request))).toEqual([false, true]);
    expect(found.asked[1]?.limits.timeoutMs).toBeLessThanOrEqual(8_000);
    expectDraft(rule, draftsOf(world, found), { severity: 'error', safety: 'safe', args: { better: twin } });
  });

  it('is unsafe where only http works, or where the twin fails over something else', async () => {
    const world = codexAt('http://gw.example/v1');
    const isTwin = (url: string): boolean => url.startsWith('https:');
    const absent = await probing(world, 'codex', (request) => (isTwin(request.url) ? refuses(404, 'no such page') : works)(request));
    expectDraft(rule, draftsOf(world, absent), { safety: 'unsafe' });
    const poor = await probing(world, 'codex', (request) =>
      (isTwin(request.url) ? refuses(402, 'insufficient balance') : refuses(401, 'Invalid API key'))(request),
    );
    expectDraft(rule, draftsOf(world, poor), { safety: 'unsafe' });
  });

  it('is safe where both refuse the key alike', async () => {
    const world = codexAt('http://gw.example/v1');
    expectDraft(rule, draftsOf(world, await probing(world, 'codex', refuses(401, 'Invalid API key'))), { safety: 'safe' });
  });

  it.each([
    claudeAt('http://127.0.0.1:3000'),
    claudeAt('http://192.168.1.9:3000'),
    claudeAt('http://gateway.internal'),
    claudeAt('https://gw.example'),
  ])('a healthy base on this machine, in a private network or with TLS costs one request', async (world) => {
    const found = await probing(world, 'claude-code', works);
    expect(found.evidence.faithful?.outcome.ok).toBe(true);
    expect(found.asked).toHaveLength(1);
    expect(keyOf(found.asked[0]?.request as never)).not.toBeNull();
  });

  it('is asked once, however the written base fails', async () => {
    const found = await probing(claudeAt('http://gw.example'), 'claude-code', refuses(404, 'not here'));
    expect(urlsOf(found).filter((url) => url === 'https://gw.example/v1/messages')).toHaveLength(1);
    expect(found.evidence.candidates.filter(({ how }) => how === 'https')).toHaveLength(1);
  });
});

describe('a redirect', () => {
  const key = { ANTHROPIC_AUTH_TOKEN: '', ANTHROPIC_API_KEY: KEY };
  const to = (target: string, status: number) => (request: HttpRequest) =>
    request.url.startsWith(target) ? works(request) : { status, headers: { location: `${target}/v1/messages` }, body: '' };
  const outcome = async (from: string, target: string, status: number, more: Readonly<Record<string, string>> = {}) => {
    const found = await probing(claude({ ANTHROPIC_BASE_URL: from, ...more }), 'claude-code', to(target, status));
    const redirect = found.evidence.candidates.find(({ how }) => how === 'redirect');
    return { healed: found.evidence.faithful?.outcome.healed === true, target: redirect?.baseUrl ?? null, urls: urlsOf(found) };
  };

  it.each([307, 308])('%i on the same origin is followed with the key', async (status) => {
    expect(await outcome('http://10.0.0.1/old', 'http://10.0.0.1/new', status)).toMatchObject({
      healed: true,
      target: 'http://10.0.0.1/new',
    });
  });

  it('301 turns the request into a GET', async () => {
    expect(await outcome('http://10.0.0.1/old', 'http://10.0.0.1/new', 301)).toMatchObject({
      healed: false,
      target: 'http://10.0.0.1/new',
    });
  });

  it('to another scheme loses Authorization and keeps x-api-key', async () => {
    expect(await outcome('http://10.0.0.1', 'https://10.0.0.1', 307)).toMatchObject({ healed: false, target: 'https://10.0.0.1' });
    expect(await outcome('http://10.0.0.1', 'https://10.0.0.1', 307, key)).toMatchObject({ healed: true, target: 'https://10.0.0.1' });
  });

  it.each([
    ['another port', 'http://10.0.0.1', 'http://10.0.0.1:8443'],
    ['another scheme and port', 'http://10.0.0.1:8080', 'https://10.0.0.1'],
    ['a scheme without encryption', 'https://gw.example', 'http://gw.example'],
    ['another host', 'https://gw.example', 'https://www.gw.example'],
  ])('to %s gets no key from here', async (_, from, target) => {
    for (const headers of [{}, key]) {
      const found = await outcome(from, target, 307, headers);
      expect(found).toMatchObject({ healed: false, target: null });
      expect(found.urls.filter((url) => new URL(url).origin === target)).toEqual([]);
    }
  });
});

it.each<[string, string, boolean]>([
  ['https://gw.example/a', 'https://gw.example/b', true],
  ['http://gw.example', 'https://gw.example', true],
  ['http://gw.example:8080', 'https://gw.example:8080', true],
  ['http://localhost:3000', 'http://127.0.0.1:3000', true],
  ['https://gw.example', 'http://gw.example', false],
  ['http://gw.example:8080', 'https://gw.example', false],
  ['http://gw.example', 'http://gw.example:8080', false],
  ['http://localhost:3000', 'http://localhost:3001', false],
  ['https://gw.example', 'https://api.gw.example', false],
  ['gw.example', 'https://gw.example', false],
])('the key for %s may go to %s: %s', (written, other, may) => {
  expect(mayGetKeyOf(written, other)).toBe(may);
});

it('tells every exchange, also of a configuration that the client would not start with', async () => {
  const stopped = await probing(codex(codexConfig().replace('"responses"', '"chat"')), 'codex', works);
  expect(stopped.evidence.notSent).toBe('broken-config');
  expect(stopped.told.map(({ purpose }) => purpose)).toEqual(['other-wire']);
  const refused = await probing(claude(), 'claude-code', refuses(401, 'Invalid API key'));
  expect(refused.told).toEqual(refused.evidence.all);
  expect(refused.told.length).toBeGreaterThan(1);
});

it('a public http base that redirects to https is mended by one edit, whichever finding offers it', async () => {
  const world = codexAt('http://gw.example/v1');
  const { evidence } = await probing(world, 'codex', (request) =>
    request.url.startsWith('https:') ? works(request) : { status: 301, headers: { location: 'https://gw.example/v1/responses' }, body: '' },
  );
  const drafts = URL_RULES.flatMap((rule) => check(rule, world, new Map([['codex', evidence]])));
  expect(drafts.map(({ fix }) => fix?.safety)).toEqual(['safe', 'safe']);
  expect(textIn(fixed(world, drafts), '/home/u/.codex/config.toml')).toContain('base_url = "https://gw.example/v1"');
});
