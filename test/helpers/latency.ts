// Measurements as a channel of known behaviour would give them.

import { gapsOf, partialSample } from '../../src/measure/latency.ts';
import { reportOf } from '../../src/measure/report.ts';
import type { JudgeOptions, LatencyReport, LoadName, ReportParts, Sample } from '../../src/measure/types.ts';
import { DEFAULT_THRESHOLDS } from '../../src/measure/verdict.ts';

export const NOW = Date.parse('2026-11-30T20:15:00Z');
export const NO_WISHES = { budgetMs: null, expectTokens: null, maxTtftMs: null, maxTpotMs: null };
export const JUDGE: JudgeOptions = { thresholds: DEFAULT_THRESHOLDS, wishes: NO_WISHES, now: NOW };

export interface Behaviour {
  readonly fixedMs: number;
  readonly msPerInputToken: number;
  readonly tpotMs: number;
  readonly thinkingMs?: number;
}

/** The same sequence every time; values from 0 to 1. */
export function steady(seed = 7): () => number {
  let state = seed;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state / 2_147_483_648;
  };
}

export function sampleLike(
  load: LoadName,
  inputTokens: number,
  outputTokens: number,
  behaviour: Behaviour,
  cold = false,
  next = steady(inputTokens + outputTokens),
): Sample {
  const handshake = cold ? { dnsMs: 12, connectMs: 31, tlsMs: 44 } : {};
  const start = cold ? 87 : 0;
  const ttftMs = start + behaviour.fixedMs + behaviour.msPerInputToken * inputTokens * (0.97 + next() * 0.06);
  const thinking = behaviour.thinkingMs ?? 0;
  const tokenTimes = [ttftMs];
  for (let index = 1; index < outputTokens; index++)
    tokenTimes.push((tokenTimes[index - 1] ?? 0) + behaviour.tpotMs * (0.3 + next() * 1.4));
  const lastTokenMs = (tokenTimes.at(-1) ?? ttftMs) + thinking;
  const tpotMs = outputTokens > 1 ? (lastTokenMs - ttftMs) / (outputTokens - 1) : null;
  return partialSample(load, {
    cold,
    ...handshake,
    inputTokens,
    outputTokens,
    cachedTokens: 0,
    ttfbMs: start + 34,
    firstEventMs: start + 35,
    ttftMs,
    ttfotMs: ttftMs + thinking,
    tpotMs,
    tps: tpotMs === null ? null : 1000 / tpotMs,
    tokenTimes,
    lastTokenMs,
    e2eMs: lastTokenMs + 2,
    gaps: gapsOf(tokenTimes),
    maxGapMs: gapsOf(tokenTimes)?.max ?? null,
    delivery: 'streamed',
  });
}

/** Both loads cold and warm, and a sweep over input sizes. */
export function reportLike(behaviour: Behaviour, parts: Partial<ReportParts> = {}): LatencyReport {
  const warm = (load: LoadName, input: number, output: number, runs: number): Sample[] =>
    Array.from({ length: runs }, (_, run) => sampleLike(load, input + run, output, behaviour, false));
  const samples = [
    sampleLike('prefill', 4012, 2, behaviour, true),
    ...warm('prefill', 4010, 2, 5),
    sampleLike('decode', 41, 512, behaviour, true),
    ...warm('decode', 40, 512, 5),
    ...[200, 1000, 2000, 8000].flatMap((size) => warm('sweep', size, 2, 3)),
  ];
  return reportOf({
    ...JUDGE,
    source: 'measured',
    channel: { baseUrl: 'https://gateway.example/v1', model: 'm-main', wireApi: 'openai-chat', name: 'gw' },
    samples,
    roundTripsMs: [31, 32, 30, 35],
    ...parts,
  });
}
