// Facts from a literal home, so that rules and clients are tested without a disk.

import type { Client } from '../../src/clients/client.ts';
import type { ClientId, Facts, FileFact, GitFacts } from '../../src/model.ts';

export interface HomeFile {
  readonly text?: string;
  readonly bytes?: Uint8Array;
  readonly mode?: number;
  readonly state?: FileFact['state'];
  /** A file above, where a folder would have to be; the state is then `absent`. */
  readonly obstacle?: string;
}

export interface Home {
  /** `~/` is the home; other names are absolute. */
  readonly files?: Readonly<Record<string, string | HomeFile>>;
  readonly env?: Readonly<Record<string, string>>;
  readonly cwd?: string;
  readonly installed?: Readonly<Partial<Record<ClientId, string>>>;
  readonly git?: GitFacts | null;
  readonly platform?: NodeJS.Platform;
}

export const HOME = '/home/u';
const expand = (path: string): string => (path.startsWith('~/') ? `${HOME}${path.slice(1)}` : path);

function fileFact(path: string, file: string | HomeFile): FileFact {
  const { text, bytes, mode = 0o600, state = 'file' } = typeof file === 'string' ? { text: file } : file;
  if (typeof file !== 'string' && file.obstacle !== undefined)
    return {
      path,
      state: 'absent',
      bytes: null,
      realPath: path,
      isLink: false,
      mode: null,
      code: 'ENOTDIR',
      obstacle: expand(file.obstacle),
    };
  const content = bytes ?? new TextEncoder().encode(text ?? '');
  return { path, state, bytes: state === 'file' ? content : null, realPath: path, isLink: false, mode };
}

export function factsOf(home: Home): Facts {
  const files = new Map(Object.entries(home.files ?? {}).map(([path, file]) => [expand(path), fileFact(expand(path), file)]));
  const folders = new Map<string, string[]>();
  for (const path of files.keys()) {
    const cut = path.lastIndexOf('/');
    const folder = path.slice(0, cut);
    folders.set(folder, [...(folders.get(folder) ?? []), path.slice(cut + 1)].sort());
  }
  const installedAs = (id: ClientId) => {
    const version = home.installed?.[id];
    return version === undefined ? null : { version, path: `/usr/bin/${id}` };
  };
  return {
    platform: home.platform ?? 'linux',
    home: HOME,
    cwd: expand(home.cwd ?? '~/project'),
    env: { HOME, SHELL: '/bin/bash', ...home.env },
    now: Date.parse('2026-11-30T00:00:00Z'),
    files,
    folders,
    installed: { codex: installedAs('codex'), 'claude-code': installedAs('claude-code') },
    git: home.git ?? null,
    trustedFiles: new Map(),
    helpers: new Map(),
  };
}

/** What a client makes of a literal home. */
export const stateOf = (client: Client, home: Home) => client.read(factsOf(home));
