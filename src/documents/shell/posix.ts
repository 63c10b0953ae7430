// sh, bash and zsh start-up files.

import { type Assignments, NAME } from './assignments.ts';
import { aliensInPosix } from './foreign.ts';
import { POSIX, type Token, tokensOf, type Word } from './words.ts';

const RESERVED = new Set(['then', 'else', 'elif', 'do', 'if', 'while', 'until', '!', '{', 'time', 'command', 'builtin']);
const REDIRECTION = /^(?:<<<|<<-?|>>|<>|[<>]&?)$/;

interface Assigned {
  readonly name: string;
  readonly value: string | null;
}

/** `NAME=value`; an addition (`+=`) is computed. */
export function assignmentIn({ raw, value }: Word): Assigned | null {
  const match = /^([A-Za-z_][A-Za-z0-9_]*)(\+?)=/.exec(raw);
  if (!match) return null;
  const [head, name = '', plus] = match;
  return { name, value: value === null || plus !== '' ? null : value.slice(head.length) };
}

const flagsOf = (words: readonly Word[]): string => words.flatMap(({ raw }) => (/^[-+][A-Za-z]+$/.test(raw) ? [raw] : [])).join('');

function declare(words: readonly Word[], into: Assignments, exports: boolean): void {
  const flags = flagsOf(words);
  const exported = exports || /-[A-Za-z]*x/.test(flags);
  if (exports && flags.includes('f')) return;
  for (const word of words) {
    const assigned = assignmentIn(word);
    if (assigned) into.assign(assigned.name, assigned.value, exported, word.at);
    else if (!NAME.test(word.raw)) continue;
    else if (exports && flags.includes('n')) into.unexport(word.raw);
    else if (exported) into.export(word.raw);
  }
}

function simple(words: readonly Word[], into: Assignments): void {
  let first = 0;
  while (first < words.length && RESERVED.has((words[first] as Word).raw)) first++;
  const rest = words.slice(first);
  const prefix = rest.findIndex((word) => assignmentIn(word) === null);
  const assignments = prefix === -1 ? rest : [];
  for (const word of assignments) {
    const assigned = assignmentIn(word) as Assigned;
    into.assign(assigned.name, assigned.value, false, word.at);
  }
  const [command, ...operands] = prefix === 0 ? rest : [];
  if (!command) return;
  const name = command.value;
  if (name === 'export') declare(operands, into, true);
  else if (name === 'declare' || name === 'typeset' || name === 'readonly') declare(operands, into, false);
  else if (name === 'unset' && !flagsOf(operands).includes('f')) for (const { raw } of operands) into.unset(raw);
  else if (name === 'set') setOptions(operands, into);
  else if (name === 'setopt' && /^all_?export$/i.test(operands[0]?.raw ?? '')) into.exportsAll = true;
}

function setOptions(operands: readonly Word[], into: Assignments): void {
  const [option, name] = operands;
  const isAll = /^[-+][a-z]*a[a-z]*$/.test(option?.raw ?? '') || (/^[-+]o$/.test(option?.raw ?? '') && name?.raw === 'allexport');
  if (isAll) into.exportsAll = option?.raw.startsWith('-') ?? false;
}

/** Behind the body of a function that begins at `from`: assignments in it happen only when it is called. */
function skipBody(tokens: readonly Token[], from: number): number {
  let at = from;
  while (tokens[at]?.raw === '\n') at++;
  const opening = tokens[at]?.raw;
  if (opening !== '{' && opening !== '(') return at;
  const closing = opening === '{' ? '}' : ')';
  let depth = 0;
  for (; at < tokens.length; at++) {
    if (tokens[at]?.raw === opening) depth++;
    else if (tokens[at]?.raw === closing && --depth === 0) return at + 1;
  }
  return at;
}

/** The token behind a function's head, and its name; null where none begins here. */
function functionAt(tokens: readonly Token[], at: number): { name: string; body: number } | null {
  const raw = (offset: number): string | undefined => tokens[at + offset]?.raw;
  if (tokens[at]?.kind !== 'word') return null;
  if (raw(1) === '(' && raw(2) === ')') return { name: raw(0) as string, body: at + 3 };
  if (raw(0) !== 'function' || tokens[at + 1]?.kind !== 'word') return null;
  return { name: raw(1) as string, body: raw(2) === '(' && raw(3) === ')' ? at + 4 : at + 2 };
}

export function readPosix(text: string, into: Assignments): void {
  const tokens = tokensOf(text, POSIX);
  const functions = new Set<string>();
  let words: Word[] = [];
  let subshells = 0;
  const finish = (): void => {
    if (subshells === 0 && words.length > 0 && !aliensInPosix(text, words, functions, into)) simple(words, into);
    words = [];
  };
  for (let at = 0; at < tokens.length; at++) {
    const token = tokens[at] as Token;
    const defined = words.length === 0 ? functionAt(tokens, at) : null;
    if (defined) {
      functions.add(defined.name);
      at = skipBody(tokens, defined.body) - 1;
    } else if (token.kind === 'word') words.push(token);
    else if (REDIRECTION.test(token.raw)) at++;
    else {
      finish();
      if (token.raw === '(') subshells++;
      else if (token.raw === ')' && subshells > 0) subshells--;
    }
  }
  finish();
}
