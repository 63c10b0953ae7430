import type { Rule } from '../rule.ts';
import { problemsOf, textsByReader } from '../shape/document-problems.ts';

export const rule: Rule = {
  id: 'file/json-comment',
  severity: 'error',
  ...textsByReader(
    {
      en: '{file} holds a comment (line {line}), which JSON does not have',
      zh: '{file} 第 {line} 行有注释，而 JSON 不支持注释',
    },
    {
      en: 'Remove the comments, or keep them in another file; no version accepts them here.',
      zh: '删除注释，或者把注释挪到别的文件；任何版本都不接受这里的注释。',
    },
    'settings',
  ),
  check: ({ clients }) => problemsOf('json-comment', clients),
};
