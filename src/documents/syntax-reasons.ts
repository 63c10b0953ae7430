// Why a text does not parse, without any of its content.

import { filled } from '../i18n/index.ts';
import type { Text } from '../model.ts';

const COMMA_OR = { en: 'expected a comma or {mark}', zh: '这里应当是逗号或 {mark}' };
const COMMA_BEFORE = { en: 'comma before {mark}', zh: '{mark} 前面多了逗号' };
const ODD_CHARACTER = { en: 'a full-width or odd character in place of {mark}', zh: '应当写 {mark} 的地方用了全角或特殊字符' };
const TOO_DEEP = { en: 'nested more than {depth} deep', zh: '嵌套超过 {depth} 层' };

export const commaOr = (mark: string): Text => filled(COMMA_OR, { mark });
export const commaBefore = (mark: string): Text => filled(COMMA_BEFORE, { mark });
export const tooDeep = (depth: number): Text => filled(TOO_DEEP, { depth });
/** `ascii` is what belongs there. */
export const oddCharacter = (ascii: string): Text => filled(ODD_CHARACTER, { mark: JSON.stringify(ascii) });

export const REASON = {
  end: { en: 'the file ends too early', zh: '文件提前结束' },
  openComment: { en: 'comment without end', zh: '注释没有结束' },
  comment: { en: 'comment', zh: '有注释' },
  tooMany: { en: 'too many mistakes to list', zh: '错误太多，无法逐一列出' },
  oddQuotes: { en: 'typographic quotes in place of ASCII ones', zh: '用了中文或弯引号，应当用英文引号' },
  badString: {
    en: 'string without end, or with an invalid escape or control character',
    zh: '字符串没有结束，或含有不合法的转义或控制字符',
  },
  openString: { en: 'string without end', zh: '字符串没有结束' },
  value: { en: 'expected a value', zh: '这里应当是一个值' },
  key: { en: 'expected a key', zh: '这里应当是键名' },
  quotedKey: { en: 'expected a key in double quotes', zh: '这里应当是带双引号的键名' },
  colon: { en: 'expected a colon', zh: '这里应当是冒号' },
  equals: { en: 'expected an equals sign behind the key', zh: '键名后面应当是等号' },
  fileEnd: { en: 'expected the end of the file', zh: '文件到这里应当已经结束' },
  lineEnd: { en: 'expected the end of the line', zh: '这一行到这里应当已经结束' },
  openArray: { en: 'array without end', zh: '数组没有结束' },
  openTable: { en: 'inline table without end', zh: '内联表没有结束' },
  headerEnd: { en: 'expected ] behind the name of the table', zh: '表名后面应当是 ]' },
  backslash: { en: 'a backslash in double quotes that begins no escape', zh: '双引号里的反斜杠不是合法转义' },
  twice: { en: 'defined a second time', zh: '重复定义' },
  conflict: { en: 'conflict marker', zh: '冲突标记' },
  noJson: { en: 'not valid JSON', zh: '不是合法的 JSON' },
  noUtf8: { en: 'not valid UTF-8', zh: '不是合法的 UTF-8' },
  noObject: { en: 'no object', zh: '不是对象' },
} as const satisfies Record<string, Text>;
