// SOCKS5 (RFC 1928) with user and password (RFC 1929), as Codex uses it for ALL_PROXY.

import net, { type Socket } from 'node:net';
import { failure } from './failure.ts';
import type { ProxyAddress } from './proxy-address.ts';
import { receive } from './settle.ts';

const VERSION = 5;
const REPLIES = [
  'succeeded',
  'general failure',
  'not allowed by ruleset',
  'network unreachable',
  'host unreachable',
  'connection refused',
  'TTL expired',
  'command not supported',
  'address type not supported',
];

const notSocks = () => failure('proxy', 'PROXY_NOT_HTTP', 'the proxy does not speak SOCKS5');

async function authenticate(socket: Socket, proxy: ProxyAddress, signal: AbortSignal): Promise<void> {
  const withPassword = proxy.user !== null;
  socket.write(Buffer.from(withPassword ? [VERSION, 2, 0, 2] : [VERSION, 1, 0]));
  const chosen = await receive(socket, signal, (bytes) => (bytes[0] !== VERSION ? bytes.length : bytes.length >= 2 ? 2 : null));
  if (chosen[0] !== VERSION) throw notSocks();
  if (chosen[1] === 0) return;
  if (chosen[1] !== 2 || !withPassword) throw failure('proxy', 'PROXY_AUTH', 'the SOCKS proxy wants credentials');
  const user = Buffer.from(proxy.user ?? '').subarray(0, 255);
  const password = Buffer.from(proxy.password?.reveal() ?? '').subarray(0, 255);
  socket.write(Buffer.concat([Buffer.from([1, user.length]), user, Buffer.from([password.length]), password]));
  const verdict = await receive(socket, signal, (bytes) => (bytes.length >= 2 ? 2 : null));
  if (verdict[1] !== 0) throw failure('proxy', 'PROXY_AUTH', 'the SOCKS proxy refused the credentials');
}

function ipv6Bytes(address: string): Buffer {
  const [head = '', tail = ''] = (address.split('%')[0] ?? '').split('::');
  const groups = (part: string) => part.split(':').filter(Boolean);
  const left = groups(head);
  const right = groups(tail);
  const middle = Array.from({ length: Math.max(0, 8 - left.length - right.length) }, () => '0');
  const all = address.includes('::') ? [...left, ...middle, ...right] : left;
  const bytes = Buffer.alloc(16);
  for (const [index, group] of all.slice(0, 8).entries()) bytes.writeUInt16BE(Number.parseInt(group, 16) & 0xffff, index * 2);
  return bytes;
}

function addressBytes(host: string): Buffer {
  const family = net.isIP(host);
  if (family === 4) return Buffer.from([1, ...host.split('.').map(Number)]);
  if (family === 6) return Buffer.concat([Buffer.from([4]), ipv6Bytes(host)]);
  const name = Buffer.from(host).subarray(0, 255);
  return Buffer.concat([Buffer.from([3, name.length]), name]);
}

// VER REP RSV ATYP BND.ADDR BND.PORT
function replyLength(bytes: Buffer): number | null {
  if (bytes[0] !== VERSION) return bytes.length;
  if (bytes.length < 5) return null;
  const address = bytes[3] === 1 ? 4 : bytes[3] === 4 ? 16 : 1 + (bytes[4] ?? 0);
  return bytes.length >= 4 + address + 2 ? 4 + address + 2 : null;
}

/** `host` may be a name: then the proxy resolves it. */
export async function openSocks(socket: Socket, host: string, port: number, proxy: ProxyAddress, signal: AbortSignal): Promise<void> {
  await authenticate(socket, proxy, signal);
  socket.write(Buffer.concat([Buffer.from([VERSION, 1, 0]), addressBytes(host), Buffer.from([port >> 8, port & 0xff])]));
  const reply = await receive(socket, signal, replyLength);
  if (reply[0] !== VERSION) throw notSocks();
  const code = reply[1] ?? 1;
  if (code !== 0) throw failure('proxy', 'PROXY_DENIED', `the SOCKS proxy answered: ${REPLIES[code] ?? `code ${code}`}`);
}
