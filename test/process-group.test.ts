// Commands that are left alone, with real processes.

import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { runAlone } from '../src/process-group.ts';
import { inTemporaryFolder } from '../src/temporary-folder.ts';

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'process-group-test-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const sh = (script: string, options: Partial<Parameters<typeof runAlone>[2]> = {}) =>
  runAlone('/bin/sh', ['-c', script], { timeoutMs: 5_000, cwd: folder, env: { PATH: '/usr/bin:/bin' }, ...options });
const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    // A killed process that nobody has waited for yet is still listed.
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
  } catch {
    return false;
  }
};
const pidIn = (text: string): number => Number(/pid (\d+)/.exec(text)?.[1]);

describe.skipIf(process.platform !== 'linux')('a process group', () => {
  test('prints, ends, and has nothing to read', async () => {
    expect(await sh('cat; echo out; echo err >&2; exit 3')).toEqual({ code: 3, stdout: 'out\n', stderr: 'err\n', timedOut: false });
  });

  test('at the time limit it goes with its children', async () => {
    const found = await sh('sleep 60 & echo pid $!; wait', { timeoutMs: 300 });
    expect(found).toMatchObject({ code: null, timedOut: true });
    // The system takes a moment to carry a kill out.
    await expect.poll(() => isAlive(pidIn(found.stdout))).toBe(false);
  });

  test('it is ended when what it printed is enough', async () => {
    const started = performance.now();
    const found = await sh('echo first; echo done; sleep 60', { alone: { until: ({ stdout }) => stdout.includes('done') } });
    expect(found).toMatchObject({ code: null, stopped: true, timedOut: false });
    expect(performance.now() - started).toBeLessThan(4_000);
  });

  test('a child that stays behind and holds the output open is not waited for', async () => {
    const found = await sh('sleep 60 & echo pid $!');
    expect(found.code).toBe(0);
    // The system takes a moment to carry a kill out.
    await expect.poll(() => isAlive(pidIn(found.stdout))).toBe(false);
  });

  test('endless output is bounded', async () => {
    const found = await sh('yes', { timeoutMs: 500 });
    expect(found.timedOut).toBe(true);
    expect(found.stdout.length).toBeLessThanOrEqual(4 * 1024 * 1024);
  });

  test('what can not be started is a result', async () => {
    expect(await runAlone(join(folder, 'absent'), [], { timeoutMs: 1_000 })).toMatchObject({ code: null, error: 'ENOENT' });
    expect(await sh('true', { env: { HUGE: 'x'.repeat(4_000_000) } })).toMatchObject({ code: null, error: 'E2BIG' });
    expect(await sh('true', { env: { NUL: 'a\0b' } })).toMatchObject({ code: null, error: 'ERR_INVALID_ARG_VALUE' });
  });
});

test('a temporary folder is gone whatever happens', async () => {
  let seen = '';
  const failing = inTemporaryFolder(async (path) => {
    seen = path;
    expect(existsSync(path)).toBe(true);
    throw new Error('on the way');
  });
  await expect(failing).rejects.toThrow('on the way');
  expect(existsSync(seen)).toBe(false);
});
