// Shell start-up files: which there are, and what they assign. They are only ever read.

import { posix, win32 } from 'node:path';

import type { StartUpFile } from './clients/client.ts';
import { readStartUp } from './documents/shell.ts';
import type { Facts } from './model.ts';

type Shell = StartUpFile['shell'];

interface Place {
  readonly path: string;
  readonly shell: Shell;
}

/** The shell that the user's terminal starts. */
export function ownShell(facts: Pick<Facts, 'env' | 'platform'>): Shell {
  const name = (facts.env.SHELL ?? '').split('/').at(-1) ?? '';
  if (name === 'zsh' || name === 'bash' || name === 'fish') return name;
  if (name === 'pwsh') return 'powershell';
  if (name === '') return facts.platform === 'win32' ? 'powershell' : facts.platform === 'darwin' ? 'zsh' : 'bash';
  return 'posix';
}

/** Start-up files in the order the shells read them; `fishParts` are the names in fish's conf.d. */
export function startUpPlaces(facts: Pick<Facts, 'env' | 'home' | 'platform'>, fishParts: readonly string[] = []): readonly Place[] {
  const { join } = facts.platform === 'win32' ? win32 : posix;
  const at = (shell: Shell, ...names: string[]): Place => ({ shell, path: join(facts.home, ...names) });
  const zsh = facts.env.ZDOTDIR ?? facts.home;
  const config = facts.env.XDG_CONFIG_HOME ?? join(facts.home, '.config');
  const fish = join(config, 'fish');
  const places: Place[] = [
    ...['.zshenv', '.zprofile', '.zshrc', '.zlogin'].map((name): Place => ({ shell: 'zsh', path: join(zsh, name) })),
    at('posix', '.profile'),
    at('bash', '.bash_profile'),
    at('bash', '.bash_login'),
    at('bash', '.bashrc'),
    at('bash', '.bash_aliases'),
    ...fishParts.filter((name) => name.endsWith('.fish')).map((name): Place => ({ shell: 'fish', path: join(fish, 'conf.d', name) })),
    { shell: 'fish', path: join(fish, 'config.fish') },
    { shell: 'powershell', path: join(config, 'powershell', 'Microsoft.PowerShell_profile.ps1') },
  ];
  if (facts.platform !== 'win32') return places;
  const documents = ['PowerShell', 'WindowsPowerShell'];
  return [...places, ...documents.map((folder): Place => at('powershell', 'Documents', folder, 'Microsoft.PowerShell_profile.ps1'))];
}

export const fishPartsFolder = (facts: Pick<Facts, 'env' | 'home'>): string =>
  posix.join(facts.env.XDG_CONFIG_HOME ?? posix.join(facts.home, '.config'), 'fish', 'conf.d');

/** All start-up files that exist, read. */
export function readStartUpFiles(facts: Facts): readonly StartUpFile[] {
  const own = ownShell(facts);
  const reads = (shell: Shell): boolean => shell === own || (shell === 'posix' && own !== 'fish' && own !== 'powershell');
  return startUpPlaces(facts, facts.folders.get(fishPartsFolder(facts)) ?? []).flatMap(({ path, shell }): StartUpFile[] => {
    const bytes = facts.files.get(path)?.bytes;
    return bytes ? [{ path, shell, ownShell: reads(shell), ...readStartUp(path, bytes, shell) }] : [];
  });
}
