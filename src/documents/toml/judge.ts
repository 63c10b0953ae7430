// The judge of TOML: smol-toml decides what is valid and what it means.

import { parse, TomlError } from 'smol-toml';
import type { JsonValue, Text } from '../../model.ts';
import { remembered } from '../remembered.ts';

/** Line and column from 1. The detail never quotes the file. */
export type Judgement = { readonly root: JsonValue } | { readonly line: number; readonly column: number; readonly detail: Text };

/** Beginnings of smol-toml's messages (1.9.1), and what they say in Chinese. */
const KNOWN: readonly Text[] = [
  { en: 'invalid value', zh: '值的写法不合法' },
  { en: 'illegal character in numeric', zh: '数字里有不允许的字符' },
  { en: 'illegal leading zero', zh: '数字不能以 0 开头' },
  { en: 'illegal underscore', zh: '数字里的下划线位置不对' },
  { en: 'unfinished numeric value', zh: '数字没有写完' },
  { en: 'integer value cannot', zh: '整数太大' },
  { en: 'invalid date', zh: '日期或时间不合法' },
  { en: 'trying to redefine', zh: '重复定义了已有的表或值' },
  { en: 'document contains an unsafe', zh: '含有不允许的键名' },
  { en: 'document contains excessively', zh: '嵌套太深' },
  { en: 'expected end of table array', zh: '这里应当是 ]]' },
  { en: 'each key-value declaration', zh: '每个键值对之后必须换行' },
  { en: 'control characters', zh: '含有不允许的控制字符' },
  { en: 'invalid non-hex character', zh: 'Unicode 转义里有非十六进制字符' },
  { en: 'invalid unicode escape', zh: 'Unicode 转义不合法' },
  { en: 'invalid escape', zh: '反斜杠后面只能换行' },
  { en: 'unrecognised escape', zh: '无法识别的转义' },
  { en: 'unfinished string', zh: '字符串没有结束' },
  { en: 'unexpected end of key', zh: '键名没有写完' },
  { en: 'illegal empty bare key', zh: '键名是空的' },
  { en: 'illegal character in key', zh: '键名里有不允许的字符' },
  { en: 'illegal quoted key', zh: '键名不能用多行字符串' },
  { en: 'expected comma or end', zh: '这里应当是逗号或结尾' },
  { en: 'incomplete key-value', zh: '键值对没有写完' },
  { en: 'unfinished table', zh: '表没有结束' },
  { en: 'unfinished array', zh: '数组没有结束' },
];
const OTHERWISE = { en: 'invalid TOML', zh: '不符合 TOML 语法' };
const TOO_DEEP = { en: 'nested too deep', zh: '嵌套太深' };

/** Of anything that smol-toml throws. */
export function reasonOf(error: unknown): { readonly line: number; readonly column: number; readonly detail: Text } {
  if (!(error instanceof TomlError)) return { line: 1, column: 1, detail: TOO_DEEP };
  const en = error.message.split('\n')[0]?.replace(/^Invalid TOML document: /, '') ?? '';
  const { zh } = KNOWN.find((known) => en.startsWith(known.en)) ?? OTHERWISE;
  return { line: error.line, column: error.column, detail: { en, zh } };
}

export const parseToml = remembered((text): Judgement => {
  try {
    return { root: parse(text, { integersAsBigInt: true }) as JsonValue };
  } catch (error) {
    return reasonOf(error);
  }
});
