// Times that servers name themselves. Sources and units: OpenAI, Envoy, LiteLLM, Fireworks (headers); Groq, Cerebras, vLLM,
// llama.cpp, Ollama, Fireworks (body); all optional, none required.

import { isObject, type JsonObject, objectOf, parseJson } from '../wire/json.ts';
import type { Trace } from '../wire/types.ts';
import type { Reported } from './types.ts';

type Field = Exclude<keyof Reported, 'sources'>;
interface Known {
  readonly name: string;
  readonly field: Field;
  /** To milliseconds. */
  readonly scale: number;
}

const SECONDS = 1000;
const NANOSECONDS = 1e-6;

const HEADERS: readonly Known[] = [
  { name: 'openai-processing-ms', field: 'serverMs', scale: 1 },
  { name: 'x-envoy-upstream-service-time', field: 'serverMs', scale: 1 },
  { name: 'fireworks-server-time-to-first-token', field: 'serverMs', scale: SECONDS },
  { name: 'x-litellm-response-duration-ms', field: 'serverMs', scale: 1 },
  { name: 'x-litellm-overhead-duration-ms', field: 'overheadMs', scale: 1 },
];

/** Dotted places in an event or body. */
const FIELDS: readonly Known[] = [
  { name: 'usage.queue_time', field: 'queueMs', scale: SECONDS },
  { name: 'usage.prompt_time', field: 'prefillMs', scale: SECONDS },
  { name: 'usage.completion_time', field: 'decodeMs', scale: SECONDS },
  { name: 'x_groq.usage.queue_time', field: 'queueMs', scale: SECONDS },
  { name: 'x_groq.usage.prompt_time', field: 'prefillMs', scale: SECONDS },
  { name: 'x_groq.usage.completion_time', field: 'decodeMs', scale: SECONDS },
  { name: 'time_info.queue_time', field: 'queueMs', scale: SECONDS },
  { name: 'time_info.prompt_time', field: 'prefillMs', scale: SECONDS },
  { name: 'time_info.completion_time', field: 'decodeMs', scale: SECONDS },
  { name: 'metrics.queue_time_ms', field: 'queueMs', scale: 1 },
  // vLLM counts it from scheduling on, so the queue is not in it.
  { name: 'metrics.time_to_first_token_ms', field: 'prefillMs', scale: 1 },
  { name: 'metrics.generation_time_ms', field: 'decodeMs', scale: 1 },
  { name: 'timings.prompt_ms', field: 'prefillMs', scale: 1 },
  { name: 'timings.predicted_ms', field: 'decodeMs', scale: 1 },
  { name: 'load_duration', field: 'loadMs', scale: NANOSECONDS },
  { name: 'prompt_eval_duration', field: 'prefillMs', scale: NANOSECONDS },
  { name: 'eval_duration', field: 'decodeMs', scale: NANOSECONDS },
  { name: 'perf_metrics.server-time-to-first-token', field: 'serverMs', scale: SECONDS },
];

/** The figures stand in the last events; only these are parsed a second time. */
const LAST_EVENTS = 8;
const MAX_MS = 24 * 3600 * 1000;

function at(json: JsonObject, path: string): unknown {
  return path.split('.').reduce<unknown>((value, key) => objectOf(value)[key], json);
}

function milliseconds(value: unknown, scale: number): number | null {
  const number = typeof value === 'string' ? Number.parseFloat(value) : value;
  if (typeof number !== 'number' || !Number.isFinite(number) || number < 0) return null;
  const ms = number * scale;
  return ms <= MAX_MS ? ms : null;
}

/** `Server-Timing: cfOrigin;dur=120, queue;desc="…";dur=30` (W3C Server Timing). */
export function serverTimings(header: string): readonly { readonly name: string; readonly ms: number }[] {
  const entries = header.slice(0, 4000).match(/(?:[^",]|"[^"]*"?)+/g) ?? [];
  return entries.flatMap((entry) => {
    const name = /^\s*([!#$%&'*+.^_`|~\w-]+)/.exec(entry)?.[1];
    const ms = milliseconds(/;\s*dur\s*=\s*"?([\d.]+)/i.exec(entry)?.[1], 1);
    return name !== undefined && ms !== null ? [{ name, ms }] : [];
  });
}

const FROM_SERVER_TIMING: Readonly<Record<string, Field>> = {
  queue: 'queueMs',
  queued: 'queueMs',
  prefill: 'prefillMs',
  load: 'loadMs',
  cforigin: 'serverMs',
  origin: 'serverMs',
  upstream: 'serverMs',
};

function bodiesOf({ events, body }: Pick<Trace, 'events' | 'body'>): readonly JsonObject[] {
  const texts = events.length > 0 ? events.slice(-LAST_EVENTS).map(({ data }) => data) : [body];
  return texts.flatMap((text) => {
    const json = parseJson(text);
    if (!isObject(json)) return [];
    // Responses wraps the figures in `response`, Anthropic's first event in `message`.
    return [json, objectOf(json.response), objectOf(json.message)];
  });
}

/** Null where the server says nothing about its time. */
export function reportedTimes(trace: Pick<Trace, 'headers' | 'events' | 'body'>): Reported | null {
  const found = new Map<Field, number>();
  const sources: string[] = [];
  const take = (field: Field, ms: number | null, source: string): void => {
    if (ms === null || found.has(field)) return;
    found.set(field, ms);
    sources.push(source);
  };
  for (const json of bodiesOf(trace)) for (const { name, field, scale } of FIELDS) take(field, milliseconds(at(json, name), scale), name);
  for (const { name, field, scale } of HEADERS) take(field, milliseconds(trace.headers[name], scale), name);
  for (const { name, ms } of serverTimings(trace.headers['server-timing'] ?? '')) {
    const field = FROM_SERVER_TIMING[name.toLowerCase()];
    if (field) take(field, ms, `server-timing: ${name}`);
  }
  if (found.size === 0) return null;
  const get = (field: Field): number | null => found.get(field) ?? null;
  return {
    queueMs: get('queueMs'),
    prefillMs: get('prefillMs'),
    decodeMs: get('decodeMs'),
    loadMs: get('loadMs'),
    overheadMs: get('overheadMs'),
    serverMs: get('serverMs'),
    sources,
  };
}
