import type { Rule } from '../rule.ts';
import { keyShapeDrafts } from '../shape/credential-problems.ts';

export const rule: Rule = {
  id: 'key/bearer-prefix',
  severity: 'error',
  text: {
    title: { en: 'The key begins with the word "Bearer"', zh: '密钥开头多了 "Bearer"' },
    why: {
      en: 'The client adds that word itself, so that the gateway gets it twice, or inside x-api-key.',
      zh: '客户端会自己加上这个词，结果网关收到两次，或者在 x-api-key 里收到它。',
    },
    advice: { en: 'Keep the key alone, without "Bearer ".', zh: '只保留密钥本身，去掉 "Bearer "。' },
  },
  check: (snapshot, evidence) => keyShapeDrafts('key/bearer-prefix', snapshot, evidence),
};
