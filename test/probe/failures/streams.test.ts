// Status 200: what the client would make of the stream.

import { describe, expect, it } from 'vitest';
import type { ClientId } from '../../../src/model.ts';
import { classify, claudeRetriesWithoutStream } from '../../../src/probe/failures/index.ts';
import { exchange, type Given } from './exchange.ts';

type Event = readonly [string | null, { readonly type: string; readonly [key: string]: unknown }];
const named = (...events: Event[1][]): Event[] => events.map((data) => [data.type, data]);

const CLAUDE = named(
  { type: 'message_start', message: { id: 'msg', model: 'm-main', usage: { input_tokens: 1, output_tokens: 1 } } },
  { type: 'ping' },
  { type: 'content_block_start', index: 0 },
  { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: 'OK' } },
  { type: 'content_block_stop', index: 0 },
  { type: 'message_delta', delta: { stop_reason: 'end_turn' } },
  { type: 'message_stop' },
);
const CODEX = named(
  { type: 'response.created', response: { id: 'resp' } },
  { type: 'response.output_text.delta', delta: 'OK' },
  { type: 'response.output_item.done', item: { type: 'message' } },
  { type: 'response.completed', response: { id: 'resp', usage: { input_tokens: 1, output_tokens: 1, total_tokens: 2 } } },
);
const without = (events: readonly Event[], ...types: string[]): Event[] => events.filter(([, { type }]) => !types.includes(type));

const outcomeOf = (given: Given) => {
  const { trace, context } = exchange(given);
  return { trace, context, ...classify(trace, context) };
};
const claude = (events: readonly Event[], version = '2.1.332', more: Given = {}) => outcomeOf({ events, ...more, context: { version } });
const codex = (events: readonly Event[], version = '0.171.0', more: Given = {}) =>
  outcomeOf({ wireApi: 'openai-responses', events, ...more, context: { version } });

const NO_USAGE = [named({ type: 'message_start', message: { id: 'msg' } })[0] as Event, ...CLAUDE.slice(1)];

describe('Claude Code', () => {
  it.each([
    ['everything', CLAUDE],
    ['no ping', without(CLAUDE, 'ping')],
    ['no message_delta', without(CLAUDE, 'message_delta')],
    ['no message_stop', without(CLAUDE, 'message_stop')],
    ['no usage at the start', NO_USAGE],
  ])('is content with %s', (_, events) => {
    expect(claude(events)).toMatchObject({ ok: true, failure: null, speaks: true });
  });

  it.each([
    ['message_start', without(CLAUDE, 'message_start'), true],
    ['content_block_start', without(CLAUDE, 'content_block_start'), true],
    ['content_block_stop', without(CLAUDE, 'content_block_stop'), false],
    ['event:', CLAUDE.map(([, data]): Event => [null, data]), true],
  ])('cannot use a stream without %s', (missing, events, retries) => {
    const { ok, failure, trace } = claude(events);
    expect(ok).toBe(false);
    expect(failure).toMatchObject({ id: 'stream/events-missing', severity: 'error', args: { missing }, variant: 'claude-code' });
    expect(claudeRetriesWithoutStream('stream/events-missing', '2.1.332', trace)).toBe(retries);
  });

  it('1.0.60 asks again where the start lacks usage', () => {
    const { ok, failure, trace } = claude(NO_USAGE, '1.0.60');
    expect([ok, failure?.args.missing]).toEqual([false, 'message_start.usage']);
    expect(claudeRetriesWithoutStream('stream/events-missing', '1.0.60', trace)).toBe(true);
  });

  it.each([
    ['2.0.77', 'stream', true],
    ['2.1.332', 'stream', false],
    ['2.0.77', 'headers', false],
  ] as const)('%s, a connection that is cut (%s): heals within seconds is %s', (version, phase, heals) => {
    const { trace, failure } = claude(CLAUDE.slice(0, 4), version, { error: { phase, code: 'INCOMPLETE', detail: '' } });
    expect(failure?.id).toBe('net/reset');
    expect(claudeRetriesWithoutStream('net/reset', version, trace)).toBe(heals);
  });

  it('finds a stream that stops half-way, from 2.1.100 on healed by a second request', () => {
    expect(claude(CLAUDE.slice(0, 4)).failure?.id).toBe('stream/truncated');
    expect(claudeRetriesWithoutStream('stream/truncated', '2.0.77')).toBe(false);
    expect(claudeRetriesWithoutStream('stream/truncated', '2.1.100')).toBe(true);
  });

  it.each([
    ['2.1.100', true],
    ['2.1.332', false],
  ])('%s, an end after the last block: ok is %s', (version, ok) => {
    expect(claude(CLAUDE.slice(0, 5), version).ok).toBe(ok);
  });

  it('throws a JSON message away and asks again', () => {
    const json = { type: 'message', role: 'assistant', model: 'm-main', content: [{ type: 'text', text: 'OK' }], usage: {} };
    expect(outcomeOf({ json })).toMatchObject({ ok: false, speaks: true, failure: { id: 'stream/json-instead', variant: 'claude-code' } });
    expect(outcomeOf({ json, stream: false })).toMatchObject({ ok: true, failure: null });
    expect(claudeRetriesWithoutStream('stream/json-instead', '1.0.60')).toBe(true);
  });

  it('takes an error event for what it says, and asks again', () => {
    const { failure, trace } = claude(
      named(
        { type: 'message_start', message: { usage: {} } },
        { type: 'error', error: { type: 'overloaded_error', message: 'Overloaded' } },
      ),
    );
    expect(failure?.id).toBe('server/overloaded');
    expect(claudeRetriesWithoutStream('server/overloaded', '1.0.60', trace)).toBe(true);
    expect(claudeRetriesWithoutStream('server/overloaded', '1.0.60')).toBe(false);
  });

  it('cannot use OpenAI JSON', () => {
    expect(outcomeOf({ json: { choices: [{ message: { content: 'OK' } }] } }).failure?.id).toBe('stream/not-sse');
  });
});

describe('Codex', () => {
  it('is content with the finished item and response.completed', () => {
    expect(codex(CODEX)).toMatchObject({ ok: true, failure: null });
    expect(codex(CODEX.slice(2).map(([, data]): Event => [null, data]))).toMatchObject({ ok: true });
  });

  it.each([
    ['response.output_item.done', without(CODEX, 'response.output_item.done')],
    ['response.completed.response.id', [...CODEX.slice(0, 3), ...named({ type: 'response.completed', response: {} })]],
    [
      'response.completed.response.usage.total_tokens',
      [...CODEX.slice(0, 3), ...named({ type: 'response.completed', response: { id: 'r', usage: { input_tokens: 1, output_tokens: 1 } } })],
    ],
  ])('needs %s', (missing, events) => {
    expect(codex(events)).toMatchObject({ ok: false, failure: { id: 'stream/events-missing', args: { missing }, variant: 'codex' } });
  });

  it('0.23 shows the deltas by themselves', () => {
    expect(codex(without(CODEX, 'response.output_item.done'), '0.23.0').ok).toBe(true);
  });

  it('finds a stream without response.completed', () => {
    expect(codex(CODEX.slice(0, 3)).failure).toMatchObject({ id: 'stream/truncated', variant: 'codex' });
  });

  it('cannot use the stream of another protocol', () => {
    const chunk: Event = [null, { type: '', object: 'chat.completion.chunk', choices: [] }];
    expect(codex([chunk, chunk], '0.171.0', { reading: { recognised: false, kinds: [] } }).failure).toMatchObject({
      id: 'stream/events-missing',
      variant: 'other-protocol',
    });
  });

  it('finds billing inside a failed stream', () => {
    const failed = named({
      type: 'response.failed',
      response: { error: { code: 'insufficient_quota', message: 'You have no credits remaining.' } },
    });
    expect(codex(failed).failure?.id).toBe('quota/exhausted');
  });

  it('gets JSON instead of a stream', () => {
    expect(outcomeOf({ wireApi: 'openai-responses', json: { object: 'response', error: null, output: [] } }).failure?.id).toBe(
      'stream/json-instead',
    );
  });
});

describe('any client', () => {
  it.each<[ClientId, Given]>([
    ['claude-code', { headers: { 'content-type': 'text/event-stream' }, body: '' }],
    ['claude-code', { headers: { 'content-type': 'text/event-stream' }, body: ': ping\n\n: ping\n\n' }],
    ['claude-code', { events: [[null, '[DONE]']], reading: { kinds: [], recognised: false } }],
    ['codex', { wireApi: 'openai-responses', events: [['ping', '']], reading: { kinds: [], recognised: false } }],
  ])('%s: an empty stream', (_, given) => {
    expect(outcomeOf(given).failure?.id).toBe('stream/empty');
  });

  it('chat: complete or not is what the reader says', () => {
    const chunk: Event = [null, { type: '', choices: [{ delta: { content: 'OK' } }] }];
    const chat = (complete: boolean) =>
      outcomeOf({ wireApi: 'openai-chat', events: [chunk], reading: { recognised: true, kinds: ['chunk'], complete } });
    expect(chat(true).ok).toBe(true);
    expect(chat(false).failure?.id).toBe('stream/truncated');
  });

  it('does not count what this side cut off', () => {
    expect(claude(CLAUDE.slice(0, 4), '2.1.332', { over: { stopped: 'enough' } }).ok).toBe(true);
    expect(claude(CLAUDE.slice(0, 4), '2.1.332', { over: { stopped: 'bytes', bodyCut: true } }).ok).toBe(true);
  });

  it.each([
    ['net/idle', 'IDLE'],
    ['net/reset', 'ECONNRESET'],
  ])('%s in the middle of a stream', (id, code) => {
    const error = { phase: 'stream', code, detail: code } as const;
    expect(claude(CLAUDE.slice(0, 4), '2.1.332', { error }).failure?.id).toBe(id);
    expect(claude(CLAUDE, '2.1.332', { error }).ok).toBe(true);
  });

  it('warns of a long answer that comes in one burst at the end', () => {
    const many = [...CLAUDE.slice(0, 4), ...Array.from({ length: 30 }, () => CLAUDE[3] as Event), ...CLAUDE.slice(4)];
    const at = (start: number) => ({
      over: { events: many.map(([event, data], index) => ({ at: start + index, event, data: JSON.stringify(data) })) },
    });
    expect(claude(many, '2.1.332', { end: 2000, ...at(1950) })).toMatchObject({
      ok: true,
      failure: { id: 'stream/buffered', severity: 'warning' },
    });
    expect(claude(many, '2.1.332', { end: 2000, ...at(100) }).failure).toBeNull();
    expect(claude(many, '2.1.332', { end: 40, ...at(1) }).failure).toBeNull();
    expect(
      claude(CLAUDE, '2.1.332', {
        end: 2000,
        over: { events: CLAUDE.map(([event, data]) => ({ at: 1999, event, data: JSON.stringify(data) })) },
      }).failure,
    ).toBeNull();
  });

  it.each([
    ['m-main', 'another-model', 'model/substituted'],
    ['gpt-4o', 'gpt-4o-2024-08-06', undefined],
    ['vendor/M-Main', 'm-main', undefined],
    ['kimi-latest', 'kimi-k2', undefined],
  ])('asked %s, answered %s: %s', (model, answered, id) => {
    const { ok, failure } = claude(CLAUDE, '2.1.332', { model, reading: { model: answered } });
    expect(ok).toBe(true);
    expect(failure?.id).toBe(id);
    if (failure) expect(failure).toMatchObject({ severity: 'info', args: { model, actual: answered } });
  });

  it.each([
    ['warns beside a working channel', 11 * 60_000, {}, 'clock/skew'],
    ['tolerates five minutes', 5 * 60_000, {}, undefined],
    ['distrusts a cached date', 11 * 60_000, { age: '600' }, undefined],
  ])('clock: %s', (_, off, headers, id) => {
    const now = Date.parse('2026-11-30T00:00:00Z');
    const { ok, failure } = claude(CLAUDE, '2.1.332', { headers: { date: new Date(now - off).toUTCString(), ...headers } });
    expect(ok).toBe(true);
    expect(failure?.id).toBe(id);
    if (failure) expect(failure).toMatchObject({ severity: 'warning', args: { minutes: 11 } });
  });

  it('clock: the cause of a refused signature, not of an unknown key', () => {
    const headers = { date: 'Sun, 29 Nov 2026 23:00:00 GMT' };
    const id = (message: string) => outcomeOf({ status: 401, headers, json: { error: { message } } }).failure?.id;
    expect(id('Signature expired: request timestamp too old')).toBe('clock/skew');
    expect(id('invalid api key')).toBe('auth/invalid-key');
  });
});
