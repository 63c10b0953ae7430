// Shell start-up files, read only: which variables they assign, and what in them is written for another shell.

import type { StartUpFile } from '../clients/client.ts';
import { openDocument } from './read.ts';
import { Assignments } from './shell/assignments.ts';
import { readFish } from './shell/fish.ts';
import { readPosix } from './shell/posix.ts';
import { readPowershell } from './shell/powershell.ts';

type Reader = (text: string, into: Assignments) => void;

const READERS: Readonly<Record<StartUpFile['shell'], Reader>> = {
  bash: readPosix,
  zsh: readPosix,
  posix: readPosix,
  fish: readFish,
  powershell: readPowershell,
};

/** Only plain values are told; what a command or another variable would have to supply is null. Functions are taken as not called. */
export function readStartUp(
  path: string,
  bytes: Uint8Array,
  shell: StartUpFile['shell'],
): Pick<StartUpFile, 'document' | 'assignments' | 'foreign'> {
  const document = openDocument('shell', bytes, path);
  const into = new Assignments();
  READERS[shell](document.text, into);
  return {
    document,
    assignments: into.found.map(({ at, ...found }) => ({ ...found, ...document.position(at) })),
    foreign: into.foreign.map(({ at, ...foreign }) => ({ ...foreign, ...document.position(at) })),
  };
}
