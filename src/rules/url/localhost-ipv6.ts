import type { Rule } from '../rule.ts';
import { draftsOf } from './drafts.ts';

export const rule: Rule = {
  id: 'url/localhost-ipv6',
  severity: 'warning',
  text: {
    title: { en: 'localhost does not answer, 127.0.0.1 does', zh: 'localhost 连不上，127.0.0.1 可以' },
    why: {
      en: 'localhost resolves to the IPv6 address ::1 first, and the server listens on IPv4 only.',
      zh: 'localhost 会先解析到 IPv6 地址 ::1，而服务只监听 IPv4。',
    },
    advice: { en: 'Use {better}', zh: '改为 {better}' },
  },
  check: draftsOf('localhost-ipv6'),
};
