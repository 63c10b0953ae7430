// The probes that settle a cause: with another key, with a small body, without a part of the request.

import { describe, expect, it } from 'vitest';

import { diagnose } from '../../src/diagnose.ts';
import { Secret } from '../../src/secret.ts';
import { sentencesOf } from '../../src/texts.ts';
import { inventedKey } from '../../src/wire/invented-key.ts';
import type { HttpRequest } from '../../src/wire/types.ts';
import { claude, claudeOf, codex, KEY, snapshot, type World } from '../rules/world.ts';
import type { Given } from './failures/exchange.ts';
import { bodyOf, isSmall, keyOf, probing, refuses, works } from './gateway.ts';

type Answer = (request: HttpRequest) => Given;

async function judged(world: World, client: 'codex' | 'claude-code', answer: Answer) {
  const found = await probing(world, client, answer);
  const { evidence } = found;
  const [finding] = diagnose(snapshot(world), new Map([[client, evidence]])).filter(({ severity }) => severity === 'error');
  if (!finding) throw new Error('no finding');
  const purposes = found.asked.map(({ request }) => evidence.all.find(({ trace }) => trace.request === request)?.purpose);
  return { ...found, id: finding.id, why: sentencesOf(finding, 'en').why, zh: sentencesOf(finding, 'zh').why, finding, purposes };
}

const toolsOf = (request: HttpRequest): string[] =>
  ((bodyOf(request).tools ?? []) as { type?: string; name?: string }[]).map(({ type, name }) => type ?? name ?? '');
const headersOf = (request: HttpRequest): string[] => request.headers.map(([name]) => name);
const refusing =
  (when: (request: HttpRequest) => boolean, answer: Answer): Answer =>
  (request) =>
    request.method === 'POST' && when(request) ? answer(request) : works(request);

describe('a refusal that does not say why', () => {
  const forbidden = refuses(403, 'Forbidden');
  const unauthorized = refuses(401, 'Unauthorized');
  const missing = refuses(401, 'Missing Authorization header');
  const byKey =
    (own: Answer, invented: Answer, none: Answer): Answer =>
    (request) => {
      const key = keyOf(request);
      return (key === KEY ? own : key === null ? none : invented)(request);
    };

  it.each<[string, Answer, Answer, Answer, string, RegExp]>([
    [
      'everything is refused alike',
      forbidden,
      forbidden,
      forbidden,
      'perm/model-or-group',
      /does not look at the key here, or does not know it/,
    ],
    ['the key is unknown', forbidden, forbidden, missing, 'perm/model-or-group', /reads the key and does not know it/],
    ['the key is known', forbidden, unauthorized, missing, 'perm/model-or-group', /another answer \(401 Unauthorized\)/],
    [
      'everything is refused alike (401)',
      unauthorized,
      unauthorized,
      unauthorized,
      'auth/invalid-key',
      /does not look at the key here, or does not know it/,
    ],
    [
      'the key is unknown (401)',
      unauthorized,
      unauthorized,
      missing,
      'auth/invalid-key',
      /another one \(401 Missing Authorization header\)/,
    ],
    ['the key is known (401)', unauthorized, refuses(401, 'Invalid API key'), missing, 'auth/invalid-key', /tells yours from it/],
  ])('%s', async (_, own, invented, none, id, why) => {
    for (const [world, client] of [[codex(), 'codex'] as const, [claude(), 'claude-code'] as const]) {
      const found = await judged(world, client, byKey(own, invented, none));
      expect(found.id).toBe(id);
      expect(found.why).toMatch(why);
      expect(found.zh).toMatch(/编造的密钥/);
      expect(JSON.stringify(found.finding)).not.toContain(KEY);
      expect(found.asked.filter(({ request }) => ![KEY, null].includes(keyOf(request)))).toHaveLength(1);
    }
  });

  it('request ids and quoted keys make no other answer of it', async () => {
    let number = 0;
    const answer: Answer = (request) => {
      number += 7;
      return refuses(403, `Forbidden for ${(keyOf(request) ?? '').slice(0, 5)}…, request id: req_01${number}ab`)(request);
    };
    expect((await judged(codex(), 'codex', answer)).why).toMatch(/does not look at the key here, or does not know it/);
  });

  it.each<[string, Answer]>([
    ['that says the key is invalid', refuses(401, 'Invalid API key')],
    ['over the balance', refuses(403, 'insufficient balance')],
    ['over the model', refuses(404, 'model m-main not found', { code: 'model_not_found' })],
  ])('no key is invented for one %s', async (_, answer) => {
    const { purposes } = await judged(codex(), 'codex', answer);
    expect(purposes).not.toContain('invented-key');
  });

  it('says that the request is at fault where a small one passes with the key', async () => {
    const found = await judged(
      codex(),
      'codex',
      refusing((request) => !isSmall(request) || keyOf(request) !== KEY, forbidden),
    );
    expect(found.why).toMatch(/A small request without tools and extras was answered/);
  });
});

describe('a request that is refused', () => {
  const generic = refuses(400, 'Bad request');
  const broken = refuses(500, 'Internal server error');

  it.each<[string, World, 'codex' | 'claude-code', Answer, string, RegExp]>([
    [
      'only function tools',
      codex(),
      'codex',
      refusing((request) => toolsOf(request).some((type) => type !== 'function'), generic),
      'request/tool-type',
      /without custom, web_search was answered/,
    ],
    [
      'no web search',
      codex(),
      'codex',
      refusing((request) => toolsOf(request).includes('web_search'), broken),
      'request/tool-type',
      /without web_search was answered/,
    ],
    [
      'no tools at all',
      codex(),
      'codex',
      refusing((request) => !isSmall(request), broken),
      'request/unsupported-parameter',
      /without tools/,
    ],
    [
      'no reasoning',
      codex(),
      'codex',
      refusing((request) => 'reasoning' in bodyOf(request), generic),
      'request/unsupported-parameter',
      /without reasoning, include was answered/,
    ],
    [
      'betas',
      claude(),
      'claude-code',
      refusing((request) => headersOf(request).includes('anthropic-beta'), generic),
      'request/beta-header',
      /without anthropic-beta was answered/,
    ],
    [
      'context management',
      claude(),
      'claude-code',
      refusing((request) => 'context_management' in bodyOf(request), generic),
      'request/unsupported-parameter',
      /without context_management was answered/,
    ],
    [
      'tools of Claude Code',
      claudeOf('1.0.60'),
      'claude-code',
      refusing((request) => 'tools' in bodyOf(request), broken),
      'request/tool-type',
      /without tools was answered/,
    ],
    [
      'too many tokens wanted',
      claude(),
      'claude-code',
      refusing((request) => Number(bodyOf(request).max_tokens) > 8192, generic),
      'request/bad-value',
      /max_tokens 4096 instead of 32000 was answered/,
    ],
  ])('without a word: %s', async (_, world, client, answer, id, why) => {
    const found = await judged(world, client, answer);
    expect(found.id).toBe(id);
    expect(found.why).toMatch(/A small request without tools and extras was answered/);
    expect(found.why).toMatch(why);
    expect(found.zh).toMatch(/小请求/);
  });

  it('a named field is left out at once, and nothing else is asked', async () => {
    const unknown = refuses(400, "Unknown parameter: 'prompt_cache_key'.", { param: 'prompt_cache_key', code: 'unknown_parameter' });
    const found = await judged(
      codex(),
      'codex',
      refusing((request) => 'prompt_cache_key' in bodyOf(request), unknown),
    );
    expect(found.id).toBe('request/unsupported-parameter');
    expect(found.why).toMatch(/without prompt_cache_key was answered/);
    expect(found.purposes.filter((purpose) => purpose === 'without-part')).toHaveLength(1);
  });

  it('a field that was not the reason, and one behind which the next waits', async () => {
    const unknown = (name: string) => refuses(400, `Unknown parameter: '${name}'.`, { param: name, code: 'unknown_parameter' });
    const always = await judged(codex(), 'codex', unknown('store'));
    expect(always.why).toMatch(/A small request gets the same answer.* Without store the answer is the same/);
    const next = await judged(codex(), 'codex', (request) => unknown('store' in bodyOf(request) ? 'store' : 'input_mode')(request));
    expect(next.why).toMatch(/Without store it is refused for another reason \(400 Unknown parameter: 'input_mode'\.\)/);
  });

  it('a failure that comes and goes is not laid on a part', async () => {
    let first = true;
    const found = await judged(claude(), 'claude-code', (request) => {
      const answer = first ? broken : works;
      first = false;
      return answer(request);
    });
    expect(found.id).toBe('server/error');
    expect(found.why).toMatch(/without any one of these: .*thinking.*the failure comes and goes/);
  });

  it('small requests fail too: no further round', async () => {
    const found = await judged(codex(), 'codex', broken);
    expect(found.why).toMatch(/A small request gets the same answer/);
    expect(found.purposes).not.toContain('without-part');
  });

  it('nothing is sent twice, and never anything that the blamed field makes no request without', async () => {
    for (const field of ['model', 'messages.0.content', 'input', 'no_such_field', '__proto__', 'tools[7].type']) {
      const { asked } = await judged(
        codex(),
        'codex',
        refusing((request) => !isSmall(request), refuses(400, `Invalid value: '${field}'`, { param: field, code: 'invalid_value' })),
      );
      const sent = asked.map(({ request }) => [request.url, headersOf(request).join(), keyOf(request), request.body].join('\n'));
      expect(new Set(sent).size).toBe(sent.length);
      expect(asked.map(({ request }) => bodyOf(request)).every((body) => 'model' in body)).toBe(true);
    }
  });
});

describe('an invented key', () => {
  const random = (bytes: number): string =>
    Array.from({ length: bytes }, (_, index) => ((index * 37) % 256).toString(16).padStart(2, '0')).join('');
  it.each([
    ['sk-ant-api03-Ab3_dEf-GhIjKlMnOpQrStUvWxYz0123', 'sk-ant-api03-', /^sk-ant-api03-\w{3}_\w{3}-\w{24,}$/],
    ['sk-1234', 'sk-', /^sk-[A-Za-z0-9]{24}$/],
    ['0123456789abcdef0123456789abcdef.AbCdEfGhIjKl', '', /^\w{32}\.\w{12}$/],
    ['0123456789abcdef0123456789abcdef', '', /^[0-9a-f]{32}$/],
    ['Bearer my-own-words-0123456789', '', /^\w{2}-\w{3}-\w{5}-\w{14,}$/],
  ])('is shaped like %s and shares nothing with it but the prefix', (real, prefix, shape) => {
    const made = inventedKey(new Secret(real), prefix, random).reveal();
    expect(made).toMatch(shape);
    for (const word of real.slice(prefix.length).split(/[^A-Za-z0-9]+/)) if (word.length > 2) expect(made).not.toContain(word);
  });
  it('is bounded', () => {
    expect(inventedKey(new Secret('x'.repeat(100_000)), '', random).reveal().length).toBeLessThanOrEqual(200);
  });
});

describe('the key in the other header', () => {
  const readsOnly =
    (header: string): Answer =>
    (request) =>
      (headersOf(request).includes(header) ? works : refuses(401, 'Missing API key'))(request);

  it.each([
    ['codex', codex(), 'x-api-key'],
    ['claude-code', claude(), 'x-api-key'],
    ['claude-code', claude({ ANTHROPIC_AUTH_TOKEN: '', ANTHROPIC_API_KEY: KEY }), 'authorization'],
  ] as const)('%s: %# %s', async (client, world, header) => {
    const found = await judged(world, client, readsOnly(header));
    expect(found.id).toBe('key/wrong-header');
    expect(found.finding.fix?.safety).toBe('safe');
  });
});
