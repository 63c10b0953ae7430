// Text edits: replacing stretches of text, everything else kept.

import type { TextEdit } from './document.ts';
import { endsWithEol, lineEnd, type Span } from './lines.ts';

export const deletion = ({ start, end }: Span): TextEdit => ({ start, end, text: '' });
export const insertion = (offset: number, text: string): TextEdit => ({ start: offset, end: offset, text });

/** In order of place, deletions joined, edits inside a deleted stretch left out; null where two edits collide or leave the text. */
function ordered(edits: readonly TextEdit[], length: number): readonly TextEdit[] | null {
  const isInsertion = (edit: TextEdit): number => (edit.start === edit.end ? 0 : 1);
  const sorted = [...edits].sort((a, b) => a.start - b.start || isInsertion(a) - isInsertion(b) || b.end - a.end);
  const kept: TextEdit[] = [];
  let last: TextEdit = insertion(0, '');
  for (const edit of sorted) {
    if (edit.start < 0 || edit.end < edit.start || edit.end > length) return null;
    if (edit.start < last.end) {
      const isRepeated = edit.start === last.start && edit.end === last.end && edit.text === last.text;
      if (isRepeated || (last.text === '' && edit.end <= last.end)) continue;
      if (last.text !== '' || edit.text !== '') return null;
      last = { ...last, end: edit.end };
      kept[kept.length - 1] = last;
      continue;
    }
    kept.push(edit);
    if (edit.end > edit.start) last = edit;
  }
  return kept;
}

/** The edited text; null where two edits collide. */
export function splice(text: string, edits: readonly TextEdit[]): string | null {
  const inOrder = ordered(edits, text.length);
  if (inOrder === null) return null;
  const parts: string[] = [];
  let from = 0;
  for (const edit of inOrder) {
    parts.push(text.slice(from, edit.start), edit.text);
    from = edit.end;
  }
  parts.push(text.slice(from));
  return parts.join('');
}

/** Whole lines; where the last line of the file goes and had no line end, the line before it has none afterwards. */
export function withoutLines(text: string, { start, end }: Span): TextEdit {
  const isOpenEnd = end === text.length && !endsWithEol(text) && start > 0;
  return deletion({ start: isOpenEnd ? lineEnd(text, start - (text[start - 2] === '\r' ? 2 : 1)) : start, end });
}
