// Measures the streaming latency of a channel, or judges timings that somebody else recorded, and says which part is slow.

import { setTimeout as sleep } from 'node:timers/promises';

import { type Context, flagValue, has, pathOf } from '../context.ts';
import { EXIT, type ExitStatus, refusal, UserError, usageError } from '../errors.ts';
import { detectOptions, templatesFor } from '../examine.ts';
import { say } from '../i18n/index.ts';
import { prepareDify } from '../measure/dify-session.ts';
import type { Plan } from '../measure/loads.ts';
import { showReport, writeFiles } from '../measure/output.ts';
import { reportOf } from '../measure/report.ts';
import { measureOnce } from '../measure/session.ts';
import { judgeOptions, planFrom, textFile, UNREADABLE } from '../measure/settings.ts';
import { agreed, costNote } from '../measure/spending.ts';
import { channelsToMeasure, namesChannel, type Prepared } from '../measure/target.ts';
import type { JudgeOptions, LatencyReport, MeasuredChannel } from '../measure/types.ts';
import { DEFAULT_THRESHOLDS } from '../measure/verdict.ts';
import type { Text } from '../model.ts';

const NOT_ASKED_FOR: Text = { en: 'Nothing was sent', zh: '没有发送任何请求' };
const WOULD_SEND: Text = { en: 'POST {url} ({model}, {wire})', zh: 'POST {url}（{model}，{wire}）' };
const WOULD_ASK: Text = { en: 'The Dify application at {url} would be asked', zh: '将向 {url} 的 Dify 应用提问' };
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
const REFUSED: Text = { en: 'The measurement did not begin', zh: '测量没有开始' };

const NO_CHANNEL: MeasuredChannel = { baseUrl: '', model: '', wireApi: 'openai-responses', name: null };
const emptyReport = (judged: JudgeOptions, channel = NO_CHANNEL): LatencyReport =>
  reportOf({ ...judged, source: 'measured', channel, samples: [] });

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

function dryRunOfDify(context: Context, url: string): ExitStatus {
  if (has(context, 'json')) showReport(context, emptyReport(judgeOptions(context), { ...NO_CHANNEL, baseUrl: url }));
  context.out.result(`${say(WOULD_ASK, context.lang, { url })}\n`);
  return EXIT.ok;
}

async function fromLog(context: Context, name: string): Promise<LatencyReport> {
  const { reportFromLogPieces } = await import('../measure/log.ts');
  if (name === '-') return reportFromLogPieces(context.host.terminal.stdinPieces(), { ...judgeOptions(context), name: 'stdin' });
  const path = pathOf(context, name);
  try {
    return await reportFromLogPieces(context.host.files.pieces(path), { ...judgeOptions(context), name });
  } catch (error) {
    const { code } = error as { code?: string };
    if (error instanceof UserError || code === undefined) throw error;
    throw refusal(UNREADABLE, { file: path, code });
  }
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

async function finish(context: Context, report: LatencyReport | null): Promise<ExitStatus> {
  const whole = await withConfig(context, report);
  showReport(context, whole);
  try {
    await writeFiles(context, whole);
  } catch (error) {
    // The report stands already, and must not stand there twice.
    if (!(error instanceof UserError)) throw error;
    context.out.error(error.text, error.args);
    return error.exit;
  }
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
  // Before anything is asked or sent.
  judgeOptions(context);
  if (seconds !== null && (log !== null || has(context, 'dry-run'))) throw usageError(WATCHED);
  if (log !== null) return finish(context, await fromLog(context, log));
  const needsNetwork = dify !== null || flagValue(context, 'dify-config') === null || namesChannel(context);
  if (!needsNetwork) return finish(context, null);
  if (has(context, 'offline')) throw usageError(OFFLINE);
  if (dify !== null && has(context, 'dry-run')) return dryRunOfDify(context, dify);
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
