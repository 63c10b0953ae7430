// The two implementations of the Host port behind one way to prepare them.

import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { vi } from 'vitest';

import type { ExecResult, Host } from '../../src/host.ts';
import { nodeHost } from '../../src/node-host.ts';
import { type Canned, type MemoryFile, memoryHost } from '../helpers/memory-host.ts';

/** A command in both worlds: what it is on a real machine, and what it does in memory. */
export interface Program {
  readonly script: string;
  readonly canned: Canned;
}

export interface World {
  readonly host: Host;
  /** An empty folder of this world. */
  readonly root: string;
  /** Do permission bits keep this user out? Not where the tests run as root. */
  readonly obeysModes: boolean;
  put(name: string, file: string | MemoryFile): void;
  close(): void;
}

interface Commands {
  readonly programs: Readonly<Record<string, Program>>;
  readonly lines: Readonly<Record<string, Partial<ExecResult>>>;
}

function realWorld({ programs }: Commands): World {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'channel-doctor-host-')));
  const put = (name: string, file: string | MemoryFile): void => {
    const path = join(root, name);
    const { text, bytes, mode, link, folder, pipe } = typeof file === 'string' ? ({ text: file } as MemoryFile) : file;
    mkdirSync(dirname(path), { recursive: true });
    if (link !== undefined) symlinkSync(link, path);
    else if (pipe) execFileSync('mkfifo', [path]);
    else if (folder) mkdirSync(path, { recursive: true });
    else writeFileSync(path, bytes ?? text ?? '');
    if (mode !== undefined) chmodSync(path, mode);
  };
  for (const [name, { script }] of Object.entries(programs)) put(`bin/${name}`, { text: `#!/bin/sh\n${script}\n`, mode: 0o755 });
  vi.stubEnv('PATH', `${join(root, 'bin')}:/usr/bin:/bin`);
  const host = nodeHost();
  vi.unstubAllEnvs();
  const close = (): void => {
    execFileSync('chmod', ['-R', 'u+rwx', root]);
    rmSync(root, { recursive: true });
  };
  return { host, root, obeysModes: process.getuid?.() !== 0, put, close };
}

function memoryWorld({ programs, lines }: Commands): World {
  const root = '/root-of-test';
  const canned = Object.fromEntries(Object.entries(programs).map(([name, program]) => [name, program.canned]));
  const host = memoryHost({ programs: canned, lines, cwd: root });
  return { host, root, obeysModes: true, put: (name, file) => host.files.put(join(root, name), file), close: () => {} };
}

export const WORLDS: readonly (readonly [string, (commands: Commands) => World])[] = [
  ['nodeHost', realWorld],
  ['the memory host', memoryWorld],
];
