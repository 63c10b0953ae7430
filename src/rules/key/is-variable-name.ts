import type { Rule } from '../rule.ts';
import { keyShapeDrafts } from '../shape/credential-problems.ts';

export const rule: Rule = {
  id: 'key/is-variable-name',
  severity: 'error',
  text: {
    // The name is not repeated: as the value of a credential it would be masked.
    title: { en: 'The name of a variable stands where the key belongs', zh: '该填密钥的地方填成了变量名' },
    why: {
      en: 'The text itself is sent as the key; nothing looks the variable up.',
      zh: '客户端会把这几个字当作密钥发出去，不会去取变量的值。',
    },
    advice: { en: 'Put the value of that variable here, not its name.', zh: '这里要填那个变量的值，而不是它的名字。' },
  },
  check: (snapshot, evidence) => keyShapeDrafts('key/is-variable-name', snapshot, evidence),
};
