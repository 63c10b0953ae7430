// Server-sent events out of text that arrives in pieces.

import { createParser } from 'eventsource-parser';
import type { StreamEvent } from './types.ts';

/** Characters of one unfinished event; a `response.completed` that echoes a long prompt is far below. */
const MAX_FRAME = 4 * 1024 * 1024;

export interface EventStream {
  /** `at`: when the last byte of this text arrived, ms since the start. */
  feed(text: string, at: number): void;
  /** An event was longer than anyone would wait for; nothing after it is read. */
  readonly overflowed: boolean;
}

/** An unfinished event at the end is dropped, as the specification says and the clients do. */
export function eventStream(onEvent: (event: StreamEvent) => void): EventStream {
  let at = 0;
  let overflowed = false;
  const parser = createParser({
    maxBufferSize: MAX_FRAME,
    onEvent: ({ event, data }) => onEvent({ at, event: event ?? null, data }),
    onError: ({ type }) => {
      overflowed ||= type === 'max-buffer-size-exceeded';
    },
  });
  return {
    feed(text, arrived) {
      at = arrived;
      if (!overflowed) parser.feed(text);
    },
    get overflowed() {
      return overflowed;
    },
  };
}

const FIELD = /^(?:(?:data|event|id|retry)?:|(?:data|event)\r?\n)/;
const COULD_BECOME_FIELD = /^(?:d(?:a(?:t(?:a)?)?)?|e(?:v(?:e(?:n(?:t)?)?)?)?|i(?:d)?|r(?:e(?:t(?:r(?:y)?)?)?)?)$/;

/**
 * Is this the beginning of an event stream? The content type alone is no proof: gateways send JSON and pages as text/event-stream,
 * and streams as text/plain. Null: too little to tell.
 */
export function looksLikeEvents(start: string, contentType: string): boolean | null {
  const text = start.replace(/^[\s\ufeff]+/, '');
  if (text === '' || COULD_BECOME_FIELD.test(text)) return null;
  if (FIELD.test(text)) return true;
  return /text\/event-stream/i.test(contentType) && !/^[{[<]/.test(text);
}
