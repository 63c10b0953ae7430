// Effects on the real machine's files. Synchronous inside, like reading (read-file.ts): `node:fs/promises` alone takes a tenth of a start to
// load, and what is written is a few small files.

import {
  accessSync,
  chmodSync,
  chownSync,
  closeSync,
  constants,
  createReadStream,
  fchmodSync,
  fsyncSync,
  mkdirSync,
  openSync,
  renameSync,
  rmdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';

import type { FileSystem } from './host.ts';
import { namesIn, readFact } from './read-file.ts';

const codeOf = (error: unknown): string => (error as NodeJS.ErrnoException).code ?? 'UNKNOWN';

function canWrite(path: string): boolean {
  try {
    if (!statSync(path).isDirectory()) return false;
    accessSync(path, constants.W_OK | constants.X_OK);
    return true;
  } catch (error) {
    const parent = dirname(path);
    return codeOf(error) === 'ENOENT' && parent !== path && canWrite(parent);
  }
}

function makeFolder(path: string, mode: number): readonly string[] {
  try {
    if (statSync(path).isDirectory()) return [];
    throw Object.assign(new Error('a file stands where a folder is needed'), { code: 'ENOTDIR' });
  } catch (error) {
    if (codeOf(error) !== 'ENOENT') throw error;
  }
  const parents = makeFolder(dirname(path), mode);
  mkdirSync(path, { mode });
  return [...parents, path];
}

function keepOwner(path: string, temporary: string): void {
  try {
    const { uid, gid } = statSync(path);
    const own = statSync(temporary);
    if (own.uid !== uid || own.gid !== gid) chownSync(temporary, uid, gid);
  } catch {
    // A new file, or an owner that only root could keep: the file's content matters more.
  }
}

/** Web Crypto is there without node:crypto, which takes longer to load than a check takes. */
export const randomHex = (bytes: number): string => Buffer.from(crypto.getRandomValues(new Uint8Array(bytes))).toString('hex');

function writeTemporary(path: string, bytes: Uint8Array, mode: number): string {
  const temporary = join(dirname(path), `.${basename(path)}.channel-doctor-${randomHex(6)}`);
  const file = openSync(temporary, 'wx', mode);
  try {
    writeFileSync(file, bytes);
    fchmodSync(file, mode);
    fsyncSync(file);
  } catch (error) {
    closeSync(file);
    rmSync(temporary, { force: true });
    throw error;
  }
  closeSync(file);
  keepOwner(path, temporary);
  return temporary;
}

export const nodeFiles: FileSystem = {
  read: async (path, maxBytes) => readFact(path, maxBytes),
  pieces: (path) => createReadStream(path),
  list: async (path) => namesIn(path),
  writable: async (path) => canWrite(path),
  makeFolder: async (path, mode) => makeFolder(path, mode),
  writeTemporary: async (path, bytes, mode) => writeTemporary(path, bytes, mode),
  rename: async (from, to) => renameSync(from, to),
  remove: async (path) => rmSync(path, { force: true }),
  removeFolder: async (path) => rmdirSync(path),
  chmod: async (path, mode) => chmodSync(path, mode),
};
