// Where new lines go: behind the last key of their table, above the comments of what follows, never inside another tool's block.

import type { TextEdit } from '../document.ts';
import { type Eol, endsWithEol, indentAt, lineStart, mainEol, type Span } from '../lines.ts';
import { insertion } from '../splice.ts';
import { blockAround, managedBlocks } from './managed.ts';
import type { PairStatement, Statement, TomlScan } from './syntax.ts';
import { buildTree, type PlacedPair, type TableNode, type TomlTree } from './tree.ts';

export interface TomlFile {
  readonly text: string;
  readonly scan: TomlScan;
  readonly tree: TomlTree;
  readonly eol: Eol;
  readonly blocks: readonly Span[];
}

const trees = new WeakMap<TomlScan, TomlTree>();

export function tomlFile(text: string, scan: TomlScan, eol = mainEol(text)): TomlFile {
  const tree = trees.get(scan) ?? buildTree(scan.statements);
  trees.set(scan, tree);
  return { text, scan, tree, eol, blocks: managedBlocks(text, scan.statements) };
}

/** Where a line may be added, and the pair whose look it takes. */
export interface Slot {
  readonly offset: number;
  readonly indent: string;
  readonly sample: PlacedPair | null;
  /** Above a comment block: set off from it by a blank line. */
  readonly isAbove: boolean;
}

/** The statements below a header up to the next one; of the root, those before the first. */
export function bodyOf({ scan }: TomlFile, table: TableNode): readonly Statement[] {
  const from = table.index + 1;
  let to = from;
  while (to < scan.statements.length && scan.statements[to]?.kind !== 'header') to++;
  return scan.statements.slice(from, to);
}

const placedIn = (table: TableNode, statement: PairStatement): PlacedPair | null =>
  table.pairs.findLast((placed) => placed.statement === statement && placed.host === table) ?? null;

function behind({ text }: TomlFile, table: TableNode, statement: PairStatement): Slot {
  return { offset: statement.end, indent: indentAt(text, statement.start), sample: placedIn(table, statement), isAbove: false };
}

const isPair = (statement: Statement): statement is PairStatement => statement.kind === 'pair';

/** Null where only the inside of a managed block is left. */
export function slotIn(file: TomlFile, table: TableNode): Slot | null {
  const body = bodyOf(file, table);
  const last = body.findLast(
    (statement): statement is PairStatement => isPair(statement) && blockAround(file.blocks, statement.start + 1) === null,
  );
  if (last) return behind(file, table, last);
  if (table.header === null) return rootSlot(file, body);
  const block = blockAround(file.blocks, table.header.end);
  const indent = indentAt(file.text, table.header.start);
  const bodyEnd = body.at(-1)?.end ?? table.header.end;
  if (block && block.end > bodyEnd) return null;
  return { offset: block?.end ?? table.header.end, indent, sample: null, isAbove: false };
}

/** Behind the last of certain pairs that stands outside of managed blocks. */
export function slotBehind(file: TomlFile, pairs: readonly PlacedPair[]): Slot | null {
  const last = pairs.findLast(({ statement }) => blockAround(file.blocks, statement.start + 1) === null);
  return last ? { offset: last.statement.end, indent: indentAt(file.text, last.statement.start), sample: last, isAbove: false } : null;
}

/** In a file without root keys: above the comments of the first table, else at the end. */
function rootSlot({ text, blocks, scan }: TomlFile, body: readonly Statement[]): Slot {
  const hasTables = scan.statements.some(({ kind }) => kind === 'header');
  if (!hasTables) return { offset: text.length, indent: '', sample: null, isAbove: false };
  let first = body.length;
  while (first > 0 && isOwnComment(text, body[first - 1] as Statement)) first--;
  const firstTable = body.at(-1)?.end ?? 0;
  const offset = body[first]?.start ?? firstTable;
  const block = blockAround(blocks, offset);
  if (!block) return { offset, indent: '', sample: null, isAbove: true };
  return { offset: block.end <= firstTable ? block.end : block.start, indent: '', sample: null, isAbove: true };
}

/** A comment that belongs to what follows; a directive such as `#:schema …` belongs to the file. */
const isOwnComment = (text: string, { kind, comment }: Statement): boolean =>
  kind === 'trivia' && comment !== null && text[comment.start + 1] !== ':';

/** Adds whole lines at a slot. */
export function insertLines({ text, eol }: TomlFile, slot: Slot, lines: readonly string[]): TextEdit {
  const block = lines.map((line) => (line === '' ? '' : slot.indent + line)).join(eol);
  if (slot.offset === text.length && text !== '' && !endsWithEol(text)) return insertion(slot.offset, eol + block);
  return insertion(slot.offset, block + eol + (slot.isAbove ? eol : ''));
}

/** Adds a section behind everything, after one blank line. */
export function appendLines({ text, eol }: TomlFile, lines: readonly string[]): TextEdit {
  const block = lines.join(eol);
  if (text.trim() === '') return { start: 0, end: text.length, text: block + eol };
  if (!endsWithEol(text)) return insertion(text.length, eol + eol + block);
  const lastLine = text.slice(lineStart(text, text.length - 1)).trim();
  return insertion(text.length, (lastLine === '' ? '' : eol) + block + eol);
}
