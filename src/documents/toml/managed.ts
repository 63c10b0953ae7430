// Blocks that another tool writes anew: `# >>> x >>>` … `# <<< x <<<`, `# BEGIN x` … `# END x`. What is put inside would be lost.

import type { Span } from '../lines.ts';
import type { Statement } from './syntax.ts';

const BEGIN = /^#[#\s=*-]*(?:>{3,}|BEGIN\b)/;
const END = /^#[#\s=*-]*(?:<{3,}|END\b)/;

export const isMarker = (comment: string): boolean => BEGIN.test(comment) || END.test(comment);

/** From the line of the first marker to that of the last. A block without an end is none. */
export function managedBlocks(text: string, statements: readonly Statement[]): readonly Span[] {
  const blocks: Span[] = [];
  let start: number | null = null;
  for (const statement of statements) {
    if (statement.kind !== 'trivia' || !statement.comment) continue;
    const comment = text.slice(statement.comment.start, statement.comment.end);
    if (BEGIN.test(comment)) start ??= statement.start;
    else if (start !== null && END.test(comment)) {
      blocks.push({ start, end: statement.end });
      start = null;
    }
  }
  return blocks;
}

/** The block that text at this offset would be part of. */
export const blockAround = (blocks: readonly Span[], offset: number): Span | null =>
  blocks.find(({ start, end }) => offset > start && offset < end) ?? null;
