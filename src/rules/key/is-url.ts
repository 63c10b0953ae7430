import type { Rule } from '../rule.ts';
import { keyShapeDrafts } from '../shape/credential-problems.ts';

export const rule: Rule = {
  id: 'key/is-url',
  severity: 'error',
  text: {
    title: { en: 'An address stands where the key belongs', zh: '该填密钥的地方填成了网址' },
    why: {
      en: 'It was pasted into the wrong field; perhaps key and base URL changed places.',
      zh: '贴错了位置，也可能是密钥和 Base URL 互换了。',
    },
    advice: { en: 'Put the key here and the address into the base URL.', zh: '这里填密钥，网址填到 Base URL 里。' },
  },
  check: (snapshot, evidence) => keyShapeDrafts('key/is-url', snapshot, evidence),
};
