import type { Rule } from '../rule.ts';
import { draftsOf } from './drafts.ts';

export const rule: Rule = {
  id: 'url/trailing-slash',
  severity: 'warning',
  text: {
    title: { en: 'The base URL {written} ends in a slash', zh: 'Base URL {written} 以斜杠结尾' },
    why: {
      en: 'This version of {client} does not trim it and requests {requested}, with a doubled slash that many gateways do not know.',
      zh: '这个版本的 {client} 不会去掉它，请求地址变成带双斜杠的 {requested}，很多网关不认识。',
    },
    advice: { en: 'Use {better}', zh: '改为 {better}' },
  },
  check: draftsOf('trailing-slash'),
};
