// Anthropic Messages: https://docs.anthropic.com/en/api/messages-streaming

import { countOf, isObject, type JsonObject, listOf, objectOf, parseJson, textOf } from './json.ts';
import { Draft, type EventReader, type Token, type Wire } from './reader.ts';
import type { Reading } from './types.ts';

const KINDS = new Set([
  'message_start',
  'content_block_start',
  'content_block_delta',
  'content_block_stop',
  'message_delta',
  'message_stop',
  'error',
]);

function usageOf(value: unknown): Reading['usage'] {
  if (!isObject(value)) return null;
  const plain = countOf(value.input_tokens);
  const cached = countOf(value.cache_read_input_tokens);
  const written = countOf(value.cache_creation_input_tokens);
  // Anthropic counts cached tokens beside input_tokens, OpenAI within.
  const input = plain === null && cached === null ? null : (plain ?? 0) + (cached ?? 0) + (written ?? 0);
  return { input, output: countOf(value.output_tokens), cached };
}

class Stream implements EventReader {
  readonly #draft = new Draft();
  #eventLineMissing = false;
  #usageAtStart = false;
  #openBlocks = 0;
  ended = false;

  read({ event, data }: { event: string | null; data: string }): Token {
    const json = parseJson(data);
    if (!isObject(json)) return 'none';
    const kind = typeof json.type === 'string' ? json.type : event;
    this.#draft.blame(json);
    if (kind === null) return 'none';
    this.#draft.see(kind);
    if (!KINDS.has(kind) || (kind === 'error' && !isObject(json.error))) return 'none';
    this.#draft.recognised = true;
    // Claude Code takes an event only by its `event:` line (claude-code.md 4.4).
    if (event === null && kind !== 'error') this.#eventLineMissing = true;
    return this.#take(kind, json);
  }

  #take(kind: string, json: JsonObject): Token {
    if (kind === 'message_start') this.#start(objectOf(json.message));
    if (kind === 'message_delta') this.#draft.count(usageOf(json.usage));
    if (kind === 'content_block_start') this.#openBlocks += 1;
    if (kind === 'content_block_stop') this.#openBlocks -= 1;
    if (kind === 'message_stop') {
      this.#draft.complete = true;
      this.ended = true;
    }
    if (kind === 'content_block_start') return this.#block(objectOf(json.content_block));
    return kind === 'content_block_delta' ? this.#delta(objectOf(json.delta)) : 'none';
  }

  #start(message: JsonObject): void {
    this.#draft.nameModel(message.model);
    this.#draft.count(usageOf(message.usage));
    this.#usageAtStart ||= isObject(message.usage);
  }

  // Some converters put the first words here instead of into a delta.
  #block(block: JsonObject): Token {
    if (block.type === 'tool_use') this.#draft.toolCalls += 1;
    return this.#words(textOf(block.text), textOf(block.thinking));
  }

  #delta(delta: JsonObject): Token {
    if (textOf(delta.partial_json) !== '') return 'visible';
    return this.#words(textOf(delta.text), textOf(delta.thinking));
  }

  #words(text: string, thinking: string): Token {
    this.#draft.add(text);
    if (text !== '') return 'visible';
    return thinking !== '' ? 'hidden' : 'none';
  }

  reading(): Reading {
    return this.#draft.reading(this.#draft.recognised ? this.#missing() : []);
  }

  #missing(): readonly string[] {
    const needed = ['message_start', 'content_block_start', 'content_block_delta'].filter((kind) => !this.#draft.saw(kind));
    // Of every block, or its content is lost.
    if (!this.#draft.saw('content_block_stop') || this.#openBlocks > 0) needed.push('content_block_stop');
    if (this.#draft.saw('message_start') && !this.#usageAtStart) needed.push('message_start.usage');
    if (this.#eventLineMissing) needed.push('event:');
    return needed;
  }
}

function readWhole(json: unknown): Reading {
  const draft = new Draft();
  const message = objectOf(json);
  draft.recognised =
    (message.type === 'message' && Array.isArray(message.content)) || (message.type === 'error' && isObject(message.error));
  if (!draft.recognised || message.type === 'error') draft.blame(json);
  if (typeof message.type === 'string') draft.see(message.type);
  if (message.type !== 'message') return draft.reading();
  draft.complete = Array.isArray(message.content);
  draft.nameModel(message.model);
  draft.count(usageOf(message.usage));
  for (const block of listOf(message.content).map(objectOf)) {
    draft.add(textOf(block.text));
    if (block.type === 'tool_use') draft.toolCalls += 1;
  }
  return draft.reading();
}

export const anthropicMessages: Wire = {
  id: 'anthropic-messages',
  endpoint: '/v1/messages',
  small: (model, { stream }) => ({ model, max_tokens: 16, messages: [{ role: 'user', content: 'ping' }], stream }),
  reader: () => new Stream(),
  readWhole,
};
