// CONNECT: a tunnel through an HTTP proxy. Only the proxy gets the proxy's credentials.

import type { Socket } from 'node:net';
import { failure } from './failure.ts';
import { type ProxyAddress, proxyAuthorization } from './proxy-address.ts';
import { receive } from './settle.ts';

const MAX_HEAD_BYTES = 64 * 1024;
const HEAD_END = '\r\n\r\n';
const STATUS_LINE = /^HTTP\/\d\.\d (\d{3})(?: ([^\r\n]*))?/;
const START = 'HTTP/';

export const printable = (bytes: Uint8Array, length = 60): string =>
  Buffer.from(bytes.subarray(0, length))
    .toString('latin1')
    .replace(/[^\x20-\x7e]+/g, ' ')
    .trim();

function headLength(bytes: Buffer): number | null {
  const start = bytes.subarray(0, START.length).toString('latin1');
  if (!START.startsWith(start) && !start.startsWith(START)) return bytes.length;
  const end = bytes.indexOf(HEAD_END);
  if (end >= 0) return end + HEAD_END.length;
  return bytes.length > MAX_HEAD_BYTES ? bytes.length : null;
}

/** `authority` is host:port of the target. */
export async function openTunnel(socket: Socket, authority: string, proxy: ProxyAddress, signal: AbortSignal): Promise<void> {
  const authorization = proxyAuthorization(proxy);
  const credentials = authorization === null ? '' : `Proxy-Authorization: ${authorization}\r\n`;
  socket.write(`CONNECT ${authority} HTTP/1.1\r\nHost: ${authority}\r\n${credentials}Proxy-Connection: Keep-Alive\r\n\r\n`);
  const head = await receive(socket, signal, headLength);
  const match = STATUS_LINE.exec(head.toString('latin1'));
  if (!match) throw failure('proxy', 'PROXY_NOT_HTTP', `the proxy does not speak HTTP: ${printable(head)}`);
  const status = Number(match[1]);
  if (status >= 200 && status < 300) return;
  const code = status === 407 ? 'PROXY_AUTH' : 'PROXY_DENIED';
  throw failure('proxy', code, `the proxy answered CONNECT with ${status} ${printable(Buffer.from(match[2] ?? ''))}`.trim(), {
    proxyStatus: status,
  });
}
