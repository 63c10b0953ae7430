// JSON values as text, in the style of the place they go to.

import type { JsonValue } from '../../model.ts';
import { isList, isTable } from '../intent.ts';
import type { Eol } from '../lines.ts';

export interface JsonStyle {
  readonly eol: Eol;
  /** One step of indentation; null keeps everything on one line. */
  readonly unit: string | null;
  /** Between key and value, e.g. `: `. */
  readonly colon: string;
  /** Behind a comma on one line. */
  readonly gap: string;
}

export function isPrintable(value: JsonValue): boolean {
  if (value instanceof Date || (typeof value === 'number' && !Number.isFinite(value))) return false;
  if (isList(value)) return value.every(isPrintable);
  return !isTable(value) || Object.values(value).every(isPrintable);
}

/** `indent` is that of the line on which the value begins. */
export function printJson(value: JsonValue, style: JsonStyle, indent: string): string {
  if (typeof value === 'bigint') return value.toString();
  if (!isList(value) && !isTable(value)) return JSON.stringify(value);
  const inner = indent + (style.unit ?? '');
  const items = isList(value)
    ? value.map((item) => printJson(item, style, inner))
    : Object.keys(value).map((key) => JSON.stringify(key) + style.colon + printJson(value[key] as JsonValue, style, inner));
  const [open, close] = isList(value) ? ['[', ']'] : ['{', '}'];
  if (items.length === 0) return open + close;
  if (style.unit !== null) return [open, items.map((item) => inner + item).join(`,${style.eol}`), indent + close].join(style.eol);
  const edge = isTable(value) ? style.gap : '';
  return open + edge + items.join(`,${style.gap}`) + edge + close;
}
