// Serves hostile answers on the loopback, one connection after another.

import { once } from 'node:events';
import net, { type AddressInfo, type Socket } from 'node:net';

import type { HostileAnswer, Write } from './answers.ts';

export interface HostileServer {
  readonly url: string;
  /** Heads of the requests so far. */
  readonly seen: readonly string[];
  close(): Promise<void>;
}

function writer(socket: Socket): Write {
  const gone = once(socket, 'close').catch(() => {});
  socket.setMaxListeners(50);
  return async (chunk) => {
    if (socket.destroyed) throw new Error('gone');
    if (socket.write(chunk)) await new Promise(setImmediate);
    else await Promise.race([once(socket, 'drain').catch(() => {}), gone]);
  };
}

/** `choose` picks the answer by the first line of the request. */
export async function serve(choose: (line: string) => HostileAnswer): Promise<HostileServer> {
  const sockets = new Set<Socket>();
  const seen: string[] = [];
  const server = net.createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => {}).once('close', () => sockets.delete(socket));
    let request = '';
    const read = (bytes: Buffer): void => {
      request += bytes.toString('latin1');
      const end = request.indexOf('\r\n\r\n');
      if (end < 0) return;
      const length = Number(/content-length: (\d+)/i.exec(request)?.[1] ?? 0);
      if (request.length < end + 4 + length) return;
      socket.off('data', read);
      socket.resume();
      const line = request.slice(0, request.indexOf('\r\n'));
      seen.push(request.slice(0, end));
      choose(line)(writer(socket), socket).catch(() => socket.destroy());
    };
    socket.on('data', read);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    seen,
    async close() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}
