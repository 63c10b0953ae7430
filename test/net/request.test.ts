import http from 'node:http';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { send } from '../../src/net/request.ts';
import { upgrade } from '../../src/net/upgrade.ts';
import { Secret } from '../../src/secret.ts';
import { bearer } from '../../src/wire/headers.ts';
import { WIRES } from '../../src/wire/index.ts';
import type { HttpRequest } from '../../src/wire/types.ts';
import { answering, chatRequest, DIRECT, gateway, KEY, LIMITS, rawServer } from './servers.ts';

const PATHS: Record<string, string> = {
  'anthropic-messages': '/v1/messages?beta=true',
  'openai-responses': '/v1/responses',
  'openai-chat': '/v1/chat/completions',
};

function smallRequest(base: string, wireApi: keyof typeof WIRES, stream = true): HttpRequest {
  return {
    method: 'POST',
    url: base + PATHS[wireApi],
    headers: [
      ['content-type', 'application/json'],
      ['anthropic-version', '2023-06-01'],
      ['authorization', bearer(new Secret(KEY))],
    ],
    body: JSON.stringify(WIRES[wireApi].small('m-main', { stream })),
    wireApi,
    model: 'm-main',
    stream,
  };
}

describe('a working gateway', () => {
  it.each(Object.keys(PATHS) as (keyof typeof WIRES)[])('streams %s', async (wire) => {
    const { url } = await gateway({ latency: { tokens: 5, think: 2 } });
    const trace = await send(smallRequest(url, wire), DIRECT, LIMITS);
    expect(trace).toMatchObject({ status: 200, error: null, viaProxy: false, bodyCut: false, reused: false });
    expect(trace.reading).toMatchObject({
      complete: true,
      recognised: true,
      text: 'OK ok ok ok ok',
      missing: [],
      error: null,
      model: 'm-main',
    });
    expect(trace.reading?.usage?.input).toBeGreaterThan(0);
    expect(trace.tokenTimes).toHaveLength(7);
    const { tcp, sent, headers, firstEvent, firstToken, firstVisible, lastToken, end } = trace.marks;
    const marks = [tcp, sent, headers, firstEvent, firstToken, firstVisible, lastToken, end].map(Number);
    expect(marks).toEqual([...marks].sort((a, b) => a - b));
    expect(trace.marks).toMatchObject({ dns: null, proxy: null, tls: null });
  });

  it.each(Object.keys(PATHS) as (keyof typeof WIRES)[])('answers %s without a stream', async (wire) => {
    const { url } = await gateway();
    const trace = await send(smallRequest(url, wire, false), DIRECT, LIMITS);
    expect(trace.reading).toMatchObject({ complete: true, recognised: true, toolCalls: 0, missing: [] });
    expect(trace.reading?.text).toMatch(/^OK/);
    expect(trace.events).toEqual([]);
    expect(trace.marks.firstToken).toBeNull();
  });

  it('uses a connection again, and a new one on demand', async () => {
    const { url } = await gateway();
    const first = await send(chatRequest(url), DIRECT, LIMITS);
    const second = await send(chatRequest(url), DIRECT, LIMITS);
    const third = await send(chatRequest(url), { ...DIRECT, fresh: true }, LIMITS);
    expect([first, second, third].map(({ reused, marks }) => [reused, marks.tcp === null])).toEqual([
      [false, false],
      [true, true],
      [false, false],
    ]);
  });

  it('sends again once when a kept connection turns out to be closed', async () => {
    let seen = 0;
    const { url, connections } = await rawServer((socket) =>
      socket.on('data', () => {
        seen += 1;
        if (seen === 2) socket.destroy();
        else socket.write('HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n{}');
      }),
    );
    await send(chatRequest(url), DIRECT, LIMITS);
    const trace = await send(chatRequest(url), DIRECT, LIMITS);
    expect(trace).toMatchObject({ status: 200, error: null, reused: false });
    expect([seen, connections()]).toEqual([3, 2]);
  });

  it('stops when enough tokens were seen, and never calls that truncated', async () => {
    const { url } = await gateway({ fault: 'endless-stream', latency: { per: 0 } });
    const trace = await send(chatRequest(url), DIRECT, { ...LIMITS, enoughEvents: 20 });
    expect(trace).toMatchObject({ stopped: 'enough', error: null, bodyCut: false });
    expect(trace.tokenTimes?.length).toBeGreaterThanOrEqual(20);
  });

  it('does not wait for a connection that stays open after the end', async () => {
    const frame = 'data: {"choices":[{"delta":{"content":"OK"},"finish_reason":"stop"}]}\n\ndata: [DONE]\n\n';
    const { url } = await answering(`HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\n\r\n${frame}`, { close: false });
    const trace = await send(chatRequest(url), DIRECT, LIMITS);
    expect(trace).toMatchObject({ stopped: 'complete', error: null, reading: { complete: true, text: 'OK' } });
    expect(trace.marks.end).toBeLessThan(250);
  });

  it('takes a stream for one whatever its content type, and a page for none', async () => {
    const stream = await answering(
      'HTTP/1.1 200 OK\r\ncontent-type: text/plain\r\n\r\n: hello\n\ndata: {"choices":[{"delta":{"content":"OK"}}]}\n\n',
    );
    expect((await send(chatRequest(stream.url), DIRECT, LIMITS)).reading).toMatchObject({ recognised: true, complete: false, text: 'OK' });
    const page = await answering('HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\n\r\n<html>\ndata: x\n\n</html>');
    expect(await send(chatRequest(page.url), DIRECT, LIMITS)).toMatchObject({ events: [], reading: null });
    const empty = await answering('HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\n\r\n');
    expect(await send(chatRequest(empty.url), DIRECT, LIMITS)).toMatchObject({ events: [], body: '', reading: { recognised: false } });
  });

  it('follows no redirect', async () => {
    const other = await gateway();
    const { url } = await gateway({
      routes: [{ method: 'POST', path: '*', status: 307, headers: { location: `${other.url}/v1/chat/completions` } }],
    });
    expect(await send(chatRequest(url), DIRECT, LIMITS)).toMatchObject({
      status: 307,
      headers: { location: `${other.url}/v1/chat/completions` },
    });
    expect(other.requests).toHaveLength(0);
  });

  it('puts characters beyond ASCII on the wire as UTF-8, and refuses line breaks', async () => {
    const seen = await gateway({ keys: undefined });
    const headers = (value: string): HttpRequest['headers'] => [['authorization', new Secret(value)]];
    await send(chatRequest(seen.url, { headers: headers('Bearer “密钥”') }), DIRECT, LIMITS);
    expect(Buffer.from(seen.requests[0]?.headers.authorization ?? '', 'latin1').toString('utf8')).toBe('Bearer “密钥”');
    const refused = await send(chatRequest(seen.url, { headers: headers('Bearer sk-secret\nvalue') }), DIRECT, LIMITS);
    expect(refused.error).toMatchObject({ phase: 'send', code: 'BAD_HEADER' });
    expect(JSON.stringify(refused)).not.toContain('sk-secret');
  });
});

describe('trouble keeps its phase', () => {
  const failing: [string, object, object][] = [
    ['refuse', {}, { phase: 'tcp', code: 'ECONNREFUSED' }],
    ['hang', { headersMs: 60 }, { phase: 'headers', code: 'NO_ANSWER' }],
    ['no-headers', { headersMs: 60 }, { phase: 'headers', code: 'NO_ANSWER' }],
    ['slow-headers', { timeoutMs: 60 }, { phase: 'headers', code: 'NO_ANSWER' }],
    ['reset', {}, { phase: 'headers', code: 'ECONNRESET' }],
    ['garbage', {}, { phase: 'headers', code: 'BAD_HTTP' }],
    ['idle-stream', { idleMs: 60 }, { phase: 'stream', code: 'IDLE' }],
    ['idle-stream', { timeoutMs: 200 }, { phase: 'stream', code: 'IDLE' }],
    ['reset-stream', {}, { phase: 'stream', code: 'ECONNRESET' }],
  ];
  it.each(failing)('%s %j', async (fault, limits, error) => {
    const { url } = await gateway({ fault });
    expect((await send(chatRequest(url), DIRECT, { ...LIMITS, ...limits })).error).toMatchObject(error);
  });

  it('a stream that flows on when time is up', async () => {
    const { url } = await gateway({ fault: 'endless-stream', latency: { per: 5 } });
    const trace = await send(chatRequest(url), DIRECT, { ...LIMITS, timeoutMs: 200 });
    expect(trace.error).toMatchObject({ phase: 'stream', code: 'TIMEOUT' });
    expect(trace.reading?.text).toMatch(/^OK/);
  });

  it('a name without an address', async () => {
    const trace = await send(chatRequest('http://no-such-host.invalid'), DIRECT, LIMITS);
    expect(trace.error?.phase).toBe('dns');
    expect(trace.marks.tcp).toBeNull();
  });

  it.each(['not a url', 'ftp://127.0.0.1/', '127.0.0.1:8080/v1', ''])('the address %j', async (url) => {
    expect((await send(chatRequest('', { url }), DIRECT, LIMITS)).error).toMatchObject({ code: 'BAD_URL' });
  });

  it('an interruption', async () => {
    const { url } = await gateway({ fault: 'no-headers' });
    const controller = new AbortController();
    const sent = send(chatRequest(url), DIRECT, LIMITS, controller.signal);
    controller.abort();
    expect((await sent).error).toMatchObject({ code: 'ABORTED' });
  });
});

describe('hostile answers', () => {
  it('cuts 100 MB', async () => {
    const { url } = await gateway({ fault: 'huge-body' });
    const trace = await send(chatRequest(url), DIRECT, LIMITS);
    expect(trace).toMatchObject({ status: 502, bodyCut: true, bodyBytes: LIMITS.bodyBytes, stopped: 'bytes', error: null });
  });

  it('stops unpacking a bomb early', async () => {
    const { url } = await gateway({ fault: 'gzip-bomb' });
    const trace = await send(chatRequest(url), DIRECT, LIMITS);
    expect(trace).toMatchObject({ status: 502, bodyCut: true, bodyBytes: LIMITS.bodyBytes, error: null });
    expect(trace.body).toMatch(/^<html>/);
  });

  it('reads status and body behind ten thousand headers', async () => {
    const { url } = await gateway({ fault: 'many-headers' });
    const trace = await send(chatRequest(url), DIRECT, LIMITS);
    expect(trace.status).toBe(500);
    expect(trace.body).toContain('Internal Server Error');
    expect(Object.keys(trace.headers).length).toBeLessThan(2000);
  });

  it('gives up on headers without end', async () => {
    const { url } = await rawServer((socket) => {
      socket.write('HTTP/1.1 200 OK\r\n');
      const line = `x-filler: ${'a'.repeat(16 * 1024)}\r\n`.repeat(8);
      const more = () => socket.write(line, (error) => error ?? more());
      more();
    });
    expect((await send(chatRequest(url), DIRECT, LIMITS)).error).toMatchObject({ code: 'TOO_MANY_HEADERS' });
  });

  it('keeps the body of an answer that breaks off', async () => {
    const { url } = await gateway({ fault: 'wrong-length', faultStatus: 401 });
    const trace = await send(chatRequest(url), DIRECT, LIMITS);
    expect(trace).toMatchObject({ status: 401, error: { phase: 'stream', code: 'INCOMPLETE' } });
    expect(trace.body).toContain('Invalid API key');
  });

  it('keeps the unpacked part of a packed answer that breaks off', async () => {
    const packed = gzipSync(JSON.stringify({ error: { message: 'Invalid API key' } }));
    const head = `HTTP/1.1 401 No\r\ncontent-encoding: gzip\r\ncontent-length: ${packed.length + 9}\r\n\r\n`;
    const { url } = await answering(Buffer.concat([Buffer.from(head), packed]));
    expect(await send(chatRequest(url), DIRECT, LIMITS)).toMatchObject({
      status: 401,
      body: '{"error":{"message":"Invalid API key"}}',
      error: { code: 'INCOMPLETE' },
    });
  });

  it('reads a deeply nested object', async () => {
    const { url } = await gateway({ fault: 'deep-json', faultStatus: 200 });
    const trace = await send(chatRequest(url), DIRECT, { ...LIMITS, bodyBytes: 4_000_000 });
    expect(JSON.stringify(trace.reading?.error).length).toBeLessThan(1000);
  });

  it.each([
    ['bad gzip', 'content-encoding: gzip\r\n\r\nno gzip', 'BAD_ENCODING'],
    ['unknown coding', 'content-encoding: constructor\r\n\r\nx', 'BAD_ENCODING'],
    ['bad chunk', 'transfer-encoding: chunked\r\n\r\nzz\r\nabc', 'BAD_HTTP'],
    ['missing last chunk', 'transfer-encoding: chunked\r\n\r\n2\r\n{}\r\n', 'INCOMPLETE'],
  ])('%s', async (_, rest, code) => {
    const { url } = await answering(`HTTP/1.1 200 OK\r\n${rest}`);
    expect(await send(chatRequest(url), DIRECT, LIMITS)).toMatchObject({ status: 200, error: { phase: 'stream', code } });
  });

  it.each([
    ['nothing', '', 'ECONNRESET'],
    ['a mail server', '220 mail ready\r\n', 'BAD_HTTP'],
    ['a TLS alert', Buffer.from([0x15, 3, 3, 0, 2, 2, 70]), 'HTTPS_EXPECTED'],
    ['the words of Go', 'HTTP/1.0 400 Bad Request\r\n\r\nClient sent an HTTP request to an HTTPS server.\n', 'HTTPS_EXPECTED'],
  ])('where %s answers', async (_, bytes, code) => {
    const { url } = await answering(bytes);
    expect((await send(chatRequest(url), DIRECT, LIMITS)).error).toMatchObject({ phase: 'headers', code });
  });

  it('decodes invalid UTF-8, other charsets and lone surrogates', async () => {
    const broken = await answering(Buffer.concat([Buffer.from('HTTP/1.1 500 x\r\n\r\nab'), Buffer.from([0xff, 0xfe]), Buffer.from('c')]));
    expect((await send(chatRequest(broken.url), DIRECT, LIMITS)).body).toBe('ab\ufffd\ufffdc');
    const gbk = await answering(
      Buffer.concat([Buffer.from('HTTP/1.1 500 x\r\ncontent-type: text/html; charset=gbk\r\n\r\n'), Buffer.from([0xc3, 0xdc, 0xd4, 0xbf])]),
    );
    expect((await send(chatRequest(gbk.url), DIRECT, LIMITS)).body).toBe('密钥');
    const lone = await answering('HTTP/1.1 200 OK\r\n\r\ndata: {"choices":[{"delta":{"content":"\\ud83d"}}]}\n\n');
    expect((await send(chatRequest(lone.url), DIRECT, LIMITS)).reading?.text).toBe('\ufffd');
  });

  it('stamps packed events when their bytes arrive', async () => {
    const server = http.createServer((_, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream', 'content-encoding': 'gzip' });
      response.end(gzipSync('data: {"choices":[{"delta":{"content":"OK"},"finish_reason":"stop"}]}\n\ndata: [DONE]\n\n'));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as { port: number };
    const trace = await send(chatRequest(`http://127.0.0.1:${port}`), { ...DIRECT, fresh: true }, LIMITS);
    server.close();
    expect(trace).toMatchObject({ error: null, reading: { complete: true, text: 'OK' } });
    expect(trace.marks.firstToken).toBeLessThanOrEqual(trace.marks.end);
  });
});

describe('upgrade', () => {
  it('is a success with 101', async () => {
    const { url } = await answering('HTTP/1.1 101 Switching Protocols\r\nupgrade: websocket\r\nconnection: Upgrade\r\n\r\n', {
      close: false,
    });
    expect(await upgrade(`${url.replace('http', 'ws')}/v1/responses`, [], DIRECT, LIMITS)).toMatchObject({ status: 101, error: null });
  });

  it('is answered like any request where there is no websocket', async () => {
    const { url, requests } = await gateway();
    const trace = await upgrade(`${url}/v1/responses`, [['authorization', bearer(new Secret(KEY))]], DIRECT, LIMITS);
    expect(trace.status).toBeGreaterThanOrEqual(400);
    expect(requests[0]?.headers).toMatchObject({ upgrade: 'websocket', 'sec-websocket-version': '13' });
  });
});
