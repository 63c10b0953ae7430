// Pieces that questions are drawn from.

import type { Text } from '../model.ts';
import { beginning } from '../report/fit.ts';
import { widthOf, wrap } from '../report/paint.ts';
import { type Line, lineOf } from './line.ts';
import type { Look } from './prompt.ts';

export interface Signs {
  readonly ask: string;
  readonly done: string;
  readonly failed: string;
  readonly warned: string;
  readonly pointer: string;
  /** Before what is typed. */
  readonly input: string;
  readonly dot: string;
}

const UNICODE: Signs = {
  ask: '?',
  done: '✔',
  failed: '✘',
  warned: '!',
  pointer: '❯',
  input: '›',
  dot: '•',
};
const ASCII: Signs = {
  ask: '?',
  done: '+',
  failed: 'x',
  warned: '!',
  pointer: '>',
  input: ':',
  dot: '*',
};

export const signsOf = ({ unicode }: { readonly unicode: boolean }): Signs => (unicode ? UNICODE : ASCII);

/** The question itself, wrapped below its sign. */
export function questionLines(message: string, { paint, columns }: Look): string[] {
  const { ask } = signsOf(paint);
  const [first = '', ...rest] = wrap(message, columns - 2);
  return [`${paint.blue(ask)} ${paint.bold(first)}`, ...rest.map((line) => `  ${paint.bold(line)}`)];
}

/** The part of a line around its cursor that fits, and the column of the cursor in it. What is masked is masked before it is cut. */
export function visiblePart(
  typed: Line,
  width: number,
  masked: (text: string) => string,
): { readonly text: string; readonly column: number } {
  const shown = masked(typed.text);
  const line = shown === typed.text ? typed : lineOf(shown);
  const characters = [...line.text];
  let start = 0;
  const before = (): string => characters.slice(start, line.cursor).join('');
  while (start < line.cursor && widthOf(before()) > width - 1) start += 1;
  return { text: beginning(characters.slice(start).join(''), width), column: widthOf(before()) };
}

/** Hints at the foot of a question, as many on a line as fit. */
export function hintLines(hints: readonly Text[], { lang, paint, columns }: Look): string[] {
  const separator = paint.unicode ? ' · ' : ' | ';
  const lines: string[] = [];
  for (const { [lang]: hint } of hints) {
    const last = lines.at(-1);
    if (last !== undefined && widthOf(last + separator + hint) <= columns - 2) lines[lines.length - 1] = last + separator + hint;
    else lines.push(hint);
  }
  return lines.map((line) => paint.dim(`  ${line}`));
}

export const errorLines = (text: string, { paint, columns }: Look): string[] =>
  wrap(text, columns - 4).map((line, index) => `  ${paint.red(index === 0 ? signsOf(paint).failed : ' ')} ${paint.red(line)}`);
export const warningLines = (text: string, { paint, columns }: Look): string[] =>
  wrap(text, columns - 4).map((line, index) => `  ${paint.yellow(index === 0 ? signsOf(paint).warned : ' ')} ${paint.yellow(line)}`);
