// Documents that break config editors. Each edit must do what it says and leave every other line as it is.

import { readFileSync } from 'node:fs';

import { parse } from 'smol-toml';
import { describe, expect, it } from 'vitest';

import type { ContentEdit } from '../../src/documents/document.ts';
import { equal, withoutValue, withValue, written } from '../../src/documents/intent.ts';
import type { JsonValue, KeyPath } from '../../src/model.ts';
import { edited, move, remove, rename, set } from './bytes.ts';

const fixture = (name: string) => JSON.parse(readFileSync(new URL(`fixtures/${name}.json`, import.meta.url), 'utf8'));
/** The results, byte for byte, by name. */
const expected: { json: Record<string, string>; toml: Record<string, string> } = fixture('expected');

type TomlOp =
  | { op: 'set' | 'setTable'; path: string[]; value: JsonValue }
  | { op: 'unset'; path: string[] }
  | { op: 'rename'; from: string[]; to: string[] }
  | { op: 'movetop'; table: string[]; key: string };
interface TomlCase {
  name: string;
  doc: string;
  op: TomlOp;
  touch: string[];
  maxAdd: number;
  keep: (string | string[])[];
}
interface JsonCase {
  name: string;
  doc: string;
  path: (string | number)[];
  value?: JsonValue;
  remove?: boolean;
  keep: (string | string[])[];
  refuse?: boolean;
}

const tomlOf = (text: string): JsonValue => parse(text, { integersAsBigInt: true }) as JsonValue;

function tomlEdit(op: TomlOp): ContentEdit {
  if (op.op === 'unset') return remove(op.path);
  if (op.op === 'rename') return rename(op.from, op.to.at(-1) as string);
  if (op.op === 'movetop') return move([...op.table, op.key], [op.key]);
  return set(op.path, op.value);
}

function valueAt(root: JsonValue, path: KeyPath): JsonValue {
  return path.reduce<JsonValue>((value, step) => (value as Record<string, JsonValue>)[step] as JsonValue, root);
}

function tomlIntent(root: JsonValue, op: TomlOp): JsonValue | undefined {
  if (op.op === 'unset') return withoutValue(root, op.path);
  const [from, to] = op.op === 'rename' ? [op.from, op.to] : op.op === 'movetop' ? [[...op.table, op.key], [op.key]] : [null, null];
  if (from && to) return withValue(withoutValue(root, from), to, valueAt(root, from));
  return 'value' in op ? withValue(root, op.path, written(op.value)) : undefined;
}

const linesOf = (text: string): string[] => text.replace(/^\uFEFF/, '').split(/(?<=\n)/);

function expectKept(before: string, after: string, touch: readonly string[], maxAdd: number): void {
  const left = new Map<string, number>();
  for (const line of linesOf(after)) left.set(line.trimEnd(), (left.get(line.trimEnd()) ?? 0) + 1);
  for (const line of linesOf(before)) {
    const text = line.trimEnd();
    const count = left.get(text) ?? 0;
    if (count > 0) left.set(text, count - 1);
    else if (text !== '')
      expect(
        touch.some((part) => line.includes(part)),
        `line lost: ${JSON.stringify(line)}`,
      ).toBe(true);
  }
  const touched = linesOf(before).filter((line) => touch.some((part) => line.includes(part))).length;
  const added = [...left].reduce((sum, [text, count]) => sum + (text.trim() === '' ? 0 : count), 0);
  expect(added).toBeLessThanOrEqual(maxAdd + touched);
}

function expectStrings(after: string, keep: readonly (string | string[])[]): void {
  for (const text of keep) {
    const choices = Array.isArray(text) ? text : [text];
    expect(
      choices.some((choice) => after.includes(choice)),
      `kept ${JSON.stringify(choices)} in ${JSON.stringify(after)}`,
    ).toBe(true);
  }
}

describe('toml', () => {
  it.each(fixture('toml') as TomlCase[])('$name', ({ name, doc, op, touch, maxAdd, keep }) => {
    const after = edited('toml', doc, tomlEdit(op));
    expect(equal(tomlOf(after), tomlIntent(tomlOf(doc), op))).toBe(true);
    expectKept(doc, after, touch, maxAdd);
    expectStrings(after, keep);
    expect(after.startsWith('\uFEFF')).toBe(doc.startsWith('\uFEFF'));
    if (doc !== '') expect(after.endsWith('\n')).toBe(doc.endsWith('\n'));
    if (/\r\n/.test(doc) && !/[^\r]\n/.test(doc)) expect(after).not.toMatch(/[^\r]\n/);
    expect(after).toBe(expected.toml[name]);
  });
});

/** The reference has positions for insertion into lists; the editor sets whole lists and appends. */
function jsonEdit({ path, value, remove: isRemoval }: JsonCase): ContentEdit {
  const steps = path.map(String);
  if (isRemoval) return remove(steps);
  if (path.at(-1) === 0) return set(steps.slice(0, -1), [value as JsonValue, 'Bash(ls)']);
  return set(steps, value as JsonValue);
}

describe('json', () => {
  it.each(fixture('json') as JsonCase[])('$name', (entry) => {
    const after = edited('json', entry.doc, jsonEdit(entry));
    if (entry.refuse) {
      expect(after).toMatch(/^refused: /);
      return;
    }
    expectStrings(after, entry.keep);
    expect(after.startsWith('\uFEFF')).toBe(entry.doc.startsWith('\uFEFF'));
    if (entry.doc.trim() !== '') expect(after.endsWith('\n')).toBe(entry.doc.endsWith('\n'));
    expect(after).toBe(expected.json[entry.name]);
  });
});

describe('several edits of one text', () => {
  const gateway = [set(['p', 'gw', 'name'], 'G'), set(['p', 'gw', 'headers', 'x'], '1'), set(['p', 'gw', 'base_url'], 'u')];

  it('write the keys of a new table with it', () => {
    expect(edited('toml', 'm = "a"\n\n[z]\n', set(['m'], 'b'), ...gateway, set(['z', 'k'], true))).toBe(
      'm = "b"\n\n[z]\nk = true\n\n[p.gw]\nname = "G"\nbase_url = "u"\n\n[p.gw.headers]\nx = "1"\n',
    );
    expect(edited('json', '{\n  "m": "a"\n}\n', ...gateway)).toBe(
      '{\n  "m": "a",\n  "p": {\n    "gw": {\n      "name": "G",\n      "headers": {\n        "x": "1"\n      },\n      "base_url": "u"\n    }\n  }\n}\n',
    );
  });

  it('are refused for the one that cannot be', () => {
    expect(edited('toml', 'm = "a"\n', set(['n'], 'b'), set(['m', 'x'], 'c'))).toMatch(/^refused: .*plain value/);
  });

  it('find what the ones before have written', () => {
    expect(edited('toml', '', set(['a', 'b'], 'x'), rename(['a', 'b'], 'c'), move(['a', 'c'], ['d']))).toBe('d = "x"\n\n[a]\n');
  });

  it('end in time behind a long run of line ends', () => {
    const before = performance.now();
    expect(edited('toml', `${'\n'.repeat(300_000)}a = 1`, set(['a'], 'x'), set(['b'], 'y'))).toMatch(/\na = "x"\nb = "y"$/);
    expect(performance.now() - before).toBeLessThan(5000);
  });
});
