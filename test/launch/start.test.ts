// The end of a started program is the end of whoever started it: status and signals, seen from outside.

import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'esbuild';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const folder = mkdtempSync(join(tmpdir(), 'channel-doctor-test-'));
const script = join(folder, 'start.mjs');
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** A program of its own, since signals concern a whole process: starts `sh -c LINE`, tells how that ended, and ends alike. */
const PROGRAM = `
import { startAttached } from './src/launch/start.ts';
import { endBy } from './src/launch/end-by.ts';
process.on('SIGINT', () => process.exit(99));
const ended = await startAttached(process.argv[2], process.argv.slice(3), { env: process.env, cwd: process.cwd() });
process.stdout.write(JSON.stringify(ended) + process.listenerCount('SIGINT') + process.listenerCount('SIGTERM'));
if (ended.signal) endBy(ended.signal);
process.exitCode = ended.code ?? 1;
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

const start = (...argv: string[]): ChildProcess => spawn(process.execPath, [script, ...argv], { stdio: ['pipe', 'pipe', 'pipe'] });

function over(child: ChildProcess): Promise<{ out: string; code: number | null; signal: string | null }> {
  let out = '';
  child.stdout?.on('data', (text) => {
    out += text;
  });
  return new Promise((done) => child.once('close', (code, signal) => done({ out, code, signal })));
}

describe.skipIf(process.platform === 'win32')('a started program', () => {
  it.each([0, 1, 7, 130, 255])('passes on its status %i', async (status) => {
    const { out, code } = await over(start('/bin/sh', '-c', `exit ${status}`));
    expect([out, code]).toEqual([`{"code":${status},"signal":null}10`, status]);
  });

  it('reads what is given to this process, and writes where it writes', async () => {
    const child = start('/bin/cat');
    child.stdin?.end('through\n');
    expect((await over(child)).out).toMatch(/^through\n/);
  });

  it.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)('gets %s, and its end by it is the end of both', async (signal) => {
    const child = start('/bin/sh', '-c', 'echo ready; exec sleep 30');
    child.stdout?.once('data', () => child.kill(signal));
    expect(await over(child)).toMatchObject({ code: null, signal, out: expect.stringContaining(`"signal":"${signal}"`) });
  });

  it.each(['SIGINT', 'SIGTERM'] as const)('may have its own answer to %s', async (signal) => {
    const child = start(
      process.execPath,
      '-e',
      `process.on('${signal}', () => process.exit(42)); setInterval(() => {}, 1e9); console.log('ready')`,
    );
    child.stdout?.once('data', () => child.kill(signal));
    expect(await over(child)).toMatchObject({ code: 42, signal: null });
  });

  it('that is not there is a result', async () => {
    expect((await over(start(join(folder, 'nothing')))).out).toContain('"error":"ENOENT"');
  });
});
