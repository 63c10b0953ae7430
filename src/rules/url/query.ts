import type { Rule } from '../rule.ts';
import { draftsOf } from './drafts.ts';

export const rule: Rule = {
  id: 'url/query',
  severity: 'error',
  text: {
    title: { en: 'The base URL {written} carries a query or a fragment', zh: 'Base URL {written} 带有查询参数或 # 片段' },
    why: {
      en: '{client} appends its path to the very end, behind the question mark, so the gateway never sees the path.',
      zh: '{client} 会把路径拼接在最末尾，也就是问号之后，网关看不到真正的路径。',
    },
    advice: { en: 'Use {better}', zh: '改为 {better}' },
    ofClient: {
      codex: {
        advice: {
          en: '(parameters belong into query_params of the provider)',
          zh: '（查询参数应写在 provider 的 query_params 里）',
        },
      },
    },
  },
  check: draftsOf('query'),
};
