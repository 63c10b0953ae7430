// TOML keys and values as text.

import type { JsonValue, KeyPath } from '../../model.ts';
import { isList, isTable } from '../intent.ts';

const BARE = /^[A-Za-z0-9_-]+$/;
// A literal string takes everything but a quote and control characters.
const LITERAL = /^(?:[^'\p{Cc}]|\t)*$/u;
const NAMED: Readonly<Record<string, string>> = {
  '\b': '\\b',
  '\t': '\\t',
  '\n': '\\n',
  '\f': '\\f',
  '\r': '\\r',
  '"': '\\"',
  '\\': '\\\\',
};

const basic = (value: string): string =>
  `"${value.replace(/["\\]|\p{Cc}/gu, (character) => NAMED[character] ?? `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`)}"`;

/** In the quotes of the value it replaces where that is possible; text with backslashes in single quotes. */
export function printString(value: string, old: 'basic' | 'literal' | null = null): string {
  const wantsLiteral = old === 'literal' || (old === null && value.includes('\\'));
  return wantsLiteral && LITERAL.test(value) ? `'${value}'` : basic(value);
}

export const printKey = (name: string): string =>
  BARE.test(name) ? name : name.includes('\\') && LITERAL.test(name) ? `'${name}'` : basic(name);
export const printKeys = (path: KeyPath): string => path.map(printKey).join('.');

/** TOML has no null. */
export function isPrintable(value: JsonValue): boolean {
  if (value === null || (value instanceof Date && Number.isNaN(value.getTime()))) return false;
  if (isList(value)) return value.every(isPrintable);
  return !isTable(value) || Object.values(value).every(isPrintable);
}

function printNumber(value: number): string {
  if (Number.isNaN(value)) return 'nan';
  if (!Number.isFinite(value)) return value > 0 ? 'inf' : '-inf';
  const text = Object.is(value, -0) ? '-0' : String(value);
  return /[.e]/.test(text) ? text : `${text}.0`;
}

/** On one line. Whole numbers come as bigints; a number is a float. */
export function printValue(value: JsonValue): string {
  if (typeof value === 'string') return printString(value);
  if (typeof value === 'number') return printNumber(value);
  if (value instanceof Date) return value.toISOString();
  if (isList(value)) return `[${value.map(printValue).join(', ')}]`;
  if (!isTable(value)) return String(value);
  const pairs = Object.keys(value).map((key) => `${printKey(key)} = ${printValue(value[key] as JsonValue)}`);
  return pairs.length === 0 ? '{}' : `{ ${pairs.join(', ')} }`;
}
