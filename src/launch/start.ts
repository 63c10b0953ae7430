// A program gets this process's terminal until it ends.

import { type ChildProcess, spawn } from 'node:child_process';

import type { Ended, StartOptions } from '../host.ts';
import { startable } from './windows-line.ts';

/** Ctrl-C and Ctrl-\ on a terminal reach the whole group already; passed on, they would count twice. */
const FROM_TERMINAL: readonly NodeJS.Signals[] = ['SIGINT', 'SIGQUIT'];
const PASSED_ON: readonly NodeJS.Signals[] = [...FROM_TERMINAL, 'SIGTERM', 'SIGHUP'];

const hasTerminal = (): boolean => process.stdin.isTTY === true || process.stdout.isTTY === true || process.stderr.isTTY === true;

/** While the program runs, signals are its own and this process waits for its end; one that comes before it runs is kept for it. */
class SignalPass {
  readonly #isOnTerminal = hasTerminal() || process.platform === 'win32';
  readonly #undo: (() => void)[];
  readonly #kept: NodeJS.Signals[] = [];
  #child: ChildProcess | null = null;

  constructor() {
    this.#undo = PASSED_ON.map((signal) => {
      const former = process.rawListeners(signal) as NodeJS.SignalsListener[];
      const pass = (): void => this.#pass(signal);
      // Added before the others go: a signal on its way while nobody listens would be lost.
      process.on(signal, pass);
      for (const listener of former) process.off(signal, listener);
      return () => {
        for (const listener of former) process.on(signal, listener);
        process.off(signal, pass);
      };
    });
  }

  #pass(signal: NodeJS.Signals): void {
    if (this.#isOnTerminal && FROM_TERMINAL.includes(signal)) return;
    if (this.#child === null) this.#kept.push(signal);
    else this.#child.kill(signal);
  }

  to(child: ChildProcess): void {
    this.#child = child;
    for (const signal of this.#kept.splice(0)) child.kill(signal);
  }

  end(): void {
    for (const step of this.#undo) step();
  }
}

const notStarted = (error: unknown): Ended => ({ code: null, signal: null, error: (error as NodeJS.ErrnoException).code ?? 'UNKNOWN' });

/** Never throws: what can't be started is a result with `error`. */
export function startAttached(command: string, args: readonly string[], { env, cwd }: StartOptions): Promise<Ended> {
  const { file, words, verbatim } = startable(process.platform, command, args);
  const signals = new SignalPass();
  return new Promise((done) => {
    const finish = (ended: Ended): void => {
      signals.end();
      done(ended);
    };
    try {
      const child = spawn(file, words, { stdio: 'inherit', cwd, env: { ...env }, windowsVerbatimArguments: verbatim });
      child.once('error', (error) => finish(notStarted(error)));
      child.once('exit', (code, signal) => finish({ code, signal }));
      signals.to(child);
    } catch (error) {
      finish(notStarted(error));
    }
  });
}
