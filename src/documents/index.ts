// Documents: configuration files with the place of every value, and edits that are proven.

import type { DocumentFormat } from '../model.ts';

export { type DotenvEntry, dotenvEntries } from './dotenv/entries.ts';
export { openDocument } from './read.ts';
export { readStartUp } from './shell.ts';

const BY_NAME: readonly (readonly [RegExp, DocumentFormat])[] = [
  [/\.jsonc?$/i, 'json'],
  [/\.toml$/i, 'toml'],
  [/(?:^|[\\/])\.env(?:\.[^\\/]*)?$/, 'dotenv'],
  [/\.(?:fish|ps1|sh|bash|zsh|csh)$/i, 'shell'],
  [/(?:^|[\\/])\.(?:bashrc|bash_profile|bash_login|bash_aliases|profile|zshrc|zshenv|zprofile|zlogin|cshrc|tcshrc|login)$/, 'shell'],
];

export const formatOf = (path: string): DocumentFormat => BY_NAME.find(([name]) => name.test(path))?.[1] ?? 'text';
