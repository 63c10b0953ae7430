// Is this answer, even an error, in the shape of the protocol that was asked for?

import type { Trace } from '../../wire/types.ts';
import { answerOf } from './answer.ts';
import { isWholeMessage } from './complete.ts';
import type { FailureContext } from './failure.ts';

type Json = Record<string, unknown>;
const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value);
const isText = (value: unknown): boolean => typeof value === 'string';

const isAnthropicError = (root: Json): boolean =>
  root.type === 'error' && isObject(root.error) && isText(root.error.type) && isText(root.error.message);
const isOpenaiError = (root: Json): boolean => root.type !== 'error' && isObject(root.error) && isText(root.error.message);

/** Relays that use their own error shape on every path: new-api and its forks, LiteLLM, OpenRouter (which repeats the status as a number). */
function isRelay({ headers, status }: Trace, error: Json): boolean {
  if (headers['x-oneapi-request-id'] || headers['x-new-api-version'] || headers['x-litellm-version']) return true;
  if (typeof error.code === 'number' && error.code === status) return true;
  return (
    (isText(error.type) && /_api_error$/.test(String(error.type)) && error.type !== 'api_error') ||
    /\(request id: ?[^)]/i.test(String(error.message))
  );
}

/** A relay reaches these only after it has recognised the path. */
const AFTER_ROUTING = /^(auth|perm|quota|rate|model|request|server)\//;
/** The shape alone does not tell: these say that the path is not there, or belongs to another protocol. */
const NOT_HERE = /^(route\/(?!upstream-path)|request\/wrong-protocol)/;

export function speaksProtocol(trace: Trace, { wireApi }: FailureContext, failureId: string): boolean {
  if (trace.status === null || NOT_HERE.test(failureId)) return false;
  if (trace.reading?.recognised) return true;
  const { root } = answerOf(trace);
  if (isWholeMessage(root, wireApi)) return true;
  if (!isObject(root)) return false;
  if (wireApi !== 'anthropic-messages') return isOpenaiError(root);
  return isAnthropicError(root) || (AFTER_ROUTING.test(failureId) && isOpenaiError(root) && isRelay(trace, root.error as Json));
}
