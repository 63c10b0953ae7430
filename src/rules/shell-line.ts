// The one line a person has to put into, or take out of, a shell start-up file. Those files are never edited by this program.

import type { StartUpFile } from '../clients/client.ts';
import type { Origin, Text, Valued } from '../model.ts';
import { Secret } from '../secret.ts';

export type Shell = StartUpFile['shell'];

const QUOTE: Readonly<Record<Shell, string>> = { bash: `'\\''`, zsh: `'\\''`, posix: `'\\''`, fish: `\\'`, powershell: `''` };

/** Sets an exported variable. `placeholder` is shown as the value; never pass a key. */
export function exportLine(shell: Shell, name: string, placeholder: string): string {
  const value = `'${placeholder.replaceAll("'", QUOTE[shell])}'`;
  if (shell === 'fish') return `set -gx ${name} ${value}`;
  return shell === 'powershell' ? `$env:${name} = ${value}` : `export ${name}=${value}`;
}

/** Takes a variable away. */
export function unsetLine(shell: Shell, name: string): string {
  if (shell === 'fish') return `set -e ${name}`;
  return shell === 'powershell' ? `Remove-Item Env:${name}` : `unset ${name}`;
}

/** Where a value was set: for one of the environment the line of the user's own start-up files that gives it, where one does. */
export function setAtPlace(
  { value, origin }: Valued<unknown>,
  startUp: readonly Pick<StartUpFile, 'path' | 'ownShell' | 'assignments'>[],
): Text | string {
  if (origin.scope !== 'env') return placeOf(origin);
  const is = (text: string | null): boolean => text !== null && (value instanceof Secret ? value.equals(text) : text === value);
  const lines = startUp
    .filter(({ ownShell }) => ownShell)
    .flatMap(({ path, assignments }) =>
      assignments.filter(({ name, exported }) => name === origin.env && exported).map((found) => ({ path, ...found })),
    );
  const last = lines.at(-1);
  return last && is(last.value) ? `${last.path}:${last.line}` : placeOf(origin);
}

const ENVIRONMENT: Text = { en: 'the environment', zh: '环境变量' };

/** Where a value stands: `~/x.json:3`, or the environment. */
export function placeOf(origin: Origin): Text | string {
  if (origin.file !== undefined) return origin.line === undefined ? origin.file : `${origin.file}:${origin.line}`;
  return origin.env === undefined ? origin.scope : ENVIRONMENT;
}
