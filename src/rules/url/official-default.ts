import { eachClient, type Rule } from '../rule.ts';

export const rule: Rule = {
  id: 'url/official-default',
  severity: 'info',
  text: {
    title: { en: 'No base URL is set: {client} talks to its vendor’s own API', zh: '没有设置 Base URL：{client} 会直接请求官方 API' },
    why: {
      en: 'Without a base URL every request goes to {official}.',
      zh: '未设置 Base URL 时，所有请求都会发往 {official}。',
    },
    advice: {
      en: 'Nothing to do if you use the vendor’s own account; to use a gateway, run: channel-doctor init',
      zh: '如果使用官方账号则无需处理；要接入网关，请运行：channel-doctor init',
    },
  },
  *check(snapshot, evidence) {
    yield* eachClient(snapshot, evidence, function* (state) {
      const { channel } = state;
      if (!channel || channel.baseUrl !== null || channel.credentials.length === 0) return;
      if (state.id === 'codex' && (state.provider || state.stops.length > 0)) return;
      const official = state.id === 'codex' ? 'https://api.openai.com/v1' : 'https://api.anthropic.com';
      yield { origin: null, args: { client: state.client.name, official } };
    });
  },
};
