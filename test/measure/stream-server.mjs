// A chat server that streams in awkward ways and keeps its own clock: split characters, bursts, several tokens an event, comments.
//
//   node test/measure/stream-server.mjs '{"tokens":100,"per":10}'     prints its address, then one JSON line for each request

import http from 'node:http';
import { setTimeout as sleep, setImmediate as turn } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';

const DEFAULTS = {
  first: 20, // ms from the request to the first token
  per: 5, // ms per token
  tokens: 60,
  perEvent: 1, // tokens in one event
  perWrite: 1, // events in one write
  split: false, // cut every write in the middle of a character
  comments: 0, // ms between keep-alive comments
  role: true, // begin with a chunk that holds the role alone
};
const WORD = '字🙂'; // seven bytes

const now = () => performance.timeOrigin + performance.now();

const chunk = (delta, extra = {}) =>
  `data: ${JSON.stringify({ id: 'c1', object: 'chat.completion.chunk', created: 1, model: 'm-main', choices: [{ index: 0, delta, finish_reason: null }], ...extra })}\n\n`;
const usage = (tokens) => ({ prompt_tokens: 40, completion_tokens: tokens, total_tokens: 40 + tokens });

async function writeAll(response, text, split) {
  const bytes = Buffer.from(text);
  if (!split) return response.write(bytes);
  // Inside the last character that has several bytes.
  const cut = bytes.lastIndexOf(0xf0) + 2;
  response.write(bytes.subarray(0, cut));
  await turn();
  await turn();
  return response.write(bytes.subarray(cut));
}

async function stream(response, shape, record) {
  const { first, per, tokens, perEvent, perWrite, split, role } = shape;
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  response.flushHeaders();
  response.socket.setNoDelay(true);
  if (role) response.write(chunk({ role: 'assistant', content: '' }));
  const start = now();
  const events = Math.ceil(tokens / perEvent);
  for (let event = 0; event < events; event += perWrite) {
    const wait = start + first + event * perEvent * per - now();
    if (wait > 0) await sleep(wait);
    const count = Math.min(perWrite, events - event);
    const text = Array.from({ length: count }, () => chunk({ content: WORD.repeat(perEvent) })).join('');
    if (split) {
      await writeAll(response, text, true);
      record.firstTokenAt ??= now();
    } else {
      record.firstTokenAt ??= now();
      await writeAll(response, text, false);
    }
    record.lastTokenAt = now();
    record.events = (record.events ?? 0) + count;
  }
  response.write(chunk({}, { choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] }));
  response.write(`data: ${JSON.stringify({ object: 'chat.completion.chunk', model: 'm-main', choices: [], usage: usage(tokens) })}\n\n`);
  response.end('data: [DONE]\n\n');
}

/** `requests` fills with the server's own instants, epoch ms. */
export async function startStreamServer(given = {}, onFinished = () => {}) {
  const shape = { ...DEFAULTS, ...given };
  const requests = [];
  const server = http.createServer(async (request, response) => {
    const record = { receivedAt: now(), tokens: shape.tokens };
    for await (const _ of request);
    if (request.method !== 'POST') return response.writeHead(200, { 'content-type': 'application/json' }).end('{"data":[]}');
    requests.push(record);
    const pings = shape.comments ? setInterval(() => response.write(': keep-alive\n\n'), shape.comments) : null;
    await stream(response, shape, record).finally(() => clearInterval(pings));
    return onFinished(record);
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${server.address().port}/v1`,
    requests,
    close: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(resolve));
    },
  };
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const server = await startStreamServer(JSON.parse(process.argv[2] ?? '{}'), (record) =>
    process.stdout.write(`${JSON.stringify(record)}\n`),
  );
  process.stdout.write(`${server.url}\n`);
}
