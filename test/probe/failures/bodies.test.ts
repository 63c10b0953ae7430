// Every recorded body maps to its class, in both protocols, with sentences that can be filled and shown.

import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { holesOf } from '../../../src/i18n/index.ts';
import type { WireApi } from '../../../src/model.ts';
import { classify, evidenceOf, FAILURES } from '../../../src/probe/failures/index.ts';
import type { Failure } from '../../../src/probe/types.ts';
import { wordsOf } from '../../../src/rules/rule.ts';
import { exchange, type Given } from './exchange.ts';

interface Recorded {
  readonly class: string;
  readonly status: number;
  readonly gateway?: string;
  readonly case?: string;
  readonly json?: unknown;
  readonly text?: string;
  readonly events?: Given['events'];
  readonly contentType?: string;
  readonly headers?: Record<string, string>;
  readonly wire?: WireApi;
  readonly path?: string;
  readonly key?: string;
  readonly field?: string;
}

const read = (name: string): Recorded[] => JSON.parse(readFileSync(new URL(`fixtures/${name}.json`, import.meta.url), 'utf8'));
const WIRES: readonly WireApi[] = ['anthropic-messages', 'openai-responses'];

const givenOf = (recorded: Recorded, wireApi: WireApi): Given => ({
  wireApi,
  status: recorded.status,
  headers: { ...(recorded.contentType ? { 'content-type': recorded.contentType } : {}), ...recorded.headers },
  ...(recorded.json === undefined ? {} : { json: recorded.json }),
  ...(recorded.text === undefined ? {} : { body: recorded.text }),
  ...(recorded.events ? { events: recorded.events } : {}),
  ...(recorded.path ? { path: recorded.path } : {}),
  ...(recorded.key ? { key: recorded.key } : {}),
});

function expectSpeakable(failure: Failure): void {
  const found = FAILURES.find(({ id }) => id === failure.id);
  if (found === undefined) throw new Error(`no class ${failure.id}`);
  if (failure.variant) expect(found.variants).toHaveProperty([failure.variant]);
  const { title, why, advice } = wordsOf(found, failure.variant);
  const holes = new Set([title, why, advice].flatMap((sentence) => holesOf(sentence.en)));
  expect(Object.keys(failure.args)).toEqual(expect.arrayContaining([...holes]));
  for (const value of Object.values(failure.args)) {
    expect(String(value)).not.toMatch(/\p{Cc}|sk-test-0001/u);
    expect(String(value).length).toBeLessThanOrEqual(200);
  }
}

const rows = [...read('gateway-errors'), ...read('more-bodies')].flatMap((recorded) =>
  (recorded.wire ? [recorded.wire] : WIRES).map((wireApi) => ({
    recorded,
    wireApi,
    name: `${recorded.status} ${recorded.gateway ?? ''} ${recorded.case ?? (JSON.stringify(recorded.json) ?? recorded.text ?? '').slice(0, 70)} (${wireApi})`,
  })),
);

describe('recorded bodies', () => {
  it.each(rows)('$recorded.class: $name', ({ recorded, wireApi }) => {
    const { trace, context } = exchange(givenOf(recorded, wireApi));
    const { failure, ok } = classify(trace, context);
    expect(failure?.id).toBe(recorded.class);
    expect(ok).toBe(recorded.class === 'auth/client-not-allowed' ? null : false);
    if (failure) expectSpeakable(failure);
    if (recorded.field) expect(failure?.args.field).toBe(recorded.field);
    expect(evidenceOf(trace)).toMatch(new RegExp(`^${recorded.status}`));
  });
});

describe('answers made to hurt', () => {
  const DEEP = 100_000;
  it.each([
    ['nested deeper than any stack', `${'{"error":'.repeat(DEEP)}{"error":{"message":"Error"}}${'}'.repeat(DEEP)}`],
    ['nested arrays', `${'['.repeat(DEEP)}${']'.repeat(DEEP)}`],
    ['cut in the middle', '{"error":{"message":"Invalid'],
    [
      'a message that is JSON that is JSON',
      JSON.stringify({ error: { message: JSON.stringify({ error: { message: JSON.stringify({ a: JSON.stringify({ b: 1 }) }) } }) } }),
    ],
    ['many members', JSON.stringify(Object.fromEntries(Array.from({ length: 20_000 }, (_, index) => [`k${index}`, { message: 'x' }])))],
    ['a long line of blanks and stars', `{"error":{"message":"key ${'*'.repeat(50_000)} ${' '.repeat(50_000)}"}}`],
    ['unterminated sequences', `\u001b]0;${'x'.repeat(100_000)}`],
    ['one long word', 'a'.repeat(500_000)],
  ])('%s: bounded, status 500 decides', (_, body) => {
    const { trace, context } = exchange({ status: 500, body });
    const start = performance.now();
    expect(classify(trace, context).failure?.id).toBe('server/error');
    expect(performance.now() - start).toBeLessThan(1000);
  });

  it('reads the words of a body that breaks off', () => {
    const { trace, context } = exchange({
      status: 401,
      body: '{"error":{"message":"该令牌已过期',
      error: { phase: 'stream', code: 'ECONNRESET', detail: 'aborted' },
    });
    expect(classify(trace, context).failure?.id).toBe('auth/expired-key');
  });
});
