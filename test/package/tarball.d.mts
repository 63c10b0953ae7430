import type { SpawnSyncOptions } from 'node:child_process';

export const ROOT: string;
export function run(command: string, args: readonly string[], options?: SpawnSyncOptions): string;
export function build(out: string): string;
export function makeTarball(folder: string): {
  readonly file: string;
  readonly bytes: number;
  readonly unpackedBytes: number;
  readonly files: readonly string[];
};
