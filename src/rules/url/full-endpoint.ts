import type { Rule } from '../rule.ts';
import { draftsOf } from './drafts.ts';

export const rule: Rule = {
  id: 'url/full-endpoint',
  severity: 'error',
  text: {
    title: { en: 'The base URL {written} is a complete endpoint, not a base', zh: 'Base URL {written} 填成了完整的接口地址' },
    why: {
      en: '{client} appends the endpoint itself, so it is requested twice over: {requested}.',
      zh: '{client} 会自己拼接接口路径，结果重复拼接成了 {requested}。',
    },
    advice: { en: 'Keep only the base: {better}', zh: '只保留 Base URL：{better}' },
  },
  check: draftsOf('full-endpoint'),
};
