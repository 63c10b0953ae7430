import { expect, test } from 'vitest';

import { codex } from '../../src/clients/codex/index.ts';
import { limitsFor, ProbeSession, type Send, withinTime } from '../../src/probe/session.ts';
import { Secret } from '../../src/secret.ts';
import type { HttpRequest, Limits, Trace } from '../../src/wire/types.ts';
import { stateOf } from '../helpers/facts.ts';

const state = stateOf(codex, {});
const NO_MARKS = {
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
  end: 1,
};
const traceOf = (request: HttpRequest): Trace => ({
  request,
  viaProxy: false,
  marks: NO_MARKS,
  status: 404,
  headers: {},
  body: '',
  bodyBytes: 0,
  bodyCut: false,
  events: [],
  reading: null,
  error: null,
  receivedAt: null,
});
const requestWith = (key: string): HttpRequest => ({
  method: 'POST',
  url: 'http://gw/v1/responses',
  headers: [['authorization', new Secret(key)]],
  body: '{}',
  wireApi: 'openai-responses',
  model: 'm',
  stream: true,
});

test('the same request is sent once; two keys that look alike when masked are two requests', async () => {
  const sent: string[] = [];
  const send: Send = async (request) => {
    sent.push(String(request.url));
    return traceOf(request);
  };
  const session = new ProbeSession(state, send, limitsFor(1000));
  for (const key of ['short-key-1', 'short-key-2', 'short-key-1']) await session.exchange('shadowed', key, '', requestWith(key));
  expect(sent).toHaveLength(2);
  expect(session.all).toHaveLength(3);
});

test('rounds share a time: what is sent late gets what is left, but never nothing', async () => {
  const given: Limits[] = [];
  const limited = withinTime(async (request, _route, limits) => {
    given.push(limits);
    return traceOf(request);
  }, 1_000);
  const route = { proxy: null, extraCa: [], verifyTls: true };
  await limited(requestWith('k'), route, limitsFor(1_000));
  await limited(requestWith('k'), route, limitsFor(60_000));
  expect(given[0]).toEqual(limitsFor(1_000));
  expect(given[1]?.timeoutMs).toBeLessThanOrEqual(4_500);
  expect(given[1]?.timeoutMs).toBeGreaterThanOrEqual(500);
  expect(given[1]?.headersMs).toBe(given[1]?.timeoutMs);
});
