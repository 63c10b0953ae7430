// Where Claude Code keeps its files. Sources: section 1 of the measurements; macOS and Windows from code.claude.com/docs/en/settings.

import { type PlatformPath, posix, win32 } from 'node:path';

import type { Facts, FileFact } from '../../model.ts';
import { absentFile } from '../client.ts';
import { has } from './versions.ts';

export interface Place {
  readonly scope: 'managed' | 'local' | 'project' | 'user' | 'global' | 'login';
  readonly path: string;
}

const pathOf = (facts: Facts): PlatformPath => (facts.platform === 'win32' ? win32 : posix);

export const factOf = (facts: Facts, path: string): FileFact => facts.files.get(path) ?? absentFile(path);

const configDir = (facts: Facts): string | null => {
  const folder = facts.env.CLAUDE_CONFIG_DIR;
  return folder ? pathOf(facts).resolve(facts.cwd, folder) : null;
};

/** Where settings.json stands. */
export function configFolder(facts: Facts, version: string): string {
  const moved = has(version, 'ignoresConfigDir') ? null : configDir(facts);
  return moved ?? pathOf(facts).join(facts.home, '.claude');
}

/** Folders that hold managed-settings.json, the one that counts first. */
function managedFolders(facts: Facts, version: string): readonly string[] {
  if (facts.platform === 'darwin') return ['/Library/Application Support/ClaudeCode'];
  if (facts.platform !== 'win32') return ['/etc/claude-code'];
  const programFiles = win32.join(facts.env.ProgramFiles ?? 'C:\\Program Files', 'ClaudeCode');
  const programData = win32.join(facts.env.ProgramData ?? 'C:\\ProgramData', 'ClaudeCode');
  return [...(has(version, 'readsProgramFiles') ? [programFiles] : []), ...(has(version, 'readsProgramData') ? [programData] : [])];
}

/** Folders of managed fragments; their content must be listed. */
export const fragmentFolders = (facts: Facts, version: string): readonly string[] =>
  has(version, 'readsManagedFolder')
    ? managedFolders(facts, version).map((folder) => pathOf(facts).join(folder, 'managed-settings.d'))
    : [];

/** Strongest first: the fragments, the last name first, then the file itself. */
function managedPlaces(facts: Facts, version: string): readonly Place[] {
  const { join } = pathOf(facts);
  const fragments = fragmentFolders(facts, version).flatMap((folder) =>
    [...(facts.folders.get(folder) ?? [])]
      .filter((name) => name.endsWith('.json') && !name.startsWith('.'))
      .sort()
      .reverse()
      .map((name) => join(folder, name)),
  );
  const files = managedFolders(facts, version).map((folder) => join(folder, 'managed-settings.json'));
  return [...fragments, ...files].map((path) => ({ scope: 'managed', path }));
}

/** The client's own state: the one it would read first comes first. */
function globalPlaces(facts: Facts, version: string): readonly Place[] {
  const { join } = pathOf(facts);
  const moved = configDir(facts);
  const usual = join(moved ?? facts.home, moved && has(version, 'ignoresConfigDir') ? 'config.json' : '.claude.json');
  const legacy = has(version, 'readsLegacyGlobalConfig') ? [join(configFolder(facts, version), '.config.json')] : [];
  return [...legacy, usual].map((path) => ({ scope: 'global', path }));
}

function sameFile(facts: Facts, a: string, b: string): boolean {
  const [first, second] = [factOf(facts, a), factOf(facts, b)];
  return a === b || (first.state === 'file' && second.state === 'file' && first.realPath === second.realPath);
}

/** All files this version reads, strongest first. In the home folder the project's file is the user's own and counts once. */
export function places(facts: Facts, version: string): readonly Place[] {
  const { join } = pathOf(facts);
  const folder = configFolder(facts, version);
  const user = join(folder, 'settings.json');
  const project = join(facts.cwd, '.claude', 'settings.json');
  return [
    ...managedPlaces(facts, version),
    { scope: 'local', path: join(facts.cwd, '.claude', 'settings.local.json') },
    ...(sameFile(facts, user, project) ? [] : [{ scope: 'project', path: project } as const]),
    { scope: 'user', path: user },
    ...globalPlaces(facts, version),
    { scope: 'login', path: join(folder, '.credentials.json') },
  ];
}

/** The settings file that a scope is written to. */
export function targetFile(facts: Facts, version: string, scope: 'user' | 'project' | 'local'): string {
  const { join } = pathOf(facts);
  if (scope === 'user') return join(configFolder(facts, version), 'settings.json');
  return join(facts.cwd, '.claude', scope === 'local' ? 'settings.local.json' : 'settings.json');
}

/** An absolute path as the client would read it from a variable. */
export const resolved = (facts: Facts, path: string): string => pathOf(facts).resolve(facts.cwd, path);
