// A config.toml as large as nobody's: thousands of tables, of which one is the provider's.

import { codexConfig } from './home.mjs';

/** About 200 bytes a table. */
const table = (index) =>
  `[projects."/home/u/projects/repository-${String(index).padStart(6, '0')}"]\n# ${'trusted long ago '.repeat(5).trim()}\ntrust_level = "trusted"\n\n`;

export function largeConfig(url, tables) {
  return `${codexConfig(url)}\n${Array.from({ length: tables }, (_, index) => table(index)).join('')}`;
}
