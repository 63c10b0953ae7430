// Samples → the whole report: loads, decomposition, verdict, budget, limits, warnings. Pure.

import { budgetFor, checkLimits } from './budget.ts';
import { decompose } from './decompose.ts';
import { summarise } from './latency.ts';
import type { LatencyReport, LoadName, LoadSummary, ReportParts } from './types.ts';
import { isBuffered, judge, tpotOfLoads } from './verdict.ts';
import { warningsFor } from './warnings.ts';

const ORDER: readonly LoadName[] = ['prefill', 'decode', 'sweep', 'cache', 'ramp', 'dify', 'log'];

export function reportOf(parts: ReportParts): LatencyReport {
  const {
    source,
    channel,
    samples,
    thresholds,
    wishes,
    now,
    roundTripsMs = [],
    ramp = [],
    warnings = [],
    failure = null,
    segments = [],
    config = [],
  } = parts;
  const loads: Partial<Record<LoadName, LoadSummary>> = {};
  for (const load of ORDER) {
    const own = samples.filter((sample) => sample.load === load);
    if (own.length > 0) loads[load] = summarise(own);
  }
  const decomposed = decompose({ samples, loads, roundTripsMs });
  const tpotMs = tpotOfLoads(loads);
  // What is held back comes all at once: nothing is written after the first token.
  const budget = budgetFor(wishes, decomposed, isBuffered(samples) ? 0 : tpotMs);
  const verdict = judge({ channel, samples, loads, decomposed, thresholds });
  return {
    source,
    channel,
    startedAt: now,
    samples,
    loads,
    rttMs: decomposed.rttMs,
    sweep: decomposed.sweep,
    ramp,
    decomposition: decomposed.parts,
    verdict:
      failure && samples.length === 0 ? { ...verdict, slow: 'none', band: 'failed', text: failure.title, args: failure.args } : verdict,
    budget,
    limits: checkLimits(wishes, { totalMs: budget?.totalMs ?? null, ttftMs: decomposed.ttftMs, tpotMs }),
    thresholds,
    warnings: [...warnings, ...warningsFor({ samples, loads, decomposed })],
    failure,
    segments,
    config,
    compared: [],
  };
}
