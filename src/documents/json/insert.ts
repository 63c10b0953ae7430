// Adding a member behind the last one, in the layout that the object has.

import type { TextEdit } from '../document.ts';
import { blanksBefore, blanksBehind, type Eol, indentAt, isLineEnd, isLineStart, mainEol } from '../lines.ts';
import { insertion } from '../splice.ts';
import type { JsonStyle } from './print.ts';
import { restOfLine } from './remove.ts';
import { endOf, isContainer, type JsonContainer, type JsonMember, type JsonNode, type JsonTree } from './syntax.ts';

const DEFAULT_UNIT = '  ';

const beginsLine = (text: string, member: JsonMember): boolean => isLineStart(text, blanksBefore(text, member.key.start));

/** The file's own step of indentation: how much deeper than its line the first member on a line of its own stands. */
function unitOf(text: string, node: JsonNode): string | null {
  if (!isContainer(node)) return null;
  const first = node.members[0];
  if (first && beginsLine(text, first)) {
    const outer = indentAt(text, node.start);
    const inner = indentAt(text, first.key.start);
    if (inner.length > outer.length && inner.startsWith(outer)) return inner.slice(outer.length);
  }
  for (const { value } of node.members) {
    const unit = isContainer(value) ? unitOf(text, value) : null;
    if (unit !== null) return unit;
  }
  return null;
}

/** How the file writes: what its first members show. */
export function styleOf(text: string, root: JsonNode | null): JsonStyle & { readonly eol: Eol } {
  const eol = mainEol(text);
  const isOneLine = root !== null && text.trim().indexOf('\n') === -1 && isContainer(root) && root.members.length > 0;
  const sample = root && isContainer(root) ? root.members.find(({ name, key }) => key.end > key.start && name !== '') : undefined;
  const between = sample ? text.slice(sample.key.end, sample.value.start) : ': ';
  const colon = /^:[ \t]*$/.test(between) ? between : ': ';
  return {
    eol,
    unit: isOneLine ? null : ((root && unitOf(text, root)) ?? DEFAULT_UNIT),
    colon,
    gap: colon === ':' && isOneLine ? '' : ' ',
  };
}

/** What separates members on one line, from the last two. */
function gapOf(text: string, { members }: JsonContainer, style: JsonStyle): string {
  const last = members.at(-1);
  const before = members.at(-2);
  const between = last && before ? text.slice(endOf(before), last.key.start) : null;
  return between !== null && /^[ \t]*$/.test(between) ? between : style.gap;
}

/** The edits that add a member; `print` makes its text for a style and the indent of its line. */
export function addition(
  text: string,
  container: JsonContainer,
  tree: JsonTree,
  print: (style: JsonStyle, indent: string) => string,
): readonly TextEdit[] {
  const style = styleOf(text, tree.root);
  const last = container.members.at(-1);
  if (!last) return intoEmpty(text, container, tree, style, print);
  const comma = last.comma === null ? [insertion(last.value.end, ',')] : [];
  if (beginsLine(text, last) && style.unit !== null) {
    const indent = indentAt(text, last.key.start);
    const rest = restOfLine(text, endOf(last), tree.comments);
    const behind = isLineEnd(text, rest) ? blanksBefore(text, rest) : endOf(last);
    return [...comma, insertion(behind, style.eol + indent + print(style, indent))];
  }
  const oneLine = { ...style, unit: null };
  return [...comma, insertion(endOf(last), gapOf(text, container, style) + print(oneLine, ''))];
}

function intoEmpty(
  text: string,
  container: JsonContainer,
  tree: JsonTree,
  style: JsonStyle,
  print: (style: JsonStyle, indent: string) => string,
): readonly TextEdit[] {
  const inside = { start: container.start + 1, end: container.end - 1 };
  if (style.unit === null) return [insertion(inside.end, print(style, ''))];
  const outer = indentAt(text, container.start);
  const inner = outer + style.unit;
  const line = inner + print(style, inner);
  const hasComment = tree.comments.some(({ start }) => start >= inside.start && start < inside.end);
  if (!hasComment) return [{ ...inside, text: style.eol + line + style.eol + outer }];
  const closing = blanksBefore(text, inside.end);
  const isAlone = isLineStart(text, closing);
  return [isAlone ? insertion(closing, line + style.eol) : insertion(blanksBehind(text, inside.end), style.eol + line + style.eol + outer)];
}
