import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { afterEach, describe, expect, it } from 'vitest';

import { memoryHost } from '../helpers/memory-host.ts';
import { closeAll, doctor, gateway, machineWith, sentKeys } from './machine.ts';

afterEach(closeAll);

const KEY = 'sk-test-measure-0123456789abcdef';
const isValid = new Ajv2020({ strict: false }).compile(
  JSON.parse(readFileSync(new URL('../../schema/latency.schema.json', import.meta.url), 'utf8')),
);

interface Json {
  readonly channel: { readonly model: string; readonly wireApi: string };
  readonly samples: readonly { readonly load: string; readonly cold: boolean; readonly ttftMs: number }[];
  readonly verdict: { readonly slow: string; readonly text: string };
  readonly budget: { readonly totalMs: number; readonly targetMs: number } | null;
  readonly compared: readonly Json[];
  readonly failure: { readonly id: string } | null;
  readonly sweep: { readonly msPerToken: number } | null;
  readonly decomposition: readonly { readonly ms: number | null }[];
  readonly loads: Record<string, { readonly ttftMs: { readonly median: number } }>;
}

const running = (latency: object = {}, more: object = {}) =>
  gateway(KEY, ['m-main', 'm-small'], { latency: { per: 1, tokens: 60, ...latency }, ...more });
const host = () => memoryHost({ env: { CD_KEY: KEY, LANG: 'en_US.UTF-8' } });
const flags = (url: string, ...more: string[]) => [
  'measure',
  '--base-url',
  url,
  '--model',
  'm-main',
  '--key-env',
  'CD_KEY',
  '--wire',
  'anthropic-messages',
  ...more,
];

async function measured(url: string, ...more: string[]): Promise<{ status: number; json: Json; err: string }> {
  const { status, out, err } = await doctor(host(), flags(url, '--json', ...more));
  expect(out).not.toContain(KEY);
  const json = JSON.parse(out) as Json;
  expect(isValid(json), JSON.stringify(isValid.errors)).toBe(true);
  return { status, json, err };
}

describe('measure', () => {
  // The limits are lowered so that nobody has to wait.
  it.each([
    ['none', { first: 10 }, {}],
    ['queue', { queue: 300 }, {}],
    ['prefill', { prefill: 0.1 }, {}],
    ['decode', { per: 30, tokens: 12 }, {}],
    ['thinking', { think: 60, per: 6, tokens: 20 }, {}],
    ['buffered', { per: 2, hold: 250 }, { fault: 'buffer' }],
  ])('finds %s in one quick round', async (slow, latency, more) => {
    const limits = slow === 'none' ? [] : ['--thresholds', 'ttft=150/300,tpot=20/40'];
    const { status, json } = await measured((await running(latency, more)).url, '--quick', ...limits);
    expect({ status, slow: json.verdict.slow }).toEqual({ status: 0, slow });
  });

  it('asks an address that breaks off in one wire API alone', async () => {
    const paths: string[] = [];
    const server = createServer((request) => {
      paths.push(request.url ?? '');
      request.socket.destroy();
    });
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const args = ['measure', '--base-url', url, '--model', 'm-main', '--key-env', 'CD_KEY', '--json', '--yes'];
    const { out } = await doctor(host(), args);
    server.close();
    expect((JSON.parse(out) as Json).failure?.id).toBe('net/reset');
    expect(paths.filter((path) => !/\/(?:models|responses)$/.test(path))).toEqual([]);
  });

  it('waits once for an answer that drips for ever', async () => {
    const paths: string[] = [];
    const server = createServer((request, response) => {
      paths.push(request.url ?? '');
      response.writeHead(500, { 'content-type': 'application/json' });
      const drip = setInterval(() => response.write(' '), 20);
      response.on('close', () => clearInterval(drip));
    });
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const args = ['measure', '--base-url', url, '--model', 'm-main', '--key-env', 'CD_KEY', '--json', '--yes', '--timeout', '300'];
    const { status } = await doctor(host(), args);
    server.close();
    expect({ status, paths: paths.sort() }).toEqual({ status: 1, paths: ['/responses', '/v1/responses'] });
  });

  it('says what it costs and sends what it says', async () => {
    const { url, requests } = await running();
    const { json, err } = await measured(url, '--runs', '2', '--tokens', '800,64');
    expect(err).toMatch(/^About 11 requests/);
    expect(json.samples.filter(({ load }) => load === 'prefill')).toHaveLength(3);
    expect(json.samples.filter(({ load, cold }) => load === 'sweep' && !cold)).toHaveLength(4);
    expect(json.samples.map(({ load }) => load)).toContain('cache');
    expect(requests.filter(({ method }) => method === 'POST').length).toBeLessThanOrEqual(16);
    const total = json.decomposition.reduce((sum, { ms }) => sum + (ms ?? 0), 0);
    expect(total).toBeCloseTo(json.loads.prefill?.ttftMs.median ?? 0, 1);
  });

  it('measures every wire API', async () => {
    const { url } = await running();
    for (const wire of ['openai-responses', 'openai-chat']) {
      const { out, status } = await doctor(host(), [
        'measure',
        '--base-url',
        url,
        '--model',
        'm-main',
        '--key-env',
        'CD_KEY',
        '--wire',
        wire,
        '--quick',
        '--json',
      ]);
      expect(status).toBe(0);
      expect((JSON.parse(out) as Json).channel.wireApi).toBe(wire);
    }
  });

  it('compares models side by side', async () => {
    const { json } = await measured((await running()).url, '--model', 'm-main,m-small', '--quick');
    expect([json.channel.model, ...json.compared.map(({ channel }) => channel.model)]).toEqual(['m-main', 'm-small']);
  });

  it('sends nothing with --dry-run, and says where it would go', async () => {
    const { url, requests } = await running();
    const { status, out } = await doctor(host(), flags(url, '--dry-run'));
    expect(status).toBe(0);
    expect(out).toContain(`${url}/v1/messages`);
    expect(requests).toEqual([]);
    expect(JSON.parse((await doctor(host(), flags(url, '--dry-run', '--json'))).out)).toSatisfy(isValid);
  });

  it('ends with 1 and the failure where the key is refused', async () => {
    const { url, requests } = await running({}, { keys: ['sk-test-another-0123456789'] });
    const { status, json } = await measured(url);
    expect({ status, failure: json.failure?.id }).toEqual({ status: 1, failure: 'auth/invalid-key' });
    expect(requests.filter(({ method }) => method === 'POST').length).toBeLessThan(10);
    const { out } = await doctor(host(), flags(url));
    expect(out).toContain('[auth/invalid-key]');
    expect(out).not.toContain(KEY);
  });

  it.each([
    [['--max-ttft', '5'], 4],
    [['--max-ttft', '5000', '--max-tpot', '500'], 0],
    [['--budget', '20', '--expect-tokens', '40'], 4],
    [['--budget', '60000', '--expect-tokens', '40'], 0],
  ])('judges %j with exit %i', async (limits, exit) => {
    const { status, json } = await measured((await running({ first: 30 })).url, '--quick', ...limits);
    expect(status).toBe(exit);
    if (limits[0] === '--budget') expect(json.budget?.targetMs).toBe(Number(limits[1]));
  });

  it.each([
    [['--runs', '0']],
    [['--runs', 'many']],
    [['--tokens', '3']],
    [['--budget', '-1']],
    [['--thresholds', 'ttft=5']],
    [['--ramp', '1000']],
    [['--watch', 'soon']],
    [['--offline']],
    [['--prompt-file', '/nowhere'], 3],
    [['--log', '/nowhere'], 3],
    [['--wire', 'grpc']],
  ])('refuses %j before anything is sent', async (more, exit = 2) => {
    const { url, requests } = await running();
    const { status, err } = await doctor(host(), flags(url, ...(more as string[])));
    expect(status).toBe(exit);
    expect(err.length).toBeGreaterThan(10);
    expect(requests).toEqual([]);
    const asJson = await doctor(host(), flags(url, '--json', ...(more as string[])));
    expect(asJson.status).toBe(exit);
    expect(JSON.parse(asJson.out)).toSatisfy(isValid);
  });

  it('measures the client’s own channel where no flag names one', async () => {
    const own = await running();
    const machine = machineWith({
      files: {
        '~/.claude/settings.json': JSON.stringify({
          env: { ANTHROPIC_BASE_URL: own.url, ANTHROPIC_AUTH_TOKEN: KEY, ANTHROPIC_MODEL: 'm-main' },
        }),
        '~/.claude.json': '{"hasCompletedOnboarding":true}',
      },
    });
    const { status, out } = await doctor(machine, ['measure', '--quick', '--json', '--client', 'claude-code']);
    expect(status).toBe(0);
    expect(JSON.parse(out)).toMatchObject({ channel: { model: 'm-main', name: 'claude-code' } });
    expect(sentKeys(own)).toEqual([`Bearer ${KEY}`]);
  });

  it('sends no key where a project file redirects it', async () => {
    const own = await running();
    const machine = machineWith({
      cwd: '/home/u/project',
      files: {
        '~/.claude/settings.json': JSON.stringify({ env: { ANTHROPIC_AUTH_TOKEN: KEY } }),
        '~/project/.claude/settings.json': JSON.stringify({ env: { ANTHROPIC_BASE_URL: own.url } }),
      },
    });
    const { status, err } = await doctor({ ...machine, cwd: machine.path('~/project') }, ['measure', '--quick', '--client', 'claude-code']);
    expect({ status, requests: own.requests.length }).toEqual({ status: 2, requests: 0 });
    expect(err).toContain('channel-doctor check');
  });

  it('writes the page and the metrics', async () => {
    const machine = host();
    const { status } = await doctor(
      machine,
      flags((await running()).url, '--quick', '--html', '~/out.html', '--openmetrics', '~/out.prom'),
    );
    expect(status).toBe(0);
    expect(await machine.text('~/out.html')).toContain('m-main');
    expect(await machine.text('~/out.prom')).toMatch(/# EOF\n$/);
    expect(await machine.text('~/out.html')).not.toContain(KEY);
  });

  it('learns what a gateway refuses', async () => {
    const refusal = {
      method: 'POST',
      path: '/v1/chat/completions',
      status: 400,
      json: {
        error: {
          message: "Unknown parameter: 'stream_options'.",
          type: 'invalid_request_error',
          code: 'unknown_parameter',
          param: 'stream_options',
        },
      },
    };
    const { url, requests } = await running({}, { routes: [refusal] });
    await doctor(host(), [
      'measure',
      '--base-url',
      url,
      '--model',
      'm-main',
      '--key-env',
      'CD_KEY',
      '--wire',
      'openai-chat',
      '--quick',
      '--json',
    ]);
    expect(
      requests.some(({ body }) => body.includes('lighthouse') || body.includes('single word OK')) &&
        requests.some(({ body }) => body.includes('max_tokens') && !body.includes('stream_options')),
    ).toBe(true);
  });
});
