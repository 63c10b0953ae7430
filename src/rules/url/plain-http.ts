import type { Rule } from '../rule.ts';
import { draftsOf } from './drafts.ts';

export const rule: Rule = {
  id: 'url/plain-http',
  severity: 'error',
  text: {
    title: { en: 'The key travels to {host} without encryption', zh: '密钥以明文方式发往 {host}' },
    why: {
      en: 'The base URL begins with http://; everyone on the way can read the key and every prompt.',
      zh: 'Base URL 以 http:// 开头，沿途任何人都能读到密钥和全部对话内容。',
    },
    advice: {
      en: 'Use {better}; if the host does not offer https, choose another gateway',
      zh: '改为 {better}；如果该主机不支持 https，请换一个网关',
    },
  },
  check: draftsOf('plain-http'),
};
