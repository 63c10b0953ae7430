import type { Rule } from '../rule.ts';
import { draftsOf } from './drafts.ts';

export const rule: Rule = {
  id: 'url/redirect',
  severity: 'error',
  text: {
    title: { en: 'The base URL {written} answers with a redirect to {target}', zh: 'Base URL {written} 返回了到 {target} 的重定向' },
    why: {
      en: 'A redirect can turn the request into a GET without its body, lose the key, or carry it to another host. The key was not sent to the target.',
      zh: '重定向可能把请求变成没有请求体的 GET、丢掉密钥，或把密钥带到别的主机。诊断时没有把密钥发往目标地址。',
    },
    advice: {
      en: 'Set the final address as the base URL if you trust it{hint}',
      zh: '如果信任目标地址，请直接把最终地址设为 Base URL{hint}',
    },
  },
  check: draftsOf('redirect'),
};
