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
      en: 'Run `channel-doctor init`, or set the key of the gateway by hand.',
      zh: '运行 `channel-doctor init`，或者手动设置网关的密钥。',
    },
    ofClient: {
      'claude-code': {
        advice: {
          en: 'Claude Code takes it from ANTHROPIC_AUTH_TOKEN in the "env" of settings.json.',
          zh: 'Claude Code 从 settings.json 的 "env" 里的 ANTHROPIC_AUTH_TOKEN 读取。',
        },
      },
      codex: {
        advice: {
          en: 'Codex saves it with `codex login --with-api-key`, which reads standard input.',
          zh: 'Codex 用 `codex login --with-api-key`（从标准输入读取）保存。',
        },
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
