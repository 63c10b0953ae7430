// Taking one member out of an object or list without touching its neighbours.

import type { TextEdit } from '../document.ts';
import { blanksBefore, blanksBehind, isLineEnd, isLineStart, lineStart, nextLine, type Span } from '../lines.ts';
import { deletion } from '../splice.ts';
import { endOf, type JsonContainer, type JsonMember } from './syntax.ts';

const hasCommentIn = (comments: readonly Span[], start: number, end: number): boolean =>
  comments.some((comment) => comment.start >= start && comment.start < end);

/** Behind the blanks and comments that follow on the same line. */
export function restOfLine(text: string, offset: number, comments: readonly Span[]): number {
  let at = blanksBehind(text, offset);
  for (;;) {
    const comment = comments.find(({ start }) => start === at);
    if (!comment) return at;
    at = blanksBehind(text, comment.end);
  }
}

export function removal(text: string, container: JsonContainer, member: JsonMember, comments: readonly Span[]): readonly TextEdit[] {
  const { members } = container;
  const index = members.indexOf(member);
  const previous = members[index - 1];
  const next = members[index + 1];
  if (members.length === 1 && !hasCommentIn(comments, container.start, container.end)) {
    return [deletion({ start: container.start + 1, end: container.end - 1 })];
  }
  const first = member.key.start;
  const end = endOf(member);
  const rest = restOfLine(text, end, comments);
  const beginsLine = isLineStart(text, blanksBefore(text, first));
  // The comma before a last member would dangle, unless dangling commas are the habit of this object.
  const dangling =
    !next && member.comma === null && previous?.comma != null ? [deletion({ start: previous.comma, end: previous.comma + 1 })] : [];
  if (beginsLine && isLineEnd(text, rest)) return [...dangling, deletion({ start: lineStart(text, first), end: nextLine(text, rest) })];
  const isNextBeside = next !== undefined && !text.slice(end, next.key.start).includes('\n');
  if (next && (beginsLine || isNextBeside || !previous)) {
    return [deletion({ start: first, end: hasCommentIn(comments, end, next.key.start) ? end : next.key.start })];
  }
  if (!previous) return [deletion({ start: first, end })];
  const from = dangling.length > 0 ? (previous.comma as number) : endOf(previous);
  if (!hasCommentIn(comments, from, first)) return [deletion({ start: from, end })];
  return [...dangling, deletion({ start: first, end })];
}
