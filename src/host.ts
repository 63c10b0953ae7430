// The Host port: the only way the program touches the machine. Two real implementations exist: nodeHost and the memory host of the tests.

import type { FileFact } from './model.ts';

export interface ExecResult {
  /** Null when it was killed or could not start. */
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
  readonly timedOut: boolean;
  /** System code where it could not be started (ENOENT, EACCES). */
  readonly error?: string;
  /** `until` was content and the command was ended. */
  readonly stopped?: true;
}

export interface ExecOptions {
  readonly timeoutMs: number;
  readonly env?: Readonly<Record<string, string>>;
  readonly cwd?: string;
  readonly input?: string;
  /**
   * Standard input is closed, and the command leads a process group of its own that is killed whole: at the time limit, as soon as
   * `until` is content with what was printed, when the command has ended, and when this program ends.
   */
  readonly alone?: { readonly until?: (printed: { readonly stdout: string; readonly stderr: string }) => boolean };
}

/** Keys as they are pressed; nothing is echoed while it is open. */
export interface Keyboard {
  close(): void;
}

export interface StartOptions {
  /** All of it. */
  readonly env: Readonly<Record<string, string>>;
  readonly cwd: string;
}

/** How a program ended that had this process's terminal. */
export interface Ended {
  /** Null where a signal ended it, or it could not start. */
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  /** System code where it could not be started (ENOENT, EACCES). */
  readonly error?: string;
}

export interface Terminal {
  readonly stdinIsTerminal: boolean;
  readonly stdoutIsTerminal: boolean;
  readonly stderrIsTerminal: boolean;
  /** Columns of stdout; 80 where unknown. */
  readonly columns: number;
  /** 24 where unknown. */
  readonly rows: number;
  writeOut(text: string): void;
  writeErr(text: string): void;
  /** All of standard input, decoded as UTF-8. */
  readStdin(): Promise<string>;
  /** Standard input as it comes, for input of any size. */
  stdinPieces(): AsyncIterable<Uint8Array>;
  /** Raw input in the pieces it arrives in, escape sequences included; `onEnd` when the terminal is gone. */
  openKeyboard(onText: (text: string) => void, onEnd: () => void): Keyboard;
}

/** Effects on files. Paths are absolute. Failures are thrown as system errors with a `code`. */
export interface FileSystem {
  /** Never throws: every trouble is a state of the fact. A file of more than `maxBytes` (16 MiB where not said) is an `other` thing with the code EFBIG. */
  read(path: string, maxBytes?: number): Promise<FileFact>;
  /** The bytes of a file, link or pipe of any size, piece by piece. */
  pieces(path: string): AsyncIterable<Uint8Array>;
  /** Names in a folder, sorted; empty where there is none. */
  list(path: string): Promise<readonly string[]>;
  /** May a file be created or replaced in this folder (or a folder that would have to be made)? */
  writable(path: string): Promise<boolean>;
  /** Makes a folder and its parents; returns those it made, outermost first. */
  makeFolder(path: string, mode: number): Promise<readonly string[]>;
  /** Writes a new file beside `path` and flushes it to disk; returns its name. Keeps owner of `path` where it exists and that is possible. */
  writeTemporary(path: string, bytes: Uint8Array, mode: number): Promise<string>;
  rename(from: string, to: string): Promise<void>;
  remove(path: string): Promise<void>;
  removeFolder(path: string): Promise<void>;
  chmod(path: string, mode: number): Promise<void>;
}

export interface Host {
  readonly platform: NodeJS.Platform;
  readonly env: Readonly<Record<string, string>>;
  readonly home: string;
  readonly cwd: string;
  readonly files: FileSystem;
  readonly terminal: Terminal;
  /** Milliseconds since the epoch. */
  now(): number;
  /** The absolute path of a command on PATH, null where there is none. */
  which(command: string): Promise<string | null>;
  exec(command: string, args: readonly string[], options: ExecOptions): Promise<ExecResult>;
  /** Runs a command line through the user's shell. */
  shell(commandLine: string, options: ExecOptions): Promise<ExecResult>;
  /** Gives a program this process's terminal until it ends; signals to this process reach it. */
  start(command: string, args: readonly string[], options: StartOptions): Promise<Ended>;
  /** Ends this process as a signal would; returns where the platform knows no such end. */
  endBy(signal: NodeJS.Signals): void;
  /** A new folder that only this user can enter; it is gone with all it holds when `use` has ended, however that happens. */
  inTemporaryFolder<T>(use: (folder: string) => Promise<T>): Promise<T>;
  /** An unguessable lower-case hexadecimal string of this many bytes. */
  random(bytes: number): string;
}
