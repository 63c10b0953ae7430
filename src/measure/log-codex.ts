// Timings in Codex's rollouts (`~/.codex/sessions/**/rollout-*.jsonl`). They are of a whole turn: start-up of the turn and all its requests
// and tools included. `time_to_first_token_ms` stands there from 0.128 on; before, the time stamps of the lines give a bound.

import { type JsonObject, nameOf, objectOf } from '../wire/json.ts';
import type { Recorded } from './recorded.ts';

const KINDS = new Set(['session_meta', 'turn_context', 'response_item', 'event_msg', 'compacted']);

interface Usage {
  readonly input: number;
  readonly cached: number;
  readonly output: number;
  readonly reasoning: number;
}
const ZERO: Usage = { input: 0, cached: 0, output: 0, reasoning: 0 };

const numberOf = (value: unknown): number | null => (typeof value === 'number' && Number.isFinite(value) && value >= 0 ? value : null);

function usageOf(value: unknown): Usage | null {
  const { input_tokens, cached_input_tokens, output_tokens, reasoning_output_tokens } = objectOf(value);
  const output = numberOf(output_tokens);
  if (output === null) return null;
  return {
    input: numberOf(input_tokens) ?? 0,
    cached: numberOf(cached_input_tokens) ?? 0,
    output,
    reasoning: numberOf(reasoning_output_tokens) ?? 0,
  };
}

interface Turn {
  readonly startedAt: number | null;
  readonly before: Usage;
  /** Bound of the first token, epoch ms. */
  firstItemAt: number | null;
  lastAt: number | null;
  line: number;
  requests: number;
  tools: number;
}

export class CodexLog {
  readonly #onRecord: (recorded: Recorded) => void;
  #model: string | null = null;
  #total: Usage = ZERO;
  #turn: Turn | null = null;

  constructor(onRecord: (recorded: Recorded) => void) {
    this.#onRecord = onRecord;
  }

  /** False where the line is none of a rollout. */
  take(json: JsonObject, line: number): boolean {
    const { type, payload, timestamp } = json;
    if (typeof type !== 'string' || !KINDS.has(type) || typeof timestamp !== 'string') return false;
    const at = Number.isNaN(Date.parse(timestamp)) ? null : Date.parse(timestamp);
    const content = objectOf(payload);
    if (type === 'turn_context') this.#begin(content, at, line);
    else if (type === 'response_item') this.#item(content, at, line);
    else if (type === 'event_msg') this.#event(content, at, line);
    return true;
  }

  end(): void {
    const turn = this.#turn;
    this.#turn = null;
    if (!turn || turn.startedAt === null || turn.firstItemAt === null) return;
    const totalMs = turn.lastAt === null ? null : turn.lastAt - turn.startedAt;
    this.#record(turn, { ttftMs: turn.firstItemAt - turn.startedAt, totalMs, isBound: true });
  }

  #begin(content: JsonObject, at: number | null, line: number): void {
    this.#model = nameOf(content.model) ?? this.#model;
    // A turn has several contexts where its settings change on the way.
    if (this.#turn && this.#turn.firstItemAt === null && this.#turn.requests === 0) return;
    this.end();
    this.#turn = { startedAt: at, before: this.#total, firstItemAt: null, lastAt: at, line, requests: 0, tools: 0 };
  }

  #item({ type, role }: JsonObject, at: number | null, line: number): void {
    if (!this.#turn || role === 'user' || role === 'developer' || role === 'system') return;
    const kind = String(type);
    if (kind.endsWith('_call')) this.#turn.tools++;
    if (kind.endsWith('_output')) return;
    this.#turn.firstItemAt ??= at;
    this.#turn.lastAt = at;
    this.#turn.line = line;
  }

  #event(content: JsonObject, at: number | null, line: number): void {
    switch (content.type) {
      case 'task_started':
      case 'turn_started':
        if (!this.#turn) this.#begin({}, at, line);
        break;
      case 'token_count':
        this.#count(objectOf(content.info));
        break;
      case 'turn_aborted':
        this.#turn = null;
        break;
      case 'task_complete':
      case 'turn_complete':
        this.#complete(content, line);
        break;
    }
  }

  #count(info: JsonObject): void {
    const total = usageOf(info.total_token_usage);
    // The same total comes again with every news of the rate limit.
    if (!total || (total.output === this.#total.output && total.input === this.#total.input)) return;
    this.#total = total;
    if (this.#turn) this.#turn.requests++;
  }

  #complete(content: JsonObject, line: number): void {
    const ttftMs = numberOf(content.time_to_first_token_ms);
    const totalMs = numberOf(content.duration_ms);
    if (ttftMs === null) {
      this.end();
      return;
    }
    const turn = this.#turn ?? { startedAt: null, before: this.#total, firstItemAt: null, lastAt: null, line, requests: 0, tools: 0 };
    this.#turn = null;
    this.#record({ ...turn, line }, { ttftMs, totalMs, isBound: false });
  }

  #record(turn: Turn, times: { ttftMs: number; totalMs: number | null; isBound: boolean }): void {
    const counted = turn.requests > 0;
    const since = (name: keyof Usage): number | null => (counted ? Math.max(0, this.#total[name] - turn.before[name]) : null);
    const { ttftMs, totalMs, isBound } = times;
    this.#onRecord({
      by: 'codex',
      line: turn.line,
      model: this.#model,
      ttftMs,
      totalMs,
      inputTokens: since('input'),
      outputTokens: since('output'),
      cachedTokens: since('cached'),
      reasoningTokens: since('reasoning'),
      requests: Math.max(1, turn.requests, turn.tools > 0 ? turn.tools + 1 : 1),
      ...(isBound ? { isBound } : {}),
    });
  }
}
