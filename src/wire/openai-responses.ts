// OpenAI Responses, read as Codex reads it (codex.md section 5: which events it needs, and which fields within them).

import { countOf, isObject, type JsonObject, listOf, objectOf, parseJson, textOf } from './json.ts';
import { Draft, type EventReader, type Token, type Wire } from './reader.ts';
import type { Reading } from './types.ts';

const ENDS = ['response.completed', 'response.incomplete', 'response.failed'];
const HIDDEN = /^response\.reasoning/;
const TOOL_ITEMS = ['function_call', 'custom_tool_call', 'web_search_call', 'local_shell_call', 'mcp_call'];

function usageOf(value: unknown): Reading['usage'] {
  if (!isObject(value)) return null;
  return {
    input: countOf(value.input_tokens),
    output: countOf(value.output_tokens),
    cached: countOf(objectOf(value.input_tokens_details).cached_tokens),
    reasoning: countOf(objectOf(value.output_tokens_details).reasoning_tokens),
  };
}

// Codex's decoder refuses the event when one of these is absent although the object around it is there.
function missingInUsage(value: unknown): readonly string[] {
  if (value === undefined || value === null) return [];
  const usage = objectOf(value);
  const needed = ['input_tokens', 'output_tokens', 'total_tokens'].filter((name) => !Number.isInteger(usage[name]));
  const inside = (object: string, name: string) =>
    isObject(usage[object]) && !Number.isInteger(objectOf(usage[object])[name]) ? [`${object}.${name}`] : [];
  return [...needed, ...inside('input_tokens_details', 'cached_tokens'), ...inside('output_tokens_details', 'reasoning_tokens')];
}

const itemText = (item: JsonObject): string =>
  listOf(item.content)
    .map((part) => textOf(objectOf(part).text ?? objectOf(part).refusal))
    .join('');

class Stream implements EventReader {
  readonly #draft = new Draft();
  #tokens = false;
  /** Something visible came that no finished item holds yet: Codex shows finished items only. */
  #unfinished = false;
  #missingAtEnd: readonly string[] = [];
  ended = false;

  read({ event, data }: { event: string | null; data: string }): Token {
    const json = parseJson(data);
    if (!isObject(json)) return 'none';
    const kind = typeof json.type === 'string' ? json.type : event;
    if (kind === null || !kind.startsWith('response.')) {
      this.#draft.blame(kind === 'error' ? { ...json, type: 'error' } : json);
      if (kind !== null) this.#draft.see(kind);
      this.#draft.recognised ||= kind === 'error' && !isObject(json.error) && typeof json.message === 'string';
      return 'none';
    }
    this.#draft.see(kind);
    this.#draft.recognised = true;
    const token = this.#take(kind, json);
    this.#tokens ||= token !== 'none';
    if (kind === 'response.output_item.done') this.#unfinished = false;
    else if (token === 'visible') this.#unfinished = true;
    return token;
  }

  #take(kind: string, json: JsonObject): Token {
    if (isObject(json.response)) this.#response(kind, json.response);
    if (ENDS.includes(kind)) this.ended = true;
    if (kind === 'response.output_item.done') return this.#item(objectOf(json.item));
    const delta = textOf(json.delta);
    if (!kind.endsWith('.delta') || delta === '') return 'none';
    if (kind === 'response.output_text.delta') this.#draft.add(delta);
    return HIDDEN.test(kind) ? 'hidden' : 'visible';
  }

  #response(kind: string, response: JsonObject): void {
    this.#draft.nameModel(response.model);
    this.#draft.count(usageOf(response.usage));
    if (isObject(response.error)) this.#draft.blame({ error: response.error });
    if (!ENDS.includes(kind)) return;
    this.#draft.complete = true;
    if (kind !== 'response.completed') return;
    const id = typeof response.id === 'string' ? [] : ['id'];
    const usage = missingInUsage(response.usage).map((name) => `usage.${name}`);
    this.#missingAtEnd = [...id, ...usage].map((name) => `response.completed.response.${name}`);
  }

  // A gateway may send whole items only: then they are the first tokens that arrive.
  #item(item: JsonObject): Token {
    if (TOOL_ITEMS.includes(String(item.type))) this.#draft.toolCalls += 1;
    if (this.#tokens) return 'none';
    const text = itemText(item);
    this.#draft.add(text);
    return text !== '' || textOf(item.arguments) !== '' || textOf(item.input) !== '' ? 'visible' : 'none';
  }

  reading(): Reading {
    return this.#draft.reading(this.#draft.recognised ? this.#missing() : []);
  }

  #missing(): readonly string[] {
    if (this.#draft.error !== undefined || this.#draft.saw('response.failed') || this.#draft.saw('response.incomplete')) return [];
    const events = ['response.output_item.done', 'response.completed'].filter((kind) => !this.#draft.saw(kind));
    if (this.#unfinished && this.#draft.saw('response.output_item.done')) events.unshift('response.output_item.done');
    return [...events, ...this.#missingAtEnd];
  }
}

function readWhole(json: unknown): Reading {
  const draft = new Draft();
  const response = objectOf(json);
  draft.recognised = response.object === 'response' || (Array.isArray(response.output) && typeof response.status === 'string');
  if (!draft.recognised || isObject(response.error)) draft.blame(json);
  if (!draft.recognised) return draft.reading();
  draft.see('response');
  draft.complete = response.status !== 'in_progress' && response.status !== 'queued';
  draft.nameModel(response.model);
  draft.count(usageOf(response.usage));
  for (const item of listOf(response.output).map(objectOf)) {
    if (item.type === 'message') draft.add(itemText(item));
    if (TOOL_ITEMS.includes(String(item.type))) draft.toolCalls += 1;
  }
  return draft.reading();
}

export const openaiResponses: Wire = {
  id: 'openai-responses',
  endpoint: '/responses',
  // As Codex: `input` as a list (some converters refuse text), no max_output_tokens (some relays refuse it; below 16 OpenAI does).
  small: (model, { stream }) => ({
    model,
    instructions: 'Reply OK.',
    input: [{ type: 'message', role: 'user', content: [{ type: 'input_text', text: 'ping' }] }],
    stream,
    store: false,
  }),
  reader: () => new Stream(),
  readWhole,
};
