// Starts a client with what its session needs: the environment, and where the client wants one a private settings file that is gone afterwards.

import { environmentFor, type SessionStart, settingsBytes } from '../clients/launch.ts';
import type { Ended, Host } from '../host.ts';
import { pathsOf } from '../journal.ts';

const PRIVATE_FILE = 0o600;

/** What is started: the user's own arguments, and the folder that the client works in. */
interface Started {
  readonly command: string;
  readonly args: readonly string[];
  readonly cwd: string;
}

export async function startSession(host: Host, { command, args, cwd }: Started, start: SessionStart): Promise<Ended> {
  const env = environmentFor(start, host);
  const { settings } = start;
  if (settings === null) return host.start(command, [...start.args, ...args], { env, cwd });
  return host.inTemporaryFolder(async (folder) => {
    const file = pathsOf(host).join(folder, 'settings.json');
    await host.files.rename(await host.files.writeTemporary(file, settingsBytes(settings), PRIVATE_FILE), file);
    return host.start(command, [settings.flag, file, ...start.args, ...args], { env, cwd });
  });
}
