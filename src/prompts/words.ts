// What questions say by themselves.

import type { Text } from '../model.ts';

export const HINTS = {
  choose: { en: '↑↓ choose', zh: '↑↓ 选择' },
  search: { en: 'type to search', zh: '输入文字搜索' },
  enter: { en: 'Enter to accept', zh: '回车确认' },
  back: { en: 'Esc back', zh: 'Esc 返回上一步' },
  yesNo: { en: 'y or n', zh: 'y 或 n' },
} satisfies Record<string, Text>;

/** On terminals of ASCII. */
export const CHOOSE_ASCII: Text = { en: 'arrows choose', zh: '方向键选择' };
export const TYPE_NUMBER: Text = {
  en: 'Type a number, or a part of the name, and press Enter. Escape goes back.',
  zh: '输入编号或名称的一部分，然后按回车。按 Esc 返回上一步。',
};
export const TYPE_LINE: Text = { en: 'Type the answer and press Enter. Escape goes back.', zh: '输入内容后按回车。按 Esc 返回上一步。' };
export const TYPE_HIDDEN: Text = {
  en: 'Paste it and press Enter; it is not shown. Escape goes back.',
  zh: '粘贴后按回车，内容不会显示。按 Esc 返回上一步。',
};
export const TYPE_YES_NO: Text = {
  en: 'Type y or n and press Enter; Enter alone: {standard}. Escape goes back.',
  zh: '输入 y 或 n 后按回车；直接回车为 {standard}。按 Esc 返回上一步。',
};
export const YES: Text = { en: 'yes', zh: '是' };
export const NO: Text = { en: 'no', zh: '否' };
export const NOTHING_FOUND: Text = { en: 'Nothing matches "{text}"', zh: '没有匹配 "{text}" 的项' };
export const MORE: Text = { en: '{n} more', zh: '还有 {n} 项' };
/** A choice that is printed, with what is said of it. */
export const WITH_DETAIL: Text = { en: '{line} ({detail})', zh: '{line}（{detail}）' };
/** Where the answer itself can't be taken off the screen. */
export const TAKEN_BACK: Text = { en: 'The last answer does not count.', zh: '上一个回答已撤回。' };
