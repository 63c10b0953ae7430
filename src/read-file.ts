// What is at a path of the real machine, and where a command is.
//
// Synchronous on purpose: a check asks for eighty paths, of which ten are there. The system answers in 4 µs; a way to the thread pool and
// back with a rejected promise takes ten times as long, in all more than everything else a check does.

import {
  accessSync,
  closeSync,
  constants,
  lstatSync,
  openSync,
  readdirSync,
  readFileSync,
  realpathSync,
  type Stats,
  statSync,
} from 'node:fs';
import { basename, delimiter, dirname, join } from 'node:path';

import type { FileFact } from './model.ts';

/** A configuration file of this size is none; with all that is made of it, it would cost a hundred times its size in memory. */
const MAX_FILE_BYTES = 16 * 1024 * 1024;
/** Opening must not wait for a writer where somebody put a pipe in a settings file's place. */
const OPEN = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0);

const codeOf = (error: unknown): string => (error as NodeJS.ErrnoException).code ?? 'UNKNOWN';
const modeOf = (stats: Stats): number | null => (process.platform === 'win32' ? null : stats.mode & 0o777);

interface Folder {
  /** Links resolved as far as there is something. */
  readonly realPath: string;
  /** The file that stands where this folder, or one above it, is needed. */
  readonly obstacle: string | null;
}

/** Files that are asked for together mostly lie together. Nothing is remembered longer than that. */
const folders = new Map<string, Folder>();

function folderOf(path: string): Folder {
  const known = folders.get(path);
  if (known) return known;
  if (folders.size === 0) queueMicrotask(() => folders.clear());
  const found = findFolder(path);
  folders.set(path, found);
  return found;
}

function findFolder(path: string): Folder {
  try {
    const stats = statSync(path, { throwIfNoEntry: false });
    if (stats) return { realPath: realpathSync.native(path), obstacle: stats.isDirectory() ? null : path };
    const parent = dirname(path);
    if (parent === path) return { realPath: path, obstacle: null };
    const { realPath, obstacle } = folderOf(parent);
    return { realPath: join(realPath, basename(path)), obstacle };
  } catch (error) {
    return { realPath: path, obstacle: codeOf(error) === 'ENOTDIR' ? folderOf(dirname(path)).obstacle : null };
  }
}

/** Links are followed even to a file that does not exist, so that writing goes where the link points. */
function absent(path: string): FileFact {
  const nothing = { path, state: 'absent', bytes: null, isLink: false, mode: null } as const;
  const folder = folderOf(dirname(path));
  return folder.obstacle !== null
    ? { ...nothing, realPath: path, code: 'ENOTDIR', obstacle: folder.obstacle }
    : { ...nothing, realPath: join(folder.realPath, basename(path)) };
}

function readBytes(path: string): Uint8Array {
  const file = openSync(path, OPEN);
  try {
    return readFileSync(file);
  } finally {
    closeSync(file);
  }
}

/** Never throws. A file of more than `maxBytes` is an `other` thing. */
export function readFact(path: string, maxBytes = MAX_FILE_BYTES): FileFact {
  let isLink = false;
  try {
    const own = lstatSync(path, { throwIfNoEntry: false });
    if (!own) return absent(path);
    isLink = own.isSymbolicLink();
    const stats = isLink ? statSync(path) : own;
    const found = { path, bytes: null, realPath: realpathSync.native(path), isLink, mode: modeOf(stats) };
    if (stats.isDirectory()) return { ...found, state: 'directory' };
    if (!stats.isFile()) return { ...found, state: 'other' };
    if (stats.size > maxBytes) return { ...found, state: 'other', code: 'EFBIG' };
    try {
      return { ...found, state: 'file', bytes: readBytes(path) };
    } catch (error) {
      return { ...found, state: 'unreadable', code: codeOf(error) };
    }
  } catch (error) {
    const code = codeOf(error);
    if (code === 'ENOTDIR') return absent(path);
    const nothing = { path, bytes: null, realPath: path, isLink, mode: null, code };
    return { ...nothing, state: isLink && code === 'ENOENT' ? 'dangling' : 'unreadable' };
  }
}

/** Names in a folder, sorted; empty where there is none. */
export function namesIn(path: string): readonly string[] {
  try {
    // An error costs twenty times what the question costs.
    return statSync(path, { throwIfNoEntry: false })?.isDirectory() ? readdirSync(path).sort() : [];
  } catch {
    return [];
  }
}

function isProgram(path: string): boolean {
  try {
    if (statSync(path, { throwIfNoEntry: false })?.isFile() !== true) return false;
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** The absolute path of a command on PATH, null where there is none. */
export function which(env: Readonly<Record<string, string>>, command: string): string | null {
  const extensions = process.platform === 'win32' ? (env.PATHEXT ?? '.EXE;.CMD;.BAT;.COM').split(';') : [''];
  for (const folder of (env.PATH ?? env.Path ?? '').split(delimiter)) {
    if (folder === '') continue;
    const found = extensions.map((extension) => join(folder, `${command}${extension}`)).find(isProgram);
    if (found !== undefined) return found;
  }
  return null;
}
