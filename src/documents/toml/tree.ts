// What the statements of a TOML file mean: tables, and for every key where it stands. Built for valid files; of an invalid one it tells
// which statements define something a second time.

import type { KeyPath } from '../../model.ts';
import type { HeaderStatement, KeyPart, PairStatement, Statement, TomlInline, TomlPair, TomlValue } from './syntax.ts';

export interface TableNode {
  readonly type: 'table';
  /** How it came to be: `implied` by the name of a table below it, `dotted` by keys with dots. */
  origin: 'root' | 'implied' | 'header' | 'element' | 'dotted' | 'inline';
  readonly parent: TableNode | null;
  readonly name: string;
  readonly children: Map<string, TomlNode>;
  /** Every place that names it. */
  readonly names: KeyPart[];
  header: HeaderStatement | null;
  /** Index of its header in the statements; -1 for the root. */
  index: number;
  /** The pairs that stand in it, and for a dotted table those that go through it. */
  readonly pairs: PlacedPair[];
  readonly inline: TomlInline | null;
  /** Of an inline table: the pair that it is the value of. */
  readonly owner: PlacedPair | null;
}

export interface ListNode {
  readonly type: 'list';
  readonly parent: TableNode;
  readonly elements: TableNode[];
  readonly names: KeyPart[];
}

export interface ValueNode {
  readonly type: 'value';
  readonly parent: TableNode;
  readonly names: KeyPart[];
  readonly value: TomlValue;
  readonly placed: PlacedPair;
}

export type TomlNode = TableNode | ListNode | ValueNode;

/** A pair, the table whose body (or braces) it stands in, and the statement it belongs to. */
export interface PlacedPair {
  readonly pair: TomlPair;
  readonly host: TableNode;
  readonly statement: PairStatement;
}

/** A second definition. `earlier` is what stands there already. */
export interface Conflict {
  readonly statement: Statement;
  /** Of a header: where it stands in the statements; -1 for a pair. */
  readonly index: number;
  /** Null where it is a header that defines again. */
  readonly placed: PlacedPair | null;
  readonly at: KeyPart;
  readonly earlier: TomlNode;
}

export interface TomlTree {
  readonly root: TableNode;
  readonly conflicts: readonly Conflict[];
}

function table(origin: TableNode['origin'], parent: TableNode | null, name: string, owner: PlacedPair | null = null): TableNode {
  const inline = owner?.pair.value.kind === 'inline' ? owner.pair.value : null;
  return { type: 'table', origin, parent, name, children: new Map(), names: [], header: null, index: -1, pairs: [], inline, owner };
}

class Builder {
  readonly root = table('root', null, '');
  readonly conflicts: Conflict[] = [];
  current: TableNode = this.root;

  header(statement: HeaderStatement, index: number): void {
    const last = statement.parts.at(-1) as KeyPart;
    // After a conflict the keys below still have to stand somewhere: in a table that nothing leads to.
    const detached = table('header', null, last.name);
    this.current = detached;
    let node = this.root;
    for (const part of statement.parts.slice(0, -1)) {
      const next = this.enter(node, part, 'implied');
      const earlier = node.children.get(part.name) as TomlNode;
      if (!next) return void this.conflicts.push({ statement, index, placed: null, at: part, earlier });
      node = next;
    }
    const existing = node.children.get(last.name);
    const opened = statement.isElement ? this.element(node, last, existing) : this.plain(node, last, existing);
    if (!opened) return void this.conflicts.push({ statement, index, placed: null, at: last, earlier: existing as TomlNode });
    opened.header = statement;
    opened.index = index;
    this.current = opened;
  }

  element(node: TableNode, part: KeyPart, existing: TomlNode | undefined): TableNode | null {
    if (existing && existing.type !== 'list') return null;
    const list: ListNode = existing ?? { type: 'list', parent: node, elements: [], names: [] };
    if (!existing) node.children.set(part.name, list);
    const opened = table('element', node, part.name);
    list.elements.push(opened);
    list.names.push(part);
    return opened;
  }

  plain(node: TableNode, part: KeyPart, existing: TomlNode | undefined): TableNode | null {
    if (existing && (existing.type !== 'table' || existing.origin !== 'implied')) return null;
    const opened = existing ?? table('header', node, part.name);
    node.children.set(part.name, opened);
    opened.origin = 'header';
    opened.names.push(part);
    return opened;
  }

  /** The table behind one part of a name, made where it is missing; null where something else stands there. */
  enter(node: TableNode, part: KeyPart, origin: 'implied' | 'dotted'): TableNode | null {
    const existing = node.children.get(part.name);
    if (!existing) {
      const made = table(origin, node, part.name);
      made.names.push(part);
      node.children.set(part.name, made);
      return made;
    }
    if (existing.type === 'list' && origin === 'implied') {
      existing.names.push(part);
      return existing.elements.at(-1) ?? null;
    }
    const mayEnter = existing.type === 'table' && (origin === 'implied' ? existing.origin !== 'inline' : existing.origin === 'dotted');
    if (!mayEnter) return null;
    existing.names.push(part);
    return existing;
  }

  pair(pair: TomlPair, host: TableNode, statement: PairStatement): void {
    const placed: PlacedPair = { pair, host, statement };
    const through: TableNode[] = [];
    const last = pair.parts.at(-1) as KeyPart;
    let node = host;
    host.pairs.push(placed);
    for (const part of pair.parts.slice(0, -1)) {
      const next = this.enter(node, part, 'dotted');
      const earlier = node.children.get(part.name) as TomlNode;
      if (!next) return void this.conflicts.push({ statement, index: -1, placed, at: part, earlier });
      node = next;
      through.push(next);
    }
    const existing = node.children.get(last.name);
    if (existing) return void this.conflicts.push({ statement, index: -1, placed, at: last, earlier: existing });
    for (const dotted of through) dotted.pairs.push(placed);
    if (pair.value.kind !== 'inline') {
      node.children.set(last.name, { type: 'value', parent: node, names: [last], value: pair.value, placed });
      return;
    }
    const opened = table('inline', node, last.name, placed);
    opened.names.push(last);
    node.children.set(last.name, opened);
    for (const inner of pair.value.pairs) this.pair(inner, opened, statement);
  }
}

export function buildTree(statements: readonly Statement[]): TomlTree {
  const builder = new Builder();
  for (const [index, statement] of statements.entries()) {
    if (statement.kind === 'header') builder.header(statement, index);
    else if (statement.kind === 'pair') builder.pair(statement.pair, builder.current, statement);
  }
  return { root: builder.root, conflicts: builder.conflicts };
}

/** The innermost thing on a path that exists, and what of the path is left. In a list of tables the step is a position. */
export function descend(root: TableNode, path: KeyPath): { node: TomlNode; rest: KeyPath } {
  let node: TomlNode = root;
  for (const [depth, step] of path.entries()) {
    const next: TomlNode | undefined =
      node.type === 'table'
        ? node.children.get(step)
        : node.type === 'list' && /^\d{1,6}$/.test(step)
          ? node.elements[Number(step)]
          : undefined;
    if (!next) return { node, rest: path.slice(depth) };
    node = next;
  }
  return { node, rest: [] };
}

function inside(value: TomlValue, step: string): TomlValue | undefined {
  if (value.kind === 'array') return /^\d{1,6}$/.test(step) ? value.items[Number(step)] : undefined;
  if (value.kind !== 'inline') return undefined;
  return value.pairs.find(({ parts }) => parts.length === 1 && parts[0]?.name === step)?.value;
}

/** The item of an array value, or what stands in the braces of one. */
export function itemAt(value: TomlValue, steps: KeyPath): TomlValue | null {
  let item: TomlValue | undefined = value;
  for (const step of steps) item = item && inside(item, step);
  return item ?? null;
}

/** Names of the tables above a table, outermost first, itself included. Positions in lists of tables are left out, as in headers. */
export function headerPath(node: TableNode): KeyPath {
  const names: string[] = [];
  for (let at: TableNode | null = node; at?.parent; at = at.parent) names.unshift(at.name);
  return names;
}

/** Inside an element of a list of tables (or one itself): its place in the file decides what a header there means. */
export function isInElement(node: TableNode): boolean {
  for (let at: TableNode | null = node; at; at = at.parent) if (at.origin === 'element') return true;
  return false;
}
