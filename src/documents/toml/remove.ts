// Taking keys and tables out of a TOML file, whole lines at a time.

import type { KeyPath } from '../../model.ts';
import type { TextEdit } from '../document.ts';
import type { Span } from '../lines.ts';
import { because, type Reason } from '../reasons.ts';
import { deletion, withoutLines } from '../splice.ts';
import { isMarker } from './managed.ts';
import { bodyOf, type TomlFile } from './place.ts';
import type { KeyPart, Statement, TomlInline, TomlPair } from './syntax.ts';
import { descend, type PlacedPair, type TableNode, type TomlNode } from './tree.ts';

/** Members of one inline table, their commas included. */
export function withoutMembers(pairs: readonly TomlPair[], gone: ReadonlySet<TomlPair>): readonly TextEdit[] {
  const startOf = (pair: TomlPair): number => (pair.parts[0] as KeyPart).start;
  const edits: TextEdit[] = [];
  for (let from = 0; from < pairs.length; from++) {
    const first = pairs[from] as TomlPair;
    if (!gone.has(first)) continue;
    let to = from;
    while (to + 1 < pairs.length && gone.has(pairs[to + 1] as TomlPair)) to++;
    const next = pairs[to + 1];
    const before = pairs[from - 1];
    const end = (pairs[to] as TomlPair).value.end;
    edits.push(deletion(next ? { start: startOf(first), end: startOf(next) } : { start: before ? before.value.end : startOf(first), end }));
    from = to;
  }
  return edits;
}

const isBlank = (statement: Statement | undefined): boolean => statement?.kind === 'trivia' && statement.comment === null;

/** The header with its keys and the comments between them; comments behind the last key stay, they may belong to what follows. */
function section(file: TomlFile, table: TableNode): readonly Span[] {
  const { statements } = file.scan;
  const header = statements[table.index] as Statement;
  const body = bodyOf(file, table);
  const last = body.findLastIndex(({ kind }) => kind === 'pair');
  const inside = body.slice(0, last + 1);
  const hasMarker = inside.some(({ comment }) => comment !== null && isMarker(file.text.slice(comment.start, comment.end)));
  if (hasMarker) return [header, ...inside.filter(({ kind }) => kind === 'pair')].map(({ start, end }) => ({ start, end }));
  let until = table.index + inside.length;
  const isAfterBlank = table.index === 0 || isBlank(statements[table.index - 1]);
  while (isAfterBlank && isBlank(statements[until + 1])) until++;
  let from = table.index;
  while (until === statements.length - 1 && from > 0 && isBlank(statements[from - 1])) from--;
  return [{ start: (statements[from] as Statement).start, end: (statements[until] as Statement).end }];
}

/** Everything that makes up a node: its sections, and the pairs outside of them. */
function* piecesOf(file: TomlFile, node: TomlNode): Iterable<Span | PlacedPair> {
  if (node.type === 'value') yield node.placed;
  else if (node.type === 'list') for (const element of node.elements) yield* piecesOf(file, element);
  else if (node.owner) yield node.owner;
  else {
    if (node.header) yield* section(file, node);
    for (const child of node.children.values()) yield* piecesOf(file, child);
  }
}

export function removeToml(file: TomlFile, path: KeyPath): readonly TextEdit[] | Reason {
  const { node, rest } = descend(file.tree.root, path);
  if (rest.length > 0) return node.type === 'value' && node.value.kind === 'array' ? because('array-of-tables') : [];
  const edits: TextEdit[] = [];
  const members = new Map<TomlInline, Set<TomlPair>>();
  for (const piece of piecesOf(file, node)) {
    if (!('pair' in piece)) edits.push(withoutLines(file.text, piece));
    else if (!piece.host.inline) edits.push(withoutLines(file.text, piece.statement));
    else members.set(piece.host.inline, (members.get(piece.host.inline) ?? new Set()).add(piece.pair));
  }
  for (const [inline, gone] of members) edits.push(...withoutMembers(inline.pairs, gone));
  return edits;
}
