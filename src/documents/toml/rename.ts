// Giving keys and tables another name, and moving them to another table.

import type { KeyPath } from '../../model.ts';
import type { TextEdit } from '../document.ts';
import { type Carried, carried, type Step } from '../language.ts';
import { because, type Reason } from '../reasons.ts';
import { addToml } from './add.ts';
import type { TomlFile } from './place.ts';
import { printKey, printKeys } from './print.ts';
import type { KeyPart } from './syntax.ts';
import { descend, headerPath, isInElement, type PlacedPair, type TableNode, type TomlNode } from './tree.ts';

type Edits = readonly TextEdit[] | Reason;

const siblings = (node: TomlNode): ReadonlyMap<string, TomlNode> | undefined => node.parent?.children;

export function renameToml(file: TomlFile, path: KeyPath, to: string): Edits {
  const { node, rest } = descend(file.tree.root, path);
  if (rest.length > 0 || path.length === 0) return because('missing');
  if (node.type === 'table' && node.origin === 'element') return because('array-of-tables');
  if (siblings(node)?.has(to)) return because('exists', { key: [...path.slice(0, -1), to].join('.') });
  return [...new Set(node.names)].map(({ start, end }) => ({ start, end, text: printKey(to) }));
}

/** The pair that holds a value or an inline table. */
const placedOf = (node: TomlNode): PlacedPair | null => (node.type === 'value' ? node.placed : node.type === 'table' ? node.owner : null);

const startsWith = (parts: readonly KeyPart[], path: KeyPath): boolean =>
  parts.length >= path.length && path.every((name, index) => parts[index]?.name === name);

/**
 * Headers begin with the whole path of their table, so do root keys with dots: there only that beginning changes. Null where the table
 * stands in other forms too, or would have to be a root key below a table with a header.
 */
function movedHeaders({ scan, tree }: TomlFile, table: TableNode, to: KeyPath): readonly TextEdit[] | null {
  const path = headerPath(table);
  const edits: TextEdit[] = [];
  const target = descend(tree.root, to).node;
  let isRoot = target === tree.root || (target.type === 'table' && target.origin === 'dotted');
  for (const statement of scan.statements) {
    isRoot &&= statement.kind !== 'header';
    const parts = statement.kind === 'header' ? statement.parts : statement.kind === 'pair' && isRoot ? statement.pair.parts : [];
    if (!startsWith(parts, path)) continue;
    edits.push({ start: (parts[0] as KeyPart).start, end: (parts[path.length - 1] as KeyPart).end, text: printKeys(to) });
  }
  return edits.length === table.names.length ? edits : null;
}

function moveTable(file: TomlFile, table: TableNode, path: KeyPath, to: KeyPath): Carried | Reason {
  if (isInElement(table)) return because('array-of-tables');
  const edits = movedHeaders(file, table, to);
  if (edits) return { edits };
  const members = [...table.children.keys()].map((name): Step => ({ op: 'move', path: [...path, name], to: [...to, name] }));
  return { edits: [], next: [...members, { op: 'remove', path }] };
}

/**
 * A value first appears at its new place as it was written, with the comment behind it, then the old one goes. A table is moved by its
 * headers, or member by member.
 */
export function moveToml(file: TomlFile, path: KeyPath, to: KeyPath): Carried | Reason {
  const { node, rest } = descend(file.tree.root, path);
  if (rest.length > 0 || path.length === 0) return because('missing');
  const placed = placedOf(node);
  if (!placed) return node.type === 'table' ? moveTable(file, node, path, to) : because('array-of-tables');
  const { pair, statement, host } = placed;
  const comment = host.inline || !statement.comment ? '' : file.text.slice(pair.value.end, statement.comment.end);
  return carried(addToml(file, to, { raw: file.text.slice(pair.value.start, pair.value.end), comment }), [{ op: 'remove', path }]);
}
