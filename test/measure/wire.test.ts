// The wire's stamps against servers that keep their own clock. The bounds are loose, for machines that do other work; scripts/measure-proof.mjs has the tight ones.

import { afterEach, describe, expect, it } from 'vitest';

import { sampleOf } from '../../src/measure/latency.ts';
import { closeIdle } from '../../src/net/pool.ts';
import { send } from '../../src/net/request.ts';
import type { Limits, Route, Trace } from '../../src/wire/types.ts';

interface StreamServer {
  readonly url: string;
  readonly requests: readonly { receivedAt: number; firstTokenAt: number; lastTokenAt: number; tokens: number; events: number }[];
  close(): Promise<void>;
}
const module = await import(new URL('./stream-server.mjs', import.meta.url).href);
const { startStreamServer } = module as { startStreamServer(shape: object): Promise<StreamServer> };

const DIRECT: Route = { proxy: null, extraCa: [], verifyTls: true };
const LIMITS: Limits = { timeoutMs: 15_000, headersMs: 10_000, idleMs: 10_000, bodyBytes: 1e8, enoughEvents: 1e6 };
const SLACK_MS = 150;

const ask = (url: string): Promise<Trace> =>
  send(
    {
      method: 'POST',
      url: `${url}/chat/completions`,
      headers: [['content-type', 'application/json']],
      body: '{}',
      wireApi: 'openai-chat',
      model: 'm',
      stream: true,
    },
    DIRECT,
    LIMITS,
  );

let server: StreamServer | null = null;
afterEach(async () => {
  closeIdle();
  await server?.close();
});

describe('the stamps', () => {
  it.each([
    ['a plain stream', { tokens: 30, per: 4 }],
    ['characters cut in two', { tokens: 30, per: 4, split: true }],
    ['bursts', { tokens: 60, per: 3, perWrite: 10 }],
    ['keep-alive comments before and between', { tokens: 20, per: 5, comments: 6, first: 60 }],
    ['several tokens an event', { tokens: 80, per: 2, perEvent: 4 }],
  ])('agree with the server on %s', async (_, shape) => {
    server = await startStreamServer(shape);
    const trace = await ask(server.url);
    const [record] = server.requests;
    const sample = sampleOf('decode', trace, true);
    if (!record) throw new Error('no request');
    expect(trace.tokenTimes).toHaveLength(record.events);
    expect(sample.outputTokens).toBe(shape.tokens);
    expect(Math.abs((sample.ttftMs ?? 0) - (record.firstTokenAt - record.receivedAt))).toBeLessThan(SLACK_MS);
    const tpot = (record.lastTokenAt - record.firstTokenAt) / (record.tokens - 1);
    expect(Math.abs((sample.tpotMs ?? 0) - tpot)).toBeLessThan(SLACK_MS / record.tokens);
    // The empty role chunk is an event, no token.
    expect(sample.firstEventMs ?? 0).toBeLessThan(sample.ttftMs ?? 0);
    expect(trace.reading?.text.length).toBeGreaterThan(0);
    expect(trace.reading?.text).not.toContain('\ufffd');
  });

  it('lose no event of a fast stream', async () => {
    server = await startStreamServer({ tokens: 5000, per: 0.05, perWrite: 50, first: 5 });
    const trace = await ask(server.url);
    expect(trace.tokenTimes).toHaveLength(5000);
    expect(trace.tokenTimes).toEqual([...(trace.tokenTimes ?? [])].sort((a, b) => a - b));
  });
});
