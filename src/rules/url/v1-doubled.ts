import type { Rule } from '../rule.ts';
import { draftsOf } from './drafts.ts';

export const rule: Rule = {
  id: 'url/v1-doubled',
  severity: 'error',
  text: {
    title: { en: 'The base URL {written} carries a version segment too many', zh: 'Base URL {written} 多写了一段版本号' },
    why: {
      en: '{client} adds its own path to the base, so the request goes to {requested}, which the gateway does not have. The client then reports a missing model or a lost connection.',
      zh: '{client} 会在 Base URL 后面自己拼接路径，于是请求发到了 {requested}，网关上并没有这个地址；客户端随后却报告模型不存在或连接中断。',
    },
    advice: { en: 'Use {better}', zh: '改为 {better}' },
  },
  check: draftsOf('v1-doubled'),
};
