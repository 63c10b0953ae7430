// Setting values in TOML: in place where the key exists, else as a new line or table in the form that its surroundings have.

import type { JsonValue, KeyPath } from '../../model.ts';
import type { TextEdit } from '../document.ts';
import { isTable } from '../intent.ts';
import { because, type Reason } from '../reasons.ts';
import { insertion } from '../splice.ts';
import { appendLines, insertLines, type Slot, slotBehind, slotIn, type TomlFile } from './place.ts';
import { isPrintable, printKey, printKeys, printString, printValue } from './print.ts';
import type { KeyPart, TomlInline, TomlPair, TomlValue } from './syntax.ts';
import { descend, headerPath, isInElement, itemAt, type PlacedPair, type TableNode } from './tree.ts';

type Edits = readonly TextEdit[] | Reason;

/** A value to write: data, or text taken from elsewhere in the file (with the comment behind it). */
export type Content = { readonly value: JsonValue } | { readonly raw: string; readonly comment: string };

const textOf = (content: Content): string => ('raw' in content ? content.raw : printValue(content.value));
const lineOf = (content: Content): string => ('raw' in content ? content.raw + content.comment : printValue(content.value));

interface Signs {
  readonly before: string;
  readonly after: string;
  /** From the start of the key to the equals sign. */
  readonly width: number;
}

function signsOf(text: string, { pair }: PlacedPair): Signs | null {
  const first = pair.parts[0] as KeyPart;
  const last = pair.parts.at(-1) as KeyPart;
  const between = /^([ \t]*)=([ \t]*)$/.exec(text.slice(last.end, pair.value.start));
  if (!between) return null;
  const [, before = '', after = ''] = between;
  return { before, after, width: last.end - first.start + before.length };
}

/** Between key and value as the sample has it; in column where it or one of its neighbours was padded for that. */
function equalsLike(text: string, sample: PlacedPair | null, key: string): string {
  const signs = sample && signsOf(text, sample);
  if (!sample || !signs) return ' = ';
  const isPadded = (other: Signs | null): boolean => other !== null && /^ {2,}$/.test(other.before) && other.width === signs.width;
  const isAligned = isPadded(signs) || sample.host.pairs.some((placed) => isPadded(signsOf(text, placed)));
  return `${isAligned ? ' '.repeat(Math.max(1, signs.width - key.length)) : signs.before}=${signs.after}`;
}

const pairLine = (file: TomlFile, slot: Slot, key: string, content: Content): string =>
  key + equalsLike(file.text, slot.sample, key) + lineOf(content);

function replaced(text: string, old: TomlValue, value: JsonValue): TextEdit {
  const quotes = old.kind === 'literal' ? 'literal' : old.kind === 'basic' && text[old.start] === '"' ? 'basic' : null;
  const printed = typeof value === 'string' && quotes ? printString(value, quotes) : printValue(value);
  return { start: old.start, end: old.end, text: printed };
}

/** Into the braces of an inline table: behind `after`, or as its first members. */
export function intoBraces(text: string, inline: TomlInline, after: TomlPair | undefined, members: readonly string[]): TextEdit {
  const joined = members.join(', ');
  if (after) return after.comma === null ? insertion(after.value.end, `, ${joined}`) : insertion(after.comma + 1, ` ${joined},`);
  const hasLines = text.slice(inline.start, inline.end).includes('\n');
  return hasLines ? insertion(inline.start + 1, ` ${joined}`) : { start: inline.start + 1, end: inline.end - 1, text: ` ${joined} ` };
}

/** Text of a dotted key that leads to a table, as a pair in its host spells it. */
export function prefixFrom(text: string, { pair, host }: PlacedPair, table: TableNode): string {
  let depth = 0;
  for (let at: TableNode | null = table; at && at !== host; at = at.parent) depth++;
  const first = pair.parts[0] as KeyPart;
  return text.slice(first.start, (pair.parts[depth - 1] as KeyPart).end);
}

/** `a.b.c` keys for every value below. */
function dottedLeaves(path: KeyPath, value: JsonValue): readonly (readonly [KeyPath, JsonValue])[] {
  if (!isTable(value) || Object.keys(value).length === 0) return [[path, value]];
  return Object.keys(value).flatMap((key) => dottedLeaves([...path, key], value[key] as JsonValue));
}

const leavesOf = (rest: KeyPath, content: Content): readonly (readonly [string, Content])[] =>
  'raw' in content ? [[printKeys(rest), content]] : dottedLeaves(rest, content.value).map(([path, value]) => [printKeys(path), { value }]);

function intoDotted(file: TomlFile, table: TableNode, rest: KeyPath, content: Content): Edits {
  const sample = table.pairs.at(-1) as PlacedPair;
  const prefix = prefixFrom(file.text, sample, table);
  if (sample.host.inline) {
    const member = `${prefix}.${printKeys(rest)} = ${textOf(content)}`;
    return [intoBraces(file.text, sample.host.inline, sample.pair, [member])];
  }
  const slot = slotBehind(file, table.pairs);
  if (!slot) return because('managed-block');
  return [
    insertLines(
      file,
      slot,
      leavesOf(rest, content).map(([key, leaf]) => pairLine(file, slot, `${prefix}.${key}`, leaf)),
    ),
  ];
}

const intoInline = (file: TomlFile, inline: TomlInline, rest: KeyPath, content: Content): Edits => [
  intoBraces(file.text, inline, inline.pairs.at(-1), [`${printKeys(rest)} = ${textOf(content)}`]),
];

/** As lines of a table that has a body: one key, or dotted keys where a header would not be understood. */
function intoBody(file: TomlFile, table: TableNode, rest: KeyPath, content: Content): Edits {
  const slot = slotIn(file, table);
  if (!slot) return because('managed-block');
  const pairs =
    rest.length === 1 && 'value' in content && !isTable(content.value) ? [[printKeys(rest), content] as const] : leavesOf(rest, content);
  return [
    insertLines(
      file,
      slot,
      pairs.map(([key, leaf]) => pairLine(file, slot, key, leaf)),
    ),
  ];
}

/** `[path]`, its plain keys, then a header for each table below. */
function sections(path: KeyPath, content: Content): readonly string[] {
  if ('raw' in content) return [];
  const table = content.value;
  if (!isTable(table)) return [];
  const keys = Object.keys(table);
  const isSection = (key: string): boolean => isTable(table[key]) && Object.keys(table[key]).length > 0;
  const plain = keys.filter((key) => !isSection(key)).map((key) => `${printKey(key)} = ${printValue(table[key] as JsonValue)}`);
  const below = keys
    .filter(isSection)
    .flatMap((key, index) =>
      ['', ...sections([...path, key], { value: table[key] as JsonValue })].slice(index === 0 && plain.length === 0 ? 1 : 0),
    );
  return plain.length > 0 || keys.length === 0 ? [`[${printKeys(path)}]`, ...plain, ...below] : below;
}

function newTable(file: TomlFile, table: TableNode, rest: KeyPath, content: Content): Edits {
  const path = [...headerPath(table), ...rest];
  if ('value' in content && isTable(content.value)) return [appendLines(file, sections(path, content))];
  const key = printKey(path.at(-1) as string);
  return [appendLines(file, [`[${printKeys(path.slice(0, -1))}]`, `${key} = ${lineOf(content)}`])];
}

function addTo(file: TomlFile, table: TableNode, rest: KeyPath, content: Content): Edits {
  if (table.inline) return intoInline(file, table.inline, rest, content);
  if (table.origin === 'dotted') return intoDotted(file, table, rest, content);
  const isSection = rest.length > 1 || ('value' in content && isTable(content.value));
  if (isInElement(table)) return table.header ? intoBody(file, table, rest, content) : because('array-of-tables');
  return isSection || table.origin === 'implied' ? newTable(file, table, rest, content) : intoBody(file, table, rest, content);
}

/** Adds what is not there yet. */
export function addToml(file: TomlFile, path: KeyPath, content: Content): Edits {
  const { node, rest } = descend(file.tree.root, path);
  const where = path.slice(0, path.length - rest.length).join('.');
  if (rest.length === 0) return because('exists', { key: where });
  if (node.type === 'list') return because('array-of-tables');
  return node.type === 'value' ? because('not-a-table', { parent: where }) : addTo(file, node, rest, content);
}

export function setToml(file: TomlFile, path: KeyPath, value: JsonValue): Edits {
  if (!isPrintable(value)) return because('value');
  const { node, rest } = descend(file.tree.root, path);
  if (node.type === 'value') {
    const item = itemAt(node.value, rest);
    return item
      ? [replaced(file.text, item, value)]
      : because('not-a-table', { parent: path.slice(0, path.length - rest.length).join('.') });
  }
  if (rest.length > 0) return addToml(file, path, { value });
  return node.type === 'table' && node.inline ? [replaced(file.text, node.inline, value)] : because('array-of-tables');
}
