// Which type a client expects of a field, and what the value it found was plainly meant to be.

import type { JsonValue, KeyPath } from '../model.ts';
import { atLeast } from './version.ts';

/** A list of strings is a choice of exactly these words. */
export type FieldType = 'text' | 'boolean' | 'integer' | 'texts' | 'table' | 'named-texts' | readonly string[];

export interface Field {
  /** `*` stands for any key. */
  readonly path: KeyPath;
  readonly type: FieldType;
  /** First version that knows the field; older ones ignore it whatever it holds. */
  readonly since?: string;
}

export interface WrongType {
  readonly path: KeyPath;
  /** In the notation of the file, the same in every language: `"…"`, `true | false`, `["…"]`. */
  readonly expected: string;
  /** What it was plainly meant to be; absent where that would be a guess. */
  readonly meaning?: JsonValue;
}

const EXPECTED = {
  text: '"…"',
  boolean: 'true | false',
  integer: '123',
  texts: '["…"]',
  table: '{ … }',
  'named-texts': '{ name = "…" }',
} as const satisfies Record<Exclude<FieldType, readonly string[]>, string>;

const MAX_FOUND = 200;

type Table = { readonly [key: string]: JsonValue };

export const isTable = (value: JsonValue | undefined): value is Table =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Date);

const isInteger = (value: JsonValue): boolean => typeof value === 'bigint' || (typeof value === 'number' && Number.isInteger(value));

function fits(value: JsonValue, type: FieldType): boolean {
  if (typeof type !== 'string') return typeof value === 'string' && type.includes(value);
  switch (type) {
    case 'text':
      return typeof value === 'string';
    case 'boolean':
      return typeof value === 'boolean';
    case 'integer':
      return isInteger(value) && Number(value) >= 0;
    case 'texts':
      return Array.isArray(value) && value.every((item) => typeof item === 'string');
    case 'table':
      return isTable(value);
    case 'named-texts':
      return isTable(value) && Object.values(value).every((item) => typeof item === 'string');
  }
}

/** A date without a time, as `api-version = 2024-10-21` is read when its quotes are missing. */
function plainText(value: JsonValue): string | undefined {
  if (typeof value === 'number' || typeof value === 'bigint') return String(value);
  if (!(value instanceof Date) || Number.isNaN(value.getTime())) return undefined;
  const day = value.toISOString();
  return /^\d{4}-\d\d-\d\d$/.test(day) ? day : undefined;
}

function meaningOf(value: JsonValue, type: FieldType): JsonValue | undefined {
  if (typeof type !== 'string') {
    const wanted = typeof value === 'string' ? value.trim().toLowerCase() : null;
    return type.find((word) => word.toLowerCase() === wanted);
  }
  if (type === 'boolean' && typeof value === 'string') {
    const word = value.trim().toLowerCase();
    return word === 'true' ? true : word === 'false' ? false : undefined;
  }
  if (type === 'integer' && typeof value === 'string') {
    const digits = value.trim().replaceAll('_', '');
    return /^\d{1,15}$/.test(digits) ? Number(digits) : undefined;
  }
  if (type === 'texts' && typeof value === 'string') return value === '' ? [] : [value];
  return undefined;
}

const notation = (type: FieldType): string => (typeof type === 'string' ? EXPECTED[type] : type.map((word) => `"${word}"`).join(' | '));

function wrong(path: KeyPath, value: JsonValue, type: FieldType): WrongType[] {
  if (type === 'named-texts' && isTable(value)) {
    return Object.entries(value)
      .filter(([, item]) => typeof item !== 'string')
      .map(([name, item]) => {
        const meaning = plainText(item);
        return { path: [...path, name], expected: EXPECTED.text, ...(meaning === undefined ? {} : { meaning }) };
      });
  }
  const meaning = meaningOf(value, type);
  return [{ path, expected: notation(type), ...(meaning === undefined ? {} : { meaning }) }];
}

/** Calls back with every value at a pattern; stops when told to. The path is only valid during the call: there may be very many. */
function eachPlace(value: JsonValue, pattern: KeyPath, path: string[], visit: (value: JsonValue) => boolean): boolean {
  const head = pattern[path.length];
  if (head === undefined) return visit(value);
  if (!isTable(value)) return true;
  if (head !== '*' && !Object.hasOwn(value, head)) return true;
  for (const name of head === '*' ? Object.keys(value) : [head]) {
    path.push(name);
    const goesOn = eachPlace(value[name] ?? null, pattern, path, visit);
    path.pop();
    if (!goesOn) return false;
  }
  return true;
}

/** Fields of a known kind that hold something else, in the order of `fields`. */
export function checkFields(root: JsonValue, fields: readonly Field[], version: string): WrongType[] {
  const found: WrongType[] = [];
  for (const { path: pattern, type, since } of fields) {
    if (since !== undefined && !atLeast(version, since)) continue;
    const path: string[] = [];
    const goesOn = eachPlace(root, pattern, path, (value) => {
      if (!fits(value, type)) found.push(...wrong([...path], value, type));
      return found.length <= MAX_FOUND;
    });
    if (!goesOn) return found;
  }
  return found;
}
