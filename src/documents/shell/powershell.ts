// PowerShell profiles.

import { lineEnd } from '../lines.ts';
import type { Assignments } from './assignments.ts';

const ENV = /\$(?:\{env:([A-Za-z_]\w*)\}|env:([A-Za-z_]\w*))[ \t]*=[ \t]*/iy;
const DOTNET = /\[(?:System\.)?Environment\]::SetEnvironmentVariable\(\s*["']?([A-Za-z_]\w*)["']?\s*,\s*/iy;
const ITEM = /(?:Set-Item|si)\s+(?:-(?:Literal)?Path\s+)?["']?env:[\\/]?([A-Za-z_]\w*)["']?\s+(?:-Value\s+)?/iy;
const VARIABLE = /\$(?:global:|script:)?([A-Za-z_]\w*)[ \t]*=[ \t]*/iy;
const REMOVAL = /(?:Remove-Item|ri|rm)\s+(?:-(?:Literal)?Path\s+)?["']?env:[\\/]?([A-Za-z_]\w*)/iy;
const FUNCTION = /(?:function|filter)\s+[^\s{(]+/iy;
const ALIENS: readonly (readonly [RegExp, string])[] = [
  [/export[ \t]+([A-Za-z_]\w*)=/y, 'posix'],
  [/set[ \t]+(?:-\S+[ \t]+)*-(?:[A-Za-z]*x[A-Za-z]*|-export)[ \t]+(?:-\S+[ \t]+)*([A-Za-z_]\w*)/y, 'fish'],
  [/setenv[ \t]+([A-Za-z_]\w*)/y, 'csh'],
  [/set[ \t]+([A-Za-z_]\w*)=/y, 'cmd'],
  [/([A-Za-z_]\w*)=(?!=)\S/y, 'posix'],
];

/** A plain string; null where it is anything that has to be computed. */
function literalAt(text: string, at: number): string | null {
  const single = /'((?:[^'\n]|'')*)'/y;
  const double = /"([^"$`\n]*)"/y;
  single.lastIndex = at;
  double.lastIndex = at;
  const quoted = single.exec(text)?.[1];
  const value = quoted?.replace(/''/g, "'") ?? double.exec(text)?.[1];
  const end = quoted === undefined ? double.lastIndex : single.lastIndex;
  // More of an expression behind it would change the value.
  return value === undefined || /^[ \t]*[+.-]/.test(text.slice(end, lineEnd(text, end))) ? null : value;
}

function nameAt(pattern: RegExp, text: string, at: number): string | null {
  pattern.lastIndex = at;
  const found = pattern.exec(text);
  return found?.[1] ?? found?.[2] ?? null;
}

function statement(text: string, at: number, into: Assignments): void {
  for (const pattern of [ENV, DOTNET, ITEM, VARIABLE]) {
    const name = nameAt(pattern, text, at);
    if (name === null) continue;
    into.assign(name, literalAt(text, pattern.lastIndex), pattern !== VARIABLE, at);
    return;
  }
  const removed = nameAt(REMOVAL, text, at);
  if (removed !== null) into.unset(removed);
  for (const [pattern, syntaxOf] of ALIENS) {
    const name = nameAt(pattern, text, at);
    if (name === null) continue;
    into.alien(name, syntaxOf, at);
    return;
  }
}

/** Behind a comment or string that begins here; the same place where none does. */
function skipText(text: string, at: number): number {
  const until = (end: string, from: number): number => {
    const found = text.indexOf(end, from);
    return found === -1 ? text.length : found + end.length;
  };
  if (text.startsWith('<#', at)) return until('#>', at + 2);
  if (text[at] === '#') return Math.max(at, until('\n', at) - 1);
  if (/^@["']\r?\n/.test(text.slice(at, at + 4))) return until(`\n${text[at + 1]}@`, at + 2);
  if (text[at] === "'") return until("'", at + 1);
  if (text[at] !== '"') return at;
  let end = at + 1;
  while (end < text.length && text[end] !== '"') end += text[end] === '`' ? 2 : 1;
  return end + 1;
}

export function readPowershell(text: string, into: Assignments): void {
  let isStart = true;
  let depth = 0;
  /** Depth of braces outside of the function that is being read. */
  let functionDepth: number | null = null;
  for (let at = 0; at < text.length; ) {
    const character = text[at] as string;
    if (isStart && !/[\s;{}]/.test(character)) {
      isStart = false;
      FUNCTION.lastIndex = at;
      if (functionDepth === null && FUNCTION.test(text)) functionDepth = depth;
      else if (functionDepth === null) statement(text, at, into);
    }
    const behind = skipText(text, at);
    if (behind > at) {
      at = behind;
      continue;
    }
    if (character === '\n' || character === ';' || character === '{' || character === '}') isStart = true;
    if (character === '{') depth++;
    else if (character === '}') {
      depth--;
      if (functionDepth !== null && depth <= functionDepth) functionDepth = null;
    }
    at += character === '`' ? 2 : 1;
  }
}
