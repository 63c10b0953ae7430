// This process's own terminal. `process.stdout` and its kind bring Node's streams and sockets along, a tenth of a start: they are opened where
// they are needed, and most runs only write some text.

import { fstatSync, statSync, writeSync } from 'node:fs';
import { devNull } from 'node:os';

import type { Terminal } from './host.ts';
import { openKeyboard } from './keyboard.ts';

type Output = 1 | 2;

/** A console of Windows wants text as UTF-16, which only its stream knows. */
const NEEDS_STREAMS = process.platform === 'win32';

const streamOf = (output: Output): NodeJS.WriteStream => (output === 1 ? process.stdout : process.stderr);

function isTerminal(descriptor: 0 | Output): boolean {
  try {
    const stats = fstatSync(descriptor);
    if (!NEEDS_STREAMS && (!stats.isCharacterDevice() || stats.rdev === statSync(devNull).rdev)) return false;
  } catch {
    // A closed descriptor: Node has a stand-in for it.
  }
  return (descriptor === 0 ? process.stdin : streamOf(descriptor)).isTTY === true;
}

/** Whoever reads had enough, and nothing went wrong. Without a reader of the results nothing is left to do; notes just stay unread. */
function onClosedPipe(output: Output): void {
  if (output === 1) process.exit(0);
}

/** Outputs that go through their streams from now on, so that nothing overtakes what a stream still holds. */
const streams = new Set<Output>(NEEDS_STREAMS ? [1, 2] : []);
const watched = new Set<Output>();

function writeToStream(output: Output, bytes: Uint8Array): void {
  const stream = streamOf(output);
  if (!watched.has(output)) {
    watched.add(output);
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EPIPE') throw error;
      onClosedPipe(output);
    });
  }
  stream.write(bytes);
}

function write(output: Output, text: string): void {
  let rest: Uint8Array = Buffer.from(text, 'utf8');
  while (rest.length > 0 && !streams.has(output)) {
    try {
      rest = rest.subarray(writeSync(output, rest));
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code === 'EPIPE') {
        onClosedPipe(output);
        return;
      }
      // EAGAIN: a pipe that another process made non-blocking is full. A closed descriptor and the rest: the stream knows what to do.
      streams.add(output);
    }
  }
  if (rest.length > 0) writeToStream(output, rest);
}

async function readStdin(): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of process.stdin) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
}

/** Columns or rows of whichever output is a terminal. */
const sizeOf = (side: 'columns' | 'rows'): number | undefined => {
  const terminal = ([1, 2] as const).find(isTerminal);
  return terminal === undefined ? undefined : streamOf(terminal)[side];
};

export const nodeTerminal = (): Terminal => ({
  get stdinIsTerminal() {
    return isTerminal(0);
  },
  get stdoutIsTerminal() {
    return isTerminal(1);
  },
  get stderrIsTerminal() {
    return isTerminal(2);
  },
  get columns() {
    return sizeOf('columns') ?? 80;
  },
  get rows() {
    return sizeOf('rows') ?? 24;
  },
  writeOut: (text) => write(1, text),
  writeErr: (text) => write(2, text),
  readStdin,
  stdinPieces: () => process.stdin,
  openKeyboard,
});
