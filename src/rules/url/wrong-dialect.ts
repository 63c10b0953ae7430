import type { Rule } from '../rule.ts';
import { draftsOf } from './drafts.ts';

export const rule: Rule = {
  id: 'url/wrong-dialect',
  severity: 'error',
  text: {
    title: {
      en: 'The base URL {written} belongs to another protocol of this provider',
      zh: 'Base URL {written} 是该服务商另一种协议的入口',
    },
    why: {
      en: '{client} speaks {wire}, which this provider serves at another root.',
      zh: '{client} 使用 {wire} 协议，该服务商为它提供了另一个入口。',
    },
    advice: { en: 'Use {better}', zh: '改为 {better}' },
  },
  check: draftsOf('wrong-dialect'),
};
