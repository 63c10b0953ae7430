import { describe, expect, it } from 'vitest';

import { URL_RULES } from '../../src/rules/url/index.ts';
import { check, claude, codex, codexConfig, expectDraft, type World } from '../rules/world.ts';
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
