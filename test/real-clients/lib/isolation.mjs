// A network with nothing but the loopback, so that no client reaches its vendor.

import { spawn, spawnSync } from 'node:child_process';
import dgram from 'node:dgram';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';

const INSIDE = 'CHANNEL_DOCTOR_AGREE_INSIDE';
const WAYS = [
  ['-n', '-m'],
  ['-U', '-r', '-n', '-m'],
];

export const isInside = () => Boolean(process.env[INSIDE]);

/** How a private network namespace is made here, as root or with user namespaces; null where it can't be. */
export function wayInside() {
  if (process.platform !== 'linux') return null;
  return WAYS.find((way) => spawnSync('unshare', [...way, 'sh', '-c', 'ip link set lo up'], { stdio: 'ignore' }).status === 0) ?? null;
}

/** Runs this program again inside; the result is its exit status. */
export function runInside(way, program, args) {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'agree-ns-'));
  const resolv = path.join(folder, 'resolv.conf');
  fs.writeFileSync(resolv, 'nameserver 127.0.0.1\noptions timeout:1 attempts:1\n');
  const script =
    'ip link set lo up; r=$1; shift; mount --bind "$r" /etc/resolv.conf 2>/dev/null; ' +
    'for d in /etc/codex /etc/claude-code; do [ -d "$d" ] && mount -t tmpfs none "$d" 2>/dev/null; done; exec "$@"';
  const child = spawn('unshare', [...way, 'sh', '-c', script, 'sh', resolv, process.execPath, program, ...args], {
    stdio: 'inherit',
    env: { ...process.env, [INSIDE]: '1' },
  });
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal));
  return new Promise((resolve) => {
    child.on('exit', (code, signal) => {
      fs.rmSync(folder, { recursive: true, force: true });
      resolve(signal ? 130 : code);
    });
  });
}

/** Inside: a name server that knows no name, and remembers what was asked. */
export async function startNames() {
  const asked = [];
  const socket = dgram.createSocket('udp4');
  socket.on('message', (query, from) => {
    const labels = [];
    let at = 12;
    while (query[at]) {
      labels.push(query.toString('latin1', at + 1, at + 1 + query[at]));
      at += query[at] + 1;
    }
    asked.push(labels.join('.').toLowerCase());
    const head = Buffer.alloc(12);
    query.copy(head, 0, 0, 2);
    // An answer, "no such name", to one question.
    head.writeUInt16BE(0x8183, 2);
    head.writeUInt16BE(1, 4);
    socket.send(Buffer.concat([head, query.subarray(12, at + 5)]), from.port, from.address);
  });
  socket.on('error', () => {});
  await new Promise((resolve) => {
    socket.once('error', resolve);
    socket.bind(53, '127.0.0.1', resolve);
  });
  return {
    asked,
    close() {
      try {
        socket.close();
      } catch {
        // It was never open.
      }
    },
  };
}

export const noNames = () => ({ asked: [], close() {} });
