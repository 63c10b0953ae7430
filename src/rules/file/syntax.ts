import type { Rule } from '../rule.ts';
import { problemsOf, textsByReader } from '../shape/document-problems.ts';

export const rule: Rule = {
  id: 'file/syntax',
  severity: 'error',
  ...textsByReader(
    {
      en: '{file} does not parse: {detail} (line {line}, column {column})',
      zh: '{file} 无法解析：{detail}（第 {line} 行第 {column} 列）',
    },
    {
      en: 'Correct that place by hand; nothing else in the file counts until then.',
      zh: '请手动改好这个位置；在此之前，文件里的其他内容都不会生效。',
    },
  ),
  check: ({ clients }) => problemsOf('syntax', clients),
};
