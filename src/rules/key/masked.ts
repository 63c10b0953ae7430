import type { Rule } from '../rule.ts';
import { keyShapeDrafts } from '../shape/credential-problems.ts';

export const rule: Rule = {
  id: 'key/masked',
  severity: 'error',
  text: {
    title: { en: 'The key is a shortened display form', zh: '填的是打了码的密钥' },
    why: {
      en: 'It holds …, ... or ***: lists and error messages show keys like that, and the middle is missing.',
      zh: '里面有 …、... 或 ***：列表和报错信息里的密钥都是这种缩略形式，缺了中间一段。',
    },
    advice: {
      en: 'Copy the whole key with the copy button of the console, or create a new one.',
      zh: '用控制台的复制按钮复制完整密钥，或者新建一个。',
    },
  },
  check: (snapshot, evidence) => keyShapeDrafts('key/masked', snapshot, evidence),
};
