// Content codings undone piece by piece, each output with the instant its input arrived.

import type { Transform } from 'node:stream';

export interface Decoder {
  /** False when more should wait until `onDrain`. */
  write(bytes: Buffer, at: number): boolean;
  end(): void;
  destroy(): void;
}

interface Sink {
  onBytes(bytes: Buffer, at: number): void;
  onDrain(): void;
  onEnd(): void;
  onError(error: Error): void;
}

/** Loaded for the first answer that is packed: most streams are not. */
const zlib = () => process.getBuiltinModule('node:zlib');

// Answers that break off are read as far as they go.
const lenient = () => ({ finishFlush: zlib().constants.Z_SYNC_FLUSH });
const MAKERS: ReadonlyMap<string, () => Transform> = new Map<string, () => Transform>([
  ['gzip', () => zlib().createGunzip(lenient())],
  ['x-gzip', () => zlib().createGunzip(lenient())],
  ['deflate', () => zlib().createInflate(lenient())],
  ['br', () => zlib().createBrotliDecompress({ finishFlush: zlib().constants.BROTLI_OPERATION_FLUSH })],
]);

/** False for a coding that can't be undone here, or several of them. */
export const canDecode = (coding: string): boolean => coding === '' || coding === 'identity' || MAKERS.has(coding);

/** `coding` as in Content-Encoding, lower case; an unknown one passes bytes through. */
export function decoderFor(coding: string, sink: Sink): Decoder {
  const make = MAKERS.get(coding);
  if (!make) {
    return {
      write(bytes, at) {
        sink.onBytes(bytes, at);
        return true;
      },
      end: () => sink.onEnd(),
      destroy() {},
    };
  }
  const transform = make();
  // zlib works on one input at a time: the first instant in the queue is that of the input being worked on.
  const arrivals: number[] = [];
  let last = 0;
  transform.on('data', (bytes: Buffer) => sink.onBytes(bytes, arrivals[0] ?? last));
  transform.on('drain', () => sink.onDrain());
  transform.on('end', () => sink.onEnd());
  transform.on('error', (error) => sink.onError(error));
  return {
    write(bytes, at) {
      arrivals.push(at);
      last = at;
      return transform.write(bytes, () => arrivals.shift());
    },
    end: () => transform.end(),
    destroy: () => transform.destroy(),
  };
}
