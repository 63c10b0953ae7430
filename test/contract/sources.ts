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
const CASES = filesBelow('test', /\.json$/).filter((path) => /^test\/cases[-/]/.test(path));

/** Does a test outside of this folder take this module, name this id, or name it without its area in a table of that area? */
export const isTested = (id: string, module: string): boolean => {
  const [area = '', name = ''] = id.split('/');
  return TESTS.some((path) => {
    const text = textOf(path);
    return (
      text.includes(`'${id}'`) || text.includes(`${module}'`) || (path.startsWith(`test/rules/${area}/`) && text.includes(`'${name}'`))
    );
  });
};

/** Ids that some executable case expects, anywhere in its expectations. */
export const EXPECTED_IN_CASES: ReadonlySet<string> = new Set(
  CASES.flatMap((path) => [...textOf(path).matchAll(/"([a-z]+\/[a-z0-9-]+|unknown)"/g)].map((match) => match[1] ?? '')),
);
