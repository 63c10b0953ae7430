import type { Rule } from '../rule.ts';
import { draftsOf } from './drafts.ts';

export const rule: Rule = {
  id: 'url/invisible-character',
  severity: 'error',
  text: {
    title: {
      en: 'The base URL holds characters nobody meant: blanks, line breaks, quotes or invisible ones',
      zh: 'Base URL 里混进了多余的字符：空格、换行、引号或不可见字符',
    },
    why: {
      en: 'They usually come along when an address is copied. {client} sends them as part of the path, so the gateway finds nothing there.',
      zh: '这类字符多半是复制地址时带进来的。{client} 会把它们当作路径的一部分发送，网关自然找不到对应的接口。',
    },
    advice: { en: 'Use {better}', zh: '改为 {better}' },
  },
  check: draftsOf('invisible-character'),
};
