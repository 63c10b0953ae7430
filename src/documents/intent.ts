// What an edit means for the parsed content, independent of any text: the yardstick that the edited text is measured with.

import type { JsonValue, KeyPath } from '../model.ts';
import type { Secret } from '../secret.ts';

type Table = { readonly [key: string]: JsonValue };

export const isTable = (value: JsonValue | undefined): value is Table =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Date);
export const isList = (value: JsonValue | undefined): value is readonly JsonValue[] => Array.isArray(value);

/** Without a prototype, so that a key `__proto__` is a key like any other. */
function copyOf(table: Table): Record<string, JsonValue> {
  const copy: Record<string, JsonValue> = Object.create(null);
  for (const key of Object.keys(table)) copy[key] = table[key] as JsonValue;
  return copy;
}

/** Whole numbers become bigints (so that long ones stay exact), secrets are revealed. */
export function written(value: JsonValue | Secret): JsonValue {
  if (typeof value === 'number' && Number.isInteger(value)) return BigInt(value);
  if (typeof value !== 'object' || value === null || value instanceof Date) return value;
  if ('reveal' in value && typeof value.reveal === 'function') return (value as Secret).reveal();
  if (isList(value as JsonValue)) return (value as readonly JsonValue[]).map(written);
  const table: Record<string, JsonValue> = Object.create(null);
  for (const key of Object.keys(value)) table[key] = written((value as Table)[key] as JsonValue);
  return table;
}

/** Position in a list: `-1` and `-` mean behind the last one. Null where the step is no position. */
export function listIndex(step: string, length: number): number | null {
  if (step === '-1' || step === '-') return length;
  const index = /^\d{1,6}$/.test(step) ? Number(step) : -1;
  return index >= 0 && index <= length ? index : null;
}

export function valueAt(root: JsonValue, path: KeyPath): JsonValue | undefined {
  let value: JsonValue | undefined = root;
  for (const step of path) {
    if (isTable(value)) value = Object.hasOwn(value, step) ? value[step] : undefined;
    else if (isList(value)) value = /^\d{1,6}$/.test(step) ? value[Number(step)] : undefined;
    else return undefined;
  }
  return value;
}

/** Undefined where a plain value stands in the way. */
export function withValue(root: JsonValue | undefined, path: KeyPath, value: JsonValue): JsonValue | undefined {
  const [step, ...rest] = path;
  if (step === undefined) return value;
  if (isList(root)) {
    const index = listIndex(step, root.length);
    const inner = index === null ? undefined : withValue(root[index], rest, value);
    return index === null || inner === undefined ? undefined : root.toSpliced(index, 1, inner);
  }
  if (root !== undefined && !isTable(root)) return undefined;
  const copy = copyOf(root ?? {});
  const inner = withValue(copy[step], rest, value);
  if (inner === undefined) return undefined;
  copy[step] = inner;
  return copy;
}

/** The same where there is nothing at the path. */
export function withoutValue(root: JsonValue, path: KeyPath): JsonValue {
  const [step, ...rest] = path;
  if (step === undefined || valueAt(root, path) === undefined) return root;
  if (isList(root)) {
    const index = Number(step);
    return rest.length === 0 ? root.toSpliced(index, 1) : root.toSpliced(index, 1, withoutValue(root[index] as JsonValue, rest));
  }
  const copy = copyOf(root as Table);
  if (rest.length === 0) delete copy[step];
  else copy[step] = withoutValue(copy[step] as JsonValue, rest);
  return copy;
}

/** What removing may lead to: a format may lose tables that become empty by it, innermost first. */
export function removals(root: JsonValue, path: KeyPath): readonly JsonValue[] {
  const results = [withoutValue(root, path)];
  for (let above = path.slice(0, -1); above.length > 0; above = above.slice(0, -1)) {
    const last = results.at(-1) as JsonValue;
    const parent = valueAt(last, above);
    if (!isTable(parent) || Object.keys(parent).length > 0) break;
    results.push(withoutValue(last, above));
  }
  return results;
}

/** Same content; the order of keys does not count, the kind of number and the spelling of a date do. */
export function equal(a: JsonValue | undefined, b: JsonValue | undefined): boolean {
  if (Object.is(a, b)) return true;
  if (a instanceof Date && b instanceof Date) return a.toISOString() === b.toISOString();
  if (isList(a) && isList(b)) return a.length === b.length && a.every((item, index) => equal(item, b[index]));
  if (!isTable(a) || !isTable(b)) return false;
  const keys = Object.keys(a);
  return keys.length === Object.keys(b).length && keys.every((key) => Object.hasOwn(b, key) && equal(a[key], b[key]));
}
