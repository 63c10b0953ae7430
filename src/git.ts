// Which configuration files lie in a git work tree, and whether git would publish them.

import { dirname } from 'node:path';

import type { Host } from './host.ts';
import type { GitFacts } from './model.ts';

const TIMEOUT_MS = 5000;
/** A folder's own git settings may name programs to run; none of them is needed to list files. */
const HARMLESS = ['-c', 'core.fsmonitor=false', '-c', 'core.hooksPath=/dev/null', '-c', 'core.quotePath=false'];

async function rootOf(host: Host, file: string, known: Map<string, string | null>): Promise<string | null> {
  const folder = dirname(file);
  const cached = known.get(folder);
  if (cached !== undefined) return cached;
  const { state } = await host.files.read(`${folder}/.git`);
  const root = state === 'directory' || state === 'file' ? folder : folder === dirname(folder) ? null : await rootOf(host, folder, known);
  known.set(folder, root);
  return root;
}

async function ask(host: Host, root: string, args: readonly string[], input: string): Promise<ReadonlySet<string>> {
  const { stdout } = await host.exec('git', ['-C', root, ...HARMLESS, ...args], { timeoutMs: TIMEOUT_MS, input });
  return new Set(
    stdout
      .split('\0')
      .filter(Boolean)
      .map((name) => (name.startsWith('/') ? name : `${root}/${name}`)),
  );
}

/** Null where none of the files is in a work tree, or there is no git to ask. */
export async function gitFacts(host: Host, files: readonly string[]): Promise<GitFacts | null> {
  const known = new Map<string, string | null>();
  const byRoot = new Map<string, string[]>();
  for (const file of files) {
    const root = await rootOf(host, file, known);
    if (root !== null) byRoot.set(root, [...(byRoot.get(root) ?? []), file]);
  }
  const [first] = byRoot.keys();
  if (first === undefined || (await host.which('git')) === null) return null;
  const tracked = new Set<string>();
  const ignored = new Set<string>();
  for (const [root, inside] of byRoot) {
    const [isTracked, isIgnored] = await Promise.all([
      ask(host, root, ['ls-files', '-z', '--', ...inside], ''),
      ask(host, root, ['check-ignore', '-z', '--stdin'], inside.join('\0')),
    ]);
    for (const file of inside) {
      if (isTracked.has(file)) tracked.add(file);
      if (isIgnored.has(file)) ignored.add(file);
    }
  }
  return { root: first, roots: [...byRoot.keys()], tracked, ignored };
}
