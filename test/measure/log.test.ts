import { describe, expect, it } from 'vitest';

import { UserError } from '../../src/errors.ts';
import { say } from '../../src/i18n/index.ts';
import { LogReader, reportFromLog, reportFromLogPieces } from '../../src/measure/log.ts';
import type { Recorded } from '../../src/measure/recorded.ts';
import { JUDGE } from '../helpers/latency.ts';

const OPTIONS = { ...JUDGE, name: 'x.log' };
const lines = (...items: readonly (string | object)[]): string =>
  items.map((item) => (typeof item === 'string' ? item : JSON.stringify(item))).join('\n');

function read(text: string): readonly Recorded[] {
  const reader = new LogReader();
  reader.take(text);
  return reader.end().records;
}

const only = (text: string): Partial<Recorded> => {
  const records = read(text);
  expect(records).toHaveLength(1);
  return records[0] ?? {};
};

describe('lines of text', () => {
  it('as the documented example', () => {
    const { samples, verdict, loads } = reportFromLog('[request] first_token_ms=2840 total_tokens=3 total_ms=3120', OPTIONS);
    expect(samples[0]).toMatchObject({ load: 'log', ttftMs: 2840, e2eMs: 3120, outputTokens: 3 });
    expect(samples[0]?.tps).toBeCloseTo(3 / 0.28, 6);
    expect(samples[0]?.verdict).toEqual({ slow: 'prefill', band: 'slow' });
    expect(verdict).toMatchObject({ slow: 'prefill', band: 'slow', alert: 'critical' });
    expect(loads.log?.ttftMs?.median).toBe(2840);
  });

  it.each<[string, Partial<Recorded>]>([
    ['first_token_ms=2840 total_tokens=3 total_ms=3120', { ttftMs: 2840, totalMs: 3120, outputTokens: 3 }],
    [
      '2026-11-30 INFO model=m-main ttft=2.84s total=3.12s output_tokens=30',
      { ttftMs: 2840, totalMs: 3120, outputTokens: 30, model: 'm-main' },
    ],
    ['ttft: 840ms, duration: 3 s, completion_tokens: 12', { ttftMs: 840, totalMs: 3000, outputTokens: 12 }],
    [
      '{"first_token_ms": 12.5, "total_ms": 900, "usage": {"prompt_tokens": 10, "total_tokens": 30}}',
      { ttftMs: 12.5, totalMs: 900, inputTokens: 10, outputTokens: 20 },
    ],
    ['time_to_first_token_seconds=0.5 duration_ms=900 tokens=7', { ttftMs: 500, totalMs: 900, outputTokens: 7 }],
    ['ttft=0.42 total=1.9 tokens=10', { ttftMs: 420, totalMs: 1900, outputTokens: 10 }],
    ['首字：2840ms，总耗时：3120ms，tokens=3', { ttftMs: 2840, totalMs: 3120, outputTokens: 3 }],
    ['first_token_ms=5 s=1 total_ms=10', { ttftMs: 5, totalMs: 10 }],
    ['first-token-ms=5', { ttftMs: 5, totalMs: null, outputTokens: null }],
    ['gen_ai.request.model="a/b:c" ttft_ms=7 latency_ms=9 cached_tokens=4', { model: 'a/b:c', ttftMs: 7, totalMs: 9, cachedTokens: 4 }],
  ])('%s', (line, expected) => {
    expect(only(line)).toMatchObject(expected);
  });

  it.each([
    'GET /v1/models 200 duration_ms=12',
    'first_token_ms=abc total_ms=3',
    'the first token was late',
    '{"ttft_ms": null, "total_ms": 3}',
    `{"type":"turn.completed","usage":{"output_tokens":3}}`,
  ])('passes over %s', (line) => {
    expect(read(line)).toEqual([]);
  });

  it('withholds a rate that would mean nothing', () => {
    const noSpan = reportFromLog('first_token_ms=300 total_ms=300 total_tokens=40', OPTIONS);
    expect(noSpan.samples[0]).toMatchObject({ tps: null, tpotMs: null });
    const burst = reportFromLog('first_token_ms=9000 total_ms=9010 total_tokens=400', OPTIONS);
    expect(burst.samples[0]).toMatchObject({ delivery: 'burst', tps: null });
    expect(burst.verdict.slow).toBe('buffered');
  });

  it('tells slow writing from a late beginning, request by request', () => {
    const report = reportFromLog('ttft_ms=200 total_ms=30200 tokens=100\nttft_ms=4000 total_ms=5000 tokens=100', OPTIONS);
    expect(report.samples.map(({ verdict }) => verdict?.slow)).toEqual(['decode', 'prefill']);
  });

  it('says what it can read where nothing is', () => {
    expect(() => reportFromLog('nothing here', OPTIONS)).toThrow(UserError);
    expect(() => reportFromLog('', OPTIONS)).toThrow(expect.objectContaining({ exit: 2 }));
  });
});

const at = (ms: number): string => new Date(Date.parse('2026-11-30T00:00:00Z') + ms).toISOString();
const codex = (ms: number, type: string, payload: object) => ({ timestamp: at(ms), type, payload });
const usage = (input: number, output: number, reasoning = 0) => ({
  input_tokens: input,
  cached_input_tokens: 10,
  output_tokens: output,
  reasoning_output_tokens: reasoning,
});
const tokenCount = (ms: number, total: object) => codex(ms, 'event_msg', { type: 'token_count', info: { total_token_usage: total } });

describe('Codex rollouts', () => {
  const turn = [
    codex(0, 'session_meta', { id: 'x' }),
    codex(1, 'turn_context', { model: 'gpt-x' }),
    codex(900, 'response_item', { type: 'message', role: 'assistant' }),
    tokenCount(1500, usage(100, 40, 8)),
    codex(1531, 'event_msg', { type: 'task_complete', turn_id: 't', duration_ms: 1531, time_to_first_token_ms: 1213 }),
  ];

  it('0.128 and newer', () => {
    expect(only(lines(...turn))).toMatchObject({
      by: 'codex',
      model: 'gpt-x',
      ttftMs: 1213,
      totalMs: 1531,
      inputTokens: 100,
      outputTokens: 40,
      reasoningTokens: 8,
      requests: 1,
      line: 5,
    });
    const [sample] = reportFromLog(lines(...turn), OPTIONS).samples;
    // Reasoning was billed, not streamed.
    expect(sample?.tps).toBeCloseTo(32 / 0.318, 6);
  });

  it('give a second turn its own tokens, though the totals grow', () => {
    const second = [
      codex(2000, 'turn_context', { model: 'gpt-x' }),
      tokenCount(2500, usage(300, 100, 8)),
      tokenCount(2501, usage(300, 100, 8)),
      codex(2600, 'event_msg', { type: 'task_complete', duration_ms: 600, time_to_first_token_ms: 100 }),
    ];
    const [, last] = read(lines(...turn, ...second));
    expect(last).toMatchObject({ inputTokens: 200, outputTokens: 60, reasoningTokens: 0, requests: 1 });
  });

  it('give a turn of several requests no rate', () => {
    const text = lines(
      codex(1, 'turn_context', { model: 'gpt-x' }),
      codex(900, 'response_item', { type: 'function_call' }),
      tokenCount(950, usage(100, 40)),
      tokenCount(1500, usage(220, 90)),
      codex(1531, 'event_msg', { type: 'task_complete', duration_ms: 1531, time_to_first_token_ms: 800 }),
    );
    expect(only(text)).toMatchObject({ requests: 2, outputTokens: 90 });
    const report = reportFromLog(text, OPTIONS);
    expect(report.samples[0]?.tps).toBeNull();
    expect(report.warnings.map(({ id }) => id)).toContain('log-turns');
  });

  it('older: bound by the time stamps', () => {
    const text = lines(
      codex(0, 'turn_context', { model: 'old' }),
      codex(5, 'response_item', { type: 'message', role: 'user' }),
      codex(1200, 'response_item', { type: 'reasoning' }),
      codex(2000, 'response_item', { type: 'message', role: 'assistant' }),
    );
    expect(only(text)).toMatchObject({ ttftMs: 1200, totalMs: 2000, isBound: true });
    expect(reportFromLog(text, OPTIONS).warnings.map(({ id }) => id)).toContain('log-bounds');
  });

  it('a turn that was broken off counts for nothing', () => {
    expect(
      read(
        lines(
          codex(0, 'turn_context', {}),
          codex(50, 'response_item', { type: 'reasoning' }),
          codex(60, 'event_msg', { type: 'turn_aborted', reason: 'interrupted' }),
        ),
      ),
    ).toEqual([]);
  });
});

const RESULT = {
  type: 'result',
  subtype: 'success',
  duration_ms: 3100,
  duration_api_ms: 1083,
  num_turns: 1,
  ttft_ms: 3022,
  time_to_request_ms: 2191,
  usage: { input_tokens: 12, cache_read_input_tokens: 8, cache_creation_input_tokens: 4, output_tokens: 40 },
  modelUsage: { 'm-main': {} },
};
const start = (ttft: number | undefined, model = 'm-main') => ({
  type: 'stream_event',
  event: { type: 'message_start', message: { model, usage: { input_tokens: 12, output_tokens: 1 } } },
  ...(ttft === undefined ? {} : { ttft_ms: ttft }),
});
const delta = (output: number) => ({ type: 'stream_event', event: { type: 'message_delta', usage: { output_tokens: output } } });

describe('Claude Code', () => {
  it('--output-format json: the request’s own TTFT', () => {
    expect(only(lines(RESULT))).toMatchObject({
      by: 'claude-code',
      model: 'm-main',
      ttftMs: 831,
      totalMs: 1083,
      inputTokens: 24,
      cachedTokens: 8,
      outputTokens: 40,
    });
  });

  it.each([
    ['reformatted to many lines', JSON.stringify(RESULT, null, 2)],
    ['as a list, with --verbose', JSON.stringify([{ type: 'system', subtype: 'init', model: 'm-main' }, RESULT])],
    ['with a byte order mark and CRLF', `\ufeff${JSON.stringify(RESULT)}\r\n`],
  ])('%s', (_, text) => {
    expect(only(text)).toMatchObject({ ttftMs: 831, totalMs: 1083 });
  });

  it('before 2.1.200 only the whole time is known', () => {
    const { ttft_ms: _, time_to_request_ms: __, ...old } = RESULT;
    expect(only(lines(old))).toMatchObject({ ttftMs: null, totalMs: 1083 });
    expect(reportFromLog(lines(old), OPTIONS).warnings.map(({ id }) => id)).toContain('log-no-ttft');
  });

  it('stream-json: the figure of message_start, joined with the result', () => {
    expect(only(lines(start(874), delta(40), RESULT))).toMatchObject({ ttftMs: 874, totalMs: 1083, outputTokens: 40, inputTokens: 24 });
  });

  it('stream-json of several requests: each by itself, without a rate', () => {
    const records = read(lines(start(874), delta(40), start(321), delta(60), { ...RESULT, num_turns: 2 }));
    expect(records.map(({ ttftMs, outputTokens, totalMs }) => [ttftMs, outputTokens, totalMs])).toEqual([
      [874, 40, null],
      [321, 60, null],
    ]);
  });

  it('stream-json that broke off, and one without ttft_ms', () => {
    expect(read(lines(start(874), delta(40)))).toHaveLength(1);
    expect(read(lines(start(undefined), delta(40)))).toEqual([]);
  });

  it('a result over several requests gets no rate', () => {
    expect(reportFromLog(lines({ ...RESULT, num_turns: 4 }), OPTIONS).samples[0]).toMatchObject({ tps: null, ttftMs: 831 });
  });

  it('OpenTelemetry on the console', () => {
    const text = `{
  resource: { attributes: {} },
  timestamp: 1796072247000000,
  body: 'claude_code.api_request',
  attributes: {
    'event.name': 'api_request',
    model: 'm-main',
    input_tokens: '12',
    output_tokens: '30',
    cache_read_tokens: '0',
    duration_ms: '1083',
    ttft_ms: '874'
  }
}
{
  body: 'claude_code.user_prompt',
  attributes: { ttft_ms: '1' }
}`;
    expect(read(text)[0]).toMatchObject({
      by: 'otel',
      model: 'm-main',
      ttftMs: 874,
      totalMs: 1083,
      inputTokens: 12,
      outputTokens: 30,
      line: 4,
    });
  });
});

describe('huge and broken', () => {
  it('the newest are kept of very many', () => {
    const reader = new LogReader();
    for (let index = 1; index <= 5000; index++) reader.take(`ttft_ms=${index} total_ms=${index + 100} tokens=50\n`);
    const { records, count } = reader.end();
    expect(count).toBe(5000);
    expect(records).toHaveLength(2000);
    expect(records.at(-1)?.ttftMs).toBe(5000);
  });

  it('a line without end is passed over, and what follows is read', () => {
    const reader = new LogReader();
    const piece = 'x'.repeat(1024 * 1024);
    for (let index = 0; index < 6; index++) reader.take(piece);
    reader.take('\nttft_ms=1 total_ms=2 tokens=3\n');
    const { records, dropped } = reader.end();
    expect(dropped).toBe(1);
    expect(records[0]).toMatchObject({ ttftMs: 1, line: 2 });
  });

  it('bytes cut anywhere, in UTF-8 and as PowerShell writes them', async () => {
    const text = '首字：2840ms 总耗时：3120ms tokens=3\n{"broken": \nttft_ms=5 total_ms=9\n';
    const utf16 = new Uint8Array([0xff, 0xfe, ...Buffer.from(text, 'utf16le')]);
    for (const bytes of [new TextEncoder().encode(text), utf16]) {
      const pieces = async function* () {
        for (let from = 0; from < bytes.length; from += 5) yield bytes.subarray(from, from + 5);
      };
      const { samples } = await reportFromLogPieces(pieces(), OPTIONS);
      expect(samples.map(({ ttftMs }) => ttftMs)).toEqual([2840, 5]);
    }
  });

  it.each([
    '{'.repeat(5000),
    '['.repeat(100_000),
    `${'a='.repeat(20_000)}ttft`,
    `first ${'"'.repeat(19_000)}`,
    `first_token_ms=${'9'.repeat(400)} total_ms=1`,
    '{"timestamp":"never","type":"turn_context","payload":null}',
    '{"timestamp":5,"type":"event_msg","payload":{"type":"task_complete"}}',
    '{"type":"result","duration_ms":"x","usage":[]}',
    '{"type":"stream_event","event":7,"ttft_ms":-3}',
    '\u0000\u0001\ufffd',
  ])('%.30s… does no harm', (text) => {
    const before = performance.now();
    read(`${text}\n${text}`);
    expect(performance.now() - before).toBeLessThan(2000);
  });
});

describe('the sentence', () => {
  it.each([
    ['model=m-x prompt_tokens=900 ttft_ms=200 total_ms=30200 completion_tokens=100', /\(m-x, 900 input tokens\)/],
    ['model=m-x ttft_ms=2000 total_ms=3000 completion_tokens=100', / \(m-x\)\. This log/],
    ['ttft_ms=200 total_ms=30200 tokens=100', /comes after 200 ms\. /],
    ['ttft_ms=20 total_ms=1020 tokens=100', /then 10 ms a token$/],
  ])('names what %s names', (line, expected) => {
    const { text, args } = reportFromLog(line, OPTIONS).verdict;
    expect(say(text, 'en', args)).toMatch(expected);
    expect(say(text, 'zh', args)).not.toMatch(/[{}?]|（，/);
  });
});
