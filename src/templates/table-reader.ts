// Reads one table of a template file: every value typed, every surprise noted, no key overlooked.

import type { Args, Text } from '../model.ts';
import type { Problem } from './problem.ts';

export type Table = Readonly<Record<string, unknown>>;

const isTable = (value: unknown): value is Table =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Date);

const EXPECTED = {
  text: { en: 'must be text in quotes', zh: '必须是带引号的字符串' },
  flag: { en: 'must be true or false', zh: '必须是 true 或 false' },
  integer: { en: 'must be a whole number', zh: '必须是整数' },
  texts: { en: 'must be a list of non-empty texts, such as ["a", "b"]', zh: '必须是非空字符串的列表，例如 ["a", "b"]' },
  table: { en: 'must be a table', zh: '必须是一个表' },
  tables: { en: 'must be written as [[{name}]] tables', zh: '必须写成 [[{name}]] 的形式' },
} as const satisfies Record<string, Text>;

const MISSING: Text = { en: 'is missing', zh: '缺少该字段' };
const EMPTY: Text = { en: 'must not be empty', zh: '不能为空' };
const UNKNOWN: Text = { en: 'is not known here; known are: {known}', zh: '不认识的字段；可用的有：{known}' };
const ONE_OF: Text = { en: 'must be one of: {allowed}', zh: '只能是以下之一：{allowed}' };

export class TableReader {
  readonly #table: Table;
  readonly #path: string;
  readonly #problems: Problem[];
  readonly #asked = new Set<string>();

  constructor(table: Table, path: string, problems: Problem[]) {
    this.#table = table;
    this.#path = path;
    this.#problems = problems;
  }

  problem(key: string, text: Text, args: Args = {}): void {
    const at = [this.#path, key].filter((part) => part !== '').join('.');
    this.#problems.push({ at, text, args });
  }

  text(key: string): string | undefined {
    const value = this.#take(key);
    if (value === undefined) return undefined;
    if (typeof value !== 'string') return this.#refuse(key, EXPECTED.text);
    if (value.trim() === '') return this.#refuse(key, EMPTY);
    return value;
  }

  required(key: string): string {
    if (this.#table[key] === undefined) this.problem(key, MISSING);
    return this.text(key) ?? '';
  }

  oneOf<T extends string>(key: string, allowed: readonly T[], fallback: T): T {
    const value = this.text(key);
    const found = allowed.find((choice) => choice === value);
    if (value !== undefined && found === undefined) this.problem(key, ONE_OF, { allowed: allowed.join(', ') });
    return found ?? fallback;
  }

  flag(key: string): boolean {
    const value = this.#take(key);
    if (value === undefined || typeof value === 'boolean') return value ?? false;
    return this.#refuse(key, EXPECTED.flag) ?? false;
  }

  integer(key: string): number | undefined {
    const value = this.#take(key);
    if (value === undefined || (typeof value === 'number' && Number.isInteger(value))) return value;
    return this.#refuse(key, EXPECTED.integer);
  }

  texts(key: string): readonly string[] {
    const value = this.#take(key);
    if (value === undefined) return [];
    const isText = (item: unknown): item is string => typeof item === 'string' && item.trim() !== '';
    if (Array.isArray(value) && value.every(isText)) return value;
    return this.#refuse(key, EXPECTED.texts) ?? [];
  }

  table(key: string): TableReader {
    const value = this.#take(key);
    if (value !== undefined && !isTable(value)) this.problem(key, EXPECTED.table);
    return new TableReader(isTable(value) ? value : {}, this.#at(key), this.#problems);
  }

  tables(key: string): readonly TableReader[] {
    const value = this.#take(key);
    if (value === undefined) return [];
    if (!Array.isArray(value) || !value.every(isTable)) {
      this.problem(key, EXPECTED.tables, { name: this.#at(key) });
      return [];
    }
    return value.map((table, index) => new TableReader(table, `${this.#at(key)}[${index}]`, this.#problems));
  }

  /** A list that may hold plain texts and tables side by side. */
  mixed(key: string): readonly (string | TableReader)[] {
    const value = this.#take(key);
    if (value === undefined) return [];
    if (!Array.isArray(value) || !value.every((item) => typeof item === 'string' || isTable(item))) {
      this.problem(key, EXPECTED.tables, { name: this.#at(key) });
      return [];
    }
    return value.map((item, index) =>
      typeof item === 'string' ? item : new TableReader(item, `${this.#at(key)}[${index}]`, this.#problems),
    );
  }

  keys(): readonly string[] {
    return Object.keys(this.#table);
  }

  /** The value as it stands, for tables whose keys are free. */
  raw(key: string): unknown {
    return this.#take(key);
  }

  /** Call last: notes every key that nobody asked for. */
  close(): void {
    for (const key of Object.keys(this.#table)) {
      if (!this.#asked.has(key)) this.problem(key, UNKNOWN, { known: [...this.#asked].join(', ') });
    }
  }

  #take(key: string): unknown {
    this.#asked.add(key);
    return Object.hasOwn(this.#table, key) ? this.#table[key] : undefined;
  }

  #at(key: string): string {
    return this.#path === '' ? key : `${this.#path}.${key}`;
  }

  #refuse(key: string, text: Text): undefined {
    this.problem(key, text);
    return undefined;
  }
}
