import type { Rule } from '../rule.ts';
import { draftsOf } from './drafts.ts';

export const rule: Rule = {
  id: 'url/invalid',
  severity: 'error',
  text: {
    title: { en: 'The base URL {written} is no valid address', zh: 'Base URL {written} 不是有效的地址' },
    why: {
      en: '{client} needs a complete http:// or https:// address; with this one it sends no request at all, and its message does not say so.',
      zh: '{client} 需要完整的 http:// 或 https:// 地址；用现在这个值它根本不会发出请求，而它的报错并不会说明这一点。',
    },
    advice: { en: 'Write the complete address, scheme included: {better}', zh: '请写完整的地址（含协议头）：{better}' },
  },
  variants: {
    empty: {
      title: { en: 'The base URL of {client} is empty', zh: '{client} 的 Base URL 是空的' },
      why: {
        en: 'An empty value counts as set: {client} then sends the key to its vendor’s own API or sends nothing.',
        zh: '空值也算设置过：{client} 会把密钥发给厂商官方 API，或者根本不发请求。',
      },
      advice: { en: 'Write the address of your gateway, or delete the line.', zh: '写上网关地址，或者删掉这一行。' },
    },
  },
  check: draftsOf('invalid'),
};
