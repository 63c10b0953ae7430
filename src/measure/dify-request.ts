// What is sent to a Dify application: free questions about it, and one run.

import type { JsonValue } from '../model.ts';
import type { Secret } from '../secret.ts';
import { bearer } from '../wire/headers.ts';
import { isObject, listOf, nameOf, objectOf } from '../wire/json.ts';
import type { HttpRequest } from '../wire/types.ts';
import type { Endpoint } from './dify-address.ts';

/** Dify wants a name for the end user; it appears in the application's own statistics. */
const USER = 'channel-doctor';

function requestTo(url: string, key: Secret, body: JsonValue | null): HttpRequest {
  const json = [['content-type', 'application/json'] as const, ['accept', 'text/event-stream'] as const];
  return {
    method: body === null ? 'GET' : 'POST',
    url,
    headers: [['authorization', bearer(key)], ...(body === null ? [] : json)],
    body: body === null ? null : JSON.stringify(body),
    wireApi: 'openai-chat',
    model: null,
    stream: body !== null,
  };
}

/** Costs no tokens: what kind of application it is, and its form. */
export const question = (base: string, name: 'info' | 'parameters', key: Secret): HttpRequest => requestTo(`${base}/${name}`, key, null);

/** `mode` of `GET /info`; absent in older versions. */
export function endpointOf(info: unknown): Endpoint | null {
  switch (nameOf(objectOf(info).mode)) {
    case 'chat':
    case 'advanced-chat':
    case 'agent-chat':
      return 'chat-messages';
    case 'completion':
      return 'completion-messages';
    case 'workflow':
      return 'workflows/run';
    default:
      return null;
  }
}

export interface Filled {
  readonly inputs: Readonly<Record<string, JsonValue>>;
  /** A required field that only a person can fill: a file. */
  readonly missing: string | null;
}

const SHORTEST = 1;

function valueFor(kind: string, field: Readonly<Record<string, unknown>>, query: string): JsonValue | undefined {
  const { options, max_length, default: preset } = field;
  switch (kind) {
    case 'text-input':
    case 'paragraph':
      return query.slice(0, typeof max_length === 'number' && max_length >= SHORTEST ? max_length : undefined);
    case 'select': {
      const choices = listOf(options).filter((option): option is string => typeof option === 'string');
      return typeof preset === 'string' && choices.includes(preset) ? preset : choices[0];
    }
    case 'number':
      return typeof preset === 'number' ? preset : 1;
    case 'checkbox':
      return typeof preset === 'boolean' ? preset : false;
    default:
      return undefined;
  }
}

/** Fills what an application's form requires (`user_input_form` of `GET /parameters`); the first text takes the query. */
export function fillForm(parameters: unknown, query: string): Filled {
  const inputs: Record<string, JsonValue> = {};
  let missing: string | null = null;
  for (const item of listOf(objectOf(parameters).user_input_form)) {
    for (const [kind, content] of Object.entries(objectOf(item))) {
      const field = isObject(content) ? content : {};
      const name = nameOf(field.variable);
      if (name === null || field.required !== true) continue;
      const value = valueFor(kind, field, query);
      if (value === undefined) missing ??= name;
      else inputs[name] = value;
    }
  }
  return { inputs, missing };
}

/** One streamed run; agents know no other kind. */
export function runRequest(base: string, endpoint: Endpoint, key: Secret, query: string, inputs: Filled['inputs']): HttpRequest {
  const shared = { response_mode: 'streaming', user: USER };
  const hasText = Object.values(inputs).includes(query);
  const body =
    endpoint === 'chat-messages'
      ? { inputs, query, conversation_id: '', auto_generate_name: false, ...shared }
      : { inputs: hasText || Object.keys(inputs).length > 0 ? inputs : { query }, ...shared };
  return requestTo(`${base}/${endpoint}`, key, body);
}
