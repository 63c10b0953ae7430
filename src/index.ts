// The library: what the commands of the same name do, with the report that `--json` prints as the result. Nothing is printed, nobody is asked,
// and the process goes on.

import type { LatencyReport } from './library/latency.ts';
import type { CheckOptions, FixOptions, MeasureOptions, ProbeOptions } from './library/options.ts';
import type { Report } from './library/report.ts';
import { channelFlags, runForReport } from './library/run.ts';

export { ChannelDoctorError } from './library/error.ts';
export type * from './library/latency.ts';
export type * from './library/options.ts';
export type * from './library/report.ts';

/** Finds what is wrong with the channels of the clients on this machine; changes nothing. */
export function check(options: CheckOptions = {}): Promise<Report> {
  return runForReport(() => import('./commands/check.ts'), options, {});
}

/**
 * Applies the fixes that are proven safe and checks again. What was applied is in `findings` with `fix.applied`, and in `changes`;
 * `channel-doctor undo` takes it back.
 */
export function fix(options: FixOptions = {}): Promise<Report> {
  return runForReport(() => import('./commands/fix.ts'), options, { unsafe: options.unsafe, 'dry-run': options.dryRun });
}

/** Validates one channel given by the options; no configuration of this machine is involved. */
export function probe(options: ProbeOptions): Promise<Report> {
  return runForReport(() => import('./commands/probe.ts'), options, channelFlags(options));
}

/** Measures the streaming latency of a channel and says which part is slow. Spends tokens. */
export function measure(options: MeasureOptions = {}): Promise<LatencyReport> {
  const { tokens } = options;
  return runForReport(() => import('./commands/measure.ts'), options, {
    ...channelFlags(options),
    channel: options.channels?.join(','),
    runs: options.runs,
    quick: options.quick,
    tokens: typeof tokens === 'object' ? tokens.join(',') : tokens,
    'prompt-file': options.promptFile,
    budget: options.budgetMs,
    'expect-tokens': options.expectTokens,
    'max-ttft': options.maxTtftMs,
    'max-tpot': options.maxTpotMs,
    log: options.log,
  });
}
