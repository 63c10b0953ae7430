// What the real clients print, recorded from the versions named, and what is made of it.

import { describe, expect, test } from 'vitest';

import { claudeCodeLaunchCheck } from '../../src/clients/claude-code/launch-check.ts';
import { codexLaunchCheck } from '../../src/clients/codex/launch-check.ts';
import type { ExecResult } from '../../src/host.ts';

const result = (stdout: string, more: Partial<ExecResult> = {}): ExecResult => ({ code: 1, stdout, stderr: '', timedOut: false, ...more });
const lines = (...events: readonly object[]): string => events.map((event) => `${JSON.stringify(event)}\n`).join('');
const codexError = (message: string): string =>
  lines({ type: 'thread.started' }, { type: 'turn.started' }, { type: 'error', message }, { type: 'turn.failed', error: { message } });
const claude = (result: string, more: object = {}): string =>
  lines({ type: 'result', subtype: 'success', is_error: true, result, ...more });

describe('codex', () => {
  const { read, isOver } = codexLaunchCheck;

  test.each([
    [
      'unexpected status 401 Unauthorized: 无效的令牌 (request id: 1), url: http://h/v1/responses',
      { status: 401, body: '无效的令牌 (request id: 1)' },
    ],
    [
      'unexpected status 404 Not Found: {"error":{"code":"model_not_found"}}',
      { status: 404, body: '{"error":{"code":"model_not_found"}}' },
    ],
    ['exceeded retry limit, last status: 429 Too Many Requests', { status: 429, body: '' }],
    ['We’re currently experiencing high demand, which may cause temporary errors.', { status: 500, body: '' }],
    ['stream disconnected before completion: stream closed before response.completed', { status: 200, failure: 'stream/truncated' }],
    ['stream disconnected before completion: idle timeout waiting for SSE', { status: 200, error: { phase: 'stream', code: 'IDLE' } }],
    ['stream disconnected before completion: error following redirect for url (http://h/x)', { status: 302 }],
    ['Connection failed: error sending request', { status: null, body: '' }],
    ['{"error":{"message":"bad thing"}}', { status: null, body: '{"error":{"message":"bad thing"}}' }],
    ['The model `m` does not exist or you do not have access to it.', { status: null, body: expect.stringContaining('does not exist') }],
  ])('%s', (message, meaning) => {
    expect(read(result(codexError(message)))).toMatchObject({ ok: false, said: message, ...meaning });
    expect(isOver({ stdout: codexError(message), stderr: '' })).toBe(true);
  });

  test('an answer counts, in both forms of the events', () => {
    const now = lines({ type: 'item.completed', item: { type: 'agent_message', text: 'pong' } }, { type: 'turn.completed', usage: {} });
    const before = lines({ id: '1', msg: { type: 'agent_message', message: 'pong' } }, { id: '1', msg: { type: 'task_complete' } });
    for (const stdout of [now, before]) {
      expect(read(result(stdout, { code: null, stopped: true }))).toMatchObject({ ok: true, status: 200 });
      expect(isOver({ stdout, stderr: '' })).toBe(true);
    }
  });

  test('an item of kind error is a remark, reconnecting is not the end', () => {
    const remark = { type: 'item.completed', item: { type: 'error', message: 'Model metadata for `m` not found.' } };
    const retry = { type: 'error', message: 'Reconnecting... 1/5' };
    expect(isOver({ stdout: lines(remark, retry), stderr: '' })).toBe(false);
    expect(read(result(lines(remark, retry), { timedOut: true }))).toMatchObject({ ok: false, status: null });
  });

  test('a turn without an answer fails, a call of a tool is an answer', () => {
    expect(read(result(lines({ type: 'turn.completed' })))).toMatchObject({ ok: false, failure: 'stream/events-missing' });
    expect(read(result(lines({ type: 'item.started', item: { type: 'command_execution' } })))).toMatchObject({ ok: true });
  });

  test('no events at all are no verdict', () => {
    const stderr = 'Error loading config.toml: `wire_api = "chat"` is no longer supported.\n';
    expect(read(result('', { stderr }))).toMatchObject({ ok: null, said: expect.stringContaining('no longer supported') });
    expect(read(result('', { code: null, timedOut: true }))).toMatchObject({ ok: null, said: 'no answer in time' });
    expect(read(result('', { code: null, error: 'EACCES' }))).toMatchObject({ ok: null, said: 'EACCES' });
  });
});

describe('claude', () => {
  const { read } = claudeCodeLaunchCheck;

  test.each([
    ['Failed to authenticate. API Error: 401 无效的令牌', { status: 401, body: '无效的令牌' }],
    ['API Error: 401 {"error":{"message":"no"}} · Please run /login', { status: 401, body: '{"error":{"message":"no"}}' }],
    ['Not logged in · Please run /login', { status: 401, body: expect.stringContaining('authentication_error') }],
    ['Invalid API key · Fix external API key', { status: 401 }],
    ['API Error: Request rejected (429) · slow down', { status: 429, body: 'slow down' }],
    ['API Error: 500 boom. This is a server-side issue, usually temporary — try again in a moment.', { status: 500, body: 'boom' }],
    ["There's an issue with the selected model (m). It may not exist or you may not have access to it.", { status: 404, body: '' }],
    [
      'API Error: Connection refused — a firewall or proxy may be blocking it (ECONNREFUSED)',
      { error: { phase: 'tcp', code: 'ECONNREFUSED' } },
    ],
    ['API Error: Unable to connect to API (ENOTFOUND)', { error: { phase: 'dns', code: 'ENOTFOUND' } }],
    [
      'API Error: Unable to connect to API: Self-signed certificate detected (DEPTH_ZERO_SELF_SIGNED_CERT). …',
      { error: { phase: 'tls', code: 'DEPTH_ZERO_SELF_SIGNED_CERT' } },
    ],
    ['SSL error (ERR_SSL_WRONG_VERSION_NUMBER)', { error: { phase: 'tls', code: 'NOT_TLS' } }],
    ['Request timed out.', { error: { phase: 'headers', code: 'NO_ANSWER' } }],
    ['API Error: Unable to connect to API (TooManyRedirects)', { status: 302 }],
    ["API Error: Cannot read properties of undefined (reading 'map')", { status: 200, failure: 'stream/not-sse' }],
    ['API Error: Connection error.', { status: null, body: '' }],
  ])('%s', (message, meaning) => {
    expect(read(result(claude(message)))).toMatchObject({ ok: false, said: message, ...meaning });
  });

  test('the status that 2.1.200 and later name goes before the sentence', () => {
    expect(read(result(claude('something new', { api_error_status: 418 })))).toMatchObject({ ok: false, status: 418 });
  });

  test('success is an answer that is there; exit 0 and subtype alone prove nothing', () => {
    expect(read(result(claude('pong', { is_error: false }), { code: 0 }))).toMatchObject({ ok: true, status: 200 });
    expect(read(result(claude('', { is_error: false }), { code: 0 }))).toMatchObject({ ok: false });
    const nothing = lines({ type: 'result', subtype: 'error_during_execution', is_error: false, errors: [] });
    expect(read(result(nothing, { code: 0 }))).toMatchObject({ ok: false, failure: 'stream/not-sse' });
    expect(read(result(lines({ type: 'result', subtype: 'error_max_turns' })))).toMatchObject({ ok: true });
  });

  test('no result is no verdict', () => {
    expect(read(result('{"type":"system"}\n{"type":"res', { code: null, timedOut: true }))).toMatchObject({ ok: null });
    expect(read(result("error: unknown option '--output-format'\n"))).toMatchObject({
      ok: null,
      said: expect.stringContaining('unknown option'),
    });
  });
});
