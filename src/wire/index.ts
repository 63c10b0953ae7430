// The protocols by name, and which of them an answer is written in.

import type { WireApi } from '../model.ts';
import { anthropicMessages } from './anthropic-messages.ts';
import { parseJson } from './json.ts';
import { openaiChat } from './openai-chat.ts';
import { openaiResponses } from './openai-responses.ts';
import type { Wire } from './reader.ts';
import type { Trace } from './types.ts';

export const WIRES = {
  'anthropic-messages': anthropicMessages,
  'openai-responses': openaiResponses,
  'openai-chat': openaiChat,
} as const satisfies Record<WireApi, Wire>;

/** The protocol that an answer speaks, whichever was asked for; null where it is none of ours (a page, an error of another shape). */
export function dialectOf({ events, body }: Pick<Trace, 'events' | 'body'>): WireApi | null {
  const json = events.length === 0 ? parseJson(body) : undefined;
  for (const wire of Object.values<Wire>(WIRES)) {
    if (json !== undefined && wire.readWhole(json).recognised) return wire.id;
    const reader = wire.reader();
    for (const event of events.slice(0, 20)) reader.read(event);
    if (reader.reading().recognised) return wire.id;
  }
  return null;
}
