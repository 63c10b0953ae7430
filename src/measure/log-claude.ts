// Timings in what Claude Code prints: `--output-format json` and `stream-json` (`ttft_ms` from 2.1.200 on), and its telemetry on the console.
// `ttft_ms` of the result counts from the start of the turn; the request itself begins `time_to_request_ms` later.

import { countOf, isObject, type JsonObject, nameOf, objectOf } from '../wire/json.ts';
import type { Recorded } from './recorded.ts';

interface Usage {
  readonly inputTokens: number | null;
  readonly outputTokens: number | null;
  readonly cachedTokens: number | null;
}

const greater = (a: number | null, b: number | null): number | null => (a === null ? b : b === null ? a : Math.max(a, b));

/** Input as a model reads it: what came from the cache and what went into it counts too. */
function usageOf(value: unknown): Usage {
  const { input_tokens, output_tokens, cache_read_input_tokens, cache_creation_input_tokens } = objectOf(value);
  const cachedTokens = countOf(cache_read_input_tokens);
  const input = countOf(input_tokens);
  const inputTokens = input === null ? null : input + (cachedTokens ?? 0) + (countOf(cache_creation_input_tokens) ?? 0);
  return { inputTokens, outputTokens: countOf(output_tokens), cachedTokens };
}

const joined = (a: Usage, b: Usage): Usage => ({
  inputTokens: greater(a.inputTokens, b.inputTokens),
  outputTokens: greater(a.outputTokens, b.outputTokens),
  cachedTokens: greater(a.cachedTokens, b.cachedTokens),
});

interface Request {
  readonly line: number;
  readonly model: string | null;
  readonly ttftMs: number;
  usage: Usage;
}

/** Requests of one session that are kept until its result; an agent's longest sessions have some hundreds. */
const MAX_REQUESTS = 2000;

export class ClaudeLog {
  readonly #onRecord: (recorded: Recorded) => void;
  #requests: Request[] = [];
  #current: Request | null = null;
  #model: string | null = null;

  constructor(onRecord: (recorded: Recorded) => void) {
    this.#onRecord = onRecord;
  }

  /** False where the object is none of Claude Code's. */
  take(json: JsonObject, line: number): boolean {
    if (json.type === 'stream_event') this.#event(json, line);
    else if (json.type === 'result' && (countOf(json.duration_ms) !== null || countOf(json.duration_api_ms) !== null))
      this.#result(json, line);
    else if (json.type === 'system' && json.subtype === 'init') this.#model = nameOf(json.model);
    else return json.type === 'assistant' || json.type === 'user' || json.type === 'system';
    return true;
  }

  /** Without a result at the end each request stands for itself. */
  end(): void {
    for (const request of this.#requests) this.#record(request, null);
    this.#requests = [];
    this.#current = null;
  }

  #event(json: JsonObject, line: number): void {
    const event = objectOf(json.event);
    if (event.type === 'message_start') {
      const message = objectOf(event.message);
      const ttftMs = countOf(json.ttft_ms);
      this.#current = ttftMs === null ? null : { line, model: nameOf(message.model) ?? this.#model, ttftMs, usage: usageOf(message.usage) };
      if (this.#current && this.#requests.length < MAX_REQUESTS) this.#requests.push(this.#current);
    } else if (event.type === 'message_delta' && this.#current) this.#current.usage = joined(this.#current.usage, usageOf(event.usage));
  }

  #result(json: JsonObject, line: number): void {
    const [only] = this.#requests;
    const apiMs = countOf(json.duration_api_ms);
    const model = Object.keys(objectOf(json.modelUsage))[0] ?? this.#model;
    const usage = usageOf(json.usage);
    if (only && this.#requests.length === 1) this.#record({ ...only, usage: joined(only.usage, usage) }, apiMs);
    else if (only) for (const request of this.#requests) this.#record(request, null);
    else this.#whole(json, line, model, usage);
    this.#requests = [];
    this.#current = null;
    this.#model = null;
  }

  #whole(json: JsonObject, line: number, model: string | null, usage: Usage): void {
    const fromTurn = countOf(json.ttft_ms);
    const start = countOf(json.time_to_request_ms);
    const apiMs = countOf(json.duration_api_ms);
    const wholeMs = countOf(json.duration_ms);
    const ttftMs = fromTurn === null ? null : Math.max(0, fromTurn - (start ?? 0));
    const isPlausible = apiMs !== null && apiMs > 0 && (ttftMs === null || apiMs >= ttftMs);
    const totalMs = isPlausible ? apiMs : wholeMs === null ? null : Math.max(0, wholeMs - (start ?? 0));
    const requests = Math.max(1, countOf(json.num_turns) ?? 1);
    this.#onRecord({ by: 'claude-code', line, model, ttftMs, totalMs, ...usage, reasoningTokens: null, requests });
  }

  #record({ line, model, ttftMs, usage }: Request, totalMs: number | null): void {
    const total = totalMs !== null && totalMs >= ttftMs ? totalMs : null;
    this.#onRecord({ by: 'claude-code', line, model, ttftMs, totalMs: total, ...usage, reasoningTokens: null, requests: 1 });
  }
}

const FIELD = /^\s*['"]?([\w.]+)['"]?:\s*['"]?([^'",]*)['"]?,?\s*$/;
const IS_REQUEST = /['"]?(?:body|event\.name|eventName)['"]?:\s*['"](?:claude_code\.)?api_request['"]/;
/** Lines of one record that the console exporter prints, with room to spare. */
const MAX_LINES = 200;

/** Records of `claude_code.api_request` as the console exporter of OpenTelemetry prints them: an object over many lines. */
export class TelemetryLog {
  readonly #onRecord: (recorded: Recorded) => void;
  #fields: Map<string, string> | null = null;
  #line = 0;
  #lines = 0;

  constructor(onRecord: (recorded: Recorded) => void) {
    this.#onRecord = onRecord;
  }

  /** True while a record is being read. */
  take(text: string, line: number): boolean {
    if (!this.#fields) {
      if (!IS_REQUEST.test(text.slice(0, 200))) return false;
      this.#fields = new Map();
      this.#line = line;
      this.#lines = 0;
      return true;
    }
    const found = FIELD.exec(text.slice(0, 500));
    if (found?.[1]) this.#fields.set(found[1], found[2] ?? '');
    if (/^\}/.test(text) || ++this.#lines > MAX_LINES) this.#close(this.#fields);
    return true;
  }

  #close(fields: ReadonlyMap<string, string>): void {
    this.#fields = null;
    const count = (name: string): number | null => {
      const value = fields.get(name);
      return value === undefined || value === '' ? null : countOf(Number(value));
    };
    const totalMs = count('duration_ms');
    if (totalMs === null) return;
    const cachedTokens = count('cache_read_tokens');
    const input = count('input_tokens');
    this.#onRecord({
      by: 'otel',
      line: this.#line,
      model: fields.get('model') ?? null,
      ttftMs: count('ttft_ms'),
      totalMs,
      inputTokens: input === null ? null : input + (cachedTokens ?? 0) + (count('cache_creation_tokens') ?? 0),
      outputTokens: count('output_tokens'),
      cachedTokens,
      reasoningTokens: null,
      requests: 1,
    });
  }
}

/** Objects of one JSON value: itself, or the items of a list (`--output-format json --verbose`). */
export const objectsOf = (json: unknown): readonly JsonObject[] =>
  Array.isArray(json) ? json.filter(isObject) : isObject(json) ? [json] : [];
