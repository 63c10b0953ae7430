// The line of a file that a finding is about.

import type { Document } from '../documents/document.ts';
import type { Origin } from '../model.ts';
import { ellipsisOf, fitted } from './fit.ts';
import type { TextOptions } from './text.ts';
import { widthOf } from './width.ts';

/** Columns that stay before the place where a line is too long. */
const LEAD = 4;

/** The source line with a caret below the place. */
export function sourceLines(
  origin: Origin,
  document: Document | undefined,
  { paint, masked }: Pick<TextOptions, 'paint' | 'masked'>,
): string[] {
  if (!document || origin.line === undefined) return [];
  const bar = paint.unicode ? '│' : '|';
  const gutter = String(origin.line);
  const blank = ' '.repeat(gutter.length);
  const source = document.line(origin.line).replaceAll('\t', ' ');
  const before = masked([...source].slice(0, (origin.column ?? 1) - 1).join(''));
  const offset = widthOf(before);
  const room = paint.columns - gutter.length - 5;
  const characters = [...masked(source)];
  const more = ellipsisOf(paint);
  // A place far to the right is shown with a little of what stands before it.
  const skipped = widthOf(characters.join('')) > room && offset > LEAD ? Math.max(0, [...before].length - LEAD) : 0;
  const left = skipped > 0 ? more : '';
  const visible = fitted(characters.slice(skipped).join(''), room - widthOf(left), more);
  const caret = ' '.repeat(Math.max(0, widthOf(left) + offset - widthOf(characters.slice(0, skipped).join(''))));
  return [`${paint.dim(`${gutter} ${bar}`)} ${left}${visible}`, `${paint.dim(`${blank} ${bar}`)} ${caret}${paint.red('^')}`];
}
