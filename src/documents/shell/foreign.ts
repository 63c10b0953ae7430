// Assignments in the syntax of another shell: they do nothing, or something else than was meant.

import { type Assignments, NAME } from './assignments.ts';
import type { Word } from './words.ts';

const POWERSHELL = /^\$\{?env:([A-Za-z_]\w*)/i;
const DOTNET = /\[(?:System\.)?Environment\]::SetEnvironmentVariable\(\s*["']?([A-Za-z_]\w*)/iy;

/** The variable that a PowerShell statement at this place sets. */
export function powershellName(text: string, { raw, at }: Word): string | null {
  DOTNET.lastIndex = at;
  return POWERSHELL.exec(raw)?.[1] ?? DOTNET.exec(text)?.[1] ?? null;
}

const isFishExport = (raw: string): boolean => /^-[A-Za-z]*x[A-Za-z]*$/.test(raw) || raw === '--export';

/** Notes what no shell of the Bourne family understands. True where the command is such. */
export function aliensInPosix(text: string, words: readonly Word[], functions: ReadonlySet<string>, into: Assignments): boolean {
  const [command, ...operands] = words as [Word, ...Word[]];
  const note = (name: string | undefined, syntaxOf: string): boolean => {
    if (name === undefined || !NAME.test(name)) return false;
    into.alien(name, syntaxOf, command.at);
    return true;
  };
  const powershell = powershellName(text, command);
  if (powershell) return note(powershell, 'powershell');
  if (functions.has(command.raw)) return false;
  const names = operands.filter(({ raw }) => !raw.startsWith('-'));
  if (command.raw === 'setenv') return note(operands[0]?.raw, 'csh');
  if (command.raw === 'setx') return note(operands[0]?.raw, 'cmd');
  if (command.raw !== 'set') return false;
  if (operands.some(({ raw }) => isFishExport(raw)) && names.length > 0) return note(names[0]?.raw.split('=')[0], 'fish');
  return note(/^([A-Za-z_]\w*)=/.exec(operands[0]?.raw ?? '')?.[1], 'cmd');
}
