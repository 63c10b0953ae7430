// A Dify stream as instants: when the run was taken up, which nodes worked, when the first and the last word came.

import { isObject, type JsonObject, nameOf, objectOf, parseJson } from '../wire/json.ts';
import type { StreamEvent } from '../wire/types.ts';

export interface DifyNode {
  readonly id: string;
  readonly type: string;
  readonly title: string;
  readonly startedAt: number;
  finishedAt: number | null;
  /** By Dify's own clock, ms. */
  elapsedMs: number | null;
}

export interface DifyUsage {
  readonly promptTokens: number | null;
  readonly completionTokens: number | null;
  readonly model: string | null;
  /** `latency`, ms: the whole pipeline for chat, completion and agent; the model call for an LLM node. */
  readonly latencyMs: number | null;
  /** Filled by LLM nodes alone: from the call of the model to its first text, ms. */
  readonly firstTokenMs: number | null;
}

export interface DifyError {
  readonly status: number | null;
  readonly code: string;
  readonly message: string;
}

/** Instants in ms since the request began. */
export interface DifyTimeline {
  readonly recognised: boolean;
  readonly isWorkflow: boolean;
  readonly isAgent: boolean;
  readonly startedAt: number | null;
  readonly firstEventAt: number | null;
  readonly nodes: readonly DifyNode[];
  /** Every event that carried text, reasoning included. */
  readonly tokenTimes: readonly number[];
  /** First text that is no reasoning. */
  readonly firstVisibleAt: number | null;
  readonly endedAt: number | null;
  readonly usage: DifyUsage | null;
  readonly error: DifyError | null;
  /** The answer was replaced at its end: moderation of the output. */
  readonly replaced: boolean;
}

const MAX_NODES = 500;
const THINK = /^\s*<think>/;

const numberOf = (value: unknown): number | null => {
  const number = typeof value === 'string' ? Number(value) : value;
  return typeof number === 'number' && Number.isFinite(number) && number >= 0 ? number : null;
};
const secondsOf = (value: unknown): number | null => {
  const seconds = numberOf(value);
  return seconds === null ? null : seconds * 1000;
};

/** An error object as Dify sends it: with HTTP status 4xx, or inside a stream that began with 200. */
export function difyErrorIn(json: unknown): DifyError | null {
  const { code, message, status } = objectOf(json);
  if (code === undefined && message === undefined) return null;
  return { status: numberOf(status), code: nameOf(code) ?? '', message: nameOf(message) ?? '' };
}

function usageIn(value: unknown): DifyUsage | null {
  if (!isObject(value)) return null;
  const { prompt_tokens, completion_tokens, latency, time_to_first_token } = value;
  if (prompt_tokens === undefined && completion_tokens === undefined && latency === undefined) return null;
  return {
    promptTokens: numberOf(prompt_tokens),
    completionTokens: numberOf(completion_tokens),
    model: null,
    latencyMs: secondsOf(latency),
    firstTokenMs: secondsOf(time_to_first_token),
  };
}

class Timeline {
  readonly #nodes: DifyNode[] = [];
  readonly #tokens: number[] = [];
  #recognised = false;
  #isWorkflow = false;
  #isAgent = false;
  #startedAt: number | null = null;
  #firstEventAt: number | null = null;
  #firstVisibleAt: number | null = null;
  #endedAt: number | null = null;
  #nodeUsage: DifyUsage | null = null;
  #endUsage: DifyUsage | null = null;
  #error: DifyError | null = null;
  #replaced = false;
  /** The beginning of the text, until it is clear whether it is thinking; null from the first visible word on. */
  #thinking: string | null = '';

  take({ data, at }: StreamEvent): void {
    const json = parseJson(data);
    if (!isObject(json) || typeof json.event !== 'string') return;
    this.#recognised = true;
    this.#firstEventAt ??= at;
    const content = objectOf(json.data);
    switch (json.event) {
      case 'message':
      case 'agent_message':
        this.#isAgent ||= json.event === 'agent_message';
        this.#text(json.answer, at);
        break;
      case 'text_chunk':
        this.#text(content.text, at);
        break;
      case 'reasoning_chunk':
        this.#token(content.reasoning ?? content.text ?? json.reasoning, at);
        break;
      case 'agent_thought':
        this.#isAgent = true;
        break;
      case 'message_replace':
      case 'text_replace':
        this.#replaced = true;
        break;
      case 'message_end':
        this.#endedAt = at;
        this.#endUsage = usageIn(objectOf(json.metadata).usage);
        break;
      case 'error':
        this.#error ??= difyErrorIn(json);
        break;
      default:
        if (/^(workflow|node)_/.test(json.event)) this.#workflow(json.event, content, at);
    }
  }

  #text(value: unknown, at: number): void {
    if (typeof value !== 'string' || value === '') return;
    this.#token(value, at);
    if (this.#firstVisibleAt !== null) return;
    const text = (this.#thinking ?? '') + value;
    const isOpen = THINK.test(text) && !/<\/think>\s*\S/.test(text);
    const couldOpen = '<think>'.startsWith(text.trimStart());
    if (isOpen || couldOpen) this.#thinking = isOpen ? `<think>${text.slice(-100)}` : text;
    else this.#firstVisibleAt = at;
  }

  #token(value: unknown, at: number): void {
    if (typeof value === 'string' && value !== '') this.#tokens.push(at);
  }

  #workflow(event: string, content: JsonObject, at: number): void {
    this.#isWorkflow = true;
    switch (event) {
      case 'workflow_started':
        this.#startedAt ??= at;
        break;
      case 'workflow_finished':
        this.#endedAt = at;
        if (content.status === 'failed') this.#error ??= { status: null, code: 'workflow_failed', message: nameOf(content.error) ?? '' };
        break;
      case 'node_started':
        this.#startNode(content, at);
        break;
      case 'node_finished':
        this.#finishNode(content, at);
        break;
    }
  }

  #startNode({ id, node_id, node_type, title }: JsonObject, at: number): void {
    if (this.#nodes.length >= MAX_NODES) return;
    const name = nameOf(node_id) ?? nameOf(id) ?? '';
    this.#nodes.push({
      id: name,
      type: nameOf(node_type) ?? '',
      title: nameOf(title) ?? name,
      startedAt: at,
      finishedAt: null,
      elapsedMs: null,
    });
  }

  #finishNode(content: JsonObject, at: number): void {
    const name = nameOf(content.node_id) ?? nameOf(content.id) ?? '';
    const node = this.#nodes.findLast(({ id, finishedAt }) => id === name && finishedAt === null);
    if (node) Object.assign(node, { finishedAt: at, elapsedMs: secondsOf(content.elapsed_time) });
    const usage = usageIn(objectOf(content.outputs).usage) ?? usageIn(objectOf(content.process_data).usage);
    if (usage) this.#nodeUsage = { ...usage, model: nameOf(objectOf(content.process_data).model_name) };
  }

  finish(): DifyTimeline {
    return {
      recognised: this.#recognised,
      isWorkflow: this.#isWorkflow,
      isAgent: this.#isAgent,
      startedAt: this.#startedAt,
      firstEventAt: this.#firstEventAt,
      nodes: this.#nodes,
      tokenTimes: this.#tokens,
      firstVisibleAt: this.#firstVisibleAt,
      endedAt: this.#endedAt,
      // The node's own figures are about the model alone.
      usage: this.#nodeUsage ?? this.#endUsage,
      error: this.#error,
      replaced: this.#replaced,
    };
  }
}

export function readDify(events: readonly StreamEvent[]): DifyTimeline {
  const timeline = new Timeline();
  for (const event of events) timeline.take(event);
  return timeline.finish();
}

/** The node whose model wrote the first word: the last LLM or agent node that had begun by then. */
export function modelNode({ nodes, tokenTimes }: DifyTimeline): DifyNode | null {
  const first = tokenTimes[0] ?? Number.POSITIVE_INFINITY;
  return nodes.findLast(({ type, startedAt }) => /^(llm|agent)$/.test(type) && startedAt <= first) ?? null;
}
