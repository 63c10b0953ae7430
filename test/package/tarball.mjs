// The package as npm would publish it, built in a folder of its own: what stands in dist/ does not matter.

import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** Runs a program to its end. Throws with what it printed where it fails. */
export function run(command, args, options = {}) {
  const isNpm = process.platform === 'win32' && !command.includes('\\');
  const { status, stdout, stderr, error } = spawnSync(command, args, { encoding: 'utf8', shell: isNpm, ...options });
  if (error) throw error;
  if (status !== 0) throw new Error(`${command} ${args.join(' ')} ended with ${status}\n${stdout}${stderr}`);
  return stdout;
}

export const build = (out) => run(process.execPath, [join(ROOT, 'scripts/build.mjs'), '--out', out]);

/** `{ file, bytes, unpackedBytes, files }` of the archive, which is put into `folder`. */
export function makeTarball(folder) {
  const staging = join(folder, 'staging');
  mkdirSync(staging, { recursive: true });
  const { files } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
  for (const name of ['package.json', ...files.filter((file) => !['dist', 'THIRD_PARTY_NOTICES'].includes(file))]) {
    cpSync(join(ROOT, name), join(staging, name), { recursive: true });
  }
  build(join(staging, 'dist'));
  renameSync(join(staging, 'dist/THIRD_PARTY_NOTICES'), join(staging, 'THIRD_PARTY_NOTICES'));
  const printed = JSON.parse(run('npm', ['pack', '--json', '--ignore-scripts', '--pack-destination', folder], { cwd: staging }));
  const [packed] = Array.isArray(printed) ? printed : Object.values(printed);
  return {
    file: join(folder, packed.filename),
    bytes: packed.size,
    unpackedBytes: packed.unpackedSize,
    files: packed.files.map(({ path }) => path),
  };
}
