// As much of a line as fits the terminal.

import { widthOf } from './width.ts';

/** As many of its first characters as fit, in columns. */
export function beginning(text: string, width: number): string {
  let out = '';
  for (const character of text) {
    if (widthOf(out + character) > width) break;
    out += character;
  }
  return out;
}

export const ellipsisOf = ({ unicode }: { readonly unicode: boolean }): string => (unicode ? '…' : '...');

/** The text, cut to a width in columns; what was cut is told by an ellipsis. */
export const fitted = (text: string, width: number, ellipsis: string): string =>
  widthOf(text) <= width ? text : beginning(text, width - widthOf(ellipsis)) + ellipsis;
