// Curing second definitions: what both say is kept once, what only the second says joins the first. Different values are left to the user.

import type { TextEdit } from '../document.ts';
import { equal } from '../intent.ts';
import { deletion, withoutLines } from '../splice.ts';
import { intoBraces, prefixFrom } from './add.ts';
import { parseToml } from './judge.ts';
import { bodyOf, insertLines, slotBehind, slotIn, type TomlFile } from './place.ts';
import { withoutMembers } from './remove.ts';
import type { KeyPart, Statement, TomlPair, TomlValue } from './syntax.ts';
import { type Conflict, descend, type PlacedPair, type TableNode } from './tree.ts';

interface Incoming {
  readonly parts: readonly KeyPart[];
  readonly value: TomlValue;
  readonly comment: string;
}

const raw = (text: string, { start, end }: { start: number; end: number }): string => text.slice(start, end);

function says(text: string, a: TomlValue, b: TomlValue): boolean {
  const [one, other] = [raw(text, a), raw(text, b)];
  if (one === other) return true;
  const [first, second] = [parseToml(`v = ${one}`), parseToml(`v = ${other}`)];
  return 'root' in first && 'root' in second && equal(first.root, second.root);
}

const keyOf = ({ parts }: Incoming): string => JSON.stringify(parts.map(({ name }) => name));

/** Those that the table lacks; null where it says something else. */
function lacking(text: string, table: TableNode, incoming: readonly Incoming[]): readonly Incoming[] | null {
  const missing = new Map<string, Incoming>();
  for (const pair of incoming) {
    const { node, rest } = descend(
      table,
      pair.parts.map(({ name }) => name),
    );
    const known =
      rest.length === 0
        ? node.type === 'value'
          ? node.value
          : node.type === 'table'
            ? node.inline
            : null
        : (missing.get(keyOf(pair))?.value ?? undefined);
    if (known === undefined) missing.set(keyOf(pair), pair);
    else if (known === null || !says(text, known, pair.value)) return null;
  }
  return [...missing.values()];
}

function joining(file: TomlFile, table: TableNode, incoming: readonly Incoming[]): readonly TextEdit[] | null {
  const { text } = file;
  if (incoming.length === 0) return [];
  const pairOf = ({ parts, value }: Incoming): string => raw(text, { start: (parts[0] as KeyPart).start, end: value.end });
  if (table.inline) return [intoBraces(text, table.inline, table.inline.pairs.at(-1), incoming.map(pairOf))];
  const sample = table.pairs.at(-1);
  const isDotted = table.origin === 'dotted' && sample !== undefined;
  const slot = isDotted ? slotBehind(file, table.pairs) : table.header ? slotIn(file, table) : null;
  if (!slot || sample?.host.inline) return null;
  const prefix = isDotted ? `${prefixFrom(text, sample as PlacedPair, table)}.` : '';
  return [
    insertLines(
      file,
      slot,
      incoming.map((pair) => prefix + pairOf(pair) + pair.comment),
    ),
  ];
}

const fromStatement = (text: string, statement: Statement): Incoming[] =>
  statement.kind === 'pair'
    ? [{ ...statement.pair, comment: statement.comment ? text.slice(statement.pair.value.end, statement.comment.end) : '' }]
    : [];

const fromMember = ({ parts, value }: TomlPair): Incoming => ({ parts, value, comment: '' });

function gone(text: string, { pair, host, statement }: PlacedPair): readonly TextEdit[] {
  return host.inline ? withoutMembers(host.inline.pairs, new Set([pair])) : [withoutLines(text, statement)];
}

interface Merge {
  readonly table: TableNode;
  readonly incoming: readonly Incoming[];
  readonly removed: readonly TextEdit[];
}

/** What joins which table, and what goes; null where a plain value and a table claim one name. */
function mergeOf(file: TomlFile, { statement, index, placed, at, earlier }: Conflict): Merge | readonly TextEdit[] | null {
  const { text } = file;
  if (!placed) {
    if (earlier.type !== 'table' || statement.kind !== 'header' || statement.isElement || at !== statement.parts.at(-1)) return null;
    const body = bodyOf(file, { ...earlier, index }).filter(({ kind }) => kind === 'pair');
    const removed = [statement, ...body].map(({ start, end }) => deletion({ start, end }));
    return { table: earlier, incoming: body.flatMap((line) => fromStatement(text, line)), removed };
  }
  const { pair } = placed;
  const removed = gone(text, placed);
  const part = pair.parts.indexOf(at);
  if (part < pair.parts.length - 1) {
    const incoming = { ...fromMember(pair), parts: pair.parts.slice(part + 1) };
    return earlier.type === 'table' ? { table: earlier, incoming: [incoming], removed } : null;
  }
  if (earlier.type === 'value') return says(text, earlier.value, pair.value) ? removed : null;
  if (earlier.type !== 'table' || pair.value.kind !== 'inline') return null;
  return { table: earlier, incoming: pair.value.pairs.map(fromMember), removed };
}

/** The edits that cure all conflicts, or null where one of them needs a decision. */
export function mergeConflicts(file: TomlFile, conflicts: readonly Conflict[]): readonly TextEdit[] | null {
  const edits: TextEdit[] = [];
  const joined = new Map<TableNode, Incoming[]>();
  for (const conflict of conflicts) {
    const merge = mergeOf(file, conflict);
    if (merge === null) return null;
    if (!('table' in merge)) edits.push(...merge);
    else {
      edits.push(...merge.removed);
      const incoming = joined.get(merge.table) ?? [];
      incoming.push(...merge.incoming);
      joined.set(merge.table, incoming);
    }
  }
  for (const [table, incoming] of joined) {
    const missing = lacking(file.text, table, incoming);
    const added = missing && joining(file, table, missing);
    if (!added) return null;
    edits.push(...added);
  }
  return edits;
}
