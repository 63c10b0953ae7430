// A Dify application measured from outside: its stream is cut at its own events, and the model channel behind it is subtracted where one
// is given. Costs: `runs` answers of the application, and the direct measurement.

import type { Args, Text } from '../model.ts';
import { parseJson } from '../wire/json.ts';
import type { HttpRequest, Trace } from '../wire/types.ts';
import { type DifyAddress, difyAddress, ENDPOINTS, type Endpoint } from './dify-address.ts';
import { type DifyError, type DifyTimeline, difyErrorIn, readDify } from './dify-events.ts';
import { endpointOf, type Filled, fillForm, question, runRequest } from './dify-request.ts';
import { type DirectFigure, segmentsOf } from './dify-segments.ts';
import { FAILURES, NOTES, type SegmentId, VERDICT } from './dify-text.ts';
import { deliveryOf, gapsOf, partialSample, tpotOf } from './latency.ts';
import { reportOf } from './report.ts';
import type {
  DifyOptions,
  DifyTarget,
  LatencyReport,
  MeasuredChannel,
  MeasureFailure,
  Note,
  Sample,
  Segment,
  Slow,
  Verdict,
} from './types.ts';

const PROGRESS = {
  asking: { en: 'Asking Dify what kind of application this is', zh: '正在询问 Dify 应用类型' },
  run: { en: 'Dify run {n} of {all}', zh: '第 {n}/{all} 次 Dify 运行' },
  direct: { en: 'Measuring the model channel itself at {tokens} input tokens', zh: '正在直连模型渠道测量，输入 {tokens} tokens' },
} as const satisfies Record<string, Text>;

/** Every event of a Dify stream repeats ids and time stamps: some 300 bytes for one word. */
const BODY_BYTES = 32 * 1024 * 1024;
const DEFAULT_QUERY = 'Explain in about two hundred words how a refrigerator works.';

interface Run {
  readonly trace: Trace;
  readonly timeline: DifyTimeline;
  readonly cold: boolean;
}
type Failed = { readonly error: DifyError };

const note = (id: keyof typeof NOTES, args: Args = {}): Note => ({ id, text: NOTES[id], args });

/** What went wrong with an exchange; null where a run can be read from it. */
function troubleOf({ status, body, error, events }: Trace, timeline: DifyTimeline | null): DifyError | null {
  if (status === null) return { status, code: 'unreachable', message: error ? `${error.code}: ${error.detail}` : '' };
  if (status >= 300) {
    const said = difyErrorIn(parseJson(body));
    return { status, code: said?.code || String(status), message: said?.message || `HTTP ${status}` };
  }
  if (timeline === null) return null;
  if (timeline.error) return timeline.error;
  if (!timeline.recognised)
    return { status, code: 'not_dify', message: events.length > 0 ? 'events of another kind' : body.trim().slice(0, 80) };
  if (timeline.tokenTimes.length > 0) return null;
  return error
    ? { status, code: 'unreachable', message: `${error.code}: ${error.detail}` }
    : { status, code: 'no_answer', message: 'no text in the answer' };
}

function failureOf({ status, code, message }: DifyError): MeasureFailure {
  const found = FAILURES.find(({ matches }) => matches.test(code)) ?? FAILURES.at(-1);
  const detail = [code, message.slice(0, 200)].filter((part) => part !== '').join(': ');
  const none = { en: '', zh: '' };
  return { id: found?.id ?? 'dify/failed', title: found?.title ?? none, advice: found?.advice ?? none, args: { detail }, status };
}

class Dify {
  readonly #target: DifyTarget;
  readonly #options: DifyOptions;
  readonly address: DifyAddress;
  readonly roundTrips: number[] = [];
  endpoint: Endpoint | null;
  form: Filled = { inputs: {}, missing: null };

  constructor(target: DifyTarget, options: DifyOptions) {
    this.#target = target;
    this.#options = options;
    this.address = difyAddress(target.url);
    this.endpoint = this.address.endpoint;
  }

  #send(request: HttpRequest, fresh = false): Promise<Trace> {
    const { send, route, limits } = this.#options;
    const noEnd = Number.MAX_SAFE_INTEGER;
    return send(request, fresh ? { ...route, fresh } : route, {
      ...limits,
      bodyBytes: Math.max(limits.bodyBytes, BODY_BYTES),
      enoughEvents: noEnd,
    });
  }

  /** Free questions: kind, form, round trip. Null where they were answered, or where an old version does not know them. */
  async meet(): Promise<DifyError | null> {
    const { base } = this.address;
    const parameters = await this.#send(question(base, 'parameters', this.#target.key));
    const trouble = troubleOf(parameters, null);
    if (trouble && (trouble.status === null || trouble.status === 401))
      return trouble.status === 401 ? { ...trouble, code: 'unauthorized' } : trouble;
    const info = await this.#send(question(base, 'info', this.#target.key));
    for (const { status, marks } of [parameters, info]) {
      const connected = marks.tls ?? marks.proxy ?? marks.tcp ?? 0;
      if (status !== null && status < 300 && marks.headers !== null) this.roundTrips.push(marks.headers - connected);
    }
    this.endpoint ??= info.status === 200 ? endpointOf(parseJson(info.body)) : null;
    this.form = fillForm(parseJson(parameters.body), this.#query(''));
    return this.form.missing === null ? null : { status: null, code: 'missing_input', message: this.form.missing };
  }

  /** A beginning of its own, so that neither a prefix cache nor an annotation answers. */
  #query(prefix: string): string {
    return `${prefix}${this.#options.query ?? DEFAULT_QUERY}`;
  }

  async run(cold: boolean): Promise<Run | Failed> {
    const query = this.#query(`[${this.#options.random(4)}] `);
    const plain = this.#query('');
    const inputs = Object.fromEntries(Object.entries(this.form.inputs).map(([name, value]) => [name, value === plain ? query : value]));
    let trouble: DifyError | null = null;
    for (const endpoint of this.endpoint ? [this.endpoint] : ENDPOINTS) {
      const trace = await this.#send(runRequest(this.address.base, endpoint, this.#target.key, query, inputs), cold);
      const timeline = readDify(trace.events);
      trouble = troubleOf(trace, timeline);
      const isOtherKind = trouble !== null && /^not_(chat|completion|workflow)_app$/.test(trouble.code);
      if (!isOtherKind) this.endpoint = endpoint;
      if (trouble === null) return { trace, timeline, cold };
      if (!isOtherKind) break;
    }
    return { error: trouble ?? { status: null, code: '', message: '' } };
  }
}

function sampleOfRun({ trace, timeline, cold }: Run, name: string): Sample {
  const { marks } = trace;
  const { tokenTimes, usage } = timeline;
  const [first = null] = tokenTimes;
  const last = tokenTimes.at(-1) ?? null;
  const tokens = usage?.completionTokens ?? null;
  const connected = marks.tls ?? marks.proxy ?? marks.tcp ?? 0;
  const delivery = deliveryOf(tokenTimes, tokens, connected, marks.end);
  const tpotMs = delivery === 'streamed' ? tpotOf(first, last, tokens) : null;
  const gaps = gapsOf(tokenTimes);
  const since = (at: number | null, before: number | null): number | null => (at === null ? null : Math.max(0, at - (before ?? 0)));
  return partialSample('dify', {
    cold,
    inputTokens: usage?.promptTokens ?? null,
    outputTokens: tokens,
    dnsMs: marks.dns,
    connectMs: since(marks.tcp, marks.dns),
    proxyMs: since(marks.proxy, marks.tcp),
    tlsMs: since(marks.tls, marks.proxy ?? marks.tcp),
    sentMs: since(marks.sent, connected),
    ttfbMs: marks.headers,
    firstEventMs: timeline.firstEventAt,
    ttftMs: first,
    ttfotMs: timeline.firstVisibleAt,
    tpotMs,
    tps: tpotMs === null ? null : 1000 / tpotMs,
    maxGapMs: gaps?.max ?? null,
    gaps,
    tokenTimes,
    lastTokenMs: last,
    e2eMs: timeline.endedAt ?? marks.end,
    e2eTps: tokens === null || marks.end <= 0 ? null : (tokens * 1000) / marks.end,
    delivery,
    label: name,
  });
}

/** The run whose first word came at the median time, of those on an open connection. */
function typical(runs: readonly Run[]): Run | null {
  const warm = runs.filter(({ cold }) => !cold);
  const sorted = [...(warm.length > 0 ? warm : runs)].sort((a, b) => (a.timeline.tokenTimes[0] ?? 0) - (b.timeline.tokenTimes[0] ?? 0));
  return sorted[Math.floor((sorted.length - 1) / 2)] ?? null;
}

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

const SLOW: Readonly<Record<SegmentId, Slow>> = {
  network: 'network',
  accept: 'queue',
  'before-model': 'queue',
  model: 'prefill',
  plugin: 'queue',
  'model-and-dify': 'prefill',
  'dify-inner': 'queue',
  'all-inner': 'prefill',
  held: 'buffered',
};

/** Names the segment where the wait is what is slow; slow writing, thinking and buffers are judged as everywhere. */
function verdictOf(report: LatencyReport, segments: readonly Segment[], direct: LatencyReport | null): Verdict {
  const { verdict, loads } = report;
  const largest = segments.reduce<Segment | null>((found, next) => (found && (found.ms ?? 0) >= (next.ms ?? 0) ? found : next), null);
  const isHeld = largest?.id === 'held' && verdict.slow !== 'none';
  if (!largest || (!isHeld && !['network', 'queue', 'prefill'].includes(verdict.slow))) return verdict;
  const id = largest.id as SegmentId;
  const directSlow = direct?.verdict.slow ?? 'none';
  const slow = id === 'model' && directSlow !== 'none' && directSlow !== 'decode' ? directSlow : SLOW[id];
  const input = loads.dify?.inputTokens;
  const args = {
    part: Math.round(largest.ms ?? 0),
    ttft: Math.round(loads.dify?.ttftMs?.median ?? 0),
    model: report.channel.model || 'Dify',
    input: input == null ? '?' : Math.round(input),
    top: String(largest.args.top ?? ''),
  };
  return { ...verdict, slow, text: VERDICT[id], args };
}

/** @throws UserError (exit 2) for an address that is none. */
export async function measureDify(target: DifyTarget, options: DifyOptions): Promise<LatencyReport> {
  const { thresholds, wishes, now, runs: count, onProgress } = options;
  const dify = new Dify(target, options);
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
    if (failed.length > runs.length + 1) break;
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
  return { ...report, verdict: verdictOf(report, segments, direct.report), compared: direct.report ? [direct.report] : [] };
}
