// What this program wrote, so that it can be taken back: one entry a run, with the bytes from before.

import { type PlatformPath, posix, win32 } from 'node:path';

import type { Host } from './host.ts';
import type { Change } from './model.ts';

const PRIVATE_FOLDER = 0o700;
const PRIVATE_FILE = 0o600;

export interface OwnFolders {
  readonly config: string;
  readonly state: string;
}

/** One file of a run. Hashes are lower-case SHA-256. */
export interface JournalFile {
  readonly path: string;
  readonly realPath: string;
  /** Null: the file was new. */
  readonly backup: string | null;
  readonly beforeMode: number | null;
  /** Hash of what was (of a pending entry: is to be) written. */
  readonly after: string;
  readonly afterMode: number;
  /** Hashes of what earlier rounds of the same run wrote. */
  readonly between?: readonly string[];
}

export interface JournalEntry {
  readonly id: string;
  readonly command: string;
  readonly createdAt: string;
  readonly state: 'pending' | 'done' | 'undone';
  readonly files: readonly JournalFile[];
  /** Folders that did not exist before, outermost first. */
  readonly folders: readonly string[];
}

export const pathsOf = (host: Pick<Host, 'platform'>): PlatformPath => (host.platform === 'win32' ? win32 : posix);

/** `$XDG_CONFIG_HOME` and `$XDG_STATE_HOME` below the home; relative values are ignored, as the XDG specification asks. */
export function ownFolders(host: Pick<Host, 'platform' | 'env' | 'home'>): OwnFolders {
  const { join, isAbsolute } = pathsOf(host);
  const base = (name: string, ...fallback: string[]): string => {
    const value = host.env[name];
    return value && isAbsolute(value) ? value : join(host.home, ...fallback);
  };
  return {
    config: join(base('XDG_CONFIG_HOME', '.config'), 'channel-doctor'),
    state: join(base('XDG_STATE_HOME', '.local', 'state'), 'channel-doctor'),
  };
}

/** Writes one of the program's own files, whole or not at all, readable by its owner only. */
export async function writeOwnFile(host: Host, path: string, bytes: Uint8Array): Promise<void> {
  await host.files.makeFolder(pathsOf(host).dirname(path), PRIVATE_FOLDER);
  const temporary = await host.files.writeTemporary(path, bytes, PRIVATE_FILE);
  try {
    await host.files.rename(temporary, path);
  } catch (error) {
    await host.files.remove(temporary).catch(() => {});
    throw error;
  }
}

const encode = (value: unknown): Uint8Array => new TextEncoder().encode(`${JSON.stringify(value, null, 2)}\n`);

async function readJson<T>(host: Host, path: string): Promise<T | null> {
  const { bytes } = await host.files.read(path);
  if (!bytes) return null;
  try {
    return JSON.parse(new TextDecoder().decode(bytes)) as T;
  } catch {
    return null;
  }
}

export class Journal {
  readonly #host: Host;
  /** Where the entries are. */
  readonly folder: string;

  constructor(host: Host) {
    this.#host = host;
    this.folder = pathsOf(host).join(ownFolders(host).state, 'journal');
  }

  entryPath(id: string): string {
    return pathsOf(this.#host).join(this.folder, `${id}.json`);
  }

  backupFolder(id: string): string {
    return pathsOf(this.#host).join(this.folder, id);
  }

  backupPath(id: string, number: number): string {
    return pathsOf(this.#host).join(this.backupFolder(id), `${number}.bak`);
  }

  /** A fresh id such as `20261130T201500Z-1`. */
  async newId(): Promise<string> {
    const stamp = `${new Date(this.#host.now()).toISOString().replace(/[-:]/g, '').slice(0, 15)}Z`;
    const names = new Set(await this.#host.files.list(this.folder));
    let number = 1;
    while (names.has(`${stamp}-${number}.json`) || !(await this.#claim(`${stamp}-${number}`))) number += 1;
    return `${stamp}-${number}`;
  }

  /** A folder can be made once: of two runs in the same second only one gets the id. */
  async #claim(id: string): Promise<boolean> {
    try {
      return (await this.#host.files.makeFolder(this.backupFolder(id), PRIVATE_FOLDER)).includes(this.backupFolder(id));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
      throw error;
    }
  }

  async write(entry: JournalEntry): Promise<void> {
    await writeOwnFile(this.#host, this.entryPath(entry.id), encode(entry));
  }

  async keep(path: string, bytes: Uint8Array): Promise<void> {
    await writeOwnFile(this.#host, path, bytes);
  }

  read(id: string): Promise<JournalEntry | null> {
    return /^[0-9TZ]+-\d+$/.test(id) ? readJson<JournalEntry>(this.#host, this.entryPath(id)) : Promise.resolve(null);
  }

  /** All entries, the newest first. */
  async list(): Promise<readonly JournalEntry[]> {
    const ids = (await this.#host.files.list(this.folder)).filter((name) => name.endsWith('.json')).map((name) => name.slice(0, -5));
    const entries = await Promise.all(ids.map((id) => this.read(id)));
    const order = (id: string): [string, number] => [id.split('-')[0] ?? '', Number(id.split('-')[1])];
    return entries
      .filter((entry): entry is JournalEntry => entry !== null)
      .sort((a, b) => (order(a.id)[0] === order(b.id)[0] ? order(b.id)[1] - order(a.id)[1] : order(b.id)[0] < order(a.id)[0] ? -1 : 1));
  }
}

/** Files, and folders that were made for their own sake. */
export function changesOf({ id, files, folders }: JournalEntry): readonly Change[] {
  const onTheWay = (folder: string): boolean =>
    [...files.map(({ path }) => path), ...folders].some(
      (path) => path !== folder && path.startsWith(folder) && /[\\/]/.test(path[folder.length] ?? ''),
    );
  return [
    ...files.map(({ path, backup }) => ({ id, file: path, backup })),
    ...folders.filter((folder) => !onTheWay(folder)).map((folder) => ({ id, file: folder, backup: null })),
  ];
}

// ---------------------------------------------------------------- project files that init wrote

const trustedPath = (host: Host, folders: OwnFolders): string => pathsOf(host).join(folders.state, 'trusted-files.json');

/** Hashes of project files that `init` wrote on this machine; such a file is trusted until it changes. */
export async function readTrustedFiles(host: Host, folders: OwnFolders): Promise<ReadonlyMap<string, string>> {
  const known = await readJson<Record<string, string>>(host, trustedPath(host, folders));
  return new Map(Object.entries(known ?? {}));
}

export async function trustFiles(host: Host, hashes: ReadonlyMap<string, string>): Promise<void> {
  const folders = ownFolders(host);
  const known = await readTrustedFiles(host, folders);
  await writeOwnFile(host, trustedPath(host, folders), encode(Object.fromEntries([...known, ...hashes])));
}
