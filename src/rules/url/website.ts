import type { Rule } from '../rule.ts';
import { draftsOf } from './drafts.ts';

export const rule: Rule = {
  id: 'url/website',
  severity: 'error',
  text: {
    title: { en: 'The base URL {written} leads to a web site, not to an API', zh: 'Base URL {written} 打开的是网站页面，而不是 API' },
    why: {
      en: 'The server answered {requested} with an HTML page: this is a console or home page. {client} cannot use it and reports a broken stream or a missing model.',
      zh: '服务器对 {requested} 返回了 HTML 页面，也就是控制台或官网首页。{client} 无法使用它，只会报告流中断或模型不存在。',
    },
    advice: {
      en: "Look up the API address in the provider's documentation (not the address of its console) and set it as the base URL{hint}",
      zh: '请在服务商文档中查找 API 地址（不是控制台网址）并设为 Base URL{hint}',
    },
  },
  check: draftsOf('website'),
};
