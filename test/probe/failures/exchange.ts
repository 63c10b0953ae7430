// Exchanges made by hand, as the wire would report them.

import type { WireApi } from '../../../src/model.ts';
import type { FailureContext } from '../../../src/probe/failures/index.ts';
import { Secret } from '../../../src/secret.ts';
import { WIRES } from '../../../src/wire/index.ts';
import type { HttpRequest, Reading, StreamEvent, Trace, TransportError } from '../../../src/wire/types.ts';

export const KEY = 'sk-test-0001';

const PATHS: Readonly<Record<WireApi, string>> = {
  'anthropic-messages': '/v1/messages?beta=true',
  'openai-responses': '/v1/responses',
  'openai-chat': '/v1/chat/completions',
};

export interface Given {
  readonly wireApi?: WireApi;
  readonly path?: string;
  readonly model?: string | null;
  readonly key?: string | null;
  readonly stream?: boolean;
  readonly method?: HttpRequest['method'];
  readonly status?: number | null;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly json?: unknown;
  /** [event or null, data] */
  readonly events?: readonly (readonly [string | null, unknown])[];
  readonly error?: TransportError | null;
  readonly reading?: Partial<Reading>;
  readonly end?: number;
  readonly over?: Partial<Trace>;
  readonly context?: Partial<FailureContext>;
}

const EVERY_MARK_NULL = {
  dns: null,
  tcp: null,
  proxy: null,
  tls: null,
  sent: null,
  headers: null,
  firstEvent: null,
  firstToken: null,
  firstVisible: null,
  lastToken: null,
};
function readingOf(wireApi: WireApi, events: readonly StreamEvent[], over: Partial<Reading> = {}): Reading {
  const reader = WIRES[wireApi].reader();
  for (const event of events) reader.read(event);
  return { ...reader.reading(), ...over };
}

export function exchange(given: Given): { trace: Trace; context: FailureContext } {
  const { wireApi = 'anthropic-messages', model = 'm-main', key = KEY, status = 200, events = [] } = given;
  const url = `http://gw.test${given.path ?? PATHS[wireApi]}`;
  const secret = key === null ? null : new Secret(key);
  const request: HttpRequest = {
    method: given.method ?? 'POST',
    url,
    headers: [['content-type', 'application/json'], ...(secret ? [['authorization', secret] as const] : [])],
    body: '{}',
    wireApi,
    model,
    stream: given.stream ?? true,
  };
  const body =
    given.body ??
    (given.json === undefined
      ? events.map(([event, data]) => `${event ? `event: ${event}\n` : ''}data: ${JSON.stringify(data)}\n\n`).join('')
      : JSON.stringify(given.json));
  const type = given.json === undefined ? (events.length > 0 ? 'text/event-stream' : 'text/plain') : 'application/json';
  const stamped: StreamEvent[] = events.map(([event, data], at) => ({
    at,
    event,
    data: typeof data === 'string' ? data : JSON.stringify(data),
  }));
  const trace: Trace = {
    request,
    viaProxy: false,
    marks: { ...EVERY_MARK_NULL, end: given.end ?? 100 },
    status,
    headers: status === null ? {} : { 'content-type': type, ...given.headers },
    body: status === null ? '' : body,
    bodyBytes: body.length,
    bodyCut: false,
    events: stamped,
    reading: events.length === 0 ? null : readingOf(wireApi, stamped, given.reading),
    error: given.error ?? null,
    receivedAt: status === null ? null : Date.parse('2026-11-30T00:00:00Z'),
    ...given.over,
  };
  const context: FailureContext = {
    clientId: wireApi === 'anthropic-messages' ? 'claude-code' : 'codex',
    version: wireApi === 'anthropic-messages' ? '2.1.332' : wireApi === 'openai-chat' ? '0.80.0' : '0.171.0',
    wireApi,
    requestUrl: url,
    model,
    key: secret,
    ...given.context,
  };
  return { trace, context };
}

export const transportError = (phase: TransportError['phase'], code: string, detail = `${code} (detail)`): TransportError => ({
  phase,
  code,
  detail,
});
