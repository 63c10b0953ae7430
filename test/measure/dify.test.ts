import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it } from 'vitest';

import { holesOf, say } from '../../src/i18n/index.ts';
import { measureDify } from '../../src/measure/dify.ts';
import { difyAddress } from '../../src/measure/dify-address.ts';
import { readDify } from '../../src/measure/dify-events.ts';
import { fillForm } from '../../src/measure/dify-request.ts';
import { BASIS, FAILURES, NOTES, SEGMENT, VERDICT } from '../../src/measure/dify-text.ts';
import type { DifyOptions, LatencyReport, MeasureSend } from '../../src/measure/types.ts';
import { closeIdle } from '../../src/net/pool.ts';
import { send as realSend } from '../../src/net/request.ts';
import { Secret } from '../../src/secret.ts';
import type { HttpRequest, Marks, StreamEvent, Trace } from '../../src/wire/types.ts';
import { JUDGE, reportLike } from '../helpers/latency.ts';

const KEY = new Secret('app-0123456789abcdefghij');
const TARGET = { url: 'https://dify.example/v1', key: KEY };
const LIMITS = { timeoutMs: 5000, headersMs: 5000, idleMs: 5000, bodyBytes: 1024, enoughEvents: 10 };
const TOO_LATE = { phase: 'stream', code: 'TIMEOUT', detail: 'not at its end after 5 s' } as const;
const ROUTE = { proxy: null, extraCa: [], verifyTls: true };
const MARKS: Marks = {
  dns: null,
  tcp: null,
  proxy: null,
  tls: null,
  sent: 1,
  headers: 20,
  firstEvent: null,
  firstToken: null,
  firstVisible: null,
  lastToken: null,
  end: 20,
};

const event = (at: number, name: string, rest: object = {}): StreamEvent => ({
  at,
  event: null,
  data: JSON.stringify({ event: name, ...rest }),
});
const node = (at: number, name: 'node_started' | 'node_finished', id: string, type: string, rest: object = {}): StreamEvent =>
  event(at, name, { data: { node_id: id, node_type: type, title: id, ...rest } });
const words = (from: number, count: number, gap: number, name = 'message'): StreamEvent[] =>
  Array.from({ length: count }, (_, index) =>
    event(from + index * gap, name, name === 'text_chunk' ? { data: { text: 'w ' } } : { answer: 'w ' }),
  );
const usage = (rest: object = {}) => ({ metadata: { usage: { prompt_tokens: 900, completion_tokens: 50, latency: 4.2, ...rest } } });

interface Scripted {
  readonly events?: readonly StreamEvent[];
  readonly status?: number;
  readonly body?: string;
  readonly marks?: Partial<Marks>;
  readonly error?: Trace['error'];
}

function trace(request: HttpRequest, { events = [], status = 200, body = '', marks = {}, error = null }: Scripted): Trace {
  return {
    request,
    viaProxy: false,
    marks: { ...MARKS, end: events.at(-1)?.at ?? 20, ...marks },
    status,
    headers: {},
    body,
    bodyBytes: body.length,
    bodyCut: false,
    events,
    reading: null,
    error,
    receivedAt: null,
  };
}

/** A Dify that answers by a script; free questions as a chat application would, unless said otherwise. */
function difyLike(run: (request: HttpRequest, n: number) => Scripted, answers: { info?: Scripted; parameters?: Scripted } = {}) {
  const seen: HttpRequest[] = [];
  let runs = 0;
  const send: MeasureSend = async (request) => {
    seen.push(request);
    const { pathname } = new URL(request.url);
    if (pathname.endsWith('/parameters')) return trace(request, { body: '{"user_input_form":[]}', ...answers.parameters });
    if (pathname.endsWith('/info')) return trace(request, { body: '{"name":"x","mode":"chat"}', ...answers.info });
    return trace(request, run(request, runs++));
  };
  return { send, seen };
}

const options = (send: MeasureSend, rest: Partial<DifyOptions> = {}): DifyOptions => ({
  ...JUDGE,
  send,
  route: ROUTE,
  limits: LIMITS,
  runs: 3,
  query: null,
  direct: null,
  random: () => 'abcd',
  onProgress: () => {},
  ...rest,
});
const measured = (events: readonly StreamEvent[], rest: Partial<DifyOptions> = {}): Promise<LatencyReport> =>
  measureDify(TARGET, options(difyLike(() => ({ events })).send, rest));
const shares = ({ segments }: LatencyReport): readonly (readonly [string, number])[] =>
  segments.map(({ id, ms }) => [id, Math.round(ms ?? 0)]);

const WORKFLOW = [
  event(120, 'workflow_started', { data: { id: 'w' } }),
  node(121, 'node_started', 'start', 'start'),
  node(122, 'node_finished', 'start', 'start', { elapsed_time: 0.001 }),
  node(125, 'node_started', 'search', 'knowledge-retrieval'),
  node(925, 'node_finished', 'search', 'knowledge-retrieval', { elapsed_time: 0.8 }),
  node(930, 'node_started', 'llm', 'llm'),
  ...words(2930, 50, 20),
  node(3920, 'node_finished', 'llm', 'llm', {
    elapsed_time: 3,
    outputs: { usage: { prompt_tokens: 900, completion_tokens: 50, latency: 2.9, time_to_first_token: 1.5 } },
  }),
  event(3930, 'message_end', usage()),
  event(3940, 'workflow_finished', { data: { status: 'succeeded' } }),
];

describe('segments', () => {
  it('of a workflow: taking up, nodes, Dify’s share, the model by Dify’s own figure', async () => {
    const report = await measured(WORKFLOW);
    expect(shares(report)).toEqual([
      ['network', 20],
      ['accept', 100],
      ['before-model', 810],
      ['plugin', 500],
      ['model', 1500],
    ]);
    expect(report.segments.reduce((sum, { ms }) => sum + (ms ?? 0), 0)).toBeCloseTo(2930);
    expect(report.verdict).toMatchObject({ slow: 'prefill', alert: 'critical' });
    expect(say(report.verdict.text, 'en', report.verdict.args)).toMatch(
      /model channel is slow, not Dify: 1500 of 2930 ms .*900 input tokens/,
    );
    expect(report.samples[1]).toMatchObject({ load: 'dify', cold: false, inputTokens: 900, outputTokens: 50, ttftMs: 2930 });
    expect(report.samples[1]?.tpotMs).toBeCloseTo(20);
    expect(report.samples.filter(({ cold }) => cold)).toHaveLength(1);
    expect(report.warnings.map(({ id }) => id)).toContain('dify-latency-node');
  });

  it('with a direct measurement at the same prompt size', async () => {
    const asked: number[] = [];
    const direct = async (tokens: number): Promise<LatencyReport> => {
      asked.push(tokens);
      return reportLike({ fixedMs: 300, msPerInputToken: 0, tpotMs: 20 });
    };
    const report = await measured(WORKFLOW, { direct });
    expect(asked).toEqual([900]);
    expect(shares(report)).toEqual([
      ['network', 20],
      ['accept', 100],
      ['before-model', 810],
      ['plugin', 1730],
      ['model', 270],
    ]);
    expect(say(report.verdict.text, 'en', report.verdict.args)).toMatch(/Dify’s own part around the model call is slow: 1730/);
    expect(report.compared).toHaveLength(1);
    expect(report.warnings.map(({ id }) => id)).toContain('dify-direct-from-here');
  });

  it('a chat application has no nodes: the direct measurement alone can split it', async () => {
    const chat = [...words(3000, 50, 20), event(4000, 'message_end', usage())];
    const alone = await measured(chat);
    expect(shares(alone)).toEqual([
      ['network', 20],
      ['accept', 0],
      ['all-inner', 2980],
    ]);
    expect(say(alone.verdict.text, 'en', alone.verdict.args)).toMatch(/Give --base-url/);
    expect(alone.warnings.map(({ id }) => id)).toContain('dify-latency-pipeline');
    const direct = async (): Promise<LatencyReport> => reportLike({ fixedMs: 500, msPerInputToken: 0, tpotMs: 20 });
    const split = await measured(chat, { direct });
    expect(shares(split)).toEqual([
      ['network', 20],
      ['accept', 0],
      ['dify-inner', 2510],
      ['model', 470],
    ]);
    expect(say(split.verdict.text, 'zh', split.verdict.args)).toMatch(/慢在 Dify，而不是模型渠道/);
  });

  it('slow nodes before the model are named', async () => {
    const slow = WORKFLOW.map((each) => (each.at > 900 ? { ...each, at: each.at + 9000 } : each));
    const { verdict } = await measured(
      slow.map((each) => (each.data.includes('"elapsed_time":0.8') ? { ...each, data: each.data.replace('0.8', '9.8') } : each)),
    );
    expect(say(verdict.text, 'en', verdict.args)).toMatch(/nodes before the model are slow: 9810 .*search \(knowledge-retrieval\) 9800 ms/);
  });

  it('an answer that is held back until the model is done', async () => {
    const held = [
      event(100, 'workflow_started'),
      node(110, 'node_started', 'llm', 'llm'),
      node(2000, 'node_finished', 'llm', 'llm', { outputs: { usage: { prompt_tokens: 9, completion_tokens: 40 } } }),
      ...words(6000, 40, 1),
      event(6100, 'message_end', usage()),
    ];
    const report = await measured(held);
    expect(shares(report).at(-1)).toEqual(['held', 4000]);
    expect(report.verdict.slow).toBe('buffered');
  });

  it('slow writing stays decode', async () => {
    const { verdict } = await measured([...words(300, 50, 300), event(15_200, 'message_end', usage())]);
    expect(verdict.slow).toBe('decode');
  });

  it('a coding plan behind Dify is warned of', async () => {
    const direct = async (): Promise<LatencyReport> => {
      const report = reportLike({ fixedMs: 5, msPerInputToken: 0, tpotMs: 20 });
      return { ...report, channel: { ...report.channel, baseUrl: 'https://coding.plan.example/v1' } };
    };
    const { warnings } = await measured(WORKFLOW, { direct });
    expect(warnings.map(({ id }) => id)).toContain('dify-coding-plan');
  });
});

describe('events', () => {
  it('pings, comments and empty answers are no tokens; thinking is no visible one', () => {
    const { tokenTimes, firstVisibleAt, firstEventAt } = readDify([
      event(5, 'ping'),
      { at: 6, event: 'ping', data: '' },
      { at: 7, event: null, data: '{broken' },
      event(10, 'message', { answer: '' }),
      event(20, 'message', { answer: '<th' }),
      event(30, 'message', { answer: 'ink>hm' }),
      event(40, 'message', { answer: '</think>\n' }),
      event(50, 'message', { answer: 'Hello' }),
    ]);
    expect([firstEventAt, tokenTimes, firstVisibleAt]).toEqual([5, [20, 30, 40, 50], 50]);
  });

  it.each([
    ['agent_message', words(10, 2, 5, 'agent_message')],
    ['text_chunk of a workflow', words(10, 2, 5, 'text_chunk')],
    ['reasoning_chunk first', [event(10, 'reasoning_chunk', { data: { reasoning: 'x' } }), event(15, 'message', { answer: 'y' })]],
  ])('%s', (_, events) => {
    expect(readDify(events).tokenTimes).toEqual([10, 15]);
  });

  it('whatever is sent, nothing breaks', () => {
    const odd = [
      'null',
      '[]',
      '7',
      '{"event":7}',
      '{"event":"node_started","data":null}',
      '{"event":"message_end","metadata":{"usage":[]}}',
      '{"event":"node_finished","data":{"outputs":"x"}}',
    ];
    const many = Array.from({ length: 5000 }, (_, index) => node(index, 'node_started', `n${index}`, 'llm'));
    expect(readDify([...odd.map((data, at) => ({ at, event: null, data })), ...many]).nodes.length).toBeLessThanOrEqual(500);
  });
});

describe('what is sent', () => {
  it.each([
    ['https://dify.example', 'https://dify.example/v1', null],
    ['https://dify.example/v1/', 'https://dify.example/v1', null],
    ['dify.example/v1/chat-messages', 'https://dify.example/v1', 'chat-messages'],
    ['http://127.0.0.1:5001/dify/v1/workflows/run', 'http://127.0.0.1:5001/dify/v1', 'workflows/run'],
    ['https://dify.example/chat/AbCdEf', 'https://dify.example/v1', null],
    ['https://dify.example/v1/parameters', 'https://dify.example/v1', null],
  ])('to %s', (url, base, endpoint) => {
    expect(difyAddress(url)).toEqual({ base, endpoint });
  });

  it.each(['', 'ftp://x', 'https://', 'a b', 'https://x:99999'])('refuses %j', (url) => {
    expect(() => difyAddress(url)).toThrow(expect.objectContaining({ exit: 2 }));
  });

  it('to the endpoint that /info names, each run with a beginning of its own, the key only as a bearer', async () => {
    const { send, seen } = difyLike(() => ({ events: words(50, 40, 10, 'text_chunk') }), { info: { body: '{"mode":"workflow"}' } });
    let n = 0;
    await measureDify(TARGET, options(send, { random: () => String(++n) }));
    const posts = seen.filter(({ method }) => method === 'POST');
    expect(posts.map(({ url }) => url)).toEqual(Array(4).fill('https://dify.example/v1/workflows/run'));
    expect(new Set(posts.map(({ body }) => body)).size).toBe(4);
    expect(posts[0]?.headers[0]?.[0]).toBe('authorization');
    expect(JSON.stringify(posts)).not.toContain('0123456789abcdef');
  });

  it('to the right kind of application where an old version names none', async () => {
    const other = { status: 400, body: '{"code":"not_chat_app","message":"x","status":400}' };
    const { send, seen } = difyLike((request) => (request.url.endsWith('chat-messages') ? other : { events: words(50, 40, 10) }), {
      info: { status: 404, body: '' },
    });
    const report = await measureDify(TARGET, options(send));
    expect(report.failure).toBeNull();
    expect(seen.filter(({ url }) => url.endsWith('completion-messages'))).toHaveLength(4);
  });

  it('with the form filled', () => {
    const form = [
      { paragraph: { variable: 'topic', required: true, max_length: 5 } },
      { select: { variable: 'tone', required: true, options: ['calm', 'loud'], default: 'loud' } },
      { number: { variable: 'n', required: true } },
      { 'text-input': { variable: 'free', required: false } },
    ];
    expect(fillForm({ user_input_form: form }, 'a long question')).toEqual({
      inputs: { topic: 'a lon', tone: 'loud', n: 1 },
      missing: null,
    });
    expect(fillForm({ user_input_form: [{ file: { variable: 'doc', required: true } }] }, 'q').missing).toBe('doc');
    for (const broken of [null, 7, { user_input_form: 'x' }, { user_input_form: [null, 3, { select: null }] }])
      expect(fillForm(broken, 'q')).toEqual({ inputs: {}, missing: null });
  });
});

describe('failures', () => {
  const failed = async (run: Scripted, answers = {}): Promise<string | undefined> => {
    const report = await measureDify(TARGET, options(difyLike(() => run, answers).send));
    expect(report.verdict.band).toBe('failed');
    return report.failure?.id;
  };

  it.each<[string, Scripted, string]>([
    ['no application', { status: 404, body: '{"code":"app_unavailable","message":"App unavailable","status":400}' }, 'dify/app'],
    ['too many', { status: 429, body: '{"code":"too_many_requests","message":"x"}' }, 'dify/busy'],
    ['the provider', { events: [event(1, 'error', { status: 400, code: 'provider_not_initialize', message: 'no key' })] }, 'dify/provider'],
    ['the quota', { events: [event(1, 'error', { status: 400, code: 'provider_quota_exceeded', message: '' })] }, 'dify/quota'],
    ['a failed workflow', { events: [event(1, 'workflow_finished', { data: { status: 'failed', error: 'node x' } })] }, 'dify/failed'],
    ['a page', { body: '<html>nginx</html>' }, 'dify/not-dify'],
    ['no text', { events: [event(1, 'message_end', {})] }, 'dify/failed'],
    ['502', { status: 502, body: '<html>' }, 'dify/failed'],
  ])('%s', async (_, run, id) => {
    expect(await failed(run)).toBe(id);
  });

  it('a refused key is found by the free question, and no run is sent', async () => {
    const { send, seen } = difyLike(() => ({}), {
      parameters: { status: 401, body: '{"code":"unauthorized","message":"Access token is invalid"}' },
    });
    const report = await measureDify(TARGET, options(send));
    expect(report.failure?.id).toBe('dify/key');
    expect(seen.every(({ method }) => method === 'GET')).toBe(true);
  });

  it('a file that a form requires', async () => {
    expect(await failed({}, { parameters: { body: '{"user_input_form":[{"file":{"variable":"doc","required":true}}]}' } })).toBe(
      'dify/form',
    );
  });

  it.each<[string, Scripted, Scripted, number]>([
    ['the free question', { error: TOO_LATE }, {}, 1],
    ['the first run', {}, { error: TOO_LATE, events: [event(1, 'ping')] }, 3],
  ])('what is waited for in vain, %s, is not asked again', async (_, parameters, run, asked) => {
    const { send, seen } = difyLike(() => run, { parameters });
    const report = await measureDify(TARGET, options(send));
    expect(report.verdict.band).toBe('failed');
    expect(seen).toHaveLength(asked);
  });

  it('one failed run of several is said beside the figures', async () => {
    const report = await measureDify(TARGET, options(difyLike((_, n) => (n === 2 ? { status: 502 } : { events: words(50, 40, 10) })).send));
    expect(report.failure).toBeNull();
    expect(report.samples).toHaveLength(3);
    expect(report.warnings.map(({ id }) => id)).toContain('dify-some-failed');
  });
});

it('goes over a real connection', async () => {
  const server = createServer((request, response) => {
    request.resume();
    if (request.method === 'GET') {
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(request.url?.endsWith('/info') ? '{"mode":"advanced-chat"}' : '{"user_input_form":[]}');
      return;
    }
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.write('event: ping\n\n');
    for (const { data } of WORKFLOW) response.write(`data: ${data}\n\n`);
    response.end();
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  try {
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const report = await measureDify({ url, key: KEY }, options(realSend, { runs: 1 }));
    expect(report.failure).toBeNull();
    expect(report.channel.name).toBe('Dify chat-messages');
    expect(report.samples[0]).toMatchObject({ cold: true, inputTokens: 900, outputTokens: 50 });
    expect(report.samples[0]?.connectMs).not.toBeNull();
    expect(report.samples[1]?.connectMs).toBeNull();
  } finally {
    closeIdle();
    server.close();
  }
});

it('every sentence has both languages with the same holes', () => {
  const texts = [SEGMENT, VERDICT, NOTES, BASIS].flatMap((group) => Object.values(group));
  for (const { en, zh } of [...texts, ...FAILURES.flatMap(({ title, advice }) => [title, advice])])
    expect(holesOf(zh)).toEqual(holesOf(en));
});
