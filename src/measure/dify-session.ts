// Measurements of a Dify application, beside the model channel itself where one is given.

import { type Context, flagValue } from '../context.ts';
import { usageError } from '../errors.ts';
import { detectOptions, templatesFor } from '../examine.ts';
import { KEY } from '../flags.ts';
import type { Args, Text } from '../model.ts';
import { readKey } from '../setup/key.ts';
import { effectsOf, measureOnce, progress } from './session.ts';
import { judgeOptions, planFrom } from './settings.ts';
import { agreed, costNote } from './spending.ts';
import { channelsToMeasure, namesChannel, routeTo } from './target.ts';
import type { LatencyReport } from './types.ts';

const UNSET: Text = {
  en: 'The variable {name} that --dify-key-env names is not set in this environment',
  zh: '--dify-key-env 指定的环境变量 {name} 在当前环境中没有设置',
};
const DIFY_TOKENS: Text = {
  en: 'The Dify application is asked {n} times; its answers cost what its model costs',
  zh: '将向 Dify 应用提问 {n} 次，费用取决于它所用的模型',
};
const DIFY_RUNS = 3;

/** With `--dify-key-env` the other key flags belong to the model channel, else they are Dify's. */
async function difyKeys(
  context: Context,
): Promise<{ readonly key: Awaited<ReturnType<typeof readKey>>['secret']; readonly forChannel: Context }> {
  const name = flagValue(context, 'dify-key-env');
  const flagsWith = (change: (flags: [string, string | boolean][]) => [string, string | boolean][]): Context => ({
    ...context,
    given: { ...context.given, flags: Object.fromEntries(change(Object.entries(context.given.flags))) },
  });
  const keyless = (flags: [string, string | boolean][]): [string, string | boolean][] =>
    flags.filter(([flag]) => !KEY.some((known) => known === flag));
  if (name === null) return { key: (await readKey(context)).secret, forChannel: flagsWith(keyless) };
  if (!context.host.env[name]) throw usageError(UNSET, { name });
  return { key: (await readKey(flagsWith((flags) => [...keyless(flags), ['key-env', name]]))).secret, forChannel: context };
}

/** Asks and measures; each call of the result is one measurement. Null: the user said no. */
export async function prepareDify(context: Context, url: string): Promise<(() => Promise<LatencyReport>) | null> {
  const { measureDify } = await import('../measure/dify.ts');
  const { key, forChannel } = await difyKeys(context);
  context.masker.learn(key);
  const plan = await planFrom(context);
  const runs = flagValue(context, 'runs') === null ? DIFY_RUNS : plan.runs;
  const hasDirect = namesChannel(context) || flagValue(context, 'channel') !== null || flagValue(context, 'client') !== null;
  const prepared = hasDirect ? await channelsToMeasure(forChannel, await detectOptions(forChannel, await templatesFor(context))) : null;
  const notes: (readonly [Text, Args])[] = [
    [DIFY_TOKENS, { n: runs + 1 }],
    ...(prepared ? [costNote({ ...plan, sweep: [], cachePair: false }, { ...prepared, count: 1 })] : []),
  ];
  if (!(await agreed(context, notes))) return null;
  const effects = await effectsOf(context);
  const direct = prepared
    ? async (inputTokens: number): Promise<LatencyReport> =>
        measureOnce(forChannel, prepared, { ...plan, inputTokens: Math.max(60, inputTokens), sweep: [], cachePair: false, ramp: 0 })
    : null;
  const limits = {
    timeoutMs: effects.timeoutMs,
    headersMs: effects.timeoutMs,
    idleMs: effects.timeoutMs,
    bodyBytes: 16 * 1024 * 1024,
    enoughEvents: 1_000_000,
  };
  return () =>
    measureDify(
      { url, key },
      {
        ...judgeOptions(context),
        send: effects.send,
        route: routeTo(context, url),
        limits,
        runs,
        query: plan.ownText,
        direct,
        random: effects.random,
        onProgress: progress(context),
      },
    );
}
