// The sources and tests of the project as text, for the tests about how it is written.

import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

export const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** Paths below the project's folder, with `/`. */
export function filesBelow(folder: string, matches: RegExp): string[] {
  return readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && matches.test(entry.name))
    .map((entry) => relative(ROOT, join(entry.parentPath, entry.name)).replaceAll('\\', '/'))
    .sort();
}

export const textOf = (path: string): string => readFileSync(join(ROOT, path), 'utf8');

export const SOURCES = filesBelow('src', /\.ts$/);
const TESTS = filesBelow('test', /\.test\.ts$/).filter((path) => !path.startsWith('test/contract/'));
const CASES = filesBelow('test/cases', /\.json$/);

/** Does any test outside of this folder take this module or name this id? */
export const isTested = (id: string, module: string): boolean => {
  const words = [`'${id}'`, `${module}'`];
  return TESTS.some((path) => words.some((word) => textOf(path).includes(word)));
};

/** Ids that some executable case expects, anywhere in its expectations. */
export const EXPECTED_IN_CASES: ReadonlySet<string> = new Set(
  CASES.flatMap((path) => [...textOf(path).matchAll(/"([a-z]+\/[a-z0-9-]+|unknown)"/g)].map((match) => match[1] ?? '')),
);
