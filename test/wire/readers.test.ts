import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { WIRES } from '../../src/wire/index.ts';
import { eventStream } from '../../src/wire/sse.ts';
import type { StreamEvent } from '../../src/wire/types.ts';

interface Frame {
  event?: string;
  data?: unknown;
  raw?: string;
}
const streams = (await import(new URL('../cases/lib/streams.mjs', import.meta.url).href)) as {
  makeScript(name: string, context: object): { frames: Iterable<Frame> };
  makeBody(protocol: string, context: object): unknown;
  frameText(frame: Frame): string;
};
const context = { model: 'm-main', tokens: 3, thinkingTokens: 2, inputTokens: 50, cachedTokens: 20, includeUsage: true };

const eventsOf = (text: string): StreamEvent[] => {
  const events: StreamEvent[] = [];
  eventStream((event) => events.push(event)).feed(text, 0);
  return events;
};
const script = (name: string): StreamEvent[] => eventsOf([...streams.makeScript(name, context).frames].map(streams.frameText).join(''));

type WireId = keyof typeof WIRES;
function read(wire: WireId, events: readonly StreamEvent[]) {
  const reader = WIRES[wire].reader();
  const tokens = events.map((event) => reader.read(event));
  return { tokens, ended: reader.ended, ...reader.reading() };
}
const MESSAGES = 'anthropic-messages';
const RESPONSES = 'openai-responses';
const CHAT = 'openai-chat';

describe('streams', () => {
  it.each<[WireId, string]>([
    [MESSAGES, 'anthropic-ok'],
    [RESPONSES, 'responses-ok'],
    [CHAT, 'chat-ok'],
  ])('%s', (wire, name) => {
    const reading = read(wire, script(name));
    expect(reading).toMatchObject({
      complete: true,
      recognised: true,
      ended: true,
      text: 'OK ok ok',
      model: 'm-main',
      missing: [],
      error: null,
      toolCalls: 0,
    });
    expect(reading.usage).toMatchObject({ input: 50, output: 5, cached: 20 });
    expect(reading.tokens.filter((token) => token !== 'none')).toEqual(['hidden', 'hidden', 'visible', 'visible', 'visible']);
  });

  it.each<[WireId, string, object]>([
    [MESSAGES, 'anthropic-truncated', { complete: false, missing: ['content_block_stop'] }],
    [MESSAGES, 'anthropic-no-message-start', { complete: true, missing: ['message_start'] }],
    [MESSAGES, 'anthropic-no-content-block-stop', { complete: true, missing: ['content_block_stop'] }],
    [MESSAGES, 'anthropic-no-event-lines', { complete: true, missing: ['event:'] }],
    [MESSAGES, 'anthropic-error-in-stream', { complete: false, error: { type: 'overloaded_error', message: 'Overloaded' } }],
    [MESSAGES, 'anthropic-keepalive', { complete: true, missing: [] }],
    [MESSAGES, 'chat-ok', { recognised: false, complete: false, missing: [], kinds: [] }],
    [RESPONSES, 'responses-truncated', { complete: false, missing: ['response.output_item.done', 'response.completed'] }],
    [RESPONSES, 'no-output-item-done', { complete: true, missing: ['response.output_item.done'] }],
    [RESPONSES, 'responses-no-id', { complete: true, missing: ['response.completed.response.id'] }],
    [RESPONSES, 'responses-failed', { complete: true, missing: [], error: { code: 'server_is_overloaded' } }],
    [RESPONSES, 'chat-ok', { recognised: false }],
    [CHAT, 'chat-truncated', { complete: false }],
    [CHAT, 'chat-no-done', { complete: true, ended: false }],
    [CHAT, 'chat-error-chunk', { complete: true, error: { code: 502, message: 'Provider returned error' } }],
    [CHAT, 'done-only', { recognised: false, complete: true }],
    [CHAT, 'responses-ok', { recognised: false, complete: false }],
  ])('%s reads %s', (wire, name, expected) => {
    const { tokens: _, ...reading } = read(wire, script(name));
    expect(reading).toMatchObject(expected);
  });

  it('the smallest gateway that Codex can use', () => {
    const item = { type: 'message', role: 'assistant', content: [{ type: 'output_text', text: 'Hi' }] };
    const frames = [
      { type: 'response.output_item.done', item },
      { type: 'response.completed', response: { id: 'r' } },
    ];
    const reading = read(RESPONSES, eventsOf(frames.map((data) => `data: ${JSON.stringify(data)}\n\n`).join('')));
    expect(reading).toMatchObject({ complete: true, missing: [], text: 'Hi', usage: null, tokens: ['visible', 'none'] });
  });

  it.each<[object, readonly string[]]>([
    [{ input_tokens: 1, output_tokens: 1 }, ['total_tokens']],
    [{ input_tokens: 1.5, output_tokens: 1, total_tokens: 2 }, ['input_tokens']],
    [{ input_tokens: 1, output_tokens: 1, total_tokens: 2, input_tokens_details: {} }, ['input_tokens_details.cached_tokens']],
    [{ input_tokens: 1, output_tokens: 1, total_tokens: 2, output_tokens_details: { reasoning_tokens: 0 } }, []],
  ])('usage that Codex can\u2019t decode: %j', (usage, missing) => {
    const frames = [
      { type: 'response.output_item.done', item: {} },
      { type: 'response.completed', response: { id: 'r', usage } },
    ];
    const reading = read(RESPONSES, eventsOf(frames.map((data) => `data: ${JSON.stringify(data)}\n\n`).join('')));
    expect(reading.missing).toEqual(missing.map((name) => `response.completed.response.usage.${name}`));
  });

  it('tool arguments are visible tokens; roles, pings and empty deltas are none', () => {
    const chat = (delta: object) => ({ choices: [{ delta }] });
    const frames: [WireId, object, string][] = [
      [CHAT, chat({ role: 'assistant', content: '' }), 'none'],
      [CHAT, chat({ tool_calls: [{ index: 0, function: { name: 'f', arguments: '' } }] }), 'none'],
      [CHAT, chat({ tool_calls: [{ index: 0, function: { arguments: '{' } }] }), 'visible'],
      [CHAT, chat({ reasoning: 'hm' }), 'hidden'],
      [CHAT, { choices: [], usage: { prompt_tokens: 1 } }, 'none'],
      [MESSAGES, { type: 'ping' }, 'none'],
      [MESSAGES, { type: 'content_block_start', content_block: { type: 'tool_use', name: 'f', input: {} } }, 'none'],
      [MESSAGES, { type: 'content_block_delta', delta: { type: 'input_json_delta', partial_json: '' } }, 'none'],
      [MESSAGES, { type: 'content_block_delta', delta: { type: 'input_json_delta', partial_json: '{' } }, 'visible'],
      [MESSAGES, { type: 'content_block_delta', delta: { type: 'signature_delta', signature: 'x' } }, 'none'],
      [RESPONSES, { type: 'response.function_call_arguments.delta', delta: '{' }, 'visible'],
      [RESPONSES, { type: 'response.custom_tool_call_input.delta', delta: 'x' }, 'visible'],
      [RESPONSES, { type: 'response.reasoning_text.delta', delta: 'x' }, 'hidden'],
      [RESPONSES, { type: 'response.output_text.delta', delta: '' }, 'none'],
    ];
    for (const [wire, data, token] of frames)
      expect([data, WIRES[wire].reader().read({ event: null, data: JSON.stringify(data) })]).toEqual([data, token]);
  });
});

describe('whole answers', () => {
  it.each<[WireId, string]>([
    [MESSAGES, 'anthropic'],
    [RESPONSES, 'responses'],
    [CHAT, 'chat'],
  ])('%s', (wire, protocol) => {
    const json = streams.makeBody(protocol, context);
    expect(WIRES[wire].readWhole(json)).toMatchObject({
      complete: true,
      recognised: true,
      text: 'OK ok ok',
      model: 'm-main',
      error: null,
      usage: { input: 50, cached: 20 },
    });
    for (const other of [MESSAGES, RESPONSES, CHAT] as const)
      if (other !== wire) expect(WIRES[other].readWhole(json).recognised).toBe(false);
  });

  it.each([
    [{ error: { message: 'no', type: 'x' } }, { message: 'no', type: 'x' }],
    [{ error: 'no' }, { error: 'no' }],
    [
      { code: 401, msg: 'no' },
      { code: 401, msg: 'no' },
    ],
    [
      { success: false, message: 'no' },
      { success: false, message: 'no' },
    ],
    [
      { status: 401, message: 'no' },
      { status: 401, message: 'no' },
    ],
    [{ base_resp: { status_code: 1004, status_msg: 'no' } }, { base_resp: { status_code: 1004, status_msg: 'no' } }],
    [{ type: 'error', error: { type: 'overloaded_error' } }, { type: 'overloaded_error' }],
    [{ code: 0, message: 'ok' }, null],
    [{ status: 'running', message: 'ok' }, null],
    [{ data: [] }, null],
    [[], null],
    [null, null],
  ])('the error in %j', (json, error) => {
    for (const wire of Object.values(WIRES)) expect(wire.readWhole(json).error).toEqual(error);
  });

  it('recognises a stream of its own protocol alone', () => {
    for (const [name, wire] of [
      ['anthropic-ok', MESSAGES],
      ['responses-ok', RESPONSES],
      ['chat-ok', CHAT],
      ['done-only', null],
    ] as const) {
      const recognising = Object.values(WIRES).filter(({ reader }) => {
        const stream = reader();
        for (const event of script(name)) stream.read(event);
        return stream.reading().recognised;
      });
      expect(recognising.map(({ id }) => id)).toEqual(wire === null ? [] : [wire]);
    }
  });
});

describe('small requests', () => {
  it('are what the protocols demand', () => {
    expect(WIRES[MESSAGES].small('m', { stream: true })).toEqual({
      model: 'm',
      max_tokens: 16,
      messages: [{ role: 'user', content: 'ping' }],
      stream: true,
    });
    expect(WIRES[RESPONSES].small('m', { stream: true })).not.toHaveProperty('max_output_tokens');
    expect(WIRES[RESPONSES].small('m', { stream: true })).toMatchObject({ store: false, input: [{ role: 'user' }] });
    expect(WIRES[CHAT].small('m', { stream: false })).not.toHaveProperty('stream_options');
    expect(WIRES[CHAT].small('m', { stream: true, completionTokens: true })).toMatchObject({
      max_completion_tokens: 16,
      stream_options: { include_usage: true },
    });
  });
});

it('no data makes a reader throw', () => {
  fc.assert(
    fc.property(fc.option(fc.string(), { nil: null }), fc.oneof(fc.json(), fc.string()), fc.jsonValue(), (event, data, json) => {
      for (const wire of Object.values(WIRES)) {
        const reader = wire.reader();
        reader.read({ event, data });
        reader.read({
          event: 'message_start',
          data: JSON.stringify({ type: 'message_start', message: json, choices: [json], response: json, delta: json }),
        });
        reader.read({
          event: null,
          data: JSON.stringify({ type: 'response.completed', response: json, item: json, delta: json, usage: json }),
        });
        expect(Array.isArray(reader.reading().missing)).toBe(true);
        wire.readWhole(json);
        wire.readWhole({ type: 'message', content: json, object: 'response', output: [json], choices: [{ message: json }], usage: json });
      }
    }),
    { numRuns: 300 },
  );
});
