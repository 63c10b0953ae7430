// The program as users get it: packed, then installed into an empty folder, once a run.

import { execFile } from 'node:child_process';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const run = promisify(execFile);
const ROOT = fileURLToPath(new URL('../..', import.meta.url));

const newest = (folder: string): number =>
  Math.max(
    ...readdirSync(folder, { recursive: true, withFileTypes: true }).map(
      ({ parentPath, name }) => statSync(join(parentPath, name)).mtimeMs,
    ),
  );

/** The bundle is made by `npm test` before the tests; alone they see to it themselves. */
async function build(): Promise<void> {
  const bundle = join(ROOT, 'dist', 'cli.cjs');
  if (!existsSync(bundle) || statSync(bundle).mtimeMs < newest(join(ROOT, 'src')))
    await run(process.execPath, ['scripts/build.mjs'], { cwd: ROOT });
}

export interface Packed {
  /** The installed `channel-doctor`, a script for Node. */
  readonly command: string;
  remove(): Promise<void>;
}

export async function installPacked(): Promise<Packed> {
  await build();
  const folder = await mkdtemp(join(tmpdir(), 'channel-doctor-packed-'));
  const npm = (...args: readonly string[]) => run('npm', [...args], { cwd: folder, shell: process.platform === 'win32' });
  await npm('pack', ROOT, '--ignore-scripts', '--silent');
  const tarball = (await readdir(folder)).find((name) => name.endsWith('.tgz'));
  if (!tarball) throw new Error('npm pack made no tarball');
  await npm('install', `./${tarball}`, '--offline', '--no-audit', '--no-fund', '--silent');
  return {
    command: join(folder, 'node_modules', 'channel-doctor', 'bin', 'channel-doctor.js'),
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}
