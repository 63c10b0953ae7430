// OpenAI Chat Completions, with the reasoning fields that other vendors added (DeepSeek, OpenRouter, vLLM).

import { countOf, isObject, type JsonObject, listOf, objectOf, parseJson, textOf } from './json.ts';
import { Draft, type EventReader, type Token, type Wire } from './reader.ts';
import type { Reading } from './types.ts';

const DONE = '[DONE]';

function usageOf(value: unknown): Reading['usage'] {
  if (!isObject(value)) return null;
  return {
    input: countOf(value.prompt_tokens),
    output: countOf(value.completion_tokens),
    cached: countOf(objectOf(value.prompt_tokens_details).cached_tokens) ?? countOf(value.prompt_cache_hit_tokens),
    reasoning: countOf(objectOf(value.completion_tokens_details).reasoning_tokens),
  };
}

// Content is text, or a list of parts in a few gateways.
const contentText = (content: unknown): string =>
  typeof content === 'string'
    ? textOf(content)
    : listOf(content)
        .map((part) => textOf(objectOf(part).text))
        .join('');

class Stream implements EventReader {
  readonly #draft = new Draft();
  readonly #calls = new Set<unknown>();
  ended = false;

  read({ data }: { event: string | null; data: string }): Token {
    if (data.trim() === DONE) {
      this.#draft.see(DONE);
      this.#draft.complete = true;
      this.ended = true;
      return 'none';
    }
    const json = parseJson(data);
    if (!isObject(json)) return 'none';
    this.#draft.blame(json);
    if (!Array.isArray(json.choices)) return 'none';
    this.#draft.recognised = true;
    this.#draft.see(typeof json.object === 'string' && json.object !== '' ? json.object : 'chat.completion.chunk');
    this.#draft.nameModel(json.model);
    this.#draft.count(usageOf(json.usage));
    return this.#choice(objectOf(json.choices[0]));
  }

  #choice(choice: JsonObject): Token {
    if (typeof choice.finish_reason === 'string' && choice.finish_reason !== '') this.#draft.complete = true;
    const delta = objectOf(choice.delta);
    const text = contentText(delta.content) + textOf(delta.refusal);
    this.#draft.add(text);
    if (this.#toolArguments(delta) || text !== '') return 'visible';
    return textOf(delta.reasoning_content) !== '' || textOf(delta.reasoning) !== '' ? 'hidden' : 'none';
  }

  #toolArguments(delta: JsonObject): boolean {
    let some = textOf(objectOf(delta.function_call).arguments) !== '';
    for (const call of listOf(delta.tool_calls).map(objectOf)) {
      if (this.#calls.size < 1000) this.#calls.add(call.index ?? call.id);
      some ||= textOf(objectOf(call.function).arguments) !== '';
    }
    this.#draft.toolCalls = this.#calls.size;
    return some;
  }

  reading(): Reading {
    return this.#draft.reading();
  }
}

function readWhole(json: unknown): Reading {
  const draft = new Draft();
  const body = objectOf(json);
  const choice = objectOf(listOf(body.choices)[0]);
  const message = objectOf(choice.message);
  draft.recognised = isObject(choice.message);
  if (!draft.recognised || isObject(body.error)) draft.blame(json);
  if (!draft.recognised) return draft.reading();
  draft.see('chat.completion');
  draft.complete = true;
  draft.nameModel(body.model);
  draft.count(usageOf(body.usage));
  draft.add(contentText(message.content) + textOf(message.refusal));
  draft.toolCalls = listOf(message.tool_calls).length;
  return draft.reading();
}

export const openaiChat: Wire = {
  id: 'openai-chat',
  endpoint: '/chat/completions',
  small: (model, { stream, completionTokens }) => ({
    model,
    messages: [{ role: 'user', content: 'ping' }],
    stream,
    ...(stream ? { stream_options: { include_usage: true } } : {}),
    // Many vendors know only the older name, OpenAI's reasoning models only the newer.
    [completionTokens ? 'max_completion_tokens' : 'max_tokens']: 16,
  }),
  reader: () => new Stream(),
  readWhole,
};
