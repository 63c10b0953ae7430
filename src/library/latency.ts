// The report of `measure` as `--json` prints it (schema/latency.schema.json). Part of the public types.

import type { WireApi } from './report.ts';

/** Milliseconds; null is "not seen" or "means nothing here", never 0. */
export interface LatencySample {
  readonly load: string;
  /** Sent on a new connection. */
  readonly cold: boolean;
  readonly inputTokens: number | null;
  readonly outputTokens: number | null;
  readonly cachedTokens: number | null;
  readonly dnsMs: number | null;
  readonly connectMs: number | null;
  readonly tlsMs: number | null;
  readonly ttfbMs: number | null;
  readonly firstEventMs: number | null;
  readonly ttftMs: number | null;
  readonly ttfotMs: number | null;
  /** Time per output token. */
  readonly tpotMs: number | null;
  readonly tps: number | null;
  readonly maxGapMs: number | null;
  readonly e2eMs: number | null;
}

export interface Spread {
  readonly median: number;
  readonly min: number;
  readonly max: number;
}

/** Warm samples of one load; empty where none was measured. */
export interface LatencyLoad {
  readonly ttftMs?: Spread | null;
  readonly ttfotMs?: Spread | null;
  readonly tpotMs?: Spread | null;
  readonly tps?: Spread | null;
  readonly e2eMs?: Spread | null;
  readonly samples?: number;
}

export interface LatencyReport {
  readonly schema: 'channel-doctor/latency@1';
  readonly channel: { readonly baseUrl: string; readonly model: string; readonly wireApi: WireApi; readonly name: string | null };
  readonly samples: readonly LatencySample[];
  readonly loads: { readonly prefill: LatencyLoad; readonly decode: LatencyLoad; readonly [load: string]: LatencyLoad };
  readonly decomposition: readonly {
    readonly part: string;
    readonly ms: number | null;
    readonly basis: 'measured' | 'reported' | 'estimated' | 'not-observable';
    readonly how: string;
  }[];
  readonly verdict: {
    readonly slow: 'none' | 'network' | 'queue' | 'prefill' | 'decode' | 'thinking' | 'buffered';
    readonly band: string;
    readonly alert: 'none' | 'warning' | 'critical';
    readonly text: string;
  };
  readonly budget: {
    readonly formula: string;
    readonly tokens: number;
    readonly totalMs: number | null;
    readonly targetMs: number | null;
  } | null;
  /** Those that were set, and whether each was kept. */
  readonly limits: readonly {
    readonly limit: string;
    readonly wantedMs: number;
    readonly gotMs: number | null;
    readonly kept: boolean | null;
  }[];
  readonly warnings: readonly { readonly id: string; readonly text: string }[];
  readonly failure: { readonly id: string; readonly status: number | null; readonly message: string; readonly advice: string } | null;
  readonly compared: readonly LatencyReport[];
}
