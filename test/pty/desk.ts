// What stands on a desk: a home, stub clients on PATH, two gateways, and the installed program.

import { chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect } from 'vitest';

import { installPacked, type Packed } from './packed.ts';
import { Person } from './terminal.ts';

interface Gateway {
  readonly url: string;
  close(): Promise<void>;
}
/** The gateway of the cases is plain JavaScript without declarations. */
const { startGateway }: { startGateway(config: object): Promise<Gateway> } = await import(
  new URL('../cases/gateway.mjs', import.meta.url).href
);

export const KEY = 'sk-right-Zq8vT3mWc7Lk2Rj5Xn9Bh4Dy';
export const WRONG_KEY = 'sk-wrong-Pd6gS1uFe0Ao8Ic3Mt7Wv2Kx';
export const MODELS = ['gpt-5.2-codex', 'gpt-5.2', 'claude-sonnet-5-5', 'claude-haiku-5-1', 'deepseek-v4-pro', 'text-embedding-3-large'];

export interface Desk {
  readonly packed: Packed;
  /** Serves both protocols. */
  readonly gateway: string;
  /** Has no /v1/responses. */
  readonly messagesOnly: string;
  /** Takes every request and never answers. */
  readonly silent: string;
  clear(): Promise<void>;
}

const absent = (path: string) => ({ method: 'POST', path, status: 404, json: { detail: 'Not Found' } });

export async function layOut(): Promise<Desk> {
  const served = { keys: [KEY], models: MODELS };
  const [packed, ...gateways] = await Promise.all([
    installPacked(),
    startGateway({ kind: 'new-api', ...served }),
    startGateway({ kind: 'litellm', ...served, routes: [absent('/v1/responses'), absent('/responses')] }),
    startGateway({ kind: 'new-api', fault: 'no-headers' }),
  ]);
  const [gateway = '', messagesOnly = '', silent = ''] = gateways.map(({ url }) => url);
  const clear = async (): Promise<void> => {
    await Promise.all([packed.remove(), ...gateways.map((server) => server.close())]);
  };
  return { packed, gateway, messagesOnly, silent, clear };
}

export interface Home {
  readonly path: string;
  text(name: string): Promise<string>;
  /** Every file below it with its mode and content: a picture to compare. */
  picture(): Promise<Readonly<Record<string, string>>>;
}

export interface Situation {
  /** By path below the home. */
  readonly files?: Readonly<Record<string, string>>;
  /** Versions of the stub clients; left out: not installed. */
  readonly installed?: { readonly codex?: string; readonly claude?: string };
  readonly lang?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly columns?: number;
  readonly rows?: number;
}

const BOTH = { codex: '0.171.0', claude: '2.1.332' };
const VERSION_LINE = { codex: (version: string) => `codex-cli ${version}`, claude: (version: string) => `${version} (Claude Code)` };

async function pictureOf(folder: string): Promise<Record<string, string>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
  const seen = await Promise.all(
    files.map(
      async (path) =>
        [path.slice(folder.length), `${((await stat(path)).mode & 0o777).toString(8)} ${await readFile(path, 'utf8')}`] as const,
    ),
  );
  return Object.fromEntries(seen);
}

export interface Visit {
  readonly home: Home;
  readonly env: Readonly<Record<string, string>>;
  start(...args: readonly string[]): Person;
}

/** Lays a home out, lets somebody work there, and clears it away. */
export async function visit(desk: Desk, situation: Situation, work: (visit: Visit) => Promise<void>): Promise<void> {
  const root = await mkdtemp(join(tmpdir(), 'channel-doctor-desk-'));
  const [home, bin] = [join(root, 'home'), join(root, 'bin')];
  const people: Person[] = [];
  try {
    await Promise.all([mkdir(home), mkdir(bin)]);
    for (const [name, text] of Object.entries(situation.files ?? {})) {
      await mkdir(dirname(join(home, name)), { recursive: true });
      await writeFile(join(home, name), text, { mode: 0o600 });
    }
    for (const [name, version] of Object.entries(situation.installed ?? BOTH)) {
      await writeFile(join(bin, name), `#!/bin/sh\necho '${VERSION_LINE[name as keyof typeof BOTH](version)}'\n`);
      await chmod(join(bin, name), 0o755);
    }
    const { lang = 'en_US.UTF-8', columns, rows } = situation;
    const env = { HOME: home, PATH: `${bin}:/usr/bin:/bin`, SHELL: '/bin/bash', TERM: 'xterm-256color', LANG: lang, ...situation.env };
    const size = { ...(columns ? { columns } : {}), ...(rows ? { rows } : {}) };
    const start = (...args: readonly string[]): Person => {
      const person = new Person({ command: desk.packed.command, args, cwd: home, env, ...size });
      people.push(person);
      return person;
    };
    const picture = () => pictureOf(home);
    await work({ home: { path: home, text: (name) => readFile(join(home, name), 'utf8'), picture }, env, start });
    for (const person of people)
      for (const key of [KEY, WRONG_KEY]) expect(person.shows(key), `the key on the screen:\n${person.text}`).toBe(false);
  } finally {
    for (const person of people) person.leave();
    await rm(root, { recursive: true, force: true });
  }
}
