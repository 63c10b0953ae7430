// The second real implementation of the Host port: a machine in memory, with a fixed clock and canned commands.

import { posix, win32 } from 'node:path';

import type { Ended, ExecOptions, ExecResult, Host, Terminal } from '../../src/host.ts';
import { type MemoryFile, MemoryFiles } from './memory-files.ts';

export type { MemoryFile } from './memory-files.ts';

/** What a canned command does. Fields that are left out are those of a command that succeeds in silence. */
export type Canned = (args: readonly string[], options: ExecOptions) => Partial<ExecResult>;

export interface MemoryMachine {
  readonly platform?: NodeJS.Platform;
  /** `~/` is the home; other names are absolute. */
  readonly files?: Readonly<Record<string, string | MemoryFile>>;
  /** Besides HOME (USERPROFILE), PATH and SHELL. */
  readonly env?: Readonly<Record<string, string>>;
  readonly cwd?: string;
  /** Commands on PATH, by name. */
  readonly programs?: Readonly<Record<string, Canned>>;
  /** What a program does that is given the terminal; by default it ends well. */
  readonly onStart?: (command: string, args: readonly string[], env: Readonly<Record<string, string>>) => Promise<Partial<Ended>>;
  /** Whole command lines that the user's shell knows. */
  readonly lines?: Readonly<Record<string, Partial<ExecResult>>>;
  /** Milliseconds since the epoch. */
  readonly now?: number;
  readonly stdin?: string;
  readonly isTerminal?: boolean;
}

export interface MemoryHost extends Host {
  readonly files: MemoryFiles;
  /** What was printed so far. */
  readonly printed: { out: string; err: string };
  /** What stands before the terminal: `type` reaches whoever has opened the keyboard. */
  readonly keyboard: { type(text: string): void; hangUp(): void };
  /** The signals that this process would have ended by. */
  readonly endedBy: NodeJS.Signals[];
  /** The path of a name as in `MemoryMachine.files`. */
  path(name: string): string;
  /** Text of a file, null where there is none. */
  text(name: string): Promise<string | null>;
  /** Permission bits, null where there is nothing. */
  mode(name: string): Promise<number | null>;
}

export const NOW = Date.parse('2026-11-30T20:15:00Z');

const nobody = (): void => {};

function terminalOf(machine: MemoryMachine, printed: { out: string; err: string }, keyboard: MemoryHost['keyboard']): Terminal {
  const isTerminal = machine.isTerminal ?? false;
  return {
    stdinIsTerminal: isTerminal,
    stdoutIsTerminal: isTerminal,
    stderrIsTerminal: isTerminal,
    columns: 80,
    rows: 24,
    writeOut: (text) => {
      printed.out += text;
    },
    writeErr: (text) => {
      printed.err += text;
    },
    readStdin: async () => machine.stdin ?? '',
    stdinPieces: async function* () {
      yield new TextEncoder().encode(machine.stdin ?? '');
    },
    openKeyboard: (onText, onEnd) => {
      keyboard.type = onText;
      keyboard.hangUp = onEnd;
      return { close: () => Object.assign(keyboard, { type: nobody, hangUp: nobody }) };
    },
  };
}

const finished = (result: Partial<ExecResult>): ExecResult => ({ code: 0, stdout: '', stderr: '', timedOut: false, ...result });

export function memoryHost(machine: MemoryMachine = {}): MemoryHost {
  const platform = machine.platform ?? 'linux';
  const isWindows = platform === 'win32';
  const paths = isWindows ? win32 : posix;
  const home = isWindows ? 'C:\\Users\\u' : '/home/u';
  const path = (name: string): string => (name === '~' || name.startsWith('~/') ? paths.join(home, name.slice(1)) : name);
  const bin = isWindows ? 'C:\\bin' : '/usr/bin';
  const base = isWindows ? { USERPROFILE: home, Path: bin, PATHEXT: '.EXE;.CMD' } : { HOME: home, PATH: bin, SHELL: '/bin/bash' };
  const env = { ...base, ...machine.env };
  const cwd = path(machine.cwd ?? '~/project');

  const files = new MemoryFiles(platform);
  for (const folder of [cwd, bin]) files.put(folder, { folder: true });
  for (const [name, file] of Object.entries(machine.files ?? {})) files.put(path(name), file);
  const programs = machine.programs ?? {};
  for (const name of Object.keys(programs)) files.put(paths.join(bin, isWindows ? `${name}.EXE` : name), { mode: 0o755 });

  const printed = { out: '', err: '' };
  const keyboard = { type: nobody as (text: string) => void, hangUp: nobody };
  const endedBy: NodeJS.Signals[] = [];
  let randoms = 0;
  const which = async (command: string): Promise<string | null> => {
    const extensions = isWindows ? (env.PATHEXT ?? '').split(';') : [''];
    const folders = (env.PATH ?? ('Path' in env ? String(env.Path) : '')).split(paths.delimiter).filter(Boolean);
    for (const candidate of folders.flatMap((folder) => extensions.map((extension) => paths.join(folder, `${command}${extension}`)))) {
      const { state, mode } = await files.read(candidate);
      if (state === 'file' && (mode === null || (mode & 0o111) !== 0)) return candidate;
    }
    return null;
  };
  return {
    platform,
    env,
    home,
    cwd,
    files,
    terminal: terminalOf(machine, printed, keyboard),
    now: () => machine.now ?? NOW,
    which,
    exec: async (command, args, options) => {
      const name = paths.basename(command).replace(/\.(exe|cmd)$/i, '');
      const found = paths.isAbsolute(command) ? (await files.read(command)).state === 'file' : (await which(command)) !== null;
      const program = programs[name];
      return found && program ? finished(program(args, options)) : finished({ code: null, error: 'ENOENT' });
    },
    shell: async (line) => finished(machine.lines?.[line] ?? { code: 127, stderr: `${line}: not found\n` }),
    start: async (command, args, options) => ({ code: 0, signal: null, ...(await machine.onStart?.(command, args, options.env)) }),
    endBy: (signal) => void endedBy.push(signal),
    endedBy,
    inTemporaryFolder: async (use) => {
      const folder = paths.join(isWindows ? 'C:\\Temp' : '/tmp', 'channel-doctor-work');
      files.put(folder, { folder: true, mode: 0o700 });
      try {
        return await use(folder);
      } finally {
        files.delete(folder);
      }
    },
    random: (bytes) => {
      randoms += 1;
      return randoms
        .toString(16)
        .padStart(bytes * 2, '0')
        .slice(-bytes * 2);
    },
    printed,
    keyboard,
    path,
    text: async (name) => {
      const { bytes } = await files.read(path(name));
      return bytes === null ? null : new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
    },
    mode: async (name) => (await files.read(path(name))).mode,
  };
}
