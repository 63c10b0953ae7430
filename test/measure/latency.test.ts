import { describe, expect, it } from 'vitest';

import { deliveryOf, gapsOf, handshakeOf, sampleOf, summarise, tpotOf } from '../../src/measure/latency.ts';
import type { Marks, Reading, Trace } from '../../src/wire/types.ts';

const MARKS: Marks = {
  dns: 2,
  tcp: 12,
  proxy: null,
  tls: 40,
  sent: 41,
  headers: 90,
  firstEvent: 91,
  firstToken: 300,
  firstVisible: 300,
  lastToken: 1298,
  end: 1310,
};
const USAGE = { input: 4012, output: 100, cached: 0, reasoning: null };

function traceOf({
  marks = {},
  usage = {},
  text = '',
  ...rest
}: Partial<Omit<Trace, 'marks'>> & {
  marks?: Partial<Marks>;
  usage?: Partial<NonNullable<Reading['usage']>> | null;
  text?: string;
}): Trace {
  return {
    request: {
      method: 'POST',
      url: 'https://gw.example/v1/messages',
      headers: [],
      body: '',
      wireApi: 'anthropic-messages',
      model: 'm',
      stream: true,
    },
    viaProxy: false,
    marks: { ...MARKS, ...marks },
    status: 200,
    headers: { 'content-type': 'text/event-stream', server: 'nginx', 'set-cookie': 'a=b' },
    body: '',
    bodyBytes: 0,
    bodyCut: false,
    events: [],
    reading: {
      kinds: [],
      complete: true,
      recognised: true,
      text,
      toolCalls: 0,
      model: 'm',
      usage: usage === null ? null : { ...USAGE, ...usage },
      error: null,
      missing: [],
    },
    error: null,
    receivedAt: 0,
    tokenTimes: Array.from({ length: 50 }, (_, index) => 300 + (index * 998) / 49),
    ...rest,
  };
}

describe('sampleOf', () => {
  it('turns marks into durations', () => {
    const sample = sampleOf('decode', traceOf({}), true);
    expect(sample).toMatchObject({
      cold: true,
      dnsMs: 2,
      connectMs: 10,
      tlsMs: 28,
      ttfbMs: 90,
      firstEventMs: 91,
      ttftMs: 300,
      ttfotMs: 300,
      e2eMs: 1310,
      inputTokens: 4012,
      delivery: 'streamed',
    });
    expect(handshakeOf(sample)).toBe(40);
  });

  it('divides by tokens, never by events', () => {
    const { tpotMs, tps, e2eTps } = sampleOf('decode', traceOf({}), false);
    expect(tpotMs).toBeCloseTo(998 / 99, 9);
    expect(tps).toBeCloseTo(99_000 / 998, 6);
    expect(e2eTps).toBeCloseTo(100_000 / 1310, 6);
  });

  it('leaves out reasoning that was billed and not streamed', () => {
    expect(sampleOf('decode', traceOf({ usage: { reasoning: 50 } }), false).tpotMs).toBeCloseTo(998 / 49, 9);
  });

  it('counts reasoning that was streamed', () => {
    const sample = sampleOf('decode', traceOf({ usage: { reasoning: 50 }, marks: { firstVisible: 700 } }), false);
    expect(sample.tpotMs).toBeCloseTo(998 / 99, 9);
    expect(sample).toMatchObject({ ttftMs: 300, ttfotMs: 700, reasoningTokens: 50 });
  });

  it('guesses tokens from the text where the stream names none, and says so', () => {
    expect(sampleOf('decode', traceOf({ usage: null, text: 'x'.repeat(400) }), false)).toMatchObject({
      outputTokens: 100,
      estimated: true,
      inputTokens: null,
    });
    // Relays that drop the last usage leave the 1 of message_start.
    expect(sampleOf('decode', traceOf({ usage: { output: 1 }, text: 'x'.repeat(400) }), false)).toMatchObject({
      outputTokens: 100,
      estimated: true,
    });
  });

  it('has no pace of a stream that it cut itself', () => {
    expect(sampleOf('prefill', traceOf({ stopped: 'enough' }), false)).toMatchObject({
      cut: true,
      outputTokens: null,
      tpotMs: null,
      ttftMs: 300,
    });
  });

  it('has no figures where no token came', () => {
    const none = traceOf({ tokenTimes: [], marks: { firstToken: null, firstVisible: null, lastToken: null } });
    expect(sampleOf('decode', none, false)).toMatchObject({ ttftMs: null, tpotMs: null, delivery: 'none', maxGapMs: null });
  });

  it('keeps headers that tell who answered, and no others', () => {
    expect(sampleOf('decode', traceOf({}), false).headers).toEqual({ server: 'nginx' });
  });
});

describe('tpotOf', () => {
  it.each([
    [0, 100, 101, 1],
    [0, 100, 1, null],
    [0, 100, null, null],
    [null, 100, 10, null],
    [100, 100, 10, null],
  ])('first %j, last %j, %j tokens: %j', (first, last, tokens, expected) => expect(tpotOf(first, last, tokens)).toBe(expected));
});

describe('deliveryOf', () => {
  const burst = Array.from({ length: 80 }, (_, index) => 2600 + index * 0.02);
  const steady = Array.from({ length: 80 }, (_, index) => 100 + index * 25);
  it.each([
    ['a burst at the end', burst, 80, 0, 2605, 'burst'],
    ['a steady stream', steady, 80, 0, 2100, 'streamed'],
    ['one event that holds everything', [1500], 200, 0, 1502, 'burst'],
    ['a short answer in one piece', [1500, 1500], 2, 0, 1501, 'streamed'],
    ['a fast answer without a wait', burst.map((time) => time - 2590), 80, 0, 15, 'streamed'],
    ['a wait that was the handshake', burst, 80, 2550, 2605, 'streamed'],
    ['a burst and then more', [...burst.slice(0, 40), ...steady.map((time) => time + 2700)], 120, 0, 4900, 'streamed'],
    ['nothing', [], 0, 0, 100, 'none'],
  ] as const)('%s', (_, times, tokens, start, end, expected) => expect(deliveryOf(times, tokens, start, end)).toBe(expected));
});

describe('gapsOf', () => {
  it('takes events of one read for one arrival', () => expect(gapsOf([0, 0, 0, 10, 10, 30])).toEqual({ p50: 15, p95: 19.5, max: 20 }));
  it('needs three arrivals', () => expect(gapsOf([0, 0, 5, 5])).toBeNull());
});

describe('summarise', () => {
  it('keeps the cold one apart, unless there is no other', () => {
    const [cold, warm] = [sampleOf('decode', traceOf({ marks: { firstToken: 900 } }), true), sampleOf('decode', traceOf({}), false)];
    expect(summarise([cold, warm])).toMatchObject({ samples: 1, ttftMs: { median: 300, min: 300, max: 300 }, coldTtftMs: 900 });
    expect(summarise([cold])).toMatchObject({ samples: 1, ttftMs: { median: 900 } });
  });
});
