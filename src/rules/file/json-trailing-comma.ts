import type { Rule } from '../rule.ts';
import { problemsOf, textsByReader } from '../shape/document-problems.ts';

export const rule: Rule = {
  id: 'file/json-trailing-comma',
  severity: 'error',
  ...textsByReader(
    {
      en: '{file} has a comma before a closing bracket (line {line})',
      zh: '{file} 第 {line} 行：右括号前多了一个逗号',
    },
    {
      en: 'Remove the comma: JSON allows none after the last member.',
      zh: '删掉这个逗号：JSON 最后一项后面不能有逗号。',
    },
    'settings',
  ),
  check: ({ clients }) => problemsOf('json-trailing-comma', clients),
};
