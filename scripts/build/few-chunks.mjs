// esbuild makes one chunk for each set of modules that the same entries reach; dozens of lazy modules would cut what a check loads into
// dozens of files, at half a millisecond each. Here every lazy module is said to reach what is loaded before it anyway.

import { readdirSync, readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';

import { root } from '../install.mjs';

const DYNAMIC_IMPORT = /(?<!typeof )\bimport\('(\.[^']+)'\)/g;
/** What the start of every run loads, and what every run that looks at configurations loads. */
const START = join(root, 'src/cli.ts');
const DIAGNOSIS = join(root, 'src/commands/check.ts');
const LIBRARY = join(root, 'src/index.ts');
/** Commands that look at no configuration: they must stay fast. */
const WITHOUT_DIAGNOSIS = /[\\/]src[\\/](?:commands[\\/]completion|report[\\/]failed|process-group|launch[\\/]start)\.ts$/;

/** Absolute paths of all modules that some module loads lazily. */
function lazyModules(folder = join(root, 'src')) {
  const files = readdirSync(folder, { recursive: true }).filter((name) => name.endsWith('.ts'));
  const targets = files.flatMap((name) => {
    const path = join(folder, name);
    return [...readFileSync(path, 'utf8').matchAll(DYNAMIC_IMPORT)].map(([, to]) => resolve(dirname(path), to));
  });
  return new Set(targets);
}

/** esbuild plugin. */
export function fewChunks() {
  const lazy = lazyModules().add(LIBRARY);
  const before = (path) =>
    (path === LIBRARY || WITHOUT_DIAGNOSIS.test(path) ? [START] : [START, DIAGNOSIS]).filter((other) => other !== path);
  return {
    name: 'few-chunks',
    setup({ onLoad }) {
      onLoad({ filter: /\.ts$/ }, async ({ path }) => {
        if (!lazy.has(path)) return undefined;
        // Nothing of them is used; that they are reached is enough.
        const imports = before(path).map((other, index) => `import * as reached${index} from ${JSON.stringify(other)};\n`);
        return { contents: (await readFile(path, 'utf8')) + imports.join(''), loader: 'ts' };
      });
    },
  };
}
