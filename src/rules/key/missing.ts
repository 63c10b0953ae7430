import type { ClientState } from '../../clients/client.ts';
import { hasUnusableKeyLine } from '../env/unusable-lines.ts';
import { eachClient, type Rule } from '../rule.ts';
import { blankKeys } from '../shape/blank-keys.ts';
import { ignoredForms } from '../shape/ignored-forms.ts';
import { anyLost } from '../shape/read-layers.ts';

/** What a file that does not load holds is not known, and a form that is not read is a finding of its own. */
const isExplained = (state: ClientState): boolean =>
  anyLost(state) || blankKeys(state).length > 0 || ignoredForms(state).some(({ holds }) => holds.key);

/** A provider of one's own in Codex: key/env-unset, provider/no-credential and provider/login-required. */
const isOwnProvider = (state: ClientState): boolean => state.id === 'codex' && (state.provider !== null || state.stops.length > 0);

export const rule: Rule = {
  id: 'key/missing',
  severity: 'error',
  text: {
    title: { en: 'No key is set for this channel', zh: '这个渠道没有设置密钥' },
    why: {
      en: '{client} has a base URL and nothing to log in with: it asks for a login, or sends requests that the gateway refuses.',
      zh: '{client} 只设置了 Base URL，没有任何凭证：要么要求登录，要么请求被网关拒绝。',
    },
    advice: {
      en: 'Set the key of the gateway, by hand or with `channel-doctor init`.',
      zh: '设置网关的密钥，可以手动写，也可以运行 `channel-doctor init`。',
    },
    ofClient: {
      'claude-code': {
        advice: {
          en: 'For Claude Code it is ANTHROPIC_AUTH_TOKEN in the env of settings.json.',
          zh: 'Claude Code 写在 settings.json 的 env.ANTHROPIC_AUTH_TOKEN。',
        },
      },
      codex: {
        advice: { en: 'For Codex it is env_key in the provider, or auth.json.', zh: 'Codex 写在 provider 的 env_key，或者 auth.json。' },
      },
    },
  },
  check: (snapshot, evidence) =>
    eachClient(snapshot, evidence, function* (state, wire) {
      const { channel } = state;
      if (!channel?.baseUrl || channel.credentials.length > 0 || state.keyHelper || isOwnProvider(state)) return;
      if (state.id === 'claude-code' && state.cloudSwitch) return;
      // Ollama and its like want none.
      if (wire?.faithful?.outcome.ok === true || wire?.noKey?.outcome.ok === true) return;
      if (isExplained(state) || hasUnusableKeyLine(snapshot, state)) return;
      yield { origin: channel.baseUrl.origin, args: { client: state.client.name } };
    }),
};
