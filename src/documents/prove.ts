// The proof of an edit: the text parses to what was meant, and nothing else about it has changed.

import type { JsonValue } from '../model.ts';
import type { TextEdit } from './document.ts';
import { equal } from './intent.ts';
import type { Habits, Opened } from './language.ts';
import { keepsLineEnds } from './lines.ts';

/** A text between two edits. */
export interface State {
  readonly habits: Habits;
  readonly text: string;
  readonly opened: Opened;
}

const commentsOf = ({ text, opened }: State): readonly string[] => opened.comments.map(({ start, end }) => text.slice(start, end));

/** Comments of a text that its edits take out. */
export function commentsWithin({ text, opened }: State, edits: readonly TextEdit[]): readonly string[] {
  const deleted = edits.filter(({ start, end }) => end > start).sort((a, b) => a.start - b.start);
  let index = 0;
  return opened.comments.flatMap(({ start, end }) => {
    while (index < deleted.length && (deleted[index] as TextEdit).end < end) index++;
    return (deleted[index]?.start ?? Number.POSITIVE_INFINITY) <= start ? [text.slice(start, end)] : [];
  });
}

/** Are all of `some` among `all`, as often? */
function areAmong(some: readonly string[], all: readonly string[]): boolean {
  const left = new Map<string, number>();
  for (const item of all) left.set(item, (left.get(item) ?? 0) + 1);
  return some.every((item) => {
    const count = left.get(item) ?? 0;
    left.set(item, count - 1);
    return count > 0;
  });
}

/** `gone`: comments inside text that was taken out on purpose. */
export function isProven(before: State, after: State, gone: readonly string[], allowed: readonly JsonValue[]): boolean {
  const [old, now] = [commentsOf(before), commentsOf(after)];
  return (
    allowed.some((content) => equal(content, after.opened.content ?? {})) &&
    areAmong(now, old) &&
    areAmong(old, [...now, ...gone]) &&
    areAmong(after.opened.oddities, before.opened.oddities) &&
    keepsLineEnds(before.text, after.text)
  );
}
