// Installs exactly what the lock file says, where it is not there yet. Used by `npm test` and `npm run demo` on a fresh clone.

import { spawnSync } from 'node:child_process';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('..', import.meta.url));

const timeOf = (path) => statSync(join(root, path), { throwIfNoEntry: false })?.mtimeMs ?? 0;

/** npm writes this file when it is done; one older than the lock file was made from another lock file. */
const isInstalled = () => timeOf('node_modules/.package-lock.json') >= timeOf('package-lock.json');

/** Status of the command; its output goes where ours goes, or nowhere with `quiet`. */
export function run(command, args, { quiet = false } = {}) {
  const { status, error } = spawnSync(command, args, {
    cwd: root,
    stdio: quiet ? ['ignore', 'ignore', 'inherit'] : ['ignore', 'inherit', 'inherit'],
    shell: process.platform === 'win32' && command === 'npm',
  });
  if (error) process.stderr.write(`${command}: ${error.message}\n`);
  return status ?? 1;
}

/** Status 0 where everything is there. `npm ci` builds too, by the `prepare` script. */
export function install(options) {
  return isInstalled() ? 0 : run('npm', ['ci', '--no-audit', '--no-fund'], options);
}

export const build = (options) => run(process.execPath, ['scripts/build.mjs'], options);
