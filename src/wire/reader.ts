// What the readers of the three protocols have in common.

import type { JsonValue, WireApi } from '../model.ts';
import { errorIn, nameOf } from './json.ts';
import type { Reading, StreamEvent } from './types.ts';

/** What an event carries: generated tokens that the user sees, ones that stay hidden (reasoning), or none. */
export type Token = 'none' | 'hidden' | 'visible';

export interface EventReader {
  read(event: Pick<StreamEvent, 'event' | 'data'>): Token;
  /** The last event that the protocol knows has come. */
  readonly ended: boolean;
  reading(): Reading;
}

export interface SmallOptions {
  readonly stream: boolean;
  /** OpenAI's newer name of the output limit, for hosts that refuse `max_tokens` (Chat only). */
  readonly completionTokens?: boolean;
}

export interface Wire {
  readonly id: WireApi;
  /** What a client adds to the base URL that is usual for this protocol. */
  readonly endpoint: string;
  /** The smallest request that is worth sending: one word of answer. */
  small(model: string, options: SmallOptions): { readonly [key: string]: JsonValue };
  /** Reads a stream, event by event. */
  reader(): EventReader;
  /** Reads an answer that was not streamed. */
  readWhole(json: unknown): Reading;
}

const MAX_KINDS = 64;
const MAX_TEXT = 64 * 1024;

type Usage = NonNullable<Reading['usage']>;
const greater = (a: number | null | undefined, b: number | null | undefined): number | null =>
  a == null ? (b ?? null) : b == null ? a : Math.max(a, b);

/** A reading while it grows, within bounds. */
export class Draft {
  readonly #kinds = new Set<string>();
  #text = '';
  recognised = false;
  complete = false;
  toolCalls = 0;
  model: string | null = null;
  usage: Reading['usage'] = null;
  error: unknown = undefined;

  see(kind: string): void {
    if (this.#kinds.size < MAX_KINDS) this.#kinds.add(kind.slice(0, 80));
  }

  saw(kind: string): boolean {
    return this.#kinds.has(kind);
  }

  add(text: string): void {
    if (this.#text.length < MAX_TEXT) this.#text += text.slice(0, MAX_TEXT - this.#text.length);
  }

  nameModel(model: unknown): void {
    this.model ??= nameOf(model);
  }

  count(next: Usage | null): void {
    if (!next) return;
    const last = this.usage;
    this.usage = {
      input: greater(last?.input, next.input),
      output: greater(last?.output, next.output),
      cached: greater(last?.cached, next.cached),
      reasoning: greater(last?.reasoning, next.reasoning),
    };
  }

  /** Keeps the first error. */
  blame(json: unknown): void {
    this.error ??= errorIn(json);
  }

  reading(missing: readonly string[] = []): Reading {
    return {
      kinds: [...this.#kinds],
      complete: this.complete,
      recognised: this.recognised,
      text: this.#text,
      toolCalls: this.toolCalls,
      model: this.model,
      usage: this.usage,
      error: this.error ?? null,
      missing,
    };
  }
}
