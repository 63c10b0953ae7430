// The one line a person has to put into, or take out of, a shell start-up file. Those files are never edited by this program.

import type { StartUpFile } from '../clients/client.ts';
import type { Origin, Text } from '../model.ts';

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

const ENVIRONMENT: Text = { en: 'the environment', zh: '环境变量' };

/** Where a value stands: `~/x.json:3`, or the environment. */
export function placeOf(origin: Origin): Text | string {
  if (origin.file !== undefined) return origin.line === undefined ? origin.file : `${origin.file}:${origin.line}`;
  return origin.env === undefined ? origin.scope : ENVIRONMENT;
}
