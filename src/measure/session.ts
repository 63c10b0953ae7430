// One measurement of the prepared channels over the real network.

import { type Context, flagValue, has } from '../context.ts';
import type { Args, Text } from '../model.ts';
import { verboseExchange } from '../report/exchange.ts';
import type { Plan } from './loads.ts';
import type { Effects } from './meter.ts';
import { measureChannels } from './run.ts';
import { judgeOptions, requestMs } from './settings.ts';
import type { Prepared } from './target.ts';
import type { LatencyReport } from './types.ts';

export async function effectsOf(context: Context): Promise<Effects> {
  const { send } = await import('../net/request.ts');
  const random = (bytes: number): string => context.host.random(bytes);
  const onExchange: Effects['onExchange'] = (probed) => context.out.plainNote(verboseExchange(probed));
  return { send, random, timeoutMs: requestMs(context), ...(has(context, 'verbose') ? { onExchange } : {}) };
}

export const progress =
  (context: Context) =>
  (text: Text, args: Args): void =>
    context.out.note(text, args);

export async function measureOnce(context: Context, prepared: Prepared, plan: Plan): Promise<LatencyReport> {
  const effects = await effectsOf(context);
  const channels = await prepared.resolve(effects.send);
  return measureChannels(channels, {
    ...judgeOptions(context),
    plan,
    effects,
    insists: flagValue(context, 'runs') !== null,
    onProgress: progress(context),
  });
}
