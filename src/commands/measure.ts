// Measures the streaming latency of a channel, or judges timings that somebody else recorded, and says which part is slow.

import { setTimeout as sleep } from 'node:timers/promises';

import { type Context, flagValue, has } from '../context.ts';
import { EXIT, type ExitStatus, UserError, usageError } from '../errors.ts';
import { detectOptions, templatesFor } from '../examine.ts';
import { KEY } from '../flags.ts';
import { say } from '../i18n/index.ts';
import { costOf, type Plan } from '../measure/loads.ts';
import type { Effects } from '../measure/meter.ts';
import { showReport, writeFiles } from '../measure/output.ts';
import { reportOf } from '../measure/report.ts';
import { measureChannels } from '../measure/run.ts';
import { judgeOptions, planFrom, requestMs, textFile } from '../measure/settings.ts';
import { channelsToMeasure, namesChannel, type Prepared, routeTo } from '../measure/target.ts';
import type { JudgeOptions, LatencyReport, MeasuredChannel } from '../measure/types.ts';
import { DEFAULT_THRESHOLDS } from '../measure/verdict.ts';
import type { Args, Text } from '../model.ts';
import { verboseExchange } from '../report/exchange.ts';
import { readKey } from '../setup/key.ts';

const COST: Text = {
  en: 'About {requests} requests with {input} input and {output} output tokens in all go to {where}',
  zh: '将向 {where} 发送约 {requests} 个请求，共约 {input} 个输入 token 和 {output} 个输出 token',
};
const ASK: Text = { en: 'Send them?', zh: '发送吗？' };
const NOT_ASKED_FOR: Text = { en: 'Nothing was sent', zh: '没有发送任何请求' };
const WOULD_SEND: Text = { en: 'POST {url} ({model}, {wire})', zh: 'POST {url}（{model}，{wire}）' };
const OFFLINE: Text = {
  en: 'Nothing can be measured with --offline; --log FILE and --dify-config FILE need no network',
  zh: '--offline 时无法测量；--log FILE 和 --dify-config FILE 不需要网络',
};
const BAD_WATCH: Text = {
  en: '--watch takes a whole number of seconds above 0, not {value}',
  zh: '--watch 需要大于 0 的整数秒，不能是 {value}',
};
const WATCHED: Text = {
  en: '--watch measures a channel or a Dify application; --log and --dry-run do not go with it',
  zh: '--watch 用于反复测量渠道或 Dify 应用，不能与 --log 或 --dry-run 同用',
};
const UNSET: Text = {
  en: 'The variable {name} that --dify-key-env names is not set in this environment',
  zh: '--dify-key-env 指定的环境变量 {name} 在当前环境中没有设置',
};
const DIFY_TOKENS: Text = {
  en: 'The Dify application is asked {n} times; its answers cost what its model costs',
  zh: '将向 Dify 应用提问 {n} 次，费用取决于它所用的模型',
};
const REFUSED: Text = { en: 'The measurement did not begin', zh: '测量没有开始' };
const DIFY_RUNS = 3;

const NO_CHANNEL: MeasuredChannel = { baseUrl: '', model: '', wireApi: 'openai-responses', name: null };
const emptyReport = (judged: JudgeOptions, channel = NO_CHANNEL): LatencyReport =>
  reportOf({ ...judged, source: 'measured', channel, samples: [] });

/** On a terminal somebody is asked; scripts have said what they want. */
async function agreed(context: Context, notes: readonly (readonly [Text, Args])[]): Promise<boolean> {
  for (const [text, args] of notes) context.out.note(text, args);
  const { canAsk, askYesNo } = await import('../prompts.ts');
  if (has(context, 'yes') || has(context, 'json') || !canAsk(context)) return true;
  return askYesNo(context, ASK[context.lang]);
}

function costNote(plan: Plan, { count, where }: Pick<Prepared, 'count' | 'where'>): readonly [Text, Args] {
  const { requests, inputTokens, outputTokens } = costOf(plan);
  const rough = (value: number): string => (value >= 10_000 ? `${Math.round(value / 1000)}k` : String(Math.round(value / 100) * 100));
  return [COST, { requests: requests * count, input: rough(inputTokens * count), output: rough(outputTokens * count), where }];
}

async function effectsOf(context: Context): Promise<Effects> {
  const { send } = await import('../net/request.ts');
  const random = (bytes: number): string => context.host.random(bytes);
  const onExchange: Effects['onExchange'] = (probed) => context.out.plainNote(verboseExchange(probed));
  return { send, random, timeoutMs: requestMs(context), ...(has(context, 'verbose') ? { onExchange } : {}) };
}

const progress =
  (context: Context) =>
  (text: Text, args: Args): void =>
    context.out.note(text, args);

async function measureOnce(context: Context, prepared: Prepared, plan: Plan): Promise<LatencyReport> {
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

/** What would be sent, and nothing is. */
async function dryRun(context: Context, prepared: Prepared, plan: Plan): Promise<ExitStatus> {
  const channels = await prepared.resolve(null);
  const [cost, costArgs] = costNote(plan, prepared);
  const lines = channels.flatMap(([target]) =>
    target ? [say(WOULD_SEND, context.lang, { url: target.request.url, model: target.channel.model, wire: target.channel.wireApi })] : [],
  );
  if (has(context, 'json')) showReport(context, emptyReport(judgeOptions(context), channels[0]?.[0]?.channel));
  context.out.result(`${[...lines, say(cost, context.lang, costArgs)].join('\n')}\n`);
  return EXIT.ok;
}

async function fromLog(context: Context, name: string): Promise<LatencyReport> {
  const { reportFromLog } = await import('../measure/log.ts');
  const text = name === '-' ? await context.host.terminal.readStdin() : await textFile(context, name);
  return reportFromLog(text, { ...judgeOptions(context), name: name === '-' ? 'stdin' : name });
}

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
async function prepareDify(context: Context, url: string): Promise<(() => Promise<LatencyReport>) | null> {
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

async function prepareChannel(context: Context): Promise<(() => Promise<LatencyReport>) | ExitStatus | null> {
  const plan = await planFrom(context);
  const prepared = await channelsToMeasure(context, await detectOptions(context, await templatesFor(context)));
  if (has(context, 'dry-run')) return dryRun(context, prepared, plan);
  if (!(await agreed(context, [costNote(plan, prepared)]))) return null;
  return () => measureOnce(context, prepared, plan);
}

function exitOf({ failure, limits, compared }: LatencyReport): typeof EXIT.ok | typeof EXIT.findings | typeof EXIT.limit {
  const all = [{ failure, limits }, ...compared];
  if (all.some((report) => report.failure !== null)) return EXIT.findings;
  return all.some((report) => report.limits.some(({ kept }) => kept === false)) ? EXIT.limit : EXIT.ok;
}

async function withConfig(context: Context, report: LatencyReport | null): Promise<LatencyReport> {
  const file = flagValue(context, 'dify-config');
  const base = report ?? { ...emptyReport(judgeOptions(context)), source: 'dify-config' as const };
  if (file === null) return base;
  const { commentDifyConfig } = await import('../measure/dify-config.ts');
  return { ...base, config: commentDifyConfig(await textFile(context, file), file, report) };
}

async function finish(context: Context, report: LatencyReport): Promise<ExitStatus> {
  const whole = await withConfig(context, report);
  showReport(context, whole);
  await writeFiles(context, whole);
  return exitOf(whole);
}

async function watching(context: Context, seconds: string, once: () => Promise<LatencyReport>): Promise<ExitStatus> {
  const [{ watch, watchSeconds }, { MetricsBook }] = await Promise.all([import('../measure/watch.ts'), import('../report/openmetrics.ts')]);
  const every = watchSeconds(seconds);
  if (every === null) throw usageError(BAD_WATCH, { value: seconds.slice(0, 40) });
  const book = new MetricsBook();
  return watch({
    everyMs: every * 1000,
    once: async () => {
      const report = await once();
      showReport(context, report);
      return { report, exit: exitOf(report) };
    },
    onRound: async (history) => {
      const latest = history.at(-1);
      if (latest) await writeFiles(context, latest, book.add(latest));
    },
    note: (text, args) => context.out.note(text, args),
    wait: (ms, signal) => sleep(ms, undefined, { signal }).catch(() => {}),
    // Ctrl-C ends the process itself.
    signal: new AbortController().signal,
  });
}

async function measure(context: Context): Promise<ExitStatus> {
  const [log, dify, seconds] = [flagValue(context, 'log'), flagValue(context, 'dify'), flagValue(context, 'watch')];
  if (seconds !== null && (log !== null || has(context, 'dry-run'))) throw usageError(WATCHED);
  if (log !== null) return finish(context, await fromLog(context, log));
  const needsNetwork = dify !== null || flagValue(context, 'dify-config') === null || namesChannel(context);
  if (!needsNetwork) {
    const commented = await withConfig(context, null);
    showReport(context, commented);
    await writeFiles(context, commented);
    return EXIT.ok;
  }
  if (has(context, 'offline')) throw usageError(OFFLINE);
  const once = dify === null ? await prepareChannel(context) : await prepareDify(context, dify);
  if (typeof once === 'number') return once;
  if (once === null) {
    context.out.note(NOT_ASKED_FOR);
    return EXIT.ok;
  }
  return seconds === null ? finish(context, await once()) : watching(context, seconds, once);
}

export async function run(context: Context): Promise<ExitStatus> {
  try {
    return await measure(context);
  } catch (error) {
    if (!(error instanceof UserError) || !has(context, 'json')) throw error;
    const { text, args, exit } = error;
    const failure = { id: 'usage', title: text, advice: REFUSED, args, status: null };
    const judged = {
      thresholds: DEFAULT_THRESHOLDS,
      wishes: { budgetMs: null, expectTokens: null, maxTtftMs: null, maxTpotMs: null },
      now: context.host.now(),
    };
    showReport(context, reportOf({ ...judged, source: 'measured', channel: NO_CHANNEL, samples: [], failure }));
    context.out.error(text, args);
    return exit;
  }
}
