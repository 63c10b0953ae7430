// Callbacks turned into promises that an AbortSignal can end.

import type { Socket } from 'node:net';
import { codeOf, failure } from './failure.ts';

/**
 * Runs `begin` until it is done, fails, or the signal fires (then the promise rejects with the signal's reason).
 * `begin` returns what must be undone on failure or abort.
 */
export function settle<T>(
  signal: AbortSignal,
  begin: (done: (value: T) => void, fail: (reason: unknown) => void) => () => void,
): Promise<T> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) return reject(signal.reason);
    let undo = () => {};
    let settled = false;
    const end = (): boolean => {
      if (settled) return false;
      settled = true;
      signal.removeEventListener('abort', abort);
      return true;
    };
    const fail = (reason: unknown) => {
      if (!end()) return;
      undo();
      reject(reason);
    };
    const abort = () => fail(signal.reason);
    signal.addEventListener('abort', abort);
    try {
      undo = begin((value) => {
        if (end()) resolve(value);
      }, fail);
    } catch (thrown) {
      fail(thrown);
    }
  });
}

/**
 * Reads from a socket until `enough` says how many bytes belong to the message (null: read on); the rest is put back.
 * For the short dialogues before HTTP starts.
 */
export function receive(socket: Socket, signal: AbortSignal, enough: (bytes: Buffer) => number | null): Promise<Buffer> {
  let bytes = Buffer.alloc(0);
  return settle<Buffer>(signal, (done, fail) => {
    const stop = () => {
      socket.off('readable', read).off('error', broken).off('end', ended);
    };
    const read = () => {
      for (let chunk: Buffer | null = socket.read(); chunk !== null; chunk = socket.read()) {
        bytes = Buffer.concat([bytes, chunk]);
        const length = enough(bytes);
        if (length === null) continue;
        stop();
        if (length < bytes.length) socket.unshift(bytes.subarray(length));
        done(bytes.subarray(0, length));
        return;
      }
    };
    const broken = (error: Error) => {
      stop();
      fail(failure('proxy', 'PROXY_NOT_HTTP', `the proxy broke the connection off: ${error.message}`, { cause: codeOf(error) }));
    };
    const ended = () => {
      stop();
      fail(failure('proxy', 'PROXY_NOT_HTTP', 'the proxy closed the connection without an answer', { cause: 'ECONNRESET' }));
    };
    socket.on('readable', read).on('error', broken).on('end', ended);
    return () => {
      stop();
      socket.destroy();
    };
  });
}
