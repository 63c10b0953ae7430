// The simple part of YAML that guides write a `dify_config.yaml` in: nested `key: value`, lists, comments, quoted words. Everything else is
// refused with a sentence: a misread setting would be commented on as if it were true.

import type { Args, Text } from '../model.ts';

export interface DifySetting {
  /** Names from the outermost in; places in a list as `[0]`. */
  readonly path: readonly string[];
  /** As written, without quotes; an empty text where nothing is written. */
  readonly value: string;
  /** From 1. */
  readonly line: number;
}

export type SettingsRead =
  | { readonly ok: true; readonly settings: readonly DifySetting[] }
  | { readonly ok: false; readonly line: number; readonly reason: Text; readonly args: Args };

const MAX_CHARACTERS = 256 * 1024;
const MAX_LINE = 2000;
const MAX_SETTINGS = 2000;
const MAX_DEPTH = 32;

const REASONS = {
  tooLong: { en: 'it is longer than any such file', zh: '文件过大，不像是这类配置文件' },
  tab: { en: 'line {line} is indented with a tab; YAML allows only spaces', zh: '第 {line} 行用制表符缩进；YAML 只允许空格' },
  fullWidth: {
    en: 'line {line} has a full-width colon “：”; YAML needs “: ”',
    zh: '第 {line} 行用了全角冒号“：”；YAML 需要半角冒号加空格“: ”',
  },
  noSpace: {
    en: 'line {line} has no blank behind its colon; YAML needs “key: value”',
    zh: '第 {line} 行冒号后面缺少空格；YAML 需要“key: value”',
  },
  noKey: { en: 'line {line} is neither “key: value” nor a list item', zh: '第 {line} 行既不是“key: value”也不是列表项' },
  indent: { en: 'line {line} is indented to no level above it', zh: '第 {line} 行的缩进与上面任何一层都对不齐' },
  depth: { en: 'line {line} is nested too deep', zh: '第 {line} 行嵌套过深' },
  quote: { en: 'line {line} has a quote that is not closed on the same line', zh: '第 {line} 行的引号没有在同一行闭合' },
  advanced: {
    en: 'line {line} uses a form of YAML that is not read here ({form}); write it as plain “key: value” lines',
    zh: '第 {line} 行用了这里不支持的 YAML 写法（{form}）；请改写成普通的“key: value”',
  },
  twice: { en: 'line {line} sets {key} a second time', zh: '第 {line} 行重复设置了 {key}' },
} as const satisfies Record<string, Text>;

class Unreadable extends Error {
  readonly line: number;
  readonly reason: Text;
  readonly args: Args;
  constructor(reason: Text, line: number, args: Args = {}) {
    super(reason.en);
    this.line = line;
    this.reason = reason;
    this.args = { line, ...args };
  }
}

const ADVANCED: readonly (readonly [RegExp, string])[] = [
  [/^&/, '&anchor'],
  [/^\*/, '*alias'],
  [/^!/, '!tag'],
  [/^[|>][+-]?\d?$/, '| >'],
  [/^\{(?!\s*\}$)/, '{…}'],
  [/^\[.*[[{]/, '[[…]]'],
  [/^\[[^\]]*$/, '[…'],
  [/^[`@%]/, '@ ` %'],
];

/** Cut at a comment: a `#` at the beginning or behind a blank, outside of quotes. */
function withoutComment(text: string, line: number): string {
  let quote = '';
  for (let at = 0; at < text.length; at++) {
    const character = text[at] as string;
    if (quote !== '') {
      if (character === '\\' && quote === '"') at++;
      else if (character === quote) quote = '';
    } else if ((character === '"' || character === "'") && /^$|[\s:[,-]$/.test(text.slice(0, at))) quote = character;
    else if (character === '#' && (at === 0 || /\s/.test(text[at - 1] as string))) return text.slice(0, at).trimEnd();
  }
  if (quote !== '') throw new Unreadable(REASONS.quote, line);
  return text.trimEnd();
}

function scalar(text: string, line: number): string {
  const form = ADVANCED.find(([pattern]) => pattern.test(text));
  if (form) throw new Unreadable(REASONS.advanced, line, { form: form[1] });
  const quoted = /^(["'])(.*)\1$/.exec(text);
  if (!quoted) return text;
  const inner = quoted[2] as string;
  return quoted[1] === "'" ? inner.replaceAll("''", "'") : inner.replace(/\\(["\\])/g, '$1');
}

const KEY = /^("[^"]*"|'[^']*'|[^\s"'#&*!|>{}[\],][^#]*?)\s*:(?:\s+(.*))?$/;

interface Level {
  readonly indent: number;
  readonly name: string;
  /** Items of the list that stands at this level. */
  items: number;
}

class Reader {
  readonly settings: DifySetting[] = [];
  readonly #seen = new Set<string>();
  /** The document, then open keys and list items, outermost first. */
  readonly #levels: Level[] = [{ indent: -1, name: '', items: 0 }];
  /** Names at one level begin in one column. */
  readonly #columns = new Map<string, number>();

  take(raw: string, line: number): void {
    if (raw.length > MAX_LINE) throw new Unreadable(REASONS.tooLong, line);
    const indent = raw.length - raw.trimStart().length;
    if (raw.slice(0, indent).includes('\t')) throw new Unreadable(REASONS.tab, line);
    const text = withoutComment(raw.slice(indent), line);
    if (text === '-' || text.startsWith('- ')) this.#item(text, indent, line);
    else if (text !== '') this.#pair(text, indent, line);
  }

  #item(text: string, indent: number, line: number): void {
    const content = text.slice(1).trimStart();
    // A list may stand in the column of the key that it belongs to.
    const isOver = (level: Level): boolean => level.indent > indent || (level.indent === indent && level.name.startsWith('['));
    const owner = this.#backTo(isOver);
    const name = `[${owner.items}]`;
    owner.items++;
    if (KEY.test(content)) {
      this.#open({ indent, name, items: 0 }, line);
      this.#pair(content, indent + text.length - content.length, line);
    } else this.#values(name, content, line);
  }

  #pair(text: string, indent: number, line: number): void {
    const found = KEY.exec(text);
    if (!found) throw whyNoPair(text, line);
    this.#backTo((level) => level.indent >= indent);
    const name = scalar(found[1] as string, line);
    if (name === '<<') throw new Unreadable(REASONS.advanced, line, { form: '<<' });
    const owner = this.#path().join('\u0000');
    if ((this.#columns.get(owner) ?? indent) !== indent) throw new Unreadable(REASONS.indent, line);
    this.#columns.set(owner, indent);
    const value = found[2]?.trim() ?? '';
    if (value === '') this.#open({ indent, name, items: 0 }, line);
    else if (!/^(\{\s*\}|\[\s*\])$/.test(value)) this.#values(name, value, line);
  }

  /** Leaves the levels that are over; returns the innermost that stays. */
  #backTo(isOver: (level: Level) => boolean): Level {
    while (this.#levels.length > 1 && isOver(this.#levels.at(-1) as Level)) this.#levels.pop();
    return this.#levels.at(-1) as Level;
  }

  #open(level: Level, line: number): void {
    if (this.#levels.length > MAX_DEPTH) throw new Unreadable(REASONS.depth, line);
    this.#levels.push(level);
  }

  #path(): readonly string[] {
    return this.#levels.slice(1).map(({ name }) => name);
  }

  #values(name: string, text: string, line: number): void {
    const value = scalar(text, line);
    if (!/^\[.*\]$/.test(text)) {
      this.#add([...this.#path(), name], value, line);
      return;
    }
    const items = text
      .slice(1, -1)
      .split(',')
      .map((item) => item.trim());
    for (const [index, item] of items.entries()) this.#add([...this.#path(), name, `[${index}]`], scalar(item, line), line);
  }

  #add(path: readonly string[], value: string, line: number): void {
    const identity = path.join('\u0000');
    if (this.#seen.has(identity)) throw new Unreadable(REASONS.twice, line, { key: path.join('.') });
    if (this.settings.length >= MAX_SETTINGS) throw new Unreadable(REASONS.tooLong, line);
    this.#seen.add(identity);
    this.settings.push({ path, value, line });
  }
}

function whyNoPair(text: string, line: number): Unreadable {
  if (/^[^\s:]+：/.test(text)) return new Unreadable(REASONS.fullWidth, line);
  if (/^[\w.-]+:\S/.test(text)) return new Unreadable(REASONS.noSpace, line);
  const form = ADVANCED.find(([pattern]) => pattern.test(text));
  return form ? new Unreadable(REASONS.advanced, line, { form: form[1] }) : new Unreadable(REASONS.noKey, line);
}

/** Reads settings in the order they stand. Never throws. */
export function readSimpleYaml(text: string): SettingsRead {
  const reader = new Reader();
  let line = 0;
  try {
    if (text.length > MAX_CHARACTERS) throw new Unreadable(REASONS.tooLong, 0);
    for (const raw of text.replace(/^\ufeff/, '').split(/\r\n|\r|\n/)) {
      line++;
      if (raw.trim() === '...' || (/^---(\s|$)/.test(raw) && reader.settings.length > 0))
        throw new Unreadable(REASONS.advanced, line, { form: raw.trim() });
      if (!/^---(\s|$)/.test(raw) && raw.trim() !== '') reader.take(raw, line);
    }
    return { ok: true, settings: reader.settings };
  } catch (thrown) {
    if (!(thrown instanceof Unreadable)) throw thrown;
    return { ok: false, line: thrown.line, reason: thrown.reason, args: thrown.args };
  }
}
