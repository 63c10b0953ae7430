import type { Rule } from '../rule.ts';
import { draftsOf } from './drafts.ts';

export const rule: Rule = {
  id: 'url/v1-missing',
  severity: 'error',
  text: {
    title: {
      en: 'The base URL {written} lacks the version segment that this gateway needs',
      zh: 'Base URL {written} 缺少该网关需要的版本段',
    },
    why: {
      en: '{client} appends only the endpoint and never adds /v1 by itself, so the request goes to {requested}, where the API is not.',
      zh: '{client} 只会拼接接口名，不会自动补 /v1，于是请求发到了 {requested}，那里没有 API。',
    },
    advice: { en: 'Use {better}', zh: '改为 {better}' },
  },
  check: draftsOf('v1-missing'),
};
