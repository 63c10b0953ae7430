// Loopback servers for the wire: the mock gateway and proxy of the cases, and raw sockets for what they can't do.

import { readFileSync } from 'node:fs';
import net, { type AddressInfo, type Server, type Socket } from 'node:net';
import { afterEach } from 'vitest';
import { closeIdle } from '../../src/net/pool.ts';
import type { HttpRequest, Limits, Route } from '../../src/wire/types.ts';

export interface Seen {
  readonly method: string;
  readonly url: string;
  readonly headers: Record<string, string>;
  readonly body: string;
  readonly tunnel?: string;
}

export interface Running {
  readonly url: string;
  readonly host: string;
  readonly port: number;
  readonly requests: Seen[];
  close(): Promise<void>;
}

interface Gateway extends Running {
  authorityFile(): string;
}

const load = async <T>(path: string): Promise<T> => (await import(new URL(`../cases/${path}`, import.meta.url).href)) as T;
const { startGateway } = await load<{ startGateway(config: object): Promise<Gateway> }>('gateway.mjs');
const { startProxy } = await load<{
  startProxy(config: object, gateways: readonly object[]): Promise<Running & { configure(next: object, hosts: object): void }>;
}>('lib/proxy.mjs');
const { authorityFile } = await load<{ authorityFile(): string }>('lib/certificates.mjs');

const closers: (() => unknown)[] = [];
afterEach(async () => {
  closeIdle();
  for (const close of closers.splice(0)) await close();
});

export const KEY = 'sk-test-wire-0123456789abcdef';

export async function gateway(config: object = {}): Promise<Gateway> {
  const running = await startGateway({ kind: 'new-api', models: ['m-main'], keys: [KEY], ...config });
  closers.push(() => running.close());
  return running;
}

/** A proxy that knows `gw.test` as the given gateway. */
export async function proxy(config: object, target: Gateway) {
  const running = await startProxy(config, [{ name: 'gateway', port: target.port }]);
  running.configure(config, { 'gw.test': 'gateway' });
  closers.push(() => running.close());
  return running;
}

/** A server that gives every connection to `talk`. */
export async function rawServer(talk: (socket: Socket) => void): Promise<{ port: number; url: string; connections: () => number }> {
  let connections = 0;
  const sockets = new Set<Socket>();
  const server: Server = net.createServer((socket) => {
    connections += 1;
    sockets.add(socket);
    socket.on('error', () => {});
    talk(socket);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closers.push(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return { port, url: `http://127.0.0.1:${port}`, connections: () => connections };
}

/** Answers the first bytes of each connection with this text, then leaves it open or closes it. */
export const answering = (text: string | Buffer, { close = true } = {}) =>
  rawServer((socket) => socket.once('data', () => (close ? socket.end(text) : socket.write(text))));

export const authority = (): string => readFileSync(authorityFile(), 'utf8');

export const DIRECT: Route = { proxy: null, extraCa: [], verifyTls: true };
export const LIMITS: Limits = { timeoutMs: 5000, headersMs: 5000, idleMs: 5000, bodyBytes: 256 * 1024, enoughEvents: 500 };

export const chatRequest = (base: string, more: Partial<HttpRequest> = {}): HttpRequest => ({
  method: 'POST',
  url: `${base}/v1/chat/completions`,
  headers: [
    ['content-type', 'application/json'],
    ['authorization', `Bearer ${KEY}`],
  ],
  body: JSON.stringify({ model: 'm-main', messages: [{ role: 'user', content: 'ping' }], stream: true }),
  wireApi: 'openai-chat',
  model: 'm-main',
  stream: true,
  ...more,
});
