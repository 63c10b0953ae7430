// Timings in lines of text: `[request] first_token_ms=2840 total_tokens=3 total_ms=3120`, as JSON, with other names or in seconds.

import type { Recorded } from './recorded.ts';

const MAX_LINE = 20_000;
/** A name, `=` or `:`, a number and perhaps its unit; quotes as in JSON. */
const NUMBER =
  /(?<![\w.-])["']?([A-Za-z\u4e00-\u9fff][\w.\u4e00-\u9fff-]{0,60})["']?\s*[=:：]\s*["']?(\d+(?:\.\d+)?)(?:\s?(ms|s|sec|seconds?|µs|us|ns|毫秒|秒)(?![\w=:]))?(?![\w.-]*[A-Za-z])/g;
const MODEL = /(?<![\w.-])["']?(?:gen_ai\.request\.)?model(?:_name)?["']?\s*[=:]\s*["']?([^\s"',;}\])]{1,120})/;
const UNIT = /[._](ms|millis|milliseconds|s|sec|secs|seconds|us|ns)$/;
const FACTOR: Readonly<Record<string, number>> = {
  s: 1000,
  sec: 1000,
  secs: 1000,
  second: 1000,
  seconds: 1000,
  us: 1e-3,
  µs: 1e-3,
  ns: 1e-6,
  秒: 1000,
};

const TTFT =
  /^(first_token|ttft|time_to_first_token|first_token_(time|latency|delay)|time_to_first_(chunk|byte_token)|first_chunk|first_response|frt|首字|首字(延迟|时间|耗时)|首token(延迟|时间)?)$/;
const TOTAL =
  /^(total|duration|latency|elapsed|e2e|total_(time|latency|duration|elapsed)|e2e_latency|request_(time|duration|latency)|response_time|use_time|总耗时|总时长|总用时|用时|耗时)$/;

interface Names {
  readonly output: readonly string[];
  readonly input: readonly string[];
  readonly cached: readonly string[];
  readonly reasoning: readonly string[];
}
const TOKENS: Names = {
  output: ['output_tokens', 'completion_tokens', 'generated_tokens', 'output_token_count', 'eval_count', 'tokens'],
  input: ['input_tokens', 'prompt_tokens', 'input_token_count', 'prompt_eval_count'],
  cached: ['cached_tokens', 'cached_input_tokens', 'cache_read_input_tokens', 'cache_read_tokens'],
  reasoning: ['reasoning_tokens', 'reasoning_output_tokens'],
};

/** A bare `ttft=2.84` is seconds: nobody measures hundredths of a millisecond. */
function msOf(name: string, digits: string, unit: string | undefined): { readonly name: string; readonly ms: number } {
  const suffix = UNIT.exec(name)?.[1];
  const base = suffix ? name.slice(0, -suffix.length - 1) : name;
  const value = Number(digits);
  const factor = FACTOR[unit ?? suffix ?? ''] ?? 1;
  const isBareSeconds = unit === undefined && suffix === undefined && digits.includes('.') && value < 60;
  return { name: base, ms: isBareSeconds ? value * 1000 : value * factor };
}

function outputOf(counts: ReadonlyMap<string, number>, input: number | null): number | null {
  const named = TOKENS.output.map((name) => counts.get(name)).find((count) => count !== undefined);
  if (named !== undefined) return named;
  const total = counts.get('total_tokens') ?? null;
  // Beside a count of the input, `total_tokens` is the sum of both.
  return total !== null && input !== null && total > input ? total - input : total;
}

/** Null where the line names no time to a first token. */
export function readFields(text: string, line: number): Recorded | null {
  const start = text.slice(0, MAX_LINE);
  if (!/first|ttft|frt|首/i.test(start)) return null;
  const counts = new Map<string, number>();
  let ttftMs: number | null = null;
  let totalMs: number | null = null;
  for (const [, rawName = '', digits = '', unit] of start.matchAll(NUMBER)) {
    const full = rawName.toLowerCase().replaceAll('-', '_');
    const { name, ms } = msOf(full, digits, unit);
    if (TTFT.test(name)) ttftMs ??= ms;
    else if (TOTAL.test(name)) totalMs ??= ms;
    else if (!counts.has(full)) counts.set(full, Number(digits));
  }
  if (ttftMs === null) return null;
  const first = (names: readonly string[]): number | null =>
    names.map((name) => counts.get(name)).find((count) => count !== undefined) ?? null;
  const inputTokens = first(TOKENS.input);
  return {
    by: 'line',
    line,
    model: MODEL.exec(start)?.[1] ?? null,
    ttftMs,
    totalMs,
    inputTokens,
    outputTokens: outputOf(counts, inputTokens),
    cachedTokens: first(TOKENS.cached),
    reasoningTokens: first(TOKENS.reasoning),
    requests: 1,
  };
}
