// Did the client get what it needs? Measured by leaving out one event at a time (Claude Code 1.0.60, 2.1.332; Codex 0.23–0.171).

import { atLeast, below } from '../../clients/version.ts';
import type { WireApi } from '../../model.ts';
import type { Reading, Trace } from '../../wire/types.ts';
import { answerOf } from './answer.ts';
import type { FailureContext } from './failure.ts';

type Json = Record<string, unknown>;

export interface Progress {
  /** Generated tokens or their frame were seen. */
  readonly started: boolean;
  readonly ended: boolean;
  /** What the client needs and did not get, as protocol names. */
  readonly missing: readonly string[];
}

/** Up to Codex 0.23 the deltas alone were shown; 0.50 and later show nothing without the finished item. */
const NEEDS_ITEM_DONE = '0.24.0';
/** Up to 2.1.100 an end after the last block is taken for success; 2.1.332 repeats and gives up. */
const NEEDS_MESSAGE_END = '2.1.101';
/** Without `usage` in message_start 1.0.60 asks again and 2.1.332 does not mind; the reply of 2.1.100 to a foreign body shows that it still reads the field. */
const IGNORES_START_USAGE = '2.1.101';
/** A connection that is cut within the stream: up to 2.1.100 the second request comes at once, 2.1.332 first repeats for three minutes. */
const REPEATS_AFTER_CUT = '2.1.101';

function anthropicProgress(reading: Reading, { clientId, version }: FailureContext): Progress {
  const kinds = new Set(reading.kinds);
  const toleratesOpenEnd = clientId === 'claude-code' && version !== null && below(version, NEEDS_MESSAGE_END);
  const ended =
    kinds.has('message_stop') || kinds.has('message_delta') || (toleratesOpenEnd && !reading.missing.includes('content_block_stop'));
  const readsUsage = clientId === 'claude-code' && version !== null && below(version, IGNORES_START_USAGE);
  const missing = reading.missing.filter((name) => readsUsage || name !== 'message_start.usage');
  return { started: reading.recognised, ended, missing };
}

function responsesProgress(reading: Reading, { clientId, version }: FailureContext): Progress {
  const showsDeltas = clientId === 'codex' && version !== null && below(version, NEEDS_ITEM_DONE);
  const isNeeded = (name: string): boolean => name !== 'response.completed' && !(showsDeltas && name === 'response.output_item.done');
  return { started: reading.recognised, ended: reading.complete, missing: reading.missing.filter(isNeeded) };
}

export function progressOf({ reading }: Trace, context: FailureContext): Progress {
  if (!reading?.recognised) return { started: false, ended: false, missing: [FIRST_NEEDED[context.wireApi]] };
  if (context.wireApi === 'anthropic-messages') return anthropicProgress(reading, context);
  if (context.wireApi === 'openai-responses') return responsesProgress(reading, context);
  return { started: true, ended: reading.complete, missing: reading.missing };
}

const FIRST_NEEDED: Readonly<Record<WireApi, string>> = {
  'anthropic-messages': 'message_start',
  'openai-responses': 'response.completed',
  'openai-chat': 'chat.completion.chunk',
};

/** A complete, not streamed answer of the protocol that was asked for. */
export function isWholeMessage(root: unknown, wireApi: WireApi): boolean {
  if (typeof root !== 'object' || root === null || Array.isArray(root)) return false;
  const body = root as Json;
  if (wireApi === 'anthropic-messages') return Array.isArray(body.content) && (body.type === 'message' || body.role === 'assistant');
  if (wireApi === 'openai-responses') return Array.isArray(body.output);
  return Array.isArray(body.choices) && body.choices.some((choice) => typeof choice === 'object' && choice !== null && 'message' in choice);
}

/** The client would have its answer from this exchange alone. */
export function isComplete(trace: Trace, context: FailureContext): boolean {
  const answer = answerOf(trace);
  if (trace.status === 101) return trace.request.method === 'GET';
  if (answer.failed || trace.status === null || trace.status < 200 || trace.status >= 300) return false;
  if (trace.request.method !== 'POST') return answer.kind === 'json' || answer.kind === 'empty';
  if (!trace.request.stream) return answer.kind === 'json' && isWholeMessage(answer.root, context.wireApi);
  if (trace.events.length === 0) return false;
  const { started, ended, missing } = progressOf(trace, context);
  // We hung up on a stream that went well: its end is unknown and nothing speaks against it.
  if (!ended && (trace.stopped === 'enough' || trace.stopped === 'bytes' || trace.bodyCut)) return started;
  return ended && missing.length === 0;
}

/**
 * Does Claude Code ask again without `stream` after this failure of a streamed request?
 * Any version when the stream was of no use, 2.1.100 and later also when it broke off, earlier ones when the connection was cut
 * (claude-code.md, sections 4.4 and 5).
 * Failures that came as an `error` event are known by the trace alone.
 */
export function claudeRetriesWithoutStream(failureId: string, version: string, trace?: Trace): boolean {
  if (['stream/empty', 'stream/json-instead', 'stream/not-sse', 'stream/error-in-200'].includes(failureId)) return true;
  if (failureId === 'stream/truncated') return atLeast(version, '2.1.100');
  if (failureId === 'net/reset') return trace?.error?.phase === 'stream' && below(version, REPEATS_AFTER_CUT);
  if (!trace?.request.stream || trace.status !== 200) return false;
  if (answerOf(trace).inStream) return true;
  // Without the last event of a block the turn ends empty; without the first ones the stream counts as unusable.
  if (failureId === 'stream/events-missing')
    return !progressOf(trace, { ...NO_CONTEXT, version }).missing.every((name) => name === 'content_block_stop');
  return false;
}

const NO_CONTEXT: FailureContext = {
  clientId: 'claude-code',
  version: null,
  wireApi: 'anthropic-messages',
  requestUrl: '',
  model: null,
  key: null,
};
