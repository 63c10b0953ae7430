// The real machine behind the Host port. What only some runs need (child processes, the keyboard) is loaded when it is called for.

import type { ExecFileException } from 'node:child_process';
import { constants, createReadStream } from 'node:fs';
import { access, chmod, chown, mkdir, open, rename, rm, rmdir, stat } from 'node:fs/promises';
import { homedir } from 'node:os';
import { basename, dirname, join, resolve } from 'node:path';

import type { ExecOptions, ExecResult, FileSystem, Host, Terminal } from './host.ts';
import { openKeyboard } from './keyboard.ts';
import { endBy } from './launch/end-by.ts';
import { namesIn, readFact, which } from './read-file.ts';
import { inTemporaryFolder } from './temporary-folder.ts';

const MAX_OUTPUT_BYTES = 2 * 1024 * 1024;

const codeOf = (error: unknown): string => (error as NodeJS.ErrnoException).code ?? 'UNKNOWN';

async function canWrite(path: string): Promise<boolean> {
  try {
    const stats = await stat(path);
    if (!stats.isDirectory()) return false;
    await access(path, constants.W_OK | constants.X_OK);
    return true;
  } catch (error) {
    const parent = dirname(path);
    return codeOf(error) === 'ENOENT' && parent !== path && canWrite(parent);
  }
}

async function makeFolder(path: string, mode: number): Promise<readonly string[]> {
  try {
    if ((await stat(path)).isDirectory()) return [];
    throw Object.assign(new Error('a file stands where a folder is needed'), { code: 'ENOTDIR' });
  } catch (error) {
    if (codeOf(error) !== 'ENOENT') throw error;
  }
  const parents = await makeFolder(dirname(path), mode);
  await mkdir(path, { mode });
  return [...parents, path];
}

async function keepOwner(path: string, temporary: string): Promise<void> {
  try {
    const { uid, gid } = await stat(path);
    const own = await stat(temporary);
    if (own.uid !== uid || own.gid !== gid) await chown(temporary, uid, gid);
  } catch {
    // A new file, or an owner that only root could keep: the file's content matters more.
  }
}

/** Web Crypto is there without node:crypto, which takes longer to load than a check takes. */
const randomHex = (bytes: number): string => Buffer.from(crypto.getRandomValues(new Uint8Array(bytes))).toString('hex');

async function writeTemporary(path: string, bytes: Uint8Array, mode: number): Promise<string> {
  const temporary = join(dirname(path), `.${basename(path)}.channel-doctor-${randomHex(6)}`);
  const handle = await open(temporary, 'wx', mode);
  try {
    await handle.writeFile(bytes);
    await handle.chmod(mode);
    await handle.sync();
  } catch (error) {
    await handle.close();
    await rm(temporary, { force: true });
    throw error;
  }
  await handle.close();
  await keepOwner(path, temporary);
  return temporary;
}

const nodeFiles: FileSystem = {
  read: async (path, maxBytes) => readFact(path, maxBytes),
  pieces: (path) => createReadStream(path),
  list: async (path) => namesIn(path),
  writable: canWrite,
  makeFolder,
  writeTemporary,
  rename,
  remove: (path) => rm(path, { force: true }),
  removeFolder: rmdir,
  chmod,
};

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

async function readStdin(): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of process.stdin) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
}

/** Streams are made when they are asked for: a check never looks at its input. */
const nodeTerminal = (): Terminal => ({
  get stdinIsTerminal() {
    return process.stdin.isTTY === true;
  },
  get stdoutIsTerminal() {
    return process.stdout.isTTY === true;
  },
  get stderrIsTerminal() {
    return process.stderr.isTTY === true;
  },
  get columns() {
    return process.stdout.columns ?? process.stderr.columns ?? 80;
  },
  get rows() {
    return process.stdout.rows ?? process.stderr.rows ?? 24;
  },
  writeOut: (text) => void process.stdout.write(text),
  writeErr: (text) => void process.stderr.write(text),
  readStdin,
  stdinPieces: () => process.stdin,
  openKeyboard,
});

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
