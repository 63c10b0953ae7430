import type { Rule } from '../rule.ts';
import { problemsOf, textsByReader } from '../shape/document-problems.ts';

export const rule: Rule = {
  id: 'file/toml-duplicate',
  severity: 'error',
  ...textsByReader(
    {
      en: '{file} defines the same key or table twice (line {line})',
      zh: '{file} 第 {line} 行：重复定义了同一个键或表',
    },
    {
      en: 'Merge the two into one; TOML allows each key and each table once, whether written inline or as a header.',
      zh: '把两处合并成一处；TOML 里每个键、每张表只能定义一次，内联写法和表头写法都算。',
    },
  ),
  check: ({ clients }) => problemsOf('toml-duplicate', clients),
};
