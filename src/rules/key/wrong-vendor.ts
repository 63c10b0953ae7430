import { foreignKeyOwner } from '../../templates.ts';
import { eachClient, type Rule } from '../rule.ts';
import { writtenCredentials } from '../shape/credential-problems.ts';

const OFFICIAL = { codex: 'https://api.openai.com/v1', 'claude-code': 'https://api.anthropic.com' } as const;

const hostOf = (url: string): string => /^[a-z][a-z0-9+.-]*:\/\/(?:[^/?#@]*@)?([^/?#]*)/i.exec(url.trim())?.[1] ?? url.trim();

export const rule: Rule = {
  id: 'key/wrong-vendor',
  severity: 'error',
  text: {
    title: { en: 'The key begins like one of {owner}, but goes to {host}', zh: '密钥看起来是 {owner} 的，却要发往 {host}' },
    why: {
      en: 'Vendors mark their keys by a prefix ({prefix}…). This one would be refused, and another company would have seen it: no request was sent.',
      zh: '各家服务商的密钥有自己的前缀（{prefix}…）。这样的密钥会被拒绝，还会泄露给另一家公司：因此没有发送请求。',
    },
    advice: {
      en: 'Use a key of {host}, or set the base URL of {owner}.',
      zh: '换成 {host} 的密钥，或者把 Base URL 改成 {owner} 的。',
    },
  },
  check: (snapshot, evidence) =>
    eachClient(snapshot, evidence, function* (state) {
      if (!state.channel || (state.id === 'claude-code' && state.cloudSwitch)) return;
      const url = state.channel.baseUrl?.value ?? OFFICIAL[state.id];
      for (const { setting } of writtenCredentials(state)) {
        const owner = foreignKeyOwner(snapshot.templates, url, setting.value);
        if (owner === null) continue;
        yield { origin: setting.origin, args: { owner: owner.template.name, host: hostOf(url), prefix: owner.prefix } };
      }
    }),
};
