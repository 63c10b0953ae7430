// What makes Node load a bundle faster, done to what esbuild wrote.
//
// `import { readFileSync } from 'node:fs'` makes Node wrap the whole module for ES modules, which touches every export and by that loads the
// streams, promises and more behind them: 5 ms for the six modules that a check needs. In the bundle they are taken as they are.

import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { commonJs, expectNoCircle, libraryEntry } from './common-js.mjs';

const LIBRARY = 'index.js';
const NAMED = /^import \{([^}]*)\} from ("node:[a-z/_]+");$/gm;
const WHOLE = /^import (?:\* as )?(\w+) from ("node:[a-z/_]+");$/gm;

const taken = (names) => names.replace(/\b(\w+) as (\w+)/g, '$1: $2');

/** `var`, since an import is there before the first line of its module runs. */
const withoutWrapping = (code) =>
  code
    .replace(NAMED, (_, names, module) => `var {${taken(names)}} = process.getBuiltinModule(${module});`)
    .replace(WHOLE, (_, name, module) => `var ${name} = process.getBuiltinModule(${module});`);

/**
 * esbuild writes strings in ASCII, regular expressions as they are; one character beyond doubles the memory of the whole file and the time to
 * read it. Every place where a character may stand takes the escape, except raw strings, which the sources do without.
 */
const inAscii = (code) => code.replace(/[\u0080-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);

/** `last` may change each file once more. Throws where an import of a module of Node's own is left. */
export function finish(folder, last) {
  const chunks = new Map(
    readdirSync(folder)
      .filter((file) => file.endsWith('.js'))
      .map((name) => [name, readFileSync(join(folder, name), 'utf8')]),
  );
  expectNoCircle(chunks);
  for (const [name, written] of chunks) {
    if (/String\.raw`[^`]*[\u0080-\uffff]/.test(written)) throw new Error(`${name} has a raw string with characters beyond ASCII`);
    const code = last(inAscii(withoutWrapping(written)));
    if (/^import [^;]*"node:/m.test(code))
      throw new Error(`${name} imports a module of Node in a way that scripts/build/finish.mjs does not know`);
    rmSync(join(folder, name));
    if (name === LIBRARY) writeFileSync(join(folder, name), libraryEntry(code));
    else writeFileSync(join(folder, `${name.slice(0, -'.js'.length)}.cjs`), commonJs(name, code));
  }
}
