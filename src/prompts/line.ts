// One line that is being edited. Pure; the cursor counts code points.

import type { Key } from './keys.ts';

export interface Line {
  readonly text: string;
  /** Code points before the cursor. */
  readonly cursor: number;
}

export const EMPTY_LINE: Line = { text: '', cursor: 0 };
/** Longer input is no answer to any question asked here. */
const LONGEST = 8192;

export const lineOf = (text: string): Line => ({ text, cursor: [...text].length });

/** Pasted line breaks and tabs become blanks: one line is one line. */
const asOneLine = (text: string): string => text.replace(/\p{Cc}+/gu, ' ');

function insert({ text, cursor }: Line, added: string): Line {
  const characters = [...text];
  const wanted = [...asOneLine(added)].slice(0, Math.max(0, LONGEST - characters.length));
  return { text: [...characters.slice(0, cursor), ...wanted, ...characters.slice(cursor)].join(''), cursor: cursor + wanted.length };
}

function cut({ text }: Line, from: number, to: number): Line {
  const characters = [...text];
  return { text: [...characters.slice(0, from), ...characters.slice(to)].join(''), cursor: from };
}

/** The line after a key; null for a key that does not edit. */
export function editLine(line: Line, key: Key): Line | null {
  const { text, cursor } = line;
  const length = [...text].length;
  const at = (place: number): Line => ({ text, cursor: Math.max(0, Math.min(length, place)) });
  switch (key.name) {
    case 'text':
      return insert(line, key.text);
    case 'paste':
      return insert(line, key.text.trim());
    case 'backspace':
      return cut(line, Math.max(0, cursor - 1), cursor);
    case 'delete':
      return { ...cut(line, cursor, cursor + 1), cursor };
    case 'word-back': {
      const kept = [...text]
        .slice(0, cursor)
        .join('')
        .replace(/\S+\s*$/, '');
      return cut(line, [...kept].length, cursor);
    }
    case 'clear':
      return cut(line, 0, cursor);
    case 'clear-after':
      return cut(line, cursor, length);
    case 'left':
      return at(cursor - 1);
    case 'right':
      return at(cursor + 1);
    case 'home':
      return at(0);
    case 'end':
      return at(length);
    default:
      return null;
  }
}
