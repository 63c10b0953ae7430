import type { Rule } from '../rule.ts';
import { keyShapeDrafts } from '../shape/credential-problems.ts';

export const rule: Rule = {
  id: 'key/non-ascii',
  severity: 'error',
  text: {
    title: {
      en: 'The key holds a character that no key has: {character} at position {position}',
      zh: '密钥第 {position} 位是不该出现的字符：{character}',
    },
    why: {
      en: 'Keys are of visible ASCII characters. With others the request is not sent at all, or the key is refused.',
      zh: '密钥只由可见的 ASCII 字符组成。混入其他字符时，请求要么发不出去，要么被拒绝。',
    },
    advice: { en: 'Copy the key again from the provider’s console.', zh: '到服务商控制台重新复制密钥。' },
  },
  check: (snapshot, evidence) => keyShapeDrafts('key/non-ascii', snapshot, evidence),
};
