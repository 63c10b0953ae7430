// Answers of a server that means harm, or is broken beyond belief. Each writes to the bare socket whatever it likes.

import type { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import zlib from 'node:zlib';

/** Writes and waits while the reader is slow; rejects when the connection is gone. */
export type Write = (chunk: string | Uint8Array) => Promise<void>;
export type HostileAnswer = (write: Write, socket: Socket) => Promise<void>;

const MIB = 1024 * 1024;
const DEPTH = 100_000;
/** A page title, the clipboard (OSC 52), a link, a device report, a cleared screen, with ESC and with C1 controls; direction marks. */
export const TERMINAL_SEQUENCES =
  '\u001b[2J\u001b[H\u001b]0;owned\u0007\u001b]52;c;b3duZWQ=\u0007\u001b]8;;http://evil.invalid\u001b\\click\u001b]8;;\u001b\\\u001b[6n\u009b2J\u009d0;owned\u009c\r\b\b\u007f\u202e\u2066\ufeff';

const text = (status: number, type: string, more = ''): string => `HTTP/1.1 ${status} Answer\r\ncontent-type: ${type}\r\n${more}`;
const head = (status: number, type: string, more = ''): string => `${text(status, type, more)}connection: close\r\n\r\n`;
const json =
  (status: number, body: string | Uint8Array, more = ''): HostileAnswer =>
  async (write, socket) => {
    await write(head(status, 'application/json', more));
    await write(body);
    socket.end();
  };
const stream =
  (events: Iterable<string>): HostileAnswer =>
  async (write, socket) => {
    await write(head(200, 'text/event-stream'));
    for (const event of events) await write(event);
    socket.end();
  };
function* repeat(chunk: string, bytes: number): Generator<string> {
  const block = chunk.repeat(Math.max(1, Math.floor((64 * 1024) / chunk.length)));
  for (let sent = 0; sent < bytes; sent += block.length) yield block;
}
/** Anew for each connection. */
const endless = (chunk: string): Iterable<string> => ({ [Symbol.iterator]: () => repeat(chunk, Number.POSITIVE_INFINITY) });
const dribble =
  (first: string, chunk: string, ms: number): HostileAnswer =>
  async (write) => {
    await write(first);
    for (;;) {
      await sleep(ms);
      await write(chunk);
    }
  };
const raw =
  (...chunks: readonly (string | Uint8Array)[]): HostileAnswer =>
  async (write, socket) => {
    for (const chunk of chunks) await write(chunk);
    socket.end();
  };

function bomb(coding: string, pack: (bytes: Buffer) => Buffer, type: string): HostileAnswer {
  let packed: Buffer | null = null;
  return async (write, socket) => {
    await write(head(200, type, `content-encoding: ${coding}\r\n`));
    packed ??= pack(Buffer.alloc(64 * MIB, ' '));
    await write(packed);
    socket.end();
  };
}
const message = (status: number, said: string): HostileAnswer =>
  json(status, JSON.stringify({ error: { message: said, type: 'server_error' } }));
const FINISHED = 'data: {"type":"response.completed","response":{"id":"r"}}\n\n';

/** By name; grouped by what they attack. */
export const HOSTILE_ANSWERS: Readonly<Record<string, HostileAnswer>> = {
  // size
  'json of 100 MB': async (write, socket) => {
    await write(`${head(500, 'application/json')}{"error":{"message":"`);
    for (const block of repeat('a', 100 * MIB)) await write(block);
    await write('"}}');
    socket.end();
  },
  'endless page': async (write) => {
    await write(head(200, 'text/html'));
    for (const block of endless('<p>more</p>\n')) await write(block);
  },
  'endless json': async (write) => {
    await write(`${head(200, 'application/json')}[`);
    for (const block of endless('{"a":1},')) await write(block);
  },
  'million members': json(500, `{${Array.from({ length: 40_000 }, (_, index) => `"k${index}":1`).join(',')}}`),
  // time
  'dribbling body': dribble(head(500, 'application/json'), ' ', 20),
  'dribbling page': dribble(`${head(200, 'text/html')}<html>`, ' ', 20),
  'dribbling answer': dribble(`${head(200, 'application/json')}{"content":[`, ' ', 20),
  'dribbling stream': dribble(head(200, 'text/event-stream'), ': x\n', 20),
  'dribbling status line': dribble('HTTP/1.1 20', '0', 50),
  'never a byte': () => new Promise(() => {}),
  // content codings
  'gzip bomb': bomb('gzip', (bytes) => zlib.gzipSync(bytes, { level: 1 }), 'text/html'),
  'brotli bomb': bomb(
    'br',
    (bytes) => zlib.brotliCompressSync(bytes, { params: { [zlib.constants.BROTLI_PARAM_QUALITY]: 1 } }),
    'text/html',
  ),
  'deflate bomb as events': bomb('deflate', (bytes) => zlib.deflateSync(bytes, { level: 1 }), 'text/event-stream'),
  'gzip twice': json(500, zlib.gzipSync(zlib.gzipSync('{"error":"x"}')), 'content-encoding: gzip, gzip\r\n'),
  'gzip cut short': json(500, zlib.gzipSync('{"error":{"message":"no"}}').subarray(0, 20), 'content-encoding: gzip\r\n'),
  'gzip that is none': json(500, 'no gzip at all', 'content-encoding: gzip\r\n'),
  'brotli that is none': json(500, 'no brotli at all', 'content-encoding: br\r\n'),
  'unknown coding': json(500, 'xyz', `content-encoding: ${'a'.repeat(10_000)}\r\n`),
  // characters
  'invalid utf-8': json(
    500,
    Buffer.concat([
      Buffer.from('{"error":{"message":"'),
      Buffer.from([0xff, 0xfe, 0xc0, 0x80, 0xed, 0xa0, 0x80, 0x9b]),
      Buffer.from('"}}'),
    ]),
  ),
  'lone surrogates': json(500, '{"error":{"message":"\\ud800 \\udfff \\ud83d","code":"\\udc00"}}'),
  'terminal sequences in the body': message(401, TERMINAL_SEQUENCES),
  'terminal sequences in a page': raw(head(502, 'text/html'), `<html><title>${TERMINAL_SEQUENCES}</title>${TERMINAL_SEQUENCES}`),
  'terminal sequences in headers': raw(
    Buffer.from(
      'HTTP/1.1 500 \u009b2Jgone\r\ncontent-type: text/\u009b2Jplain\r\nserver: \u009d0;owned\u009c\r\nretry-after: \u009b2J\r\ndate: \u009b2J\r\nconnection: close\r\n\r\nno',
      'latin1',
    ),
  ),
  'terminal sequences in events': stream([
    `event: ${TERMINAL_SEQUENCES.replace(/\r/g, '')}\ndata: {"type":"${JSON.stringify(TERMINAL_SEQUENCES).slice(1, -1)}"}\n\n`,
    FINISHED,
  ]),
  'utf-16 by content type': raw(head(500, 'application/json; charset=utf-16le'), Buffer.from('{"error":{"message":"no"}}', 'utf16le')),
  'a charset that is none': raw(head(500, `application/json; charset=${'x'.repeat(5_000)}`), '{"error":{"message":"no"}}'),
  'nul bytes': json(500, `{"error":{"message":"a\\u0000b"}}${'\0'.repeat(1000)}`),
  // shape
  'objects nested deep': json(500, `${'{"error":'.repeat(DEPTH)}1${'}'.repeat(DEPTH)}`),
  'lists nested deep': json(200, `${'['.repeat(DEPTH)}${']'.repeat(DEPTH)}`),
  'deep json in an event': stream([`data: ${'{"error":'.repeat(DEPTH)}1${'}'.repeat(DEPTH)}\n\n`, FINISHED]),
  'numbers out of range': json(500, '{"error":{"message":1e999,"code":-1e999,"status":9007199254740993,"type":null}}'),
  'names of the language': json(
    500,
    '{"__proto__":{"error":1},"constructor":{"prototype":1},"error":{"__proto__":{"message":"x"},"toString":"y","message":{"toString":null}}}',
  ),
  'an error that is a list': json(500, '[[[{"error":[{"message":["a",["b"]]}]}]]]'),
  // events
  'an event line of 50 MB': async (write, socket) => {
    await write(`${head(200, 'text/event-stream')}data: `);
    for (const block of repeat('a', 50 * MIB)) await write(block);
    socket.end();
  },
  'tiny events without end': stream(endless('data: {}\n\n')),
  'tiny tokens without end': stream(endless('data: {"type":"response.output_text.delta","delta":"a"}\n\n')),
  'comments without end': stream(endless(':\n')),
  'event names without end': stream(endless('event: a\n')),
  'ids without end': stream(endless('id: 1\n')),
  'data lines of one event without end': stream(endless('data: a\n')),
  'empty lines without end': stream(endless('\n')),
  'retry lines without end': stream(endless('retry: 1\n')),
  'an event name of 1 MB': stream([`event: ${'e'.repeat(MIB)}\ndata: {}\n\n`, FINISHED]),
  // framing
  'chunk size that is none': raw('HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\nzz\r\nhello\r\n0\r\n\r\n'),
  'chunk size beyond all': raw('HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\nffffffffffffffffff\r\nhello'),
  'chunk extension without end': async (write) => {
    await write('HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n5;');
    for (const block of endless('x=y;')) await write(block);
  },
  'trailers without end': async (write) => {
    await write('HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n0\r\n');
    for (const block of endless('x-a: b\r\n')) await write(block);
  },
  'negative length': raw('HTTP/1.1 200 OK\r\ncontent-length: -5\r\n\r\nhello'),
  'huge length': raw('HTTP/1.1 200 OK\r\ncontent-length: 99999999999999999999\r\n\r\nhello'),
  'a length that is too long': raw(
    'HTTP/1.1 500 OK\r\ncontent-type: application/json\r\ncontent-length: 9000000000\r\n\r\n{"error":{"message":"no"}}',
  ),
  'two lengths': raw('HTTP/1.1 200 OK\r\ncontent-length: 5\r\ncontent-length: 50\r\n\r\nhello'),
  'length and chunks': raw('HTTP/1.1 200 OK\r\ncontent-length: 5\r\ntransfer-encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n'),
  'interim answers without end': async (write) => {
    for (;;) await write('HTTP/1.1 100 Continue\r\n\r\n'.repeat(1000));
  },
  'early hints without end': async (write) => {
    for (;;) await write('HTTP/1.1 103 Early Hints\r\nlink: </a>; rel=preload\r\n\r\n'.repeat(500));
  },
  'a switch nobody asked for': raw('HTTP/1.1 101 Switching Protocols\r\nupgrade: x\r\nconnection: upgrade\r\n\r\nhello'),
  'a second answer behind the first': raw(
    'HTTP/1.1 500 No\r\ncontent-type: application/json\r\ncontent-length: 26\r\n\r\n{"error":{"message":"no"}}HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok',
  ),
  'status 999': raw('HTTP/1.1 999 What\r\ncontent-length: 2\r\n\r\nno'),
  'status 000': raw('HTTP/1.1 000 What\r\ncontent-length: 2\r\n\r\nno'),
  'version 9.9': raw('HTTP/9.9 200 OK\r\n\r\n'),
  'no header at all': raw('hello\n'.repeat(1000)),
  // headers
  '10,000 headers': raw(
    'HTTP/1.1 500 No\r\n',
    ...Array.from({ length: 10_000 }, (_, index) => `x-${index}: y\r\n`),
    'connection: close\r\n\r\n',
    '{"error":{"message":"no"}}',
  ),
  'a header without end': async (write) => {
    await write('HTTP/1.1 200 OK\r\nx-a: ');
    for (const block of endless('a')) await write(block);
  },
  'one header 10,000 times': raw('HTTP/1.1 500 No\r\n', 'x-a: y\r\n'.repeat(10_000), 'connection: close\r\n\r\nno'),
  'a nul byte in a header': raw('HTTP/1.1 500 No\r\nx-a: a\0b\r\nconnection: close\r\n\r\nno'),
  'a location of 64 KB': raw(`HTTP/1.1 307 Go\r\nlocation: https://gw.invalid/${'a'.repeat(64 * 1024)}\r\ncontent-length: 0\r\n\r\n`),
  'a location with terminal sequences': raw(
    Buffer.from(
      'HTTP/1.1 302 Go\r\nlocation: http://\u009b2J.invalid/\u009d0;owned\u009c?sk-test-0001\r\ncontent-length: 0\r\n\r\n',
      'latin1',
    ),
  ),
  'a location that is none': raw('HTTP/1.1 301 Go\r\nlocation: http://[::::]:99999/\r\ncontent-length: 0\r\n\r\n'),
  'a location with a password': raw('HTTP/1.1 302 Go\r\nlocation: https://user:hunter2secret@gw.invalid/\r\ncontent-length: 0\r\n\r\n'),
  'a retry-after beyond all': raw(`HTTP/1.1 429 Slow\r\nretry-after: ${'9'.repeat(5000)}\r\ncontent-length: 0\r\n\r\n`),
  'dates beyond all': raw('HTTP/1.1 500 No\r\ndate: Thu, 01 Jan 275760 00:00:00 GMT\r\nexpires: -1\r\ncontent-length: 0\r\n\r\n'),
  // texts that are slow to search
  brackets: message(500, '{'.repeat(200_000)),
  'brackets and quotes': message(500, '{"a":"'.repeat(60_000)),
  'angle brackets': raw(head(500, 'text/html'), '<'.repeat(400_000)),
  'comments that never close': raw(head(200, 'text/html'), '<!--'.repeat(100_000)),
  'scripts that never close': raw(head(500, 'text/html'), '<script '.repeat(50_000)),
  'escape strings that never close': message(500, '\u001b]'.repeat(100_000)),
  'beginnings of keys': message(401, 'sk-'.repeat(100_000)),
  'beginnings of addresses': message(500, 'a://b:'.repeat(60_000)),
  'words that lead to secrets': message(500, `${'token='.repeat(60_000)}"`),
  'beginnings of tokens': message(500, 'eyJaaaaaaaa.'.repeat(30_000)),
  blanks: message(500, ' '.repeat(400_000)),
  'bearer and blanks': message(500, `${'Bearer '.repeat(50_000)}${' '.repeat(100_000)}`),
  'one long word': message(500, 'a'.repeat(400_000)),
  'one long number': message(429, `try again in ${'1'.repeat(400_000)} seconds`),
  'chinese without end': message(403, '用户额度不足，'.repeat(50_000)),
  'many dots and colons': message(404, '.:/'.repeat(130_000)),
};

/** What a list of models may be like. */
export const HOSTILE_LISTS: Readonly<Record<string, HostileAnswer>> = {
  'names with terminal sequences': json(
    200,
    JSON.stringify({ data: [{ id: TERMINAL_SEQUENCES }, { id: `m-main${TERMINAL_SEQUENCES}` }, { id: 'm-mian' }] }),
  ),
  'a hundred thousand names': json(
    200,
    JSON.stringify({ data: Array.from({ length: 20_000 }, (_, index) => ({ id: `m-main-${index}` })) }),
  ),
  'names of 400 KB': json(200, JSON.stringify({ data: [{ id: 'm'.repeat(400_000) }] })),
  'no names at all': json(200, '{"data":[null,1,[],{"id":null},{"id":{"id":"x"}},{"id":""}]}'),
  'names that look like keys': json(200, '{"data":[{"id":"sk-test-0123456789abcdef"},{"id":"m-main2"}]}'),
  'lone surrogates': json(200, '{"data":[{"id":"m-\\ud800main"}]}'),
};
