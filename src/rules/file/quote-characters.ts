import type { Rule } from '../rule.ts';
import { problemsOf, textsByReader } from '../shape/document-problems.ts';

export const rule: Rule = {
  id: 'file/quote-characters',
  severity: 'error',
  ...textsByReader(
    {
      en: '{file} has typographic or full-width characters where the syntax needs ASCII ones (line {line})',
      zh: '{file} 第 {line} 行：语法符号写成了中文标点或弯引号',
    },
    {
      en: 'Write " \' : , = as ASCII characters; an input method or a word processor has changed them.',
      zh: '把引号、冒号、逗号、等号改成英文半角；多半是输入法或文档软件自动替换的。',
    },
  ),
  check: ({ clients }) => problemsOf('quote-characters', clients),
};
