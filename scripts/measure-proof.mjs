// Proves the figures of `measure` against servers that keep their own clock. Takes some minutes: `node scripts/measure-proof.mjs [name…]`
// Names: ttft tpot rate causes sweep curl definitions. Results go to docs/latency.md by hand.

import { execFile, spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import net from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { build } from 'esbuild';

import { startGateway } from '../test/cases/gateway.mjs';
import { startProxy } from '../test/cases/lib/proxy.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const SERVER = join(root, 'test/measure/stream-server.mjs');
const GATEWAY = join(root, 'test/cases/gateway.mjs');

// ---------------------------------------------------------------- the program's own modules

const ENTRY = `
  export { send } from './src/net/request.ts';
  export { closeIdle } from './src/net/pool.ts';
  export { sampleOf } from './src/measure/latency.ts';
  export { measureChannels } from './src/measure/run.ts';
  export { planFor } from './src/measure/loads.ts';
  export { DEFAULT_THRESHOLDS } from './src/measure/verdict.ts';
`;

async function loadProgram() {
  const folder = mkdtempSync(join(tmpdir(), 'measure-proof-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  const outfile = join(folder, 'program.mjs');
  await build({
    stdin: { contents: ENTRY, resolveDir: root },
    outfile,
    bundle: true,
    format: 'esm',
    platform: 'node',
    target: 'node20.18',
    mainFields: ['module', 'main'],
    define: { __VERSION__: '"proof"' },
    banner: { js: "import { createRequire as createRequire_ } from 'node:module';\nconst require = createRequire_(import.meta.url);" },
    logLevel: 'error',
  });
  return import(pathToFileURL(outfile).href);
}

const { send, sampleOf, closeIdle, measureChannels, planFor, DEFAULT_THRESHOLDS } = await loadProgram();

const DIRECT = { proxy: null, extraCa: [], verifyTls: true };
const LIMITS = { timeoutMs: 120_000, headersMs: 60_000, idleMs: 60_000, bodyBytes: 256 * 1024 * 1024, enoughEvents: 10_000_000 };
const WISHES = { budgetMs: null, expectTokens: null, maxTtftMs: null, maxTpotMs: null };

const quantile = (values, share) => [...values].sort((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))];
const median = (values) => quantile(values, 0.5);
const ms = (value) => `${value.toFixed(2)} ms`;
let failures = 0;
function verdict(holds, text) {
  if (!holds) failures += 1;
  console.log(`${holds ? 'ok  ' : 'FAIL'} ${text}`);
}

const chatRequest = (url, wireApi = 'openai-chat') => ({
  method: 'POST',
  url: `${url}/chat/completions`,
  headers: [['content-type', 'application/json']],
  body: JSON.stringify({
    model: 'm-main',
    stream: true,
    stream_options: { include_usage: true },
    messages: [{ role: 'user', content: 'go on' }],
  }),
  wireApi,
  model: 'm-main',
  stream: true,
});

/** A server in a process of its own, so that its work does not delay our stamps. */
async function startProcess(args) {
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const url = (await lines.next()).value;
  return { url, next: async () => JSON.parse((await lines.next()).value), stop: () => child.kill() };
}

/** `startedAt`: epoch ms of the client's clock, which is the server's too on one machine. */
async function compareOne(server) {
  const startedAt = performance.timeOrigin + performance.now();
  const trace = await send(chatRequest(server.url), DIRECT, LIMITS);
  return { sample: sampleOf('decode', trace, false), record: await server.next(), trace, startedAt };
}

// ---------------------------------------------------------------- ttft, tpot

const SHAPES = {
  plain: { tokens: 60, per: 5 },
  'split UTF-8': { tokens: 60, per: 5, split: true },
  bursts: { tokens: 90, per: 4, perWrite: 10 },
  'keep-alive comments': { tokens: 60, per: 5, comments: 7, first: 60 },
  'several tokens an event': { tokens: 120, per: 3, perEvent: 4 },
};

async function ttftAndTpot() {
  const errors = [];
  for (const [name, shape] of Object.entries(SHAPES)) {
    const server = await startProcess([SERVER, JSON.stringify({ ...shape, tokens: shape.tokens * 3 })]);
    // The first request compiles the code on both sides.
    await compareOne(server);
    const own = [];
    for (let run = 0; run < 10; run += 1) {
      const { sample, record, startedAt } = await compareOne(server);
      const ttft = record.firstTokenAt - record.receivedAt;
      const arrival = startedAt + sample.ttftMs - record.firstTokenAt;
      const tpot = (record.lastTokenAt - record.firstTokenAt) / (record.tokens - 1);
      own.push({
        ttft: Math.abs(sample.ttftMs - ttft),
        arrival: Math.abs(arrival),
        tpot: Math.abs(sample.tpotMs - tpot),
        share: Math.abs(sample.tpotMs - tpot) / tpot,
      });
    }
    server.stop();
    closeIdle();
    console.log(
      `     ${name}: TTFT error median ${ms(median(own.map(({ ttft }) => ttft)))}, TPOT error median ${ms(median(own.map(({ tpot }) => tpot)))}`,
    );
    errors.push(...own);
  }
  const ttft = errors.map((error) => error.ttft);
  verdict(
    median(ttft) <= 2 && quantile(ttft, 0.95) <= 6,
    `TTFT over ${ttft.length} requests: error median ${ms(median(ttft))}, p95 ${ms(quantile(ttft, 0.95))}, max ${ms(Math.max(...ttft))}`,
  );
  const arrivals = errors.map(({ arrival }) => arrival);
  console.log(`     of that, from the server's write to our stamp: median ${ms(median(arrivals))}, p95 ${ms(quantile(arrivals, 0.95))}`);
  const worst = Math.max(...errors.map(({ tpot, share }) => Math.min(tpot / 0.2, share / 0.01)));
  verdict(
    worst <= 1,
    `TPOT over ${errors.length} requests: error max ${ms(Math.max(...errors.map(({ tpot }) => tpot)))}, ${(100 * Math.max(...errors.map(({ share }) => share))).toFixed(2)} %`,
  );
}

// ---------------------------------------------------------------- 5,000 tokens a second for 20 s

async function rate() {
  const tokens = 100_000;
  const server = await startProcess([SERVER, JSON.stringify({ tokens, per: 0.2, perWrite: 10 })]);
  const before = process.cpuUsage();
  const started = performance.now();
  const { trace, record, sample } = await compareOne(server);
  const { user, system } = process.cpuUsage(before);
  const seconds = (performance.now() - started) / 1000;
  server.stop();
  const perToken = (user + system) / tokens;
  verdict(
    trace.tokenTimes.length === tokens && record.events === tokens,
    `${trace.tokenTimes.length} of ${tokens} token events in ${seconds.toFixed(1)} s (${Math.round(tokens / seconds)} a second), ${sample.delivery}`,
  );
  verdict(perToken < 20, `${perToken.toFixed(1)} µs of CPU a token`);
}

// ---------------------------------------------------------------- causes

const KEY = 'sk-test-0123456789abcdef';

function targetFor(url, { wireApi = 'anthropic-messages', route = {} } = {}) {
  const base =
    wireApi === 'anthropic-messages' ? `${url}/v1/messages` : `${url}/v1/${wireApi === 'openai-chat' ? 'chat/completions' : 'responses'}`;
  const headers = [
    ['content-type', 'application/json'],
    ['authorization', `Bearer ${KEY}`],
    ['anthropic-version', '2023-06-01'],
  ];
  const request = { method: 'POST', url: base, headers, body: null, wireApi, model: 'm-main', stream: true };
  return {
    channel: { baseUrl: url, model: 'm-main', wireApi, name: null },
    request,
    route: { ...DIRECT, ...route },
    list: { ...request, method: 'GET', url: `${url}/v1/models`, stream: false, model: null },
    context: { clientId: null, version: null, wireApi, requestUrl: base, model: 'm-main', key: null },
    before: [],
  };
}

const measure = (target, plan) =>
  measureChannels([[target]], {
    plan: planFor({ quick: false, runs: null, input: null, output: null, ownText: null, ramp: 0, ...plan }),
    effects: { send, random: () => Math.random().toString(16).slice(2), timeoutMs: 60_000 },
    thresholds: DEFAULT_THRESHOLDS,
    wishes: WISHES,
    now: Date.now(),
    insists: true,
    onProgress: () => {},
  });

const gatewayWith = (latency, more = {}) =>
  startGateway({ kind: 'new-api', keys: [KEY], models: ['m-main'], latency: { per: 3, tokens: 120, ...latency }, ...more });

async function withGateway(latency, more = {}) {
  const gateway = await gatewayWith(latency, more);
  return { target: targetFor(gateway.url), close: () => gateway.close() };
}

/** Delays what the client sends first, which holds TLS up but nothing after it. */
async function slowHandshake() {
  const gateway = await gatewayWith({}, { fault: 'tls-unknown-ca' });
  const forwarder = net.createServer((client) => {
    const upstream = net.connect(gateway.port, '127.0.0.1');
    client.on('error', () => upstream.destroy());
    upstream.on('error', () => client.destroy());
    client.once('data', async (first) => {
      client.pause();
      await sleep(1500);
      upstream.write(first);
      client.pipe(upstream);
    });
    upstream.pipe(client);
  });
  await new Promise((resolve) => forwarder.listen(0, '127.0.0.1', resolve));
  const { readFileSync } = await import('node:fs');
  const route = { extraCa: [readFileSync(gateway.authorityFile(), 'utf8')] };
  const close = async () => {
    closeIdle();
    forwarder.close();
    await gateway.close();
  };
  return { target: targetFor(`https://127.0.0.1:${forwarder.address().port}`, { route }), close };
}

async function slowProxy(delayMs, latency = {}) {
  const gateway = Object.assign(await gatewayWith(latency), { name: 'gateway' });
  const proxy = await startProxy({ delayMs }, [gateway]);
  const close = async () => {
    closeIdle();
    await proxy.close();
    await gateway.close();
  };
  return { target: targetFor(gateway.url, { route: { proxy: proxy.url } }), close };
}

/** The first request of all waits for the model to be loaded. */
async function coldStart() {
  let isFirst = true;
  const config = (queue) => ({ kind: 'new-api', keys: [KEY], models: ['m-main'], latency: { per: 3, tokens: 120, queue } });
  const gateway = await startGateway(config(2500), {
    beforeAnswer: () => {},
    onRequest: () => {
      if (isFirst) gateway.configure(config(0));
      isFirst = false;
    },
  });
  return { target: targetFor(gateway.url), close: () => gateway.close() };
}

const CAUSES = [
  ['queue', 'queue', () => withGateway({ queue: 1600 })],
  ['long prefill', 'prefill', () => withGateway({ prefill: 0.4 })],
  ['slow decode', 'decode', () => withGateway({ per: 130, tokens: 20 })],
  ['buffering', 'buffered', () => withGateway({ per: 10, hold: 600 }, { fault: 'buffer' })],
  ['thinking', 'thinking', () => withGateway({ think: 100, per: 15, tokens: 40 })],
  ['slow TLS', 'network', slowHandshake],
  ['slow proxy', 'network', () => slowProxy(700)],
  ['cold start', 'queue', coldStart],
  ['nothing', 'none', () => withGateway({ first: 30 })],
  ['queue 1500 and prefill 700', 'queue', () => withGateway({ queue: 1500, prefill: 0.17 })],
  ['queue 600 and prefill 1400', 'prefill', () => withGateway({ queue: 600, prefill: 0.35 })],
  ['proxy 1200 and queue 500', 'network', () => slowProxy(1200, { queue: 500 })],
  ['proxy 400 and queue 1400', 'queue', () => slowProxy(400, { queue: 1400 })],
  ['decode 250 and queue 1200', 'decode', () => withGateway({ queue: 1200, per: 250, tokens: 12 })],
  ['thinking 2400 and queue 1100', 'thinking', () => withGateway({ queue: 1100, think: 120, per: 20, tokens: 30 })],
];
const TIMES = 10;
const AT_ONCE = 5;

async function causes() {
  for (const [name, expected, start] of CAUSES) {
    const got = [];
    const one = async () => {
      const { target, close } = await start();
      const { verdict: found } = await measure(target, { runs: 2 });
      got.push(found.slow);
      await close();
    };
    for (let done = 0; done < TIMES; done += AT_ONCE) await Promise.all(Array.from({ length: AT_ONCE }, one));
    closeIdle();
    const right = got.filter((slow) => slow === expected).length;
    verdict(right === TIMES, `${name}: ${expected} ${right} of ${TIMES}${right === TIMES ? '' : ` (${got.join(', ')})`}`);
  }
}

// ---------------------------------------------------------------- sweep

async function sweep() {
  for (const { prefill, first, queue = 0, jitter = 0 } of [
    { prefill: 0.05, first: 40 },
    { prefill: 0.2, first: 150 },
    { prefill: 0.5, first: 20, queue: 200 },
    { prefill: 0.1, first: 60, jitter: 30 },
  ]) {
    const child = await startProcess([
      GATEWAY,
      '--preset',
      'new-api',
      '--key',
      KEY,
      '--model',
      'm-main',
      '--latency',
      `prefill=${prefill},first=${first},queue=${queue},jitter=${jitter},per=3,tokens=60`,
    ]);
    const { sweep: fit } = await measure(targetFor(child.url), { runs: 3 });
    child.stop();
    closeIdle();
    const slopeError = Math.abs(fit.msPerToken - prefill) / prefill;
    const fixed = first + queue + jitter / 2;
    const fixedError = Math.abs(fit.interceptMs - fixed);
    verdict(
      slopeError <= 0.1 && fixedError <= 20,
      `prefill ${prefill} ms a token, ${fixed} ms fixed: found ${fit.msPerToken.toFixed(4)} (${(slopeError * 100).toFixed(1)} %) and ${fit.interceptMs.toFixed(1)} ms (${fixedError.toFixed(1)} ms off), R² ${fit.r2.toFixed(3)}`,
    );
  }
}

// ---------------------------------------------------------------- curl, and another tool's definitions

const runFile = promisify(execFile);
const clockOf = (line) => {
  const [, h, m, s] = /^(\d+):(\d+):(\d+\.\d+)/.exec(line) ?? [];
  return s === undefined ? null : (Number(h) * 3600 + Number(m) * 60 + Number(s)) * 1000;
};

/** From `curl -N --trace-ascii - --trace-time`: request sent, and the arrival of the first and last chunk with content. */
function instantsOfCurl(trace) {
  const lines = trace.split('\n');
  let at = null;
  let sent = null;
  let isReceived = false;
  const tokens = [];
  for (const line of lines) {
    at = clockOf(line) ?? at;
    if (/[<=>]{2} /.test(line)) isReceived = /<= Recv data/.test(line);
    if (/=> Send header/.test(line)) sent ??= at;
    // A line of the trace holds 64 characters, so that the text may begin on the next one.
    if (isReceived && /字|\.\.\.\.\.\.\./.test(line)) tokens.push(at);
  }
  return { ttft: tokens[0] - sent, span: tokens.at(-1) - tokens[0] };
}

async function curl() {
  const folder = mkdtempSync(join(tmpdir(), 'measure-curl-'));
  const body = join(folder, 'body.json');
  writeFileSync(body, chatRequest('').body);
  const server = await startProcess([SERVER, JSON.stringify({ first: 200, per: 8, tokens: 80 })]);
  const rows = [];
  for (let run = 0; run < 10; run += 1) {
    const args = [
      '-sN',
      '--trace-ascii',
      '-',
      '--trace-time',
      '-o',
      '/dev/null',
      '-H',
      'content-type: application/json',
      '-d',
      `@${body}`,
      `${server.url}/chat/completions`,
    ];
    const { stdout } = await runFile('curl', args, { maxBuffer: 64 * 1024 * 1024, env: { ...process.env, NO_PROXY: '*' } });
    const theirs = instantsOfCurl(stdout);
    const theirRecord = await server.next();
    const { sample, record } = await compareOne(server);
    rows.push({
      curlTtft: theirs.ttft - (theirRecord.firstTokenAt - theirRecord.receivedAt),
      ourTtft: sample.ttftMs - (record.firstTokenAt - record.receivedAt),
      curlSpan: theirs.span - (theirRecord.lastTokenAt - theirRecord.firstTokenAt),
      ourSpan: sample.lastTokenMs - sample.ttftMs - (record.lastTokenAt - record.firstTokenAt),
    });
  }
  server.stop();
  rmSync(folder, { recursive: true, force: true });
  const of = (name) => median(rows.map((row) => row[name]));
  const apart = Math.abs(of('curlTtft') - of('ourTtft'));
  verdict(
    apart <= 2,
    `against the server's clock over 10 runs each: TTFT curl ${ms(of('curlTtft'))}, ours ${ms(of('ourTtft'))} later; first to last token curl ${ms(of('curlSpan'))}, ours ${ms(of('ourSpan'))}`,
  );
}

/** vllm bench serve: TTFT at the first chunk with `choices`, E2E at the last one, TPOT = (E2E − TTFT)/(tokens − 1). */
function asVllm({ events, reading }) {
  const times = events.flatMap(({ at, data }) => (data.startsWith('{') && JSON.parse(data).choices?.length > 0 ? [at] : []));
  const tokens = reading.usage.output;
  return { ttft: times[0], tpot: (times.at(-1) - times[0]) / (tokens - 1) };
}

async function definitions() {
  for (const role of [false, true]) {
    const server = await startProcess([SERVER, JSON.stringify({ first: 150, per: 6, tokens: 200, role })]);
    await compareOne(server);
    const { trace, sample } = await compareOne(server);
    server.stop();
    const vllm = asVllm(trace);
    const text = `TTFT vLLM's rule ${ms(vllm.ttft)}, ours ${ms(sample.ttftMs)}; TPOT ${ms(vllm.tpot)} and ${ms(sample.tpotMs)}`;
    if (role) console.log(`     with an empty role chunk first, which vLLM counts as a token: ${text}`);
    else verdict(Math.abs(vllm.ttft - sample.ttftMs) < 0.5 && Math.abs(vllm.tpot - sample.tpotMs) / sample.tpotMs < 0.01, text);
  }
}

const PROOFS = { ttft: ttftAndTpot, rate, sweep, curl, definitions, causes };
const wanted = process.argv.slice(2);
for (const [name, prove] of Object.entries(PROOFS)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue;
  console.log(name);
  await prove();
  closeIdle();
}
process.exitCode = failures > 0 ? 1 : 0;
