// What a measurement of a channel that does not answer may cost.

import { describe, expect, it } from 'vitest';

import { Meter, type Target } from '../../src/measure/meter.ts';
import type { HttpRequest, Marks, Trace } from '../../src/wire/types.ts';

const TIMEOUT_MS = 3000;
const PLAN = { runs: 5, inputTokens: 200, outputTokens: 20, sweep: [400, 800], cachePair: true, ramp: 4, ownText: null };
const NO_MARKS = {
  dns: null,
  tcp: 1,
  proxy: null,
  tls: null,
  sent: 2,
  headers: null,
  firstEvent: null,
  firstToken: null,
  firstVisible: null,
};
const URL_OF = 'http://gw.example/v1/messages';
const message: HttpRequest = {
  method: 'POST',
  url: URL_OF,
  headers: [],
  body: '{}',
  wireApi: 'anthropic-messages',
  model: 'm',
  stream: true,
};

function traceOf(request: HttpRequest, marks: Partial<Marks>, rest: Partial<Trace> = {}): Trace {
  return {
    request,
    viaProxy: false,
    marks: { ...NO_MARKS, lastToken: null, end: 0, ...marks },
    status: 200,
    headers: { 'content-type': 'text/event-stream' },
    body: '',
    bodyBytes: 0,
    bodyCut: false,
    events: [],
    reading: null,
    error: null,
    receivedAt: null,
    ...rest,
  };
}

const late = (request: HttpRequest, end = TIMEOUT_MS): Trace =>
  traceOf(request, { headers: 5, end }, { error: { phase: 'stream', code: 'TIMEOUT', detail: '' } });

const answered = (request: HttpRequest): Trace =>
  traceOf(
    request,
    { headers: 5, firstEvent: 6, firstToken: 7, firstVisible: 7, lastToken: 9, end: 10 },
    {
      events: [{ at: 6, event: 'message_start', data: '{}' }],
      tokenTimes: [7, 8, 9],
      reading: {
        kinds: ['message_start', 'message_stop'],
        complete: true,
        recognised: true,
        text: 'a b c',
        toolCalls: 0,
        model: 'm',
        usage: { input: 200, output: 3, cached: null },
        error: null,
        missing: [],
      },
    },
  );

function meterOf(answer: (request: HttpRequest, n: number) => Trace, inVain: Trace | null = null) {
  const sent: HttpRequest[] = [];
  let messages = 0;
  const target: Target = {
    channel: { baseUrl: 'http://gw.example', model: 'm', wireApi: 'anthropic-messages', name: null },
    request: message,
    route: { proxy: null, extraCa: [], verifyTls: true },
    list: { ...message, method: 'GET', url: 'http://gw.example/v1/models', body: null, stream: false },
    context: {
      clientId: 'claude-code',
      version: null,
      wireApi: 'anthropic-messages',
      requestUrl: URL_OF,
      model: 'm',
      key: null,
      proxy: null,
    },
    before: [],
    inVain,
  };
  const send = async (request: HttpRequest): Promise<Trace> => {
    sent.push(request);
    return request.method === 'GET' ? traceOf(request, { headers: 3, end: 4 }) : answer(request, messages++);
  };
  const meter = new Meter(target, PLAN, { send, random: () => 'nonce', timeoutMs: TIMEOUT_MS });
  return { meter, asked: () => sent.filter(({ method }) => method === 'POST').length };
}

async function all(meter: Meter): Promise<void> {
  await meter.cold();
  if (!meter.hasGivenUp) await meter.roundTrips();
  for (let round = 0; round < PLAN.runs && !meter.hasGivenUp; round += 1) await meter.round(round);
  await meter.cachePair();
  await meter.rampTo([2, 4]);
}

describe('a channel that does not answer in time', () => {
  it('is asked once', async () => {
    const { meter, asked } = meterOf((request) => late(request));
    await all(meter);
    expect(asked()).toBe(1);
    expect(meter.failure()?.id).toMatch(/^net\//);
  });

  it('is not asked at all where as long a wait was in vain before', async () => {
    const { meter, asked } = meterOf((request) => answered(request), late(message));
    await all(meter);
    expect([asked(), meter.hasGivenUp, meter.samples]).toEqual([0, true, []]);
    expect(meter.failure()?.id).toMatch(/^net\//);
  });

  it('is asked where the wait before was a shorter one', async () => {
    const { meter, asked } = meterOf((request) => answered(request), late(message, TIMEOUT_MS / 2));
    await all(meter);
    expect(asked()).toBeGreaterThan(10);
    expect(meter.failure()).toBeNull();
  });

  it('is left alone once two in a row were waited for in vain', async () => {
    const { meter, asked } = meterOf((request, n) => (n < 3 ? answered(request) : late(request)));
    await all(meter);
    expect(asked()).toBe(5);
    expect([meter.failure(), meter.samples.length, meter.notes().map(({ id }) => id)]).toEqual([null, 3, ['failed']]);
  });

  it('goes on behind a single one', async () => {
    const { meter } = meterOf((request, n) => (n === 4 ? late(request) : answered(request)));
    await all(meter);
    expect([meter.hasGivenUp, meter.notes()[0]?.args.n]).toEqual([false, 1]);
  });

  it('gets no more at once where all at once were waited for in vain', async () => {
    const { meter } = meterOf((request, n) => (n < 2 ? answered(request) : late(request)));
    await meter.cold();
    await meter.rampTo([2, 4, 8]);
    expect(meter.ramp).toEqual([{ concurrency: 2, ttftMs: null, failed: 2 }]);
  });
});
