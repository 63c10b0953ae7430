// fish start-up files: https://fishshell.com/docs/current/cmds/set.html

import { type Assignments, NAME } from './assignments.ts';
import { powershellName } from './foreign.ts';
import { assignmentIn } from './posix.ts';
import { FISH, type Token, tokensOf, type Word } from './words.ts';

const BLOCKS = new Set(['function', 'if', 'for', 'while', 'switch', 'begin']);
const WRAPPERS = new Set(['and', 'or', 'not', 'else', 'command', 'builtin', 'if', 'begin']);

function joined(values: readonly Word[]): string | null {
  const parts = values.map(({ value }) => value);
  return parts.includes(null) ? null : parts.join(' ');
}

function set(operands: readonly Word[], into: Assignments): void {
  let first = 0;
  while (operands[first]?.raw.startsWith('-')) first++;
  const options = operands.slice(0, first).map(({ raw }) => raw);
  const has = (letter: string, long: string): boolean =>
    options.some((raw) => raw === long || new RegExp(`^-[A-Za-z]*${letter}`).test(raw));
  const [target, ...values] = operands.slice(first);
  if (!target || has('q', '--query') || has('S', '--show')) return;
  const assigned = assignmentIn(target);
  const isAddition = has('a', '--append') || has('p', '--prepend');
  if (assigned) into.alien(assigned.name, 'posix', target.at);
  else if (!NAME.test(target.raw)) return;
  else if (has('e', '--erase')) into.unset(target.raw);
  else {
    if (has('u', '--unexport')) into.unexport(target.raw);
    into.assign(target.raw, isAddition ? null : joined(values), has('x', '--export'), target.at);
  }
}

function simple(text: string, words: readonly Word[], into: Assignments): void {
  let first = 0;
  while (WRAPPERS.has(words[first]?.raw ?? '')) first++;
  const [command, ...operands] = words.slice(first);
  if (!command) return;
  const [operand, second] = operands;
  const powershell = powershellName(text, command);
  const assigned = assignmentIn(command);
  if (powershell) into.alien(powershell, 'powershell', command.at);
  else if (assigned && !operand) into.alien(assigned.name, 'posix', command.at);
  else if (command.raw === 'set') set(operands, into);
  else if (command.raw === 'setenv' && operand && NAME.test(operand.raw))
    into.assign(operand.raw, second ? second.value : '', true, operand.at);
  else if (command.raw === 'declare' || command.raw === 'typeset') {
    for (const word of operands) {
      const declared = assignmentIn(word);
      if (declared) into.alien(declared.name, 'bash', command.at);
    }
  } else if (command.raw === 'export') {
    // fish brings a function of this name.
    for (const word of operands) {
      const exported = assignmentIn(word);
      if (exported) into.assign(exported.name, exported.value, true, word.at);
      else if (NAME.test(word.raw)) into.export(word.raw);
    }
  }
}

export function readFish(text: string, into: Assignments): void {
  // Open blocks, innermost last; what stands in a function happens only when it is called.
  const blocks: string[] = [];
  let words: Word[] = [];
  const finish = (): void => {
    const [first] = words;
    if (first) {
      if (!blocks.includes('function')) simple(text, words, into);
      const opener = words.find(({ raw }, index) => BLOCKS.has(raw) && words.slice(0, index).every((word) => WRAPPERS.has(word.raw)));
      if (opener && first.raw !== 'else') blocks.push(opener.raw);
      else if (first.raw === 'end') blocks.pop();
    }
    words = [];
  };
  for (const token of tokensOf(text, FISH) as readonly Token[]) {
    if (token.kind === 'word') words.push(token);
    else if (!/^[<>]/.test(token.raw)) finish();
  }
  finish();
}
