import type { Rule } from '../rule.ts';
import { keyShapeDrafts } from '../shape/credential-problems.ts';

export const rule: Rule = {
  id: 'key/doubled-prefix',
  severity: 'error',
  text: {
    title: { en: 'The prefix of the key stands there twice', zh: '密钥的前缀重复了' },
    why: {
      en: 'It was typed and then pasted with the key; the gateway does not know such a key.',
      zh: '多半是先手动输入了前缀，又粘贴了完整的密钥；网关认不出这样的密钥。',
    },
    advice: { en: 'Remove one of the two prefixes.', zh: '删掉其中一个前缀。' },
  },
  check: (snapshot, evidence) => keyShapeDrafts('key/doubled-prefix', snapshot, evidence),
};
