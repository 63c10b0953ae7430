// The documentation says what is true: it is generated where it can be, and what it names exists.

import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

import { COMMANDS } from '../src/commands/index.ts';
import { type FlagName, SHARED } from '../src/flags.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const README = { en: 'README.md', zh: 'README.zh-CN.md' };
const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');
const PACKAGE = JSON.parse(read('package.json')) as { scripts: Record<string, string>; files: string[]; bin: Record<string, string> };

it('what is generated is up to date (npm run docs)', { timeout: 120_000 }, () => {
  const { status, stdout, stderr } = spawnSync(process.execPath, ['scripts/docs.mjs', '--check'], { cwd: ROOT, encoding: 'utf8' });
  expect([status, stdout, stderr]).toEqual([0, '', '']);
});

describe.each(Object.entries(README))('README (%s)', (_, path) => {
  const text = read(path);

  it('names only commands and flags that exist', () => {
    for (const [, name = ''] of text.matchAll(/(?:npx|^|`|\$ )channel-doctor ([a-z]+)/gm))
      expect(COMMANDS.map((command) => command.name)).toContain(name);
    const flags = new Set<FlagName>([...SHARED, ...COMMANDS.flatMap((command) => command.flags)]);
    const named = [...text.matchAll(/channel-doctor [a-z]+[^\n`|]*/g)].flatMap(([line]) =>
      [...line.matchAll(/ --([a-z-]+)/g)].map(([, flag]) => flag),
    );
    expect(named.filter((flag) => ![...flags].some((known) => known === flag))).toEqual([]);
  });

  it('names every command', () => {
    for (const { name } of COMMANDS) expect(text).toContain(`channel-doctor ${name}`);
  });

  it('names only npm scripts that exist', () => {
    for (const [, name = ''] of text.matchAll(/npm run ([a-z:]+)/g)) expect(Object.keys(PACKAGE.scripts)).toContain(name);
  });

  it('links only to files that are there', () => {
    for (const [, target = ''] of text.matchAll(/\]\(([^)#]+)\)/g))
      expect(target.startsWith('http') || existsSync(join(ROOT, target)), target).toBe(true);
  });

  it('shows no key', () => {
    expect(text).not.toMatch(/sk-[a-z0-9-]{8,}/i);
  });
});

it('both languages have the same chapters, code and tables', () => {
  const shape = (path: string): string[] =>
    read(path)
      .split('\n')
      .flatMap((line) => /^(#+|```\w*|\| `[^`]*` \||\| \d+ \|)/.exec(line)?.[1] ?? []);
  expect(shape(README.zh)).toEqual(shape(README.en));
});

it('everything the package promises to hold is there', () => {
  for (const path of [...PACKAGE.files, ...Object.values(PACKAGE.bin)].filter((name) => name !== 'dist'))
    expect(existsSync(join(ROOT, path)), path).toBe(true);
});
