// A Dify application measured from outside: its stream is cut at its own events, and the model channel behind it is subtracted where one
// is given. Costs: `runs` answers of the application, and the direct measurement.

import type { Args, Text } from '../model.ts';
import { DifyApplication, type Run } from './dify-application.ts';
import type { DifyError } from './dify-events.ts';
import { sampleOfRun, typical } from './dify-sample.ts';
import { type DirectFigure, segmentsOf } from './dify-segments.ts';
import { NOTES } from './dify-text.ts';
import { failureOf, partsOfSegments, verdictOf } from './dify-verdict.ts';
import { reportOf } from './report.ts';
import type { DifyOptions, DifyTarget, LatencyReport, MeasuredChannel, Note } from './types.ts';

const PROGRESS = {
  asking: { en: 'Asking Dify what kind of application this is', zh: '正在询问 Dify 应用类型' },
  run: { en: 'Dify run {n} of {all}', zh: '第 {n}/{all} 次 Dify 运行' },
  direct: { en: 'Measuring the model channel itself at {tokens} input tokens', zh: '正在直连模型渠道测量，输入 {tokens} tokens' },
} as const satisfies Record<string, Text>;

const note = (id: keyof typeof NOTES, args: Args = {}): Note => ({ id, text: NOTES[id], args });

interface Direct {
  readonly figure: DirectFigure | null;
  readonly report: LatencyReport | null;
  readonly notes: readonly Note[];
}

const CODING_PLAN = /(^|[./])coding([-./]|$)/;

async function askDirectly({ direct, onProgress }: DifyOptions, tokens: number | null): Promise<Direct> {
  if (direct === null || tokens === null) return { figure: null, report: null, notes: [] };
  onProgress(PROGRESS.direct, { tokens });
  const report = await direct(tokens);
  const load = report.loads.prefill ?? report.loads.decode;
  const { hostname = '', pathname = '' } = URL.canParse(report.channel.baseUrl) ? new URL(report.channel.baseUrl) : {};
  const terms = CODING_PLAN.test(`${hostname}${pathname}/`) ? [note('dify-coding-plan', { host: hostname })] : [];
  if (!load?.ttftMs) return { figure: null, report, notes: [note('dify-direct-failed', { reason: report.failure?.id ?? '-' }), ...terms] };
  const figure = { ttftMs: Math.max(0, load.ttftMs.median - (report.rttMs ?? 0)), tokens: load.inputTokens ?? tokens };
  return { figure, report, notes: [note('dify-direct-from-here'), ...terms] };
}

function notesOf({ timeline }: Run, failed: readonly DifyError[], all: number): readonly Note[] {
  const { usage } = timeline;
  const latency =
    usage?.latencyMs == null
      ? []
      : [note(timeline.isWorkflow ? 'dify-latency-node' : 'dify-latency-pipeline', { ms: Math.round(usage.latencyMs) })];
  const [error] = failed;
  return [
    ...(error ? [note('dify-some-failed', { n: failed.length, all, reason: error.code || error.message })] : []),
    ...latency,
    ...(usage?.completionTokens == null ? [note('dify-no-usage')] : []),
    ...(timeline.replaced ? [note('dify-replaced')] : []),
  ];
}

/** @throws UserError (exit 2) for an address that is none. */
export async function measureDify(target: DifyTarget, options: DifyOptions): Promise<LatencyReport> {
  const { thresholds, wishes, now, runs: count, onProgress } = options;
  const dify = new DifyApplication(target, options);
  const channelAs = (model: string): MeasuredChannel => ({
    baseUrl: dify.address.base,
    model,
    wireApi: 'openai-chat',
    name: `Dify ${dify.endpoint ?? ''}`.trim(),
  });
  const judged = { source: 'dify' as const, thresholds, wishes, now };
  const giveUp = (error: DifyError): LatencyReport =>
    reportOf({ ...judged, channel: channelAs(''), samples: [], failure: failureOf(error) });

  onProgress(PROGRESS.asking, {});
  const refusal = await dify.meet();
  if (refusal) return giveUp(refusal);
  const runs: Run[] = [];
  const failed: DifyError[] = [];
  const all = Math.max(1, count) + 1;
  for (let index = 0; index < all; index++) {
    onProgress(PROGRESS.run, { n: index + 1, all });
    const result = await dify.run(index === 0);
    if ('error' in result) failed.push(result.error);
    else runs.push(result);
    // What has never answered and takes all its time for that would take it again.
    const isDead = runs.length === 0 && 'error' in result && result.inVain;
    if (isDead || failed.length > runs.length + 1) break;
  }
  const run = typical(runs);
  const [firstError] = failed;
  if (!run) return giveUp(firstError ?? { status: null, code: '', message: '' });

  const direct = await askDirectly(options, run.timeline.usage?.promptTokens ?? null);
  const connects = runs.flatMap(({ trace: { marks } }) =>
    marks.tcp === null || marks.proxy !== null ? [] : [marks.tcp - (marks.dns ?? 0)],
  );
  const roundTrips = [...dify.roundTrips, ...connects];
  const rttMs = roundTrips.length > 0 ? Math.min(...roundTrips) : null;
  const segments = segmentsOf({ timeline: run.timeline, marks: run.trace.marks, rttMs, direct: direct.figure });
  const report = reportOf({
    ...judged,
    channel: channelAs(run.timeline.usage?.model ?? direct.report?.channel.model ?? ''),
    samples: runs.map((each, index) => sampleOfRun(each, `run ${index + 1}`)),
    roundTripsMs: roundTrips,
    warnings: [...notesOf(run, failed, failed.length + runs.length), ...direct.notes],
    segments,
  });
  return {
    ...report,
    decomposition: partsOfSegments(segments),
    verdict: verdictOf(report, segments, direct.report),
    compared: direct.report ? [direct.report] : [],
  };
}
