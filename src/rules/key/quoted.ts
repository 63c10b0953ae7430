import type { Rule } from '../rule.ts';
import { keyShapeDrafts } from '../shape/credential-problems.ts';

export const rule: Rule = {
  id: 'key/quoted',
  severity: 'error',
  text: {
    title: { en: 'The key is wrapped in quotation marks', zh: '密钥外面多了一层引号' },
    why: {
      en: 'The marks are sent as a part of the key, and the gateway does not know it.',
      zh: '引号会作为密钥的一部分发出去，网关认不出这个密钥。',
    },
    advice: {
      en: 'Remove the marks around the value, and a comma that was copied along.',
      zh: '去掉值两端的引号，以及一起复制进来的逗号。',
    },
  },
  check: (snapshot, evidence) => keyShapeDrafts('key/quoted', snapshot, evidence),
};
