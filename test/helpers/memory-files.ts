// A file system in memory, as an ordinary user sees it: modes count, links are followed, and any step can be made to fail.

import { posix, win32 } from 'node:path';

import type { FileSystem } from '../../src/host.ts';
import type { FileFact } from '../../src/model.ts';

export interface MemoryFile {
  readonly text?: string;
  readonly bytes?: Uint8Array;
  readonly mode?: number;
  /** What a link names, relative to its folder or absolute. */
  readonly link?: string;
  /** A folder, with nothing in it yet. */
  readonly folder?: true;
  /** Neither file nor folder: a pipe, a device. */
  readonly pipe?: true;
}

interface FileNode {
  readonly kind: 'file';
  bytes: Uint8Array;
  mode: number;
}
interface FolderNode {
  readonly kind: 'folder';
  mode: number;
  /** By the name as the system compares it. */
  readonly entries: Map<string, { readonly name: string; readonly node: Node }>;
}
interface LinkNode {
  readonly kind: 'link';
  readonly target: string;
}
interface PipeNode {
  readonly kind: 'pipe';
}
type Node = FileNode | FolderNode | LinkNode | PipeNode;

/** A place in the tree: the folder it is in (null for a root), and what stands there. */
interface Place {
  readonly folder: FolderNode | null;
  readonly name: string;
  readonly node: Node | null;
  readonly realPath: string;
}

const MAX_LINKS = 40;
const READ = 0o400;
const WRITE = 0o200;
const ENTER = 0o100;

const trouble = (code: string, path: string): NodeJS.ErrnoException => Object.assign(new Error(`${code}: ${path}`), { code });
const codeOf = (error: unknown): string => (error as NodeJS.ErrnoException).code ?? 'UNKNOWN';

export class MemoryFiles implements FileSystem {
  readonly #paths: typeof posix;
  readonly #hasModes: boolean;
  readonly #roots = new Map<string, FolderNode>();
  #steps = 0;
  #temporaries = 0;
  #failure: { readonly from: number; readonly code: string; readonly once: boolean } | null = null;
  #watcher: ((step: number, what: string, path: string) => void) | null = null;

  constructor(platform: NodeJS.Platform) {
    this.#paths = platform === 'win32' ? win32 : posix;
    this.#hasModes = platform !== 'win32';
  }

  // -------------------------------------------------------------- what a test does, unseen by the program

  /** Puts a file, folder or link there, with its parent folders. */
  put(path: string, file: string | MemoryFile): void {
    const { text, bytes, mode, link, folder, pipe } = typeof file === 'string' ? { text: file } : (file as MemoryFile);
    const { folder: parent, name, node } = this.#place(path, true, false);
    if (!parent) return;
    if (link !== undefined) this.#set(parent, name, { kind: 'link', target: link });
    else if (pipe) this.#set(parent, name, { kind: 'pipe' });
    else if (folder)
      this.#set(parent, name, { kind: 'folder', mode: mode ?? 0o755, entries: node?.kind === 'folder' ? node.entries : new Map() });
    else this.#set(parent, name, { kind: 'file', bytes: bytes ?? new TextEncoder().encode(text ?? ''), mode: mode ?? 0o644 });
  }

  delete(path: string): void {
    const { folder, name } = this.#place(path, false, false);
    folder?.entries.delete(this.#key(name));
  }

  /** From the n-th changing step on (counted from 1, from now), each fails with this code; or only that one. */
  failAt(step: number, code = 'ENOSPC', { once = false } = {}): void {
    this.#steps = 0;
    this.#failure = { from: step, code, once };
  }

  failNoMore(): void {
    this.#failure = null;
  }

  /** Changing steps since the beginning or the last `failAt`. */
  get steps(): number {
    return this.#steps;
  }

  /** Called before each changing step: another program's chance. */
  onStep(watcher: (step: number, what: string, path: string) => void): void {
    this.#watcher = watcher;
  }

  /** Everything there is, by path: for comparing before and after. */
  picture(): Record<string, string> {
    const seen: Record<string, string> = {};
    const look = (path: string, node: Node): void => {
      const mode = node.kind === 'file' || node.kind === 'folder' ? node.mode.toString(8) : '';
      const content = node.kind === 'file' ? Buffer.from(node.bytes).toString('latin1') : node.kind === 'link' ? node.target : '';
      seen[path] = `${node.kind} ${mode} ${content}`;
      if (node.kind === 'folder') for (const { name, node: inside } of node.entries.values()) look(this.#paths.join(path, name), inside);
    };
    for (const [root, node] of this.#roots) look(root, node);
    return Object.fromEntries(Object.entries(seen).sort(([a], [b]) => (a < b ? -1 : 1)));
  }

  // -------------------------------------------------------------- the port

  async read(path: string): Promise<FileFact> {
    const nothing = { path, bytes: null, realPath: path, isLink: false, mode: null };
    let isLink = false;
    try {
      isLink = this.#place(path, false, false).node?.kind === 'link';
      const { node, realPath } = this.#place(path, false, true);
      if (node === null)
        return isLink ? { ...nothing, isLink, state: 'dangling', code: 'ENOENT' } : { ...nothing, realPath, state: 'absent' };
      if (node.kind === 'link' || node.kind === 'pipe') return { ...nothing, isLink, realPath, mode: this.#modeOf(0o644), state: 'other' };
      const found = { ...nothing, isLink, realPath, mode: this.#modeOf(node.mode) };
      if (node.kind === 'folder') return { ...found, state: 'directory' };
      return this.#may(node.mode, READ)
        ? { ...found, state: 'file', bytes: node.bytes }
        : { ...found, state: 'unreadable', code: 'EACCES' };
    } catch (error) {
      const code = codeOf(error);
      if (isLink) return { ...nothing, isLink, state: code === 'ENOENT' ? 'dangling' : 'unreadable', code };
      if (code === 'ENOENT') return { ...nothing, realPath: this.#targetOf(path), state: 'absent' };
      return code === 'ENOTDIR'
        ? { ...nothing, state: 'absent', code, obstacle: this.#obstacleOf(path) }
        : { ...nothing, state: 'unreadable', code };
    }
  }

  async *pieces(path: string): AsyncIterable<Uint8Array> {
    const { state, bytes, code } = await this.read(path);
    if (bytes === null) throw trouble(code ?? (state === 'directory' ? 'EISDIR' : 'ENOENT'), path);
    // Two pieces, so that nobody takes the first for the whole.
    const middle = Math.ceil(bytes.length / 2);
    yield bytes.subarray(0, middle);
    yield bytes.subarray(middle);
  }

  async list(path: string): Promise<readonly string[]> {
    try {
      const { node } = this.#place(path, false, true);
      if (node?.kind !== 'folder' || !this.#may(node.mode, READ)) return [];
      return [...node.entries.values()].map(({ name }) => name).sort();
    } catch {
      return [];
    }
  }

  async writable(path: string): Promise<boolean> {
    try {
      const { node } = this.#place(path, false, true);
      if (node) return node.kind === 'folder' && this.#may(node.mode, WRITE | ENTER);
    } catch (error) {
      if (codeOf(error) !== 'ENOENT') return false;
    }
    const parent = this.#paths.dirname(path);
    return parent !== path && this.writable(parent);
  }

  async makeFolder(path: string, mode: number): Promise<readonly string[]> {
    const node = this.#nodeAt(path);
    if (node?.kind === 'folder') return [];
    if (node) throw trouble('ENOTDIR', path);
    const parents = await this.makeFolder(this.#paths.dirname(path), mode);
    const { folder, name, node: standing } = this.#place(path, false, false);
    this.#step('mkdir', path);
    if (standing) throw trouble('EEXIST', path);
    this.#mustWrite(folder, path);
    this.#set(folder, name, { kind: 'folder', mode, entries: new Map() });
    return [...parents, path];
  }

  async writeTemporary(path: string, bytes: Uint8Array, mode: number): Promise<string> {
    this.#temporaries += 1;
    const { dirname, basename, join } = this.#paths;
    const temporary = join(dirname(path), `.${basename(path)}.channel-doctor-${this.#temporaries.toString(16).padStart(12, '0')}`);
    this.#step('write', temporary);
    const { folder, name } = this.#place(temporary, false, false);
    this.#mustWrite(folder, temporary);
    this.#set(folder, name, { kind: 'file', bytes: Uint8Array.from(bytes), mode });
    return temporary;
  }

  async rename(from: string, to: string): Promise<void> {
    this.#step('rename', to);
    const source = this.#place(from, false, false);
    if (!source.node) throw trouble('ENOENT', from);
    const target = this.#place(to, false, false);
    if (target.node?.kind === 'folder') throw trouble('EISDIR', to);
    this.#mustWrite(source.folder, from);
    this.#mustWrite(target.folder, to);
    source.folder.entries.delete(this.#key(source.name));
    this.#set(target.folder, target.name, source.node);
  }

  async remove(path: string): Promise<void> {
    const { folder, name, node } = this.#placeOrNothing(path);
    if (!node) return;
    if (node.kind === 'folder') throw trouble('ERR_FS_EISDIR', path);
    this.#mustWrite(folder, path);
    folder.entries.delete(this.#key(name));
  }

  async removeFolder(path: string): Promise<void> {
    const { folder, name, node } = this.#place(path, false, false);
    if (!node) throw trouble('ENOENT', path);
    if (node.kind !== 'folder') throw trouble('ENOTDIR', path);
    if (node.entries.size > 0) throw trouble('ENOTEMPTY', path);
    this.#mustWrite(folder, path);
    folder.entries.delete(this.#key(name));
  }

  async chmod(path: string, mode: number): Promise<void> {
    this.#step('chmod', path);
    const { node } = this.#place(path, false, true);
    if (!node) throw trouble('ENOENT', path);
    if (node.kind === 'file' || node.kind === 'folder') node.mode = mode;
  }

  // -------------------------------------------------------------- the tree

  #key(name: string): string {
    return this.#hasModes ? name : name.toLowerCase();
  }

  #modeOf(mode: number): number | null {
    return this.#hasModes ? mode : null;
  }

  #may(mode: number, bits: number): boolean {
    return !this.#hasModes || (mode & bits) === bits;
  }

  #set(folder: FolderNode, name: string, node: Node): void {
    folder.entries.set(this.#key(name), { name, node });
  }

  #mustWrite(folder: FolderNode | null, path: string): asserts folder is FolderNode {
    if (!folder || !this.#may(folder.mode, WRITE | ENTER)) throw trouble('EACCES', path);
  }

  /** Counts a changing step and fails where a test asked for it. */
  #step(what: string, path: string): void {
    this.#steps += 1;
    this.#watcher?.(this.#steps, what, path);
    if (!this.#failure || this.#steps < this.#failure.from) return;
    const { code, once } = this.#failure;
    if (once) this.#failure = null;
    // A full disk still lets names be changed.
    if (code === 'ENOSPC' && (what === 'rename' || what === 'chmod')) return;
    throw trouble(code, path);
  }

  /** Null where nothing is there; other troubles are thrown. */
  #nodeAt(path: string): Node | null {
    try {
      return this.#place(path, false, true).node;
    } catch (error) {
      if (codeOf(error) === 'ENOENT') return null;
      throw error;
    }
  }

  #placeOrNothing(path: string): Place {
    try {
      return this.#place(path, false, false);
    } catch (error) {
      if (codeOf(error) === 'ENOENT') return { folder: null, name: '', node: null, realPath: path };
      throw error;
    }
  }

  /** Where a file that is not there yet would be, links resolved as far as there are any. */
  #targetOf(path: string): string {
    const { dirname, basename, join } = this.#paths;
    const parent = dirname(path);
    if (parent === path) return path;
    try {
      return join(this.#place(parent, false, true).realPath, basename(path));
    } catch {
      return join(this.#targetOf(parent), basename(path));
    }
  }

  /** The nearest thing above that is there; it is no folder. */
  #obstacleOf(path: string): string {
    const parent = this.#paths.dirname(path);
    try {
      return this.#place(parent, false, true).node === null ? this.#obstacleOf(parent) : parent;
    } catch {
      return this.#obstacleOf(parent);
    }
  }

  /** Walks to a path, following links on the way and, if asked, at its end. Throws ENOENT, ENOTDIR, EACCES or ELOOP. */
  #place(path: string, makeFolders: boolean, followLast: boolean, links = 0): Place {
    const root = this.#paths.parse(path).root.toUpperCase();
    if (root === '') throw new Error(`not an absolute path: ${path}`);
    const parts = path.slice(root.length).split(this.#paths.sep).filter(Boolean);
    const rootNode = this.#roots.get(root) ?? { kind: 'folder', mode: 0o755, entries: new Map() };
    this.#roots.set(root, rootNode);
    let folder: FolderNode = rootNode;
    let realPath = root;
    for (const [index, part] of parts.entries()) {
      const isLast = index === parts.length - 1;
      if (!makeFolders && !this.#may(folder.mode, ENTER)) throw trouble('EACCES', path);
      const found = folder.entries.get(this.#key(part));
      const here = this.#paths.join(realPath, found?.name ?? part);
      if (found?.node.kind === 'link' && (!isLast || followLast)) {
        if (links >= MAX_LINKS) throw trouble('ELOOP', path);
        const target = this.#paths.resolve(realPath, found.node.target, ...parts.slice(index + 1));
        return this.#place(target, makeFolders, followLast, links + 1);
      }
      if (isLast) return { folder, name: part, node: found?.node ?? null, realPath: here };
      const next =
        found?.node ?? (makeFolders ? ({ kind: 'folder', mode: 0o755, entries: new Map() } as const satisfies FolderNode) : null);
      if (!next) throw trouble('ENOENT', path);
      if (next.kind !== 'folder') throw trouble('ENOTDIR', path);
      if (!found) this.#set(folder, part, next);
      folder = next;
      realPath = here;
    }
    return { folder: null, name: '', node: folder, realPath };
  }
}
