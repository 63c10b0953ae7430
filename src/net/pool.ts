// Open connections that wait for the next request to the same origin by the same route. They never keep the process alive.

import type { Socket } from 'node:net';
import type { Route } from '../wire/types.ts';
import type { Target } from './connect.ts';

interface Idle {
  readonly socket: Socket;
  readonly stopWatching: () => void;
}

const MAX_IDLE_PER_KEY = 4;
const waiting = new Map<string, readonly Idle[]>();

const keyOf = ({ url }: Target, { proxy, tunnelAlways, verifyTls, extraCa }: Route): string =>
  JSON.stringify([url.origin, proxy, tunnelAlways ?? false, verifyTls, extraCa]);

function drop(key: string, socket: Socket): void {
  const rest = (waiting.get(key) ?? []).filter((idle) => idle.socket !== socket);
  if (rest.length > 0) waiting.set(key, rest);
  else waiting.delete(key);
}

export function takeIdle(target: Target, route: Route): Socket | null {
  const key = keyOf(target, route);
  for (let idle = waiting.get(key)?.at(-1); idle; idle = waiting.get(key)?.at(-1)) {
    const { socket, stopWatching } = idle;
    drop(key, socket);
    stopWatching();
    if (socket.destroyed || !socket.readable || !socket.writable) continue;
    socket.ref();
    return socket;
  }
  return null;
}

export function keepIdle(target: Target, route: Route, socket: Socket): void {
  const key = keyOf(target, route);
  const others = waiting.get(key) ?? [];
  if (route.fresh || socket.destroyed || others.length >= MAX_IDLE_PER_KEY) {
    socket.destroy();
    return;
  }
  // Bytes that nobody asked for, and the end, make it worthless.
  const end = () => {
    drop(key, socket);
    socket.destroy();
  };
  socket.on('data', end).on('end', end).on('close', end);
  waiting.set(key, [...others, { socket, stopWatching: () => socket.off('data', end).off('end', end).off('close', end) }]);
  socket.unref();
}

/** Closes what waits: at the end of a command, and between tests. */
export function closeIdle(): void {
  for (const idles of waiting.values()) for (const { socket } of idles) socket.destroy();
  waiting.clear();
}
