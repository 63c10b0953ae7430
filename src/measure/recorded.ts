// One timing that a client or gateway wrote down, and what it amounts to.

import type { Delivery, Sample } from './types.ts';

export type RecordedBy = 'line' | 'codex' | 'claude-code' | 'otel';

export interface Recorded {
  readonly by: RecordedBy;
  /** In the log, from 1. */
  readonly line: number;
  readonly model: string | null;
  /** Until the first token, ms. */
  readonly ttftMs: number | null;
  /** Until the end, ms. */
  readonly totalMs: number | null;
  readonly inputTokens: number | null;
  readonly outputTokens: number | null;
  readonly cachedTokens: number | null;
  readonly reasoningTokens: number | null;
  /** Requests that the figures are the sum of; more than one have no common rate. */
  readonly requests: number;
  /** The first token came at this time or before. */
  readonly isBound?: boolean;
}

/** As wire/protocols tell fake streaming: nearly all of the time waited, then everything at once. */
const BURST_MS = 50;
const BURST_SHARE = 0.8;
const BURST_TOKENS = 20;

function deliveryOf({ ttftMs, totalMs, outputTokens }: Recorded): Delivery {
  if (ttftMs === null || totalMs === null || outputTokens === null) return 'streamed';
  const isBurst = outputTokens > BURST_TOKENS && totalMs - ttftMs < BURST_MS && ttftMs >= totalMs * BURST_SHARE;
  return isBurst ? 'burst' : 'streamed';
}

/** Tokens that were written after the first: reasoning is billed, but neither client's own API streams it. */
const writtenTokens = ({ outputTokens, reasoningTokens }: Recorded): number | null =>
  outputTokens === null ? null : Math.max(0, outputTokens - (reasoningTokens ?? 0));

/** TPS = tokens / ((total − first token) / 1000), as the logs' own readers compute it; null where that means nothing. */
export function recordedTps(recorded: Recorded): number | null {
  const { ttftMs, totalMs, requests } = recorded;
  const tokens = writtenTokens(recorded);
  if (ttftMs === null || totalMs === null || totalMs <= ttftMs || !tokens || requests > 1 || recorded.isBound) return null;
  return tokens / ((totalMs - ttftMs) / 1000);
}

const NOT_RECORDED = {
  dnsMs: null,
  connectMs: null,
  tlsMs: null,
  proxyMs: null,
  sentMs: null,
  ttfbMs: null,
  firstEventMs: null,
  ttfotMs: null,
  maxGapMs: null,
  gaps: null,
  tokenTimes: [],
  reported: null,
  headers: {},
  cut: false,
} as const;

export function sampleOfRecorded(recorded: Recorded, name: string): Sample {
  const { inputTokens, outputTokens, cachedTokens, reasoningTokens, ttftMs, totalMs, line } = recorded;
  const delivery = deliveryOf(recorded);
  const tps = delivery === 'burst' ? null : recordedTps(recorded);
  const e2eTps = outputTokens !== null && totalMs !== null && totalMs > 0 ? outputTokens / (totalMs / 1000) : null;
  return {
    ...NOT_RECORDED,
    load: 'log',
    cold: false,
    inputTokens,
    outputTokens,
    cachedTokens,
    reasoningTokens,
    ttftMs,
    tpotMs: tps === null ? null : 1000 / tps,
    tps,
    lastTokenMs: totalMs,
    e2eMs: totalMs,
    e2eTps,
    delivery,
    label: `${name}:${line}`,
  };
}
