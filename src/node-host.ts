// The real machine behind the Host port. What only some runs need (child processes, the keyboard) is loaded when it is called for.

import type { ExecFileException } from 'node:child_process';
import { constants, createReadStream, type Stats } from 'node:fs';
import { access, chmod, chown, lstat, mkdir, open, readdir, realpath, rename, rm, rmdir, stat } from 'node:fs/promises';
import { homedir } from 'node:os';
import { basename, delimiter, dirname, join, resolve } from 'node:path';

import type { ExecOptions, ExecResult, FileSystem, Host, Terminal } from './host.ts';
import { openKeyboard } from './keyboard.ts';
import { endBy } from './launch/end-by.ts';
import type { FileFact } from './model.ts';
import { inTemporaryFolder } from './temporary-folder.ts';

/** A configuration file of this size is none; reading it would only cost memory. */
const MAX_FILE_BYTES = 64 * 1024 * 1024;
const MAX_OUTPUT_BYTES = 16 * 1024 * 1024;

const codeOf = (error: unknown): string => (error as NodeJS.ErrnoException).code ?? 'UNKNOWN';
const isMissing = (error: unknown): boolean => ['ENOENT', 'ENOTDIR'].includes(codeOf(error));
const modeOf = (stats: Stats): number | null => (process.platform === 'win32' ? null : stats.mode & 0o777);

/** Follows links even to a file that does not exist, so that writing goes where the link points. */
async function targetOf(path: string): Promise<string> {
  try {
    return await realpath(path);
  } catch (error) {
    if (!isMissing(error)) return path;
    const parent = dirname(path);
    return parent === path ? path : join(await targetOf(parent), basename(path));
  }
}

async function readBytes(path: string): Promise<Uint8Array> {
  // Opening must not wait for a writer where somebody put a pipe in a settings file's place.
  const handle = await open(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  try {
    return await handle.readFile();
  } finally {
    await handle.close();
  }
}

async function readFact(path: string): Promise<FileFact> {
  const nothing = { path, bytes: null, realPath: path, isLink: false, mode: null };
  let isLink = false;
  try {
    isLink = (await lstat(path)).isSymbolicLink();
    const [stats, realPath] = await Promise.all([stat(path), realpath(path)]);
    const found = { path, bytes: null, realPath, isLink, mode: modeOf(stats) };
    if (stats.isDirectory()) return { ...found, state: 'directory' };
    if (!stats.isFile() || stats.size > MAX_FILE_BYTES) return { ...found, state: 'other' };
    try {
      return { ...found, state: 'file', bytes: await readBytes(path) };
    } catch (error) {
      return { ...found, state: 'unreadable', code: codeOf(error) };
    }
  } catch (error) {
    const code = codeOf(error);
    if (isLink) return { ...nothing, isLink, state: code === 'ENOENT' ? 'dangling' : 'unreadable', code };
    if (code === 'ENOENT') return { ...nothing, realPath: await targetOf(path), state: 'absent' };
    if (code === 'ENOTDIR') return { ...nothing, state: 'absent', code };
    return { ...nothing, state: 'unreadable', code };
  }
}

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
  read: readFact,
  pieces: (path) => createReadStream(path),
  list: async (path) => {
    try {
      return (await readdir(path)).sort();
    } catch {
      return [];
    }
  },
  writable: canWrite,
  makeFolder,
  writeTemporary,
  rename,
  remove: (path) => rm(path, { force: true }),
  removeFolder: rmdir,
  chmod,
};

async function which(env: Readonly<Record<string, string>>, command: string): Promise<string | null> {
  const extensions = process.platform === 'win32' ? (env.PATHEXT ?? '.EXE;.CMD;.BAT;.COM').split(';') : [''];
  for (const folder of (env.PATH ?? env.Path ?? '').split(delimiter)) {
    if (folder === '') continue;
    for (const extension of extensions) {
      const path = join(folder, `${command}${extension}`);
      try {
        await access(path, constants.X_OK);
        if ((await stat(path)).isFile()) return path;
      } catch {
        // not here
      }
    }
  }
  return null;
}

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

const nodeTerminal = (): Terminal => ({
  stdinIsTerminal: process.stdin.isTTY === true,
  stdoutIsTerminal: process.stdout.isTTY === true,
  stderrIsTerminal: process.stderr.isTTY === true,
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

export function nodeHost(): Host {
  const env = definedOnly(process.env);
  // Meant for the client under test. It has no influence on our own connections, but Node would warn at each of them.
  delete process.env.NODE_TLS_REJECT_UNAUTHORIZED;
  const home = (process.platform === 'win32' ? env.USERPROFILE : env.HOME) || homedir();
  return {
    platform: process.platform,
    env,
    home: resolve(home),
    cwd: process.cwd(),
    files: nodeFiles,
    terminal: nodeTerminal(),
    now: () => Date.now(),
    which: (command) => which(env, command),
    exec: (command, args, options) => runWhere(command, args, options, env),
    shell: (line, options) =>
      process.platform === 'win32' ? run('cmd.exe', ['/d', '/s', '/c', line], options, env) : run('/bin/sh', ['-c', line], options, env),
    start: async (command, args, options) => (await import('./launch/start.ts')).startAttached(command, args, options),
    endBy,
    inTemporaryFolder,
    random: randomHex,
  };
}
