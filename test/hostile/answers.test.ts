// Every hostile answer through the real network code: bounded in time and size, shown safely, classified.

import { afterAll, expect, test } from 'vitest';

import { redactedAnswer } from '../../src/net/redact.ts';
import { send } from '../../src/net/request.ts';
import { classify, evidenceOf, FAILURES } from '../../src/probe/failures/index.ts';
import { visible } from '../../src/report/visible.ts';
import { Secret } from '../../src/secret.ts';
import { sentencesOf } from '../../src/texts.ts';
import type { HttpRequest, Limits, Route } from '../../src/wire/types.ts';
import { HOSTILE_ANSWERS } from './answers.ts';
import { CONTROL } from './control.ts';
import { type HostileServer, serve } from './server.ts';

const KEY = 'sk-test-0123456789abcdef';
const LIMITS: Limits = { timeoutMs: 700, headersMs: 700, idleMs: 350, bodyBytes: 512 * 1024, enoughEvents: 2000 };
const ROUTE: Route = { proxy: null, extraCa: [], verifyTls: true };
/** A bound, not a measurement: whatever is quadratic here takes minutes. */
const BOUND_MS = 8_000;

const open: HostileServer[] = [];
afterAll(async () => {
  for (const server of open) await server.close();
});

const CLIENTS = [
  { clientId: 'codex', version: '0.171.0', wireApi: 'openai-responses', path: '/v1/responses' },
  { clientId: 'claude-code', version: '2.1.332', wireApi: 'anthropic-messages', path: '/v1/messages' },
] as const;

test.each(
  Object.entries(HOSTILE_ANSWERS).map(([name, answer], index) => ({
    name,
    answer,
    client: CLIENTS[index % 2] as (typeof CLIENTS)[number],
  })),
)(
  '$name',
  async ({ answer, client }) => {
    const server = await serve(() => answer);
    open.push(server);
    const { path, ...context } = client;
    const url = `${server.url}${path}`;
    const key = new Secret(`Bearer ${KEY}`);
    const headers = [['authorization', key] as const];
    const request: HttpRequest = { method: 'POST', url, headers, body: '{}', wireApi: client.wireApi, model: 'm-main', stream: true };

    const started = performance.now();
    const trace = await send(request, { ...ROUTE, fresh: true }, LIMITS);
    const outcome = classify(trace, { ...context, requestUrl: url, model: 'm-main', key });
    const { failure } = outcome;
    const sentences = failure ? Object.values(sentencesOf(failure, 'en')) : [];
    const shown = [evidenceOf(trace), ...sentences, ...redactedAnswer(trace).map(visible)];
    expect(performance.now() - started).toBeLessThan(BOUND_MS);

    expect(trace.body.length).toBeLessThanOrEqual(2 * LIMITS.bodyBytes);
    expect(trace.events.length).toBeLessThanOrEqual(400_000);
    if (outcome.ok !== true) expect(FAILURES.map(({ id }) => id)).toContain(failure?.id);
    for (const text of shown) {
      expect(text).not.toMatch(CONTROL);
      expect(text).not.toContain(KEY);
    }
    for (const text of sentences) expect(text.length).toBeLessThan(3_000);
  },
  20_000,
);

test('an answer of the protocol that never ends is taken for what it is, a good one', async () => {
  const tokens = HOSTILE_ANSWERS['tiny tokens without end'];
  if (!tokens) throw new Error('no such answer');
  const server = await serve(() => tokens);
  open.push(server);
  const url = `${server.url}/v1/responses`;
  const request: HttpRequest = { method: 'POST', url, headers: [], body: '{}', wireApi: 'openai-responses', model: 'm', stream: true };
  const trace = await send(request, ROUTE, LIMITS);
  expect(trace.stopped).toBe('enough');
  expect(
    classify(trace, { clientId: 'codex', version: '0.171.0', wireApi: 'openai-responses', requestUrl: url, model: 'm', key: null }).ok,
  ).toBe(true);
});

test('a switch of protocols that nobody asked for is no answer', async () => {
  const answer = HOSTILE_ANSWERS['a switch nobody asked for'];
  if (!answer) throw new Error('no such answer');
  const server = await serve(() => answer);
  open.push(server);
  const url = `${server.url}/v1/messages`;
  const request: HttpRequest = { method: 'POST', url, headers: [], body: '{}', wireApi: 'anthropic-messages', model: 'm', stream: true };
  const trace = await send(request, ROUTE, LIMITS);
  const context = {
    clientId: 'claude-code',
    version: '2.1.332',
    wireApi: 'anthropic-messages',
    requestUrl: url,
    model: 'm',
    key: null,
  } as const;
  expect(classify(trace, context).ok).toBe(false);
});
