// The table itself: complete, in both languages, each class reachable under its own id.

import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { holesOf } from '../../../src/i18n/index.ts';
import { FAILURES, withNearestModels } from '../../../src/probe/failures/index.ts';
import { exchange } from './exchange.ts';

const IDS = `net/dns net/dns-temporary net/refused net/unreachable net/reset net/connect-timeout net/no-answer net/idle
tls/unknown-authority tls/self-signed tls/expired tls/not-yet-valid tls/hostname tls/not-tls tls/https-expected
proxy/refused proxy/auth proxy/denied proxy/not-http proxy/unsupported-scheme clock/skew
route/not-found route/protocol-missing route/website route/redirect route/upstream-path
auth/missing auth/invalid-key auth/expired-key auth/disabled-key auth/upstream-key auth/ip-not-allowed auth/region-blocked auth/account-banned
auth/client-not-allowed auth/waf perm/model-or-group quota/exhausted quota/key-cap quota/plan-window quota/not-included rate/requests rate/concurrency
model/not-found model/no-channel model/no-channel-empty request/unsupported-parameter request/bad-value request/tool-type request/beta-header
request/compressed-body request/wrong-protocol request/too-large request/context-length request/moderation
server/overloaded server/error server/bad-gateway server/gateway-timeout server/upstream-network
stream/error-in-200 stream/json-instead stream/empty stream/truncated stream/buffered stream/events-missing stream/not-sse model/substituted unknown`.split(
  /\s+/,
);

describe('FAILURES', () => {
  it('has every class once', () => {
    expect(FAILURES.map(({ id }) => id).sort()).toEqual([...IDS].sort());
  });

  const texts = FAILURES.flatMap(({ id, text, variants }) => [
    { name: id, id, text },
    ...Object.entries(variants ?? {}).map(([variant, other]) => ({ name: `${id} (${variant})`, id, text: other })),
  ]);

  it.each(texts)('$name says it in both languages with the same arguments', ({ id, text }) => {
    const { trace, context } = exchange({ status: 500 });
    const args = { ...FAILURES.find((known) => known.id === id)?.args(trace, context), evidence: '' };
    const { title, why, advice, ofClient = {} } = text;
    for (const sentence of [title, why, advice, ...Object.values(ofClient).flatMap((besides) => Object.values(besides))]) {
      expect(new Set(holesOf(sentence.en))).toEqual(new Set(holesOf(sentence.zh)));
      expect(sentence.zh).toMatch(/\p{Script=Han}/u);
      expect(sentence.en).not.toMatch(/\p{Script=Han}/u);
      expect(Object.keys(args)).toEqual(expect.arrayContaining([...new Set(holesOf(sentence.en))]));
    }
  });

  it('has a recorded body for every class that a body can tell', () => {
    const recorded = ['gateway-errors', 'more-bodies'].flatMap((name): { class: string }[] =>
      JSON.parse(readFileSync(new URL(`fixtures/${name}.json`, import.meta.url), 'utf8')),
    );
    const seen = new Set(recorded.map((body) => body.class));
    const byBody = IDS.filter(
      (id) =>
        /^(auth|perm|quota|rate|request|server)\//.test(id) ||
        ['model/not-found', 'model/no-channel', 'model/no-channel-empty'].includes(id),
    );
    expect(byBody.filter((id) => !seen.has(id))).toEqual([]);
  });

  it('tells the nearest ids once the list is known', () => {
    const failure = {
      id: 'model/not-found',
      severity: 'error',
      args: { host: 'gw.test', status: 404, said: '-', model: 'glm4.6' },
    } as const;
    expect(withNearestModels(failure, 'glm4.6', ['glm-4.6', 'kimi'])).toMatchObject({ variant: 'nearest', args: { nearest: 'glm-4.6' } });
    expect(withNearestModels(failure, 'qwen', ['kimi'])).toMatchObject({ variant: 'listed', args: { listed: 'kimi' } });
    expect(withNearestModels(failure, 'kimi', ['kimi', 'glm'])).toMatchObject({ variant: 'is-listed' });
    expect(withNearestModels(failure, 'qwen', [])).not.toHaveProperty('variant');
  });
});
