// What a measurement is made of. Times are milliseconds, durations unless the name says `at`; null is "not seen" or "means nothing here", never 0.

import type { Args, Text, WireApi } from '../model.ts';
import type { Secret } from '../secret.ts';
import type { Limits, Route, Trace } from '../wire/types.ts';

/**
 * What a sample was sent for. `prefill`: long input, one word; `decode`: short input, long answer; `sweep`: another input size;
 * `cache`: the same long input once more; `ramp`: one of several at once; `log`: recorded by a client; `dify`: through a Dify application.
 */
export type LoadName = 'prefill' | 'decode' | 'sweep' | 'cache' | 'ramp' | 'log' | 'dify';

/** `burst`: all tokens at once after a long wait, so that TTFT and TPOT say nothing about the model. `none`: no token came. */
export type Delivery = 'streamed' | 'burst' | 'none';

/** Times that the server names itself, in ms, and who named them (a header or a field of the body). */
export interface Reported {
  readonly queueMs: number | null;
  /** Reading the prompt; not with the queue. */
  readonly prefillMs: number | null;
  readonly decodeMs: number | null;
  /** Loading the model. */
  readonly loadMs: number | null;
  /** A gateway's own share. */
  readonly overheadMs: number | null;
  /** Server time until headers or first token, a lower bound for the server's part of TTFT. */
  readonly serverMs: number | null;
  /** Where the figures stood: `usage.queue_time`, `openai-processing-ms`, … */
  readonly sources: readonly string[];
}

/** p50, p95 and largest gap between arrivals of tokens; null below three arrivals. */
export interface Gaps {
  readonly p50: number;
  readonly p95: number;
  readonly max: number;
}

/** One request. The fields up to `e2eMs` are those of the JSON report. */
export interface Sample {
  readonly load: LoadName;
  /** Sent on a new connection on purpose, as the first of its load. */
  readonly cold: boolean;
  readonly inputTokens: number | null;
  /** As billed. */
  readonly outputTokens: number | null;
  readonly cachedTokens: number | null;
  readonly dnsMs: number | null;
  readonly connectMs: number | null;
  readonly tlsMs: number | null;
  readonly ttfbMs: number | null;
  readonly firstEventMs: number | null;
  /** First generated token of any kind; reasoning and tool arguments count. */
  readonly ttftMs: number | null;
  /** First visible token. */
  readonly ttfotMs: number | null;
  /** (last token − first token) / (streamed output tokens − 1). */
  readonly tpotMs: number | null;
  /** 1000 / tpotMs. */
  readonly tps: number | null;
  readonly maxGapMs: number | null;
  readonly e2eMs: number | null;

  /** Billed but never streamed ones are left out of tpotMs. */
  readonly reasoningTokens: number | null;
  readonly proxyMs: number | null;
  readonly sentMs: number | null;
  readonly lastTokenMs: number | null;
  /** Output tokens per second over the whole request. */
  readonly e2eTps: number | null;
  readonly gaps: Gaps | null;
  /** Arrival of every event with tokens since the start of the request; empty where unknown. */
  readonly tokenTimes: readonly number[];
  readonly delivery: Delivery;
  readonly reported: Reported | null;
  /** Headers that tell who answered: `via`, `cf-ray`, `server`, `x-request-id`, …; without credentials. */
  readonly headers: Readonly<Record<string, string>>;
  /** Read no further than the first tokens, which was all that was wanted. */
  readonly cut: boolean;
  /** The server counts no tokens: outputTokens is guessed from the text. */
  readonly estimated?: boolean;
  /** Where it came from: a log's line, a Dify request; for people. */
  readonly label?: string;
  /** Of this request alone, where each was judged (logs). */
  readonly verdict?: Pick<Verdict, 'slow' | 'band'>;
}

export interface Spread {
  readonly median: number;
  readonly min: number;
  readonly max: number;
}

/** Warm samples of one load. */
export interface LoadSummary {
  readonly samples: number;
  readonly inputTokens: number | null;
  readonly outputTokens: number | null;
  readonly ttftMs: Spread | null;
  readonly ttfotMs: Spread | null;
  readonly tpotMs: Spread | null;
  readonly tps: Spread | null;
  readonly e2eMs: Spread | null;
  readonly maxGapMs: Spread | null;
  /** TTFT of the first request, on a new connection. */
  readonly coldTtftMs: number | null;
}

export type Basis = 'measured' | 'reported' | 'estimated' | 'not-observable';
export type PartName = 'network' | 'queue' | 'preprocessing' | 'initialisation' | 'first-token';

/** One term of TTFT = network + queue + preprocessing + initialisation + first token. The known `ms` add up to the TTFT they were made for. */
export interface DecompositionPart {
  readonly part: PartName;
  readonly ms: number | null;
  readonly basis: Basis;
  /** What a first request, on a new connection, pays on top. */
  readonly coldMs?: number;
  /** How the number came about. */
  readonly how: Text;
  readonly args: Args;
}

/** TTFT = interceptMs + msPerToken × uncached input tokens, by Theil–Sen over all uncached warm samples. */
export interface Sweep {
  readonly interceptMs: number;
  readonly msPerToken: number;
  /** 1000 / msPerToken; null where the slope is not above the noise. */
  readonly tokensPerSecond: number | null;
  readonly r2: number;
  /** The slope stands out of the noise. */
  readonly trusted: boolean;
  readonly points: readonly { readonly tokens: number; readonly ttftMs: number }[];
}

export type Slow = 'none' | 'network' | 'queue' | 'prefill' | 'decode' | 'thinking' | 'buffered';
/** TTFT below 100, 300, 1000 ms and above; `unknown` where no TTFT means anything. */
export type Band = 'instant' | 'fluent' | 'noticeable' | 'slow' | 'unknown' | 'failed';

export interface Verdict {
  readonly slow: Slow;
  readonly band: Band;
  /** By the alert limits, of TTFT and TPOT together. */
  readonly alert: 'none' | 'warning' | 'critical';
  /** The sentence, with prompt size and model. */
  readonly text: Text;
  readonly args: Args;
}

/** All in ms. Bands: instant < fluent < noticeable. */
export interface Thresholds {
  readonly bands: readonly [number, number, number];
  readonly ttftWarning: number;
  readonly ttftCritical: number;
  readonly tpotWarning: number;
  readonly tpotCritical: number;
}

/** What the user wants kept; null where not asked. A missed one is exit status 4. */
export interface Wishes {
  readonly budgetMs: number | null;
  /** Output tokens of the budget. */
  readonly expectTokens: number | null;
  readonly maxTtftMs: number | null;
  readonly maxTpotMs: number | null;
}

export interface Note {
  readonly id: string;
  readonly text: Text;
  readonly args: Args;
}

export interface Budget {
  readonly formula: 'ttft + tpot × tokens';
  readonly tokens: number;
  readonly totalMs: number | null;
  readonly targetMs: number | null;
  readonly ttftMs: number | null;
  readonly tpotMs: number | null;
  readonly dominates: 'ttft' | 'tpot' | null;
  /** What the target leaves for each where the other stays as it is; null without a target, below 0 where the other alone is too much. */
  readonly leaves: { readonly ttftMs: number; readonly tpotMs: number; readonly tokens: number } | null;
  /** What would help, the strongest first. */
  readonly levers: readonly Note[];
}

/** A limit of the user's and whether it was kept; `kept` is null where the figure could not be had. */
export interface LimitCheck {
  readonly limit: 'budget' | 'max-ttft' | 'max-tpot';
  readonly wantedMs: number;
  readonly gotMs: number | null;
  readonly kept: boolean | null;
}

/** Concurrency → TTFT, where asked for. */
export interface RampStep {
  readonly concurrency: number;
  readonly ttftMs: number | null;
  readonly failed: number;
}

export interface MeasuredChannel {
  readonly baseUrl: string;
  readonly model: string;
  readonly wireApi: WireApi;
  /** A saved channel's name, a client's id, a log's or application's name. */
  readonly name: string | null;
}

/** A request that was not answered, as a class of the failure table. */
export interface MeasureFailure {
  readonly id: string;
  readonly title: Text;
  readonly advice: Text;
  readonly args: Args;
  readonly status: number | null;
}

/** One segment of a Dify run: accept, before the model, model and delivery, …; adds up to the first answer's time. */
export interface Segment {
  readonly id: string;
  readonly ms: number | null;
  readonly basis: Basis;
  readonly text: Text;
  readonly args: Args;
}

/** A setting of a Dify configuration beside the verdict. */
export interface ConfigComment {
  readonly key: string;
  readonly value: string;
  readonly line: number | null;
  /** Does Dify itself read this key from such a file? */
  readonly isRead: boolean;
  readonly text: Text;
  readonly args: Args;
}

export interface LatencyReport {
  readonly source: 'measured' | 'log' | 'dify' | 'dify-config';
  readonly channel: MeasuredChannel;
  /** Milliseconds since the epoch, when it began. */
  readonly startedAt: number;
  readonly samples: readonly Sample[];
  readonly loads: Readonly<Partial<Record<LoadName, LoadSummary>>>;
  /** Round trip to the edge: the smallest seen. */
  readonly rttMs: number | null;
  readonly sweep: Sweep | null;
  readonly ramp: readonly RampStep[];
  readonly decomposition: readonly DecompositionPart[];
  readonly verdict: Verdict;
  readonly budget: Budget | null;
  readonly limits: readonly LimitCheck[];
  readonly thresholds: Thresholds;
  /** Where a figure means nothing, and what to know beside the verdict. */
  readonly warnings: readonly Note[];
  readonly failure: MeasureFailure | null;
  /** Of Dify alone. */
  readonly segments: readonly Segment[];
  readonly config: readonly ConfigComment[];
  /** The others of a comparison, in the order given. */
  readonly compared: readonly LatencyReport[];
}

// ---------------------------------------------------------------- the seams to log, Dify, page, metrics and watch
//
// measure/latency.ts   sampleOf(load, trace, cold): Sample · partialSample(load, given): Sample (for logs and Dify; ready) · deliveryOf, tpotOf, gapsOf
//                      summarise(samples): LoadSummary
// measure/verdict.ts   judge(evidence): Verdict                    called by reportOf
// measure/report.ts    reportOf(parts: ReportParts): LatencyReport      sums up loads, decomposition, verdict, budget, limits
// measure/log.ts       reportFromLog(text: string, options: JudgeOptions & { name: string }): LatencyReport
//                      (samples with load `log`; one UserError, exit 2, where no line holds a timing)
//                      reportFromLogPieces(pieces: AsyncIterable<Uint8Array>, options): Promise<LatencyReport>   the same for any size
//                      (pieces from host.files.pieces(path), or host.terminal.stdinPieces() for `-`)
// measure/dify.ts      measureDify(target: DifyTarget, options: DifyOptions): Promise<LatencyReport>
// measure/dify-config.ts  commentDifyConfig(text: string, file: string, report: LatencyReport | null): readonly ConfigComment[]
// report/latency-html.ts  latencyHtml(report: LatencyReport, options: { lang: Lang; version: string; now: number }): string
// report/openmetrics.ts   openMetrics(report: LatencyReport): string
// measure/watch.ts     watch(options: WatchOptions): Promise<ExitStatus>
// report/latency-json.ts  latencyJson(report, lang)    report/latency-text.ts  latencyText(report, options)

export interface JudgeOptions {
  readonly thresholds: Thresholds;
  readonly wishes: Wishes;
  /** Milliseconds since the epoch. */
  readonly now: number;
}

/** What a report is made from; everything else of it follows. */
export interface ReportParts extends JudgeOptions {
  readonly source: LatencyReport['source'];
  readonly channel: MeasuredChannel;
  readonly samples: readonly Sample[];
  /** Times of cheap requests on a warm connection. */
  readonly roundTripsMs?: readonly number[];
  readonly ramp?: readonly RampStep[];
  readonly warnings?: readonly Note[];
  readonly failure?: MeasureFailure | null;
  readonly segments?: readonly Segment[];
  readonly config?: readonly ConfigComment[];
}

export type MeasureSend = (request: Trace['request'], route: Route, limits: Limits, signal?: AbortSignal) => Promise<Trace>;

export interface DifyTarget {
  /** As given with `--dify`: the server, with or without `/v1`, or one of its endpoints. */
  readonly url: string;
  readonly key: Secret;
}

export interface DifyOptions extends JudgeOptions {
  readonly send: MeasureSend;
  readonly route: Route;
  readonly limits: Limits;
  readonly runs: number;
  /** What is asked; null for a short question of our own. */
  readonly query: string | null;
  /** Measures the model channel itself at about this many input tokens; null where none was given. */
  readonly direct: ((inputTokens: number) => Promise<LatencyReport>) | null;
  readonly random: (bytes: number) => string;
  readonly onProgress: (text: Text, args: Args) => void;
}

export interface WatchOptions {
  readonly everyMs: number;
  /** Measures once and shows it. */
  readonly once: () => Promise<{ readonly report: LatencyReport; readonly exit: 0 | 1 | 4 }>;
  /** Called after each round with the bounded history, oldest first. */
  readonly onRound: (history: readonly LatencyReport[]) => void | Promise<void>;
  readonly note: (text: Text, args: Args) => void;
  /** Resolves after this many ms, or at once when `signal` fires. */
  readonly wait: (ms: number, signal: AbortSignal) => Promise<void>;
  readonly signal: AbortSignal;
}
