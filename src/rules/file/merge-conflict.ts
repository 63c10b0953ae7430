import type { Rule } from '../rule.ts';
import { problemsOf, textsByReader } from '../shape/document-problems.ts';

export const rule: Rule = {
  id: 'file/merge-conflict',
  severity: 'error',
  ...textsByReader(
    {
      en: '{file} still holds conflict markers of git (line {line})',
      zh: '{file} 第 {line} 行还留着 git 的冲突标记',
    },
    {
      en: 'Decide which side to keep and remove the lines with <<<<<<<, ======= and >>>>>>>.',
      zh: '决定保留哪一边，并删掉 <<<<<<<、=======、>>>>>>> 这几行。',
    },
  ),
  check: ({ clients }) => problemsOf('merge-conflict', clients),
};
