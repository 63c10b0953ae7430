// Timings that clients and gateways recorded themselves, judged like measured ones: per request and overall.

import { usageError } from '../errors.ts';
import type { Text, WireApi } from '../model.ts';
import { type JsonObject, parseJson } from '../wire/json.ts';
import { ClaudeLog, objectsOf, TelemetryLog } from './log-claude.ts';
import { CodexLog } from './log-codex.ts';
import { readFields } from './log-fields.ts';
import { LineSplitter } from './log-lines.ts';
import { type Recorded, type RecordedBy, sampleOfRecorded } from './recorded.ts';
import { reportOf } from './report.ts';
import type { JudgeOptions, LatencyReport, MeasuredChannel, Note, Sample, Verdict } from './types.ts';

/** The newest requests are kept; a verdict needs no more. */
const KEPT = 2000;
/** Characters of a JSON value over many lines that is put together again. */
const MAX_BLOCK = 8 * 1024 * 1024;
/** Below this a rate says little: one token more or less moves it by percents. */
const FEW_TOKENS = 32;

const NO_TIMINGS: Text = {
  en: 'No line of {name} holds a timing. Read are: lines with first_token_ms=… total_tokens=… total_ms=…, Codex rollouts (~/.codex/sessions/…/rollout-*.jsonl), Claude Code’s --output-format json or stream-json, and its OpenTelemetry console output. `codex exec --json` holds no times',
  zh: '{name} 里没有任何一行带有计时。可以读取：含 first_token_ms=… total_tokens=… total_ms=… 的日志行、Codex 的会话记录（~/.codex/sessions/…/rollout-*.jsonl）、Claude Code 的 --output-format json 或 stream-json 输出，以及它的 OpenTelemetry 控制台输出。`codex exec --json` 不带时间',
};
const NOTES = {
  'log-few-tokens': {
    en: '{n} of {all} requests wrote fewer than 32 tokens: their rates mean little',
    zh: '{all} 个请求中有 {n} 个输出不足 32 个 token：其速率参考意义不大',
  },
  'log-turns': {
    en: 'Codex records whole turns, its own start-up and tools included: the wait of a single request is shorter. Turns of several requests get no rate ({n} of {all})',
    zh: 'Codex 记录的是整轮对话，包含自身启动和工具调用：单个请求的等待会更短。包含多个请求的轮次不计算速率（{n}/{all}）',
  },
  'log-bounds': {
    en: '{n} turns are older than Codex 0.128 and record no first token: the time of their first finished item stands for it, which is later',
    zh: '{n} 轮来自早于 0.128 的 Codex，没有记录首字时间：这里用首个完成条目的时间代替，会偏晚',
  },
  'log-sums': {
    en: '{n} results of Claude Code are sums over several requests and get no rate; --output-format stream-json --verbose --include-partial-messages records each one',
    zh: '{n} 条 Claude Code 结果是多个请求的合计，不计算速率；用 --output-format stream-json --verbose --include-partial-messages 可以逐个记录',
  },
  'log-no-ttft': {
    en: '{n} requests record no time of a first token (Claude Code before 2.1.200): only their whole time is known',
    zh: '{n} 个请求没有记录首字时间（早于 2.1.200 的 Claude Code）：只知道总耗时',
  },
  'log-dropped': { en: '{n} lines longer than 4 MB were passed over', zh: '跳过了 {n} 行超过 4 MB 的内容' },
  'log-newest': { en: 'The log holds {all} requests; the newest {n} are judged', zh: '日志里有 {all} 个请求；只评估最新的 {n} 个' },
} as const satisfies Record<string, Text>;

/** A log without input sizes cannot tell what the wait is made of. */
const WAITING: Text = {
  en: 'The wait for the first token is what is slow: {part} of {total} ms, then {tps} tokens a second ({model}, {input} input tokens). This log cannot tell a queue from reading the prompt: channel-doctor measure on the channel does',
  zh: '慢在等待首字（prefill 阶段）：{total} ms 中占 {part} ms，之后每秒 {tps} 个 token（{model}，输入 {input} tokens）。仅凭日志无法区分排队与读取输入；用 channel-doctor measure 直接测量该渠道可以区分',
};

/** As the verdicts of measured channels name them. */
const ABOUT: Text = { en: ' ({model}, {input} input tokens)', zh: '（{model}，输入 {input} tokens）' };
/** Model and input size, as far as the log names them. */
const aboutOf = (model: string, hasInput: boolean): Text => ({
  en: [model && '{model}', hasInput && '{input} input tokens']
    .filter(Boolean)
    .join(', ')
    .replace(/^(.+)$/, ' ($1)'),
  zh: [model && '{model}', hasInput && '输入 {input} tokens']
    .filter(Boolean)
    .join('，')
    .replace(/^(.+)$/, '（$1）'),
});

type NoteId = keyof typeof NOTES;
const note = (id: NoteId, args: Note['args']): Note => ({ id, text: NOTES[id], args });

/** Lines of a JSON value that was written over many of them, from its opening bracket on. */
interface Block {
  readonly lines: string[];
  readonly start: number;
  readonly closing: string;
  length: number;
}

/** Takes a log line by line; memory stays bounded, whatever its size. */
export class LogReader {
  readonly #records: Recorded[] = [];
  readonly #codex = new CodexLog((recorded) => this.#keep(recorded));
  readonly #claude = new ClaudeLog((recorded) => this.#keep(recorded));
  readonly #telemetry = new TelemetryLog((recorded) => this.#keep(recorded));
  readonly #lines = new LineSplitter((line, number) => this.#line(line.replace(/^\ufeff/, ''), number));
  #block: Block | null = null;
  #count = 0;

  take(piece: Uint8Array | string): void {
    if (typeof piece === 'string') this.#lines.text(piece);
    else this.#lines.take(piece);
  }

  /** All requests of the log, in its order, the newest {@link KEPT} of them. */
  end(): { readonly records: readonly Recorded[]; readonly count: number; readonly dropped: number } {
    this.#lines.end();
    if (this.#block) this.#byLines(this.#block);
    this.#codex.end();
    this.#claude.end();
    return { records: this.#records.slice(-KEPT), count: this.#count, dropped: this.#lines.dropped };
  }

  #keep(recorded: Recorded): void {
    this.#count++;
    this.#records.push(recorded);
    if (this.#records.length > 2 * KEPT) this.#records.splice(0, KEPT);
  }

  #line(line: string, number: number): void {
    const edge = line.trimEnd();
    if (!this.#block && (edge === '{' || edge === '['))
      this.#block = { lines: [], start: number, closing: edge === '{' ? '}' : ']', length: 0 };
    const block = this.#block;
    if (!block) {
      this.#plain(line, number);
      return;
    }
    block.lines.push(line);
    block.length += line.length + 1;
    if (edge === block.closing) this.#close(block);
    else if (block.length > MAX_BLOCK) this.#byLines(block);
  }

  #close(block: Block): void {
    const json = parseJson(block.lines.join('\n'));
    if (json === undefined) this.#byLines(block);
    this.#block = null;
    for (const item of objectsOf(json)) this.#object(item, block.start, JSON.stringify(item));
  }

  #byLines({ lines, start }: Block): void {
    this.#block = null;
    for (const [index, line] of lines.entries()) this.#plain(line, start + index);
  }

  #plain(line: string, number: number): void {
    const text = line.trim();
    if (this.#telemetry.take(line, number) || text === '') return;
    const objects = /^[[{]/.test(text) ? objectsOf(parseJson(text)) : [];
    if (objects.length === 0) this.#fields(text, number);
    for (const json of objects) this.#object(json, number, objects.length === 1 ? text : JSON.stringify(json));
  }

  #object(json: JsonObject, number: number, text: string): void {
    if (!this.#codex.take(json, number) && !this.#claude.take(json, number)) this.#fields(text, number);
  }

  #fields(text: string, number: number): void {
    const recorded = readFields(text, number);
    if (recorded) this.#keep(recorded);
  }
}

const WIRE_OF: Readonly<Record<RecordedBy, WireApi>> = {
  codex: 'openai-responses',
  'claude-code': 'anthropic-messages',
  otel: 'anthropic-messages',
  line: 'openai-chat',
};

function channelOf(records: readonly Recorded[], name: string): MeasuredChannel {
  const models = [...new Set(records.flatMap(({ model }) => (model === null ? [] : [model])))];
  const shown = models.length > 3 ? [...models.slice(0, 3), '…'] : models;
  return { baseUrl: '', model: shown.join(', '), wireApi: WIRE_OF[records.at(-1)?.by ?? 'line'], name };
}

function notesOf(records: readonly Recorded[], count: number, dropped: number): readonly Note[] {
  const all = records.length;
  const countOf = (test: (recorded: Recorded) => boolean): number => records.filter(test).length;
  const few = countOf(({ outputTokens }) => outputTokens !== null && outputTokens < FEW_TOKENS);
  const bounds = countOf(({ isBound }) => isBound === true);
  const turns = countOf(({ by }) => by === 'codex');
  const sums = countOf(({ by, requests }) => by === 'claude-code' && requests > 1);
  const without = countOf(({ ttftMs }) => ttftMs === null);
  return [
    ...(count > all ? [note('log-newest', { n: all, all: count })] : []),
    ...(few > 0 ? [note('log-few-tokens', { n: few, all })] : []),
    ...(turns > 0 ? [note('log-turns', { n: countOf(({ by, requests }) => by === 'codex' && requests > 1), all: turns })] : []),
    ...(bounds > 0 ? [note('log-bounds', { n: bounds })] : []),
    ...(sums > 0 ? [note('log-sums', { n: sums })] : []),
    ...(without > 0 ? [note('log-no-ttft', { n: without })] : []),
    ...(dropped > 0 ? [note('log-dropped', { n: dropped })] : []),
  ];
}

export interface LogOptions extends JudgeOptions {
  /** The file's name, for people. */
  readonly name: string;
}

/** The verdict's sentence: the wait is named as what it is where nothing in the log splits it, and what the log does not name is left out. */
function saidOf(report: LatencyReport): Verdict {
  const { verdict, loads, sweep, channel } = report;
  const { ttftMs = null, e2eMs = null, tps = null, inputTokens = null } = loads.log ?? {};
  const about = aboutOf(channel.model, inputTokens !== null);
  const isPlainWait = verdict.slow === 'prefill' && !sweep?.trusted;
  const { en, zh } = isPlainWait ? WAITING : verdict.text;
  const text = { en: en.replace(ABOUT.en, about.en), zh: zh.replace(ABOUT.zh, about.zh) };
  if (!isPlainWait) return { ...verdict, text };
  const shown = (value: number | null | undefined): string | number => (value == null ? '–' : Math.round(value * 10) / 10);
  const args = {
    part: shown(ttftMs?.median),
    total: shown(e2eMs?.median),
    tps: shown(tps?.median),
    model: channel.model,
    input: inputTokens ?? '',
  };
  return { ...verdict, text, args };
}

function reportFrom(reader: LogReader, { name, thresholds, wishes, now }: LogOptions): LatencyReport {
  const { records, count, dropped } = reader.end();
  if (records.length === 0) throw usageError(NO_TIMINGS, { name });
  const judged = { source: 'log' as const, channel: channelOf(records, name), thresholds, wishes, now };
  const samples = records.map((recorded): Sample => {
    const sample = sampleOfRecorded(recorded, name);
    const { verdict } = reportOf({ ...judged, samples: [sample] });
    return { ...sample, verdict: { slow: verdict.slow, band: verdict.band } };
  });
  const report = reportOf({ ...judged, samples, warnings: notesOf(records, count, dropped) });
  return { ...report, verdict: saidOf(report) };
}

/** @throws UserError (exit 2) where no line holds a timing. */
export function reportFromLog(text: string, options: LogOptions): LatencyReport {
  const reader = new LogReader();
  reader.take(text);
  return reportFrom(reader, options);
}

/** As {@link reportFromLog}, for logs of any size. @throws UserError (exit 2); what reading the pieces throws. */
export async function reportFromLogPieces(pieces: AsyncIterable<Uint8Array>, options: LogOptions): Promise<LatencyReport> {
  const reader = new LogReader();
  for await (const piece of pieces) reader.take(piece);
  return reportFrom(reader, options);
}
