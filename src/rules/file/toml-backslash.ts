import type { Rule } from '../rule.ts';
import { problemsOf, textsByReader } from '../shape/document-problems.ts';

export const rule: Rule = {
  id: 'file/toml-backslash',
  severity: 'error',
  ...textsByReader(
    {
      en: '{file} has a backslash in a double-quoted string that is no escape (line {line})',
      zh: '{file} 第 {line} 行：双引号字符串里的反斜杠不是合法转义',
    },
    {
      en: "Put Windows paths in single quotes: 'C:\\Users\\me'. In double quotes a backslash begins an escape.",
      zh: "Windows 路径请用单引号：'C:\\Users\\me'。双引号里的反斜杠会被当作转义。",
    },
  ),
  check: ({ clients }) => problemsOf('toml-backslash', clients),
};
