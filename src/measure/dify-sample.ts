// A run of a Dify application as a sample, and the one that stands for all.

import type { Run } from './dify-application.ts';
import { deliveryOf, gapsOf, partialSample, tpotOf } from './latency.ts';
import type { Sample } from './types.ts';

export function sampleOfRun({ trace, timeline, cold }: Run, name: string): Sample {
  const { marks } = trace;
  const { tokenTimes, usage } = timeline;
  const [first = null] = tokenTimes;
  const last = tokenTimes.at(-1) ?? null;
  const tokens = usage?.completionTokens ?? null;
  const connected = marks.tls ?? marks.proxy ?? marks.tcp ?? 0;
  const delivery = deliveryOf(tokenTimes, tokens, connected, marks.end);
  const tpotMs = delivery === 'streamed' ? tpotOf(first, last, tokens) : null;
  const gaps = gapsOf(tokenTimes);
  const since = (at: number | null, before: number | null): number | null => (at === null ? null : Math.max(0, at - (before ?? 0)));
  return partialSample('dify', {
    cold,
    inputTokens: usage?.promptTokens ?? null,
    outputTokens: tokens,
    dnsMs: marks.dns,
    connectMs: since(marks.tcp, marks.dns),
    proxyMs: since(marks.proxy, marks.tcp),
    tlsMs: since(marks.tls, marks.proxy ?? marks.tcp),
    sentMs: since(marks.sent, connected),
    ttfbMs: marks.headers,
    firstEventMs: timeline.firstEventAt,
    ttftMs: first,
    ttfotMs: timeline.firstVisibleAt,
    tpotMs,
    tps: tpotMs === null ? null : 1000 / tpotMs,
    maxGapMs: gaps?.max ?? null,
    gaps,
    tokenTimes,
    lastTokenMs: last,
    e2eMs: timeline.endedAt ?? marks.end,
    e2eTps: tokens === null || marks.end <= 0 ? null : (tokens * 1000) / marks.end,
    delivery,
    label: name,
  });
}

/** The run whose first word came at the median time, of those on an open connection. */
export function typical(runs: readonly Run[]): Run | null {
  const warm = runs.filter(({ cold }) => !cold);
  const sorted = [...(warm.length > 0 ? warm : runs)].sort((a, b) => (a.timeline.tokenTimes[0] ?? 0) - (b.timeline.tokenTimes[0] ?? 0));
  return sorted[Math.floor((sorted.length - 1) / 2)] ?? null;
}
