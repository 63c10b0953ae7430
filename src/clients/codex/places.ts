// Where Codex keeps its files.

import { posix, win32 } from 'node:path';

import type { DocumentFormat, Facts, Scope } from '../../model.ts';

export interface Place {
  readonly scope: Scope;
  readonly file: string;
  readonly format: DocumentFormat;
  readonly role: 'config' | 'login' | 'dotenv' | 'legacy';
}

export const pathOf = (facts: Pick<Facts, 'platform'>): typeof posix => (facts.platform === 'win32' ? win32 : posix);

/** `$CODEX_HOME`, relative to the current folder and without expansion of `~`, else `~/.codex`. */
export function homeOf(facts: Pick<Facts, 'platform' | 'env' | 'home' | 'cwd'>): string {
  const path = pathOf(facts);
  const named = facts.env.CODEX_HOME;
  return named ? path.resolve(facts.cwd, named) : path.join(facts.home, '.codex');
}

/** Strongest configuration first. Whether a version reads them is decided elsewhere. */
export function placesOf(facts: Pick<Facts, 'platform' | 'env' | 'home' | 'cwd'>): readonly Place[] {
  const path = pathOf(facts);
  const home = homeOf(facts);
  const config = (scope: Scope, file: string): Place => ({ scope, file, format: 'toml', role: 'config' });
  const user = path.join(home, 'config.toml');
  const project = path.join(facts.cwd, '.codex', 'config.toml');
  // Not established for Windows.
  const system = facts.platform === 'win32' ? [] : ['/etc/codex'];
  return [
    ...system.map((folder) => config('managed', path.join(folder, 'managed_config.toml'))),
    ...(project === user ? [] : [config('project', project)]),
    config('user', user),
    ...system.map((folder) => config('system', path.join(folder, 'config.toml'))),
    { scope: 'login', file: path.join(home, 'auth.json'), format: 'json', role: 'login' },
    { scope: 'dotenv', file: path.join(home, '.env'), format: 'dotenv', role: 'dotenv' },
    { scope: 'user', file: path.join(home, 'config.json'), format: 'json', role: 'legacy' },
    { scope: 'user', file: path.join(home, 'config.yaml'), format: 'text', role: 'legacy' },
  ];
}
