// Places where people put configuration that no version reads, to be looked at along with the right ones.

import { type PlatformPath, posix, win32 } from 'node:path';
import type { ClientId, Facts } from '../../model.ts';
import { distance } from '../nearest-name.ts';

type Surroundings = Pick<Facts, 'platform' | 'home' | 'cwd' | 'env' | 'folders'>;

const CODEX_NAMES = [
  'config.tml',
  'config.tom',
  'config.toml.txt',
  'config.tolm',
  'config.conf',
  'config',
  'conf.toml',
  'codex.toml',
  'settings.toml',
  'config.yml',
] as const;
const CLAUDE_NAMES = [
  'settings.jsonc',
  'settings.json5',
  'settings.json.txt',
  'settings.jsn',
  'settings.js',
  'setting.json',
  'settings',
  'settings.yaml',
  'settings.toml',
] as const;
/** Another file where names differ in case, the same one where they don't. */
const CODEX_CASES = ['Config.toml', 'config.TOML', 'CONFIG.toml'] as const;
const CLAUDE_CASES = ['Settings.json', 'settings.JSON', 'SETTINGS.json'] as const;

const MAX_LEVELS = 12;
const MAX_EDITS = 2;

/** Folders above the current one, up to the home folder or the root, both excluded. */
function foldersAbove({ platform, cwd, home }: Surroundings): string[] {
  const path = platform === 'win32' ? win32 : posix;
  const found: string[] = [];
  let folder = path.dirname(cwd);
  for (let level = 0; level < MAX_LEVELS && folder !== path.dirname(folder) && folder !== home; level += 1) {
    found.push(folder);
    folder = path.dirname(folder);
  }
  return found;
}

/** Dozens of names in few folders: joining them properly would take longer than looking them up. */
const inside = (folder: string, names: readonly string[], { sep }: PlatformPath): string[] =>
  names.map((name) => `${folder.endsWith(sep) ? folder : `${folder}${sep}`}${name}`);

const pathFor = ({ platform }: Surroundings) => (platform === 'win32' ? win32 : posix);

/** The folders whose files are compared with the right name. */
export function foldersOfClient(facts: Surroundings, client: ClientId): string[] {
  const path = pathFor(facts);
  const [name, variable] = client === 'codex' ? ['.codex', 'CODEX_HOME'] : ['.claude', 'CLAUDE_CONFIG_DIR'];
  const named = facts.env[variable];
  return [named ? path.resolve(facts.cwd, named) : path.join(facts.home, name), path.join(facts.cwd, name)];
}

/** Files there whose name is the right one misspelt. Digits and signs are left alone: they mark variants that people keep on purpose. */
function misspelt(facts: Surroundings, client: ClientId): string[] {
  const right = client === 'codex' ? 'config.toml' : 'settings.json';
  const isMeant = (name: string): boolean => {
    const lower = name.toLowerCase();
    return (
      /^[a-z.]+$/.test(lower) && lower !== right && Math.abs(name.length - right.length) <= MAX_EDITS && distance(lower, right) <= MAX_EDITS
    );
  };
  return foldersOfClient(facts, client).flatMap((folder) =>
    (facts.folders.get(folder) ?? []).filter(isMeant).map((name) => pathFor(facts).join(folder, name)),
  );
}

function codexPlaces(facts: Surroundings): string[] {
  const path = facts.platform === 'win32' ? win32 : posix;
  const standard = path.join(facts.home, '.codex');
  const named = facts.env.CODEX_HOME;
  const folder = named ? path.resolve(facts.cwd, named) : standard;
  const names = facts.platform === 'linux' ? [...CODEX_NAMES, ...CODEX_CASES] : CODEX_NAMES;
  return [
    ...inside(folder, names, path),
    path.join(folder, '.codex', 'config.toml'),
    path.join(facts.home, '.codex.toml'),
    path.join(facts.home, 'codex', 'config.toml'),
    path.join(facts.home, '.config', 'codex', 'config.toml'),
    ...(named ? [path.join(standard, 'config.toml'), path.join(path.dirname(folder), 'config.toml')] : []),
    ...inside(path.join(facts.cwd, '.codex'), ['config.tml', 'config.toml.txt'], path),
  ];
}

function claudePlaces(facts: Surroundings): string[] {
  const path = facts.platform === 'win32' ? win32 : posix;
  const standard = path.join(facts.home, '.claude');
  const named = facts.env.CLAUDE_CONFIG_DIR;
  const folder = named ? path.resolve(facts.cwd, named) : standard;
  const names = facts.platform === 'linux' ? [...CLAUDE_NAMES, ...CLAUDE_CASES] : CLAUDE_NAMES;
  return [
    path.join(folder, 'settings.local.json'),
    ...inside(folder, names, path),
    path.join(folder, '.claude', 'settings.json'),
    path.join(facts.home, 'claude', 'settings.json'),
    path.join(facts.home, '.config', 'claude', 'settings.json'),
    path.join(facts.home, '.config', 'claude-code', 'settings.json'),
    path.join(facts.home, '.claude-code', 'settings.json'),
    ...(named
      ? [path.join(folder, 'settings.json'), path.join(standard, 'settings.json'), path.join(path.dirname(folder), 'settings.json')]
      : []),
    ...inside(path.join(facts.cwd, '.claude'), ['settings.jsonc', 'settings.json.txt', 'setting.json', 'settings.local.jsonc'], path),
    ...foldersAbove(facts).flatMap((above) => inside(path.join(above, '.claude'), ['settings.json', 'settings.local.json'], path)),
  ];
}

/** Absolute paths, in the order they are reported; those that a client reads after all are sorted out by the rule. */
export function wrongPlaces(facts: Surroundings, client: ClientId): string[] {
  return [...new Set([...(client === 'codex' ? codexPlaces(facts) : claudePlaces(facts)), ...misspelt(facts, client)])];
}
