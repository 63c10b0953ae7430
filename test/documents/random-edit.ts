// Random changes of given content, and what they mean for it, written apart from the program's own reckoning.

import fc from 'fast-check';

import type { ContentEdit } from '../../src/documents/document.ts';
import type { JsonValue, KeyPath } from '../../src/model.ts';
import { move, remove, rename, set } from './bytes.ts';

type Mutable = Record<string, unknown>;

const isTable = (value: unknown): value is Mutable =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Date);

function paths(value: unknown, prefix: string[] = []): string[][] {
  if (!isTable(value)) return [];
  return Object.keys(value).flatMap((key) => [[...prefix, key], ...paths(value[key], [...prefix, key])]);
}

const name = fc.constantFrom('a', 'b', 'new', 'model', 'x y', 'C:\\w', '__proto__', '中');
const scalar = fc.constantFrom<JsonValue>('n', 'C:\\new', 'it\'s "q"', 7, 1.5, true, 'x\ny', '', '😀', ['p', 'q'], [1, 2]);
const content = fc.oneof(
  { weight: 3, arbitrary: scalar },
  {
    weight: 1,
    arbitrary: fc.dictionary(name, fc.oneof(scalar, fc.dictionary(name, scalar, { maxKeys: 2 })), {
      maxKeys: 3,
    }) as fc.Arbitrary<JsonValue>,
  },
);

export interface Draw {
  readonly op: 'set' | 'add' | 'remove' | 'rename' | 'move';
  readonly at: number;
  readonly to: number;
  readonly names: readonly string[];
  readonly value: JsonValue;
}

export const draw: fc.Arbitrary<Draw> = fc.record({
  op: fc.constantFrom<Draw['op'][]>('set', 'add', 'remove', 'rename', 'move'),
  at: fc.nat(1000),
  to: fc.nat(1000),
  names: fc.array(name, { minLength: 1, maxLength: 2 }),
  value: content,
});

/** An edit that fits the content: mostly of things that are there. */
export function editOf(root: JsonValue, { op, at, to, names, value }: Draw): ContentEdit {
  const all = paths(root);
  const path = all[at % Math.max(1, all.length)] ?? names;
  const parent = [[], ...all][to % (all.length + 1)] as KeyPath;
  if (op === 'set') return set(path, value);
  if (op === 'add') return set([...parent, ...names], value);
  if (op === 'remove') return remove(path);
  return op === 'rename' ? rename(path, names[0] as string) : move(path, [...parent, ...names]);
}

function cloned(value: unknown, number: (value: number) => unknown = (same) => same): unknown {
  if (Array.isArray(value)) return value.map((item) => cloned(item, number));
  if (typeof value === 'number') return number(value);
  if (!isTable(value)) return value;
  const copy: Mutable = Object.create(null);
  for (const key of Object.keys(value)) copy[key] = cloned(value[key], number);
  return copy;
}

/** A new whole number is written as one; of an old one like `1.0` the kind is kept. */
const asWritten = (value: number): unknown => (Number.isInteger(value) ? BigInt(value) : value);

function take(root: Mutable, path: KeyPath): unknown {
  const parent = path.slice(0, -1).reduce<Mutable | undefined>((table, step) => table?.[step] as Mutable | undefined, root);
  const key = path.at(-1) as string;
  const value = parent?.[key];
  delete parent?.[key];
  return value;
}

function put(root: Mutable, path: KeyPath, value: unknown): void {
  let table = root;
  for (const step of path.slice(0, -1)) {
    table[step] ??= Object.create(null);
    table = table[step] as Mutable;
  }
  table[path.at(-1) as string] = value;
}

/** The content after the edit; emptied tables are not compared, a text format may lose them. */
export function meaning(root: JsonValue, edit: ContentEdit): unknown {
  const copy = cloned(root) as Mutable;
  if (edit.op === 'set') put(copy, edit.path, cloned(edit.value, asWritten));
  else if (edit.op === 'remove') take(copy, edit.path);
  else if (edit.op === 'rename') put(copy, [...edit.path.slice(0, -1), edit.to], take(copy, edit.path));
  else if (edit.op === 'move') put(copy, edit.to, take(copy, edit.path));
  return copy;
}

/** Comparable: keys in order, numbers exact, empty tables left out. */
export function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join()}]`;
  if (typeof value === 'bigint') return `${value}n`;
  if (value instanceof Date) return `date ${value.toISOString()}`;
  if (!isTable(value)) return typeof value === 'number' ? `${value}f` : JSON.stringify(value);
  const keys = Object.keys(value).sort();
  const members = keys.map((key) => [key, canonical(value[key])] as const).filter(([, text]) => text !== '{}');
  return `{${members.map(([key, text]) => `${JSON.stringify(key)}:${text}`).join()}}`;
}
