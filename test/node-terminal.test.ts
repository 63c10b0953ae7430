// Outputs that nobody reads any more, seen from outside the process.

import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'esbuild';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const folder = mkdtempSync(join(tmpdir(), 'channel-doctor-test-'));
const script = join(folder, 'write.mjs');
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Writes once its stdin has ended: first notes, then results. */
const PROGRAM = `
import { nodeTerminal } from './src/node-terminal.ts';
const terminal = nodeTerminal();
await terminal.readStdin();
terminal.writeErr('a note\\n');
terminal.writeErr('one more\\n');
terminal.writeOut('a result\\n');
process.exitCode = 2;
`;

beforeAll(async () => {
  await build({
    stdin: { contents: PROGRAM, resolveDir: process.cwd(), loader: 'ts' },
    outfile: script,
    bundle: true,
    format: 'esm',
    platform: 'node',
    logLevel: 'silent',
  });
});

async function written(closed: 'stdout' | 'stderr'): Promise<{ out: string; err: string; code: number | null }> {
  const child = spawn(process.execPath, [script], { stdio: ['pipe', 'pipe', 'pipe'] });
  const texts = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const) {
    child[name].on('data', (text) => {
      texts[name] += text;
    });
  }
  const gone = new Promise((done) => child[closed].once('close', done));
  child[closed].destroy();
  await gone;
  child.stdin.end();
  const code = await new Promise<number | null>((done) => child.once('close', done));
  return { out: texts.stdout, err: texts.stderr, code };
}

describe.skipIf(process.platform === 'win32')('an output without a reader', () => {
  it('of notes: the results and the status are as ever', async () => {
    expect(await written('stderr')).toEqual({ out: 'a result\n', err: '', code: 2 });
  });

  it('of results: nothing went wrong', async () => {
    expect(await written('stdout')).toEqual({ out: '', err: 'a note\none more\n', code: 0 });
  });
});
