// Why an edit is refused, in the words a user reads.

import type { Args, Refusal, Text } from '../model.ts';

export const REASONS = {
  encoding: {
    en: '{file} is not UTF-8, so it is not edited; save it as UTF-8 first',
    zh: '{file} 不是 UTF-8 编码，因此不做修改；请先另存为 UTF-8',
  },
  syntax: {
    en: '{file} does not parse (line {line}: {detail}), so it is not edited; repair the syntax first',
    zh: '{file} 无法解析（第 {line} 行：{detail}），因此不做修改；请先修好语法',
  },
  'too-large': {
    en: '{file} is larger than 4 MB, which no edit can be proven on in time; make this change by hand',
    zh: '{file} 超过 4 MB，无法及时证明修改无误；请手工修改',
  },
  format: { en: '{file} has a format that is only read, never edited; change it by hand', zh: '{file} 这种格式只读取、不修改；请手工改动' },
  'not-a-table': {
    en: '{key} cannot be written to {file}: {parent} holds a plain value there, not an object; remove or rename that value first',
    zh: '无法把 {key} 写入 {file}：其中 {parent} 是普通值而不是对象；请先删除或改名',
  },
  missing: { en: '{key} does not exist in {file}, so there is nothing to rename or move', zh: '{file} 中没有 {key}，无从改名或移动' },
  exists: {
    en: '{key} exists already in {file} and would be overwritten; remove one of the two first',
    zh: '{file} 中已有 {key}，会被覆盖；请先删除其中一个',
  },
  'into-itself': { en: '{key} cannot be moved into itself in {file}', zh: '无法把 {file} 中的 {key} 移到它自身之内' },
  duplicate: {
    en: '{key} stands more than once in {file}, so it is not clear which one is meant; delete the superfluous one by hand',
    zh: '{key} 在 {file} 中出现不止一次，无法确定指的是哪一个；请手工删掉多余的那个',
  },
  'managed-block': {
    en: '{key} would have to be written inside a block of {file} that another tool manages; add it by hand, outside the block or with that tool',
    zh: '{key} 只能写进 {file} 中由其他工具管理的区块；请在区块之外手工添加，或用那个工具修改',
  },
  'array-of-tables': {
    en: '{key} belongs to a list of tables in {file} that is not rewritten automatically; change it by hand',
    zh: '{key} 属于 {file} 中的表数组（[[…]]），不会自动改写；请手工修改',
  },
  value: { en: 'the value for {key} cannot be written in the format of {file}', zh: '{key} 的值无法用 {file} 的格式表示' },
  'changed-text': {
    en: '{file} is not the text that the edit was made for; run the command again',
    zh: '{file} 的内容与制定修改时不同；请重新运行命令',
  },
  unproven: {
    en: 'changing {key} in {file} could not be proven to leave everything else as it is, so nothing is written; make this change by hand',
    zh: '无法证明修改 {file} 中的 {key} 不会影响其他内容，因此不写入；请手工修改',
  },
} as const satisfies Record<string, Text>;

export type ReasonId = keyof typeof REASONS;

/** A refusal before its file is known. */
export interface Reason {
  readonly because: ReasonId;
  readonly args?: Args;
}

export const because = (id: ReasonId, args?: Args): Reason => (args ? { because: id, args } : { because: id });

export const refusalOf = (file: string, key: string, { because: id, args }: Reason): Refusal => ({
  file,
  reason: REASONS[id],
  args: { file, key, ...args },
});

export const isReason = (result: object): result is Reason => 'because' in result;
