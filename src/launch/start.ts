// A program gets this process's terminal until it ends.

import { type ChildProcess, spawn } from 'node:child_process';

import type { Ended, StartOptions } from '../host.ts';
import { startable } from './windows-line.ts';

/** Ctrl-C and Ctrl-\ on a terminal reach the whole group already; passed on, they would count twice. */
const FROM_TERMINAL: readonly NodeJS.Signals[] = ['SIGINT', 'SIGQUIT'];
const PASSED_ON: readonly NodeJS.Signals[] = [...FROM_TERMINAL, 'SIGTERM', 'SIGHUP'];

const hasTerminal = (): boolean => process.stdin.isTTY === true || process.stdout.isTTY === true || process.stderr.isTTY === true;

/** While the program runs, signals are its own: this process waits for its end. Returns the way back. */
function passSignals(child: ChildProcess): () => void {
  const isOnTerminal = hasTerminal() || process.platform === 'win32';
  const undo = PASSED_ON.map((signal) => {
    const former = process.rawListeners(signal) as NodeJS.SignalsListener[];
    const pass = (): void => {
      if (!isOnTerminal || !FROM_TERMINAL.includes(signal)) child.kill(signal);
    };
    process.removeAllListeners(signal);
    process.on(signal, pass);
    return () => {
      process.off(signal, pass);
      for (const listener of former) process.on(signal, listener);
    };
  });
  return () => {
    for (const step of undo) step();
  };
}

/** Never throws: what can't be started is a result with `error`. */
export function startAttached(command: string, args: readonly string[], { env, cwd }: StartOptions): Promise<Ended> {
  return new Promise((done) => {
    const { file, words, verbatim } = startable(process.platform, command, args);
    let child: ChildProcess;
    try {
      child = spawn(file, words, { stdio: 'inherit', cwd, env: { ...env }, windowsVerbatimArguments: verbatim });
    } catch (error) {
      done({ code: null, signal: null, error: (error as NodeJS.ErrnoException).code ?? 'UNKNOWN' });
      return;
    }
    const restore = passSignals(child);
    const finish = (ended: Ended): void => {
      restore();
      done(ended);
    };
    child.once('error', (error: NodeJS.ErrnoException) => finish({ code: null, signal: null, error: error.code ?? 'UNKNOWN' }));
    child.once('exit', (code, signal) => finish({ code, signal }));
  });
}
