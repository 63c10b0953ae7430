// Where executable cases are: test/cases, and any folder beside it whose name begins so.

import { readdirSync } from 'node:fs';
import { join } from 'node:path';

import { root } from './install.mjs';

/** Paths below the project's folder, test/cases first. */
export const CASE_FOLDERS = readdirSync(join(root, 'test'), { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && /^cases(-|$)/.test(entry.name))
  .map(({ name }) => `test/${name}`)
  .sort();
