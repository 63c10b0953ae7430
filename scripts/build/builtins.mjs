// `import { readFileSync } from 'node:fs'` makes Node wrap the whole module for ES modules, which touches every export and by that loads the
// streams, promises and more behind them: 5 ms for the six modules that a check needs. In the bundle they are taken as they are.

import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const NAMED = /^import \{([^}]*)\} from ("node:[a-z/_]+");$/gm;
const WHOLE = /^import (?:\* as )?(\w+) from ("node:[a-z/_]+");$/gm;

const taken = (names) => names.replace(/\b(\w+) as (\w+)/g, '$1: $2');

/** `var`, since an import is there before the first line of its module runs. */
const withoutWrapping = (code) =>
  code
    .replace(NAMED, (_, names, module) => `var {${taken(names)}} = process.getBuiltinModule(${module});`)
    .replace(WHOLE, (_, name, module) => `var ${name} = process.getBuiltinModule(${module});`);

/** Throws where an import of a module of Node's own is left. */
export function takeBuiltins(folder) {
  for (const name of readdirSync(folder).filter((file) => file.endsWith('.js'))) {
    const path = join(folder, name);
    const code = withoutWrapping(readFileSync(path, 'utf8'));
    if (/^import [^;]*"node:/m.test(code))
      throw new Error(`${name} imports a module of Node in a way that scripts/build/builtins.mjs does not know`);
    writeFileSync(path, code);
  }
}
