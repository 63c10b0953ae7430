// The real machine behind the Host port. What only some runs need (child processes, the keyboard) is loaded when it is called for.

import type { ExecFileException } from 'node:child_process';
import { homedir } from 'node:os';
import { resolve } from 'node:path';

import type { ExecOptions, ExecResult, Host, Terminal } from './host.ts';
import { endBy } from './launch/end-by.ts';
import { nodeFiles, randomHex } from './node-files.ts';
import { nodeTerminal } from './node-terminal.ts';
import { which } from './read-file.ts';
import { inTemporaryFolder } from './temporary-folder.ts';

const MAX_OUTPUT_BYTES = 2 * 1024 * 1024;

async function run(
  command: string,
  args: readonly string[],
  options: ExecOptions,
  fallbackEnv: Readonly<Record<string, string>>,
): Promise<ExecResult> {
  const { execFile } = await import('node:child_process');
  return new Promise((done) => {
    const finish = (error: ExecFileException | null, stdout: string, stderr: string): void => {
      const started = typeof error?.code !== 'string';
      done({
        code: error ? (typeof error.code === 'number' ? error.code : null) : 0,
        stdout,
        stderr,
        timedOut: error?.killed === true,
        ...(started ? {} : { error: String(error?.code) }),
      });
    };
    const child = execFile(
      command,
      [...args],
      {
        cwd: options.cwd,
        env: { ...(options.env ?? fallbackEnv) },
        timeout: options.timeoutMs,
        killSignal: 'SIGKILL',
        maxBuffer: MAX_OUTPUT_BYTES,
        encoding: 'utf8',
        windowsHide: true,
      },
      finish,
    );
    child.stdin?.on('error', () => {});
    child.stdin?.end(options.input ?? '');
  });
}

async function runWhere(
  command: string,
  args: readonly string[],
  options: ExecOptions,
  env: Readonly<Record<string, string>>,
): Promise<ExecResult> {
  if (!options.alone) return run(command, args, options, env);
  const { runAlone } = await import('./process-group.ts');
  return runAlone(command, args, { env, ...options });
}

const definedOnly = (env: NodeJS.ProcessEnv): Record<string, string> =>
  Object.fromEntries(Object.entries(env).filter((entry): entry is [string, string] => entry[1] !== undefined));

/** `own` is for callers that are not this process's program: another environment, another terminal. */
export function nodeHost(own: { readonly env?: NodeJS.ProcessEnv; readonly terminal?: Terminal } = {}): Host {
  const env = definedOnly(own.env ?? process.env);
  const home = (process.platform === 'win32' ? env.USERPROFILE : env.HOME) || homedir();
  return {
    platform: process.platform,
    env,
    home: resolve(home),
    cwd: process.cwd(),
    files: nodeFiles,
    terminal: own.terminal ?? nodeTerminal(),
    now: () => Date.now(),
    which: async (command) => which(env, command),
    exec: (command, args, options) => runWhere(command, args, options, env),
    shell: (line, options) =>
      process.platform === 'win32' ? run('cmd.exe', ['/d', '/s', '/c', line], options, env) : run('/bin/sh', ['-c', line], options, env),
    start: async (command, args, options) => (await import('./launch/start.ts')).startAttached(command, args, options),
    endBy,
    inTemporaryFolder,
    random: randomHex,
  };
}
