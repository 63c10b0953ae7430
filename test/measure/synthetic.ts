// Samples as a channel with known properties would give them.

import { partialSample } from '../../src/measure/latency.ts';
import { reportOf } from '../../src/measure/report.ts';
import type { LatencyReport, MeasuredChannel, ReportParts, Sample, Wishes } from '../../src/measure/types.ts';
import { DEFAULT_THRESHOLDS } from '../../src/measure/verdict.ts';

export interface Behaviour {
  readonly network?: number;
  readonly handshake?: number;
  readonly queue?: number;
  readonly perInput?: number;
  readonly think?: number;
  readonly tpot?: number;
  readonly loading?: number;
  readonly burst?: boolean;
  /** Added to each TTFT in turn. */
  readonly noise?: readonly number[];
  readonly more?: Partial<Sample>;
}

export const CHANNEL: MeasuredChannel = { baseUrl: 'https://gw.example', model: 'm-main', wireApi: 'anthropic-messages', name: null };
export const NO_WISHES: Wishes = { budgetMs: null, expectTokens: null, maxTtftMs: null, maxTpotMs: null };

const SIZES = [
  ['prefill', 4000],
  ['decode', 45],
  ['sweep', 250],
  ['sweep', 1000],
  ['sweep', 2000],
] as const;
const OUTPUT = 500;

export function samplesOf(behaviour: Behaviour): readonly Sample[] {
  const {
    network = 0,
    handshake = 0,
    queue = 0,
    perInput = 0,
    think = 0,
    tpot = 2,
    loading = 0,
    burst = false,
    noise = [0],
    more = {},
  } = behaviour;
  let count = 0;
  const one = (load: Sample['load'], inputTokens: number, cold: boolean): Sample => {
    const extra = cold ? handshake + (count === 0 ? loading : 0) : (noise[count % noise.length] ?? 0);
    count += 1;
    const writing = load === 'decode' ? tpot * (OUTPUT - 1) : 0;
    const first = network + queue + perInput * inputTokens + extra;
    const ttftMs = burst ? first + writing : first;
    return partialSample(load, {
      cold,
      inputTokens,
      outputTokens: load === 'decode' ? OUTPUT : 2,
      connectMs: cold ? handshake : null,
      ttfbMs: ttftMs,
      ttftMs,
      ttfotMs: ttftMs + think,
      tpotMs: load === 'decode' && !burst ? tpot : null,
      tps: load === 'decode' && !burst ? 1000 / tpot : null,
      e2eMs: first + writing + think,
      lastTokenMs: first + writing + think,
      delivery: burst ? 'burst' : 'streamed',
      ...more,
    });
  };
  const cold = [one('prefill', 4000, true), one('decode', 45, true)];
  const rounds = [1, 2, 3].flatMap(() => SIZES.map(([load, size]) => one(load, size, false)));
  return [...cold, ...rounds];
}

export function syntheticReport(behaviour: Behaviour, parts: Partial<ReportParts> = {}): LatencyReport {
  const { network = 0 } = behaviour;
  return reportOf({
    source: 'measured',
    channel: CHANNEL,
    samples: samplesOf(behaviour),
    roundTripsMs: [network + 1, network],
    thresholds: DEFAULT_THRESHOLDS,
    wishes: NO_WISHES,
    now: Date.parse('2026-11-30T20:15:00Z'),
    ...parts,
  });
}
