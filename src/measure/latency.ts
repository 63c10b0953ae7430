// One exchange → one sample, and samples → the summary of a load. Formulas and their sources: docs/latency.md.

import type { Trace } from '../wire/types.ts';
import { estimateTokens } from './loads.ts';
import { reportedTimes } from './reported.ts';
import { known, quantile, smallest, spreadOf } from './statistics.ts';
import type { Delivery, Gaps, LoadName, LoadSummary, Sample } from './types.ts';

/** A burst: nearly all tokens within this, ms. */
const BURST_MS = 50;
const BURST_SHARE = 0.9;
/** … after a wait that fills this much of the whole request and is long enough to be one, ms. */
const WAIT_SHARE = 0.8;
const MIN_WAIT_MS = 200;
/** Fewer events or tokens arrive together from any fast server. */
const MIN_BURST_EVENTS = 8;
const MIN_BURST_TOKENS = 32;
const TELLING_HEADERS =
  /^(server|via|cf-ray|cf-cache-status|x-cache|age|server-timing|x-served-by|x-request-id|request-id|x-oneapi-request-id|x-accel-buffering|content-encoding|openai-processing-ms|x-envoy-upstream-service-time|x-litellm-.*-duration-ms|fireworks-.*|x-generation-id)$/;
const MAX_HEADER_VALUE = 200;

export const EMPTY_SAMPLE = {
  cold: false,
  inputTokens: null,
  outputTokens: null,
  cachedTokens: null,
  dnsMs: null,
  connectMs: null,
  tlsMs: null,
  ttfbMs: null,
  firstEventMs: null,
  ttftMs: null,
  ttfotMs: null,
  tpotMs: null,
  tps: null,
  maxGapMs: null,
  e2eMs: null,
  reasoningTokens: null,
  proxyMs: null,
  sentMs: null,
  lastTokenMs: null,
  e2eTps: null,
  gaps: null,
  tokenTimes: [],
  delivery: 'none',
  reported: null,
  headers: {},
  cut: false,
} as const satisfies Omit<Sample, 'load'>;

/** A sample of which only some is known: a log's line, a Dify run. */
export const partialSample = (load: LoadName, given: Partial<Sample>): Sample => ({ ...EMPTY_SAMPLE, ...given, load });

/** Gaps between arrivals; events that came in one read are one arrival. Null below three arrivals. */
export function gapsOf(times: readonly number[]): Gaps | null {
  const gaps: number[] = [];
  for (let index = 1; index < times.length; index += 1) {
    const gap = (times[index] ?? 0) - (times[index - 1] ?? 0);
    if (gap > 0) gaps.push(gap);
  }
  if (gaps.length < 2) return null;
  return { p50: quantile(gaps, 0.5) ?? 0, p95: quantile(gaps, 0.95) ?? 0, max: quantile(gaps, 1) ?? 0 };
}

/** Came the tokens as they were made, or all at once at the end? */
export function deliveryOf(times: readonly number[], tokens: number | null, startMs: number, endMs: number): Delivery {
  const [first] = times;
  if (first === undefined) return 'none';
  const enough = times.length >= MIN_BURST_EVENTS || (tokens ?? 0) >= MIN_BURST_TOKENS;
  const most = times[Math.ceil(times.length * BURST_SHARE) - 1] ?? first;
  const wait = first - startMs;
  const isBurst = enough && most - first < BURST_MS && wait >= MIN_WAIT_MS && wait >= (endMs - startMs) * WAIT_SHARE;
  return isBurst ? 'burst' : 'streamed';
}

/** (last − first token) / (tokens − 1); null where it means nothing. */
export function tpotOf(firstMs: number | null, lastMs: number | null, tokens: number | null): number | null {
  if (firstMs === null || lastMs === null || tokens === null || tokens < 2 || lastMs <= firstMs) return null;
  return (lastMs - firstMs) / (tokens - 1);
}

interface Counted {
  readonly output: number | null;
  /** Of those, what came down the stream. */
  readonly streamed: number | null;
  readonly estimated: boolean;
}

function countTokens({ marks, reading, tokenTimes = [], stopped }: Trace): Counted {
  if (stopped === 'enough' || stopped === 'bytes') return { output: null, streamed: null, estimated: false };
  const { output = null, reasoning = null } = reading?.usage ?? {};
  // Relays that drop the last usage leave the "1" of Anthropic's first event.
  const isPlausible = output !== null && (output > 1 || tokenTimes.length <= 4);
  if (!isPlausible) {
    const guess = reading && tokenTimes.length > 0 ? Math.max(1, estimateTokens(reading.text)) : null;
    return { output: guess, streamed: guess, estimated: guess !== null };
  }
  const reasoningCame = marks.firstToken !== null && marks.firstToken !== marks.firstVisible;
  return { output, streamed: reasoningCame ? output : output - (reasoning ?? 0), estimated: false };
}

const since = (at: number | null, before: number | null): number | null => (at === null ? null : Math.max(0, at - (before ?? 0)));

function headersOf(headers: Trace['headers']): Sample['headers'] {
  return Object.fromEntries(
    Object.entries(headers)
      .filter(([name]) => TELLING_HEADERS.test(name))
      .map(([name, value]) => [name, value.slice(0, MAX_HEADER_VALUE)]),
  );
}

/** `cold`: sent on a new connection on purpose, as the first of its load. */
export function sampleOf(load: LoadName, trace: Trace, cold: boolean): Sample {
  const { marks, reading, tokenTimes = [] } = trace;
  const { dns, tcp, proxy, tls, sent, headers, firstEvent, firstToken, firstVisible, lastToken, end } = marks;
  const { output, streamed, estimated } = countTokens(trace);
  const connected = tls ?? proxy ?? tcp ?? 0;
  const delivery = deliveryOf(tokenTimes, streamed, connected, end);
  const tpotMs = delivery === 'streamed' ? tpotOf(firstToken, lastToken, streamed) : null;
  const gaps = gapsOf(tokenTimes);
  return {
    load,
    cold,
    inputTokens: reading?.usage?.input || null,
    outputTokens: output,
    cachedTokens: reading?.usage?.cached ?? null,
    dnsMs: dns,
    connectMs: since(tcp, dns),
    tlsMs: since(tls, proxy ?? tcp),
    ttfbMs: headers,
    firstEventMs: firstEvent,
    ttftMs: firstToken,
    ttfotMs: firstVisible,
    tpotMs,
    tps: tpotMs === null ? null : 1000 / tpotMs,
    maxGapMs: gaps?.max ?? null,
    e2eMs: end,
    reasoningTokens: reading?.usage?.reasoning ?? null,
    proxyMs: since(proxy, tcp),
    sentMs: since(sent, connected),
    lastTokenMs: lastToken,
    e2eTps: output === null || end <= 0 ? null : (output * 1000) / end,
    gaps,
    tokenTimes,
    delivery,
    reported: reportedTimes(trace),
    headers: headersOf(trace.headers),
    cut: trace.stopped === 'enough' || trace.stopped === 'bytes',
    ...(estimated ? { estimated } : {}),
  };
}

/** Name, TCP, proxy and TLS together; 0 on a connection that was open. */
export const handshakeOf = ({ dnsMs, connectMs, proxyMs, tlsMs }: Sample): number =>
  (dnsMs ?? 0) + (connectMs ?? 0) + (proxyMs ?? 0) + (tlsMs ?? 0);

/** Cold samples count only in `coldTtftMs`, unless there are no others. */
export function summarise(samples: readonly Sample[]): LoadSummary {
  const warm = samples.filter(({ cold }) => !cold);
  const counted = warm.length > 0 ? warm : samples;
  const spread = (field: (sample: Sample) => number | null) => spreadOf(counted.map(field));
  return {
    samples: counted.length,
    inputTokens: spread(({ inputTokens }) => inputTokens)?.median ?? null,
    outputTokens: spread(({ outputTokens }) => outputTokens)?.median ?? null,
    ttftMs: spread(({ ttftMs }) => ttftMs),
    ttfotMs: spread(({ ttfotMs }) => ttfotMs),
    tpotMs: spread(({ tpotMs }) => tpotMs),
    tps: spread(({ tps }) => tps),
    e2eMs: spread(({ e2eMs, cut }) => (cut ? null : e2eMs)),
    maxGapMs: spread(({ maxGapMs }) => maxGapMs),
    coldTtftMs: smallest(known(samples.filter(({ cold }) => cold).map(({ ttftMs }) => ttftMs))),
  };
}
