// esbuild makes one chunk for each set of modules that the same entries reach; dozens of lazy modules would cut what a check loads into
// dozens of files, at half a millisecond each. Here every lazy module is said to reach what is loaded before it anyway.

import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

import { root } from '../install.mjs';

const DYNAMIC_IMPORT = /(?<!typeof )\bimport\('(\.[^']+)'\)/g;
/** What the start of every run loads, and what every run that looks at configurations loads. */
const START = join(root, 'src/cli.ts');
const DIAGNOSIS = join(root, 'src/commands/check.ts');
/** …and what every run that writes, or sets a channel up for a session, loads. */
const SETTING_UP = join(root, 'src/commands/init.ts');
const SETS_UP = /[\\/]src[\\/](?:commands[\\/](?:init|fix|use|run|undo|menu)|setup[\\/].*|prompts)\.ts$/;
const LIBRARY = join(root, 'src/index.ts');
/** Loaded where no configuration is looked at: they must stay fast. */
const WITHOUT_DIAGNOSIS = /[\\/]src[\\/](?:index|commands[\\/]completion|report[\\/]failed|process-group|launch[\\/]start)\.ts$/;

/** Absolute paths of all modules that some module loads lazily, and of the library. */
export function lazyModules(folder = join(root, 'src')) {
  const files = readdirSync(folder, { recursive: true }).filter((name) => name.endsWith('.ts'));
  const targets = files.flatMap((name) => {
    const path = join(folder, name);
    return [...readFileSync(path, 'utf8').matchAll(DYNAMIC_IMPORT)].map(([, to]) => resolve(dirname(path), to));
  });
  return new Set([LIBRARY, ...targets]);
}

/** Lines of code for a lazy module. Nothing of what they import is used; that it is reached is enough. */
export function reachedBefore(path) {
  const all = [START, ...(WITHOUT_DIAGNOSIS.test(path) ? [] : [DIAGNOSIS]), ...(SETS_UP.test(path) ? [SETTING_UP] : [])];
  const before = all.filter((other) => other !== path);
  return before.map((other, index) => `import * as reached${index} from ${JSON.stringify(other)};\n`).join('');
}
