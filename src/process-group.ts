// A command that is left alone: nothing to read, a process group of its own, and nothing of it outlives its time or this program.

import { type ChildProcess, spawn, spawnSync } from 'node:child_process';

import type { ExecOptions, ExecResult } from './host.ts';

const MAX_OUTPUT_CHARACTERS = 4 * 1024 * 1024;
/** Descendants may keep the output open after the command itself has ended, ms. */
const LINGER_MS = 500;

const running = new Set<ChildProcess>();
let isWatchingTheEnd = false;

function kill(child: ChildProcess): void {
  if (child.pid === undefined) return;
  if (process.platform === 'win32') {
    spawnSync('taskkill', ['/pid', String(child.pid), '/T', '/F'], { stdio: 'ignore', windowsHide: true });
    return;
  }
  try {
    process.kill(-child.pid, 'SIGKILL');
  } catch {
    // The whole group is gone already.
  }
}

/** Ctrl-C reaches a group of its own no longer: whoever ends this program ends it too. */
function watchTheEnd(): void {
  if (isWatchingTheEnd) return;
  isWatchingTheEnd = true;
  process.on('exit', () => {
    for (const child of running) kill(child);
  });
}

/** Node starts no batch files by themselves; cmd.exe does. Arguments are the program's own words, without quotes or percent signs. */
function startable(command: string, args: readonly string[]): { file: string; words: string[]; verbatim: boolean } {
  if (process.platform !== 'win32' || !/\.(?:cmd|bat)$/i.test(command)) return { file: command, words: [...args], verbatim: false };
  const line = [command, ...args].map((word) => `"${word}"`).join(' ');
  return { file: 'cmd.exe', words: ['/d', '/s', '/c', `"${line}"`], verbatim: true };
}

/** Never throws: what can't be started is a result with `error`. */
export function runAlone(command: string, args: readonly string[], options: ExecOptions): Promise<ExecResult> {
  return new Promise((done) => {
    const printed = { stdout: '', stderr: '' };
    const { file, words, verbatim } = startable(command, args);
    let child: ChildProcess;
    try {
      child = spawn(file, words, {
        cwd: options.cwd,
        env: { ...options.env },
        stdio: ['ignore', 'pipe', 'pipe'],
        detached: process.platform !== 'win32',
        windowsHide: true,
        windowsVerbatimArguments: verbatim,
      });
    } catch (error) {
      done({ code: null, ...printed, timedOut: false, error: (error as NodeJS.ErrnoException).code ?? 'UNKNOWN' });
      return;
    }
    watchTheEnd();
    running.add(child);
    let ending: 'time' | 'content' | null = null;
    let isOver = false;
    const finish = (result: Pick<ExecResult, 'code' | 'error'>): void => {
      if (isOver) return;
      isOver = true;
      clearTimeout(limit);
      kill(child);
      running.delete(child);
      child.stdout?.destroy();
      child.stderr?.destroy();
      done({ ...result, ...printed, timedOut: ending === 'time', ...(ending === 'content' ? { stopped: true } : {}) });
    };
    const end = (why: 'time' | 'content'): void => {
      ending ??= why;
      finish({ code: null });
    };
    const limit = setTimeout(() => end('time'), options.timeoutMs);
    for (const name of ['stdout', 'stderr'] as const) {
      child[name]?.setEncoding('utf8').on('data', (text: string) => {
        printed[name] += text.slice(0, Math.max(0, MAX_OUTPUT_CHARACTERS - printed[name].length));
        if (options.alone?.until?.(printed)) end('content');
      });
    }
    child.once('error', (error: NodeJS.ErrnoException) => finish({ code: null, error: error.code ?? 'UNKNOWN' }));
    child.once('exit', (code) => setTimeout(() => finish({ code }), LINGER_MS).unref());
    child.once('close', (code) => finish({ code }));
  });
}
