// The order of a measurement: cold first, then rounds in which channels and loads take turns, so that none has the better minute.

import type { Args, Text } from '../model.ts';
import { type Plan, rampLevels } from './loads.ts';
import { type Effects, Meter, type Target } from './meter.ts';
import { reportOf } from './report.ts';
import type { JudgeOptions, LatencyReport, Note } from './types.ts';
import { note } from './warnings.ts';

export interface RunOptions extends JudgeOptions {
  readonly plan: Plan;
  readonly effects: Effects;
  /** The number of rounds is the user's own: nothing ends them early. */
  readonly insists: boolean;
  readonly onProgress: (text: Text, args: Args) => void;
}

/** Rounds end after the second, or a very slow first, once so much time has passed per channel, ms. */
const ENOUGH_MS = 15_000;
const FAR_TOO_LONG_MS = 90_000;

const COLD: Text = { en: '{model}: first requests, on new connections', zh: '{model}：新连接上的首次请求' };
const ROUND: Text = { en: '{model}: round {n} of {all}', zh: '{model}：第 {n}/{all} 轮' };
const LAST: Text = { en: '{model}: the same input once more', zh: '{model}：相同输入再发一次' };
const RAMP: Text = { en: '{model}: up to {n} requests at once', zh: '{model}：最多 {n} 个并发请求' };

async function firstThatAnswers(candidates: readonly Target[], options: RunOptions): Promise<Meter | null> {
  let best: Meter | null = null;
  for (const target of candidates) {
    const meter = new Meter(target, options.plan, options.effects);
    options.onProgress(COLD, { model: target.channel.model });
    await meter.cold();
    if (!meter.hasGivenUp) return meter;
    if (best === null || (meter.speaks && !best.speaks)) best = meter;
  }
  return best;
}

async function rounds(meters: readonly Meter[], { plan, insists, onProgress }: RunOptions): Promise<Note | null> {
  const started = performance.now();
  for (let index = 0; index < plan.runs; index += 1) {
    const first = meters.length > 0 ? index % meters.length : 0;
    for (const meter of [...meters.slice(first), ...meters.slice(0, first)]) {
      if (meter.hasGivenUp) continue;
      onProgress(ROUND, { model: meter.target.channel.model, n: index + 1, all: plan.runs });
      await meter.round(index);
    }
    const done = index + 1;
    const elapsed = (performance.now() - started) / Math.max(1, meters.length);
    const isEnough = (done >= 2 && elapsed > ENOUGH_MS) || elapsed > FAR_TOO_LONG_MS;
    if (!insists && done < plan.runs && isEnough)
      return note('stopped-early', { n: done, all: plan.runs, s: Math.round(elapsed / done / 1000) });
  }
  return null;
}

/** Each list holds the candidates for one channel (its possible wire APIs), the likeliest first. The first report carries the others. */
export async function measureChannels(channels: readonly (readonly Target[])[], options: RunOptions): Promise<LatencyReport> {
  const { plan, onProgress } = options;
  const meters: Meter[] = [];
  for (const candidates of channels) {
    const meter = await firstThatAnswers(candidates, options);
    if (meter) meters.push(meter);
  }
  const working = meters.filter((meter) => !meter.hasGivenUp);
  for (const meter of working) await meter.roundTrips();
  const stopped = await rounds(working, options);
  for (const meter of working) {
    const { model } = meter.target.channel;
    if (plan.cachePair) {
      onProgress(LAST, { model });
      await meter.cachePair();
    }
    if (plan.ramp > 1) {
      onProgress(RAMP, { model, n: plan.ramp });
      await meter.rampTo(rampLevels(plan.ramp));
    }
  }
  const [first, ...others] = meters.map((meter): LatencyReport => reportFor(meter, options, stopped));
  if (!first) throw new Error('no channel to measure');
  return { ...first, compared: others };
}

function reportFor(meter: Meter, { thresholds, wishes, now }: RunOptions, stopped: Note | null): LatencyReport {
  const { samples, roundTripsMs, ramp } = meter;
  const failure = meter.failure();
  return reportOf({
    source: 'measured',
    channel: meter.target.channel,
    samples: failure ? [] : samples,
    roundTripsMs,
    ramp,
    warnings: [...(stopped && !failure ? [stopped] : []), ...meter.notes()],
    failure,
    thresholds,
    wishes,
    now,
  });
}
