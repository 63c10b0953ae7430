// A folder for one piece of work. Nothing of it stays, also where the program is interrupted in the middle.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const folders = new Set<string>();
// A client that was just ended may still hold a file open on Windows.
const THOROUGHLY = { recursive: true, force: true, maxRetries: 3, retryDelay: 100 } as const;
let isWatchingTheEnd = false;

function watchTheEnd(): void {
  if (isWatchingTheEnd) return;
  isWatchingTheEnd = true;
  process.on('exit', () => {
    for (const folder of folders) rmSync(folder, THOROUGHLY);
  });
}

/** mkdtemp makes the folder with mode 0700. */
export async function inTemporaryFolder<T>(use: (folder: string) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'channel-doctor-'));
  watchTheEnd();
  folders.add(folder);
  try {
    return await use(folder);
  } finally {
    rmSync(folder, THOROUGHLY);
    folders.delete(folder);
  }
}
