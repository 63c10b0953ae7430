// Giving keys and tables another name, and moving them to another table.

import type { KeyPath } from '../../model.ts';
import type { TextEdit } from '../document.ts';
import { because, type Reason } from '../reasons.ts';
import { addToml } from './add.ts';
import type { TomlFile } from './place.ts';
import { printKey, printKeys } from './print.ts';
import type { KeyPart, Statement } from './syntax.ts';
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

/** Headers (and root keys with dots) begin with the whole path of their table: only that beginning changes. */
function movedHeaders({ scan, tree }: TomlFile, table: TableNode, to: KeyPath): Edits {
  const path = headerPath(table);
  const isAffected = (parts: readonly KeyPart[]): boolean => startsWith(parts, path);
  const partsOf = (statement: Statement, isRoot: boolean): readonly KeyPart[] | null =>
    statement.kind === 'header' ? statement.parts : statement.kind === 'pair' && isRoot ? statement.pair.parts : null;
  const edits: TextEdit[] = [];
  let isRoot = true;
  for (const statement of scan.statements) {
    isRoot &&= statement.kind !== 'header';
    const parts = partsOf(statement, isRoot);
    if (!parts || !isAffected(parts)) continue;
    edits.push({ start: (parts[0] as KeyPart).start, end: (parts[path.length - 1] as KeyPart).end, text: printKeys(to) });
  }
  return descend(tree.root, to).rest.length === 0 ? because('exists', { key: to.join('.') }) : edits;
}

/**
 * First half of a move of a value: it appears at its new place as it was written, with the comment behind it; the removal is a step
 * of its own. A table with headers is moved at once, by its headers.
 */
export function moveToml(file: TomlFile, path: KeyPath, to: KeyPath): { readonly edits: Edits; readonly isWhole: boolean } {
  const { node, rest } = descend(file.tree.root, path);
  if (rest.length > 0 || path.length === 0) return { edits: because('missing'), isWhole: false };
  const placed = placedOf(node);
  if (!placed) {
    const canMove = node.type === 'table' && !isInElement(node);
    return { edits: canMove ? movedHeaders(file, node, to) : because('array-of-tables'), isWhole: true };
  }
  const { pair, statement, host } = placed;
  const comment = host.inline || !statement.comment ? '' : file.text.slice(pair.value.end, statement.comment.end);
  return { edits: addToml(file, to, { raw: file.text.slice(pair.value.start, pair.value.end), comment }), isWhole: false };
}
