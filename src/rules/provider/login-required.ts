import { originIn } from '../../clients/client.ts';
import { ignoredVariables } from '../env/ignored-variable.ts';
import { hasUnusableKeyLine } from '../env/unusable-lines.ts';
import { eachClient, type Rule } from '../rule.ts';
import { loginLost } from '../shape/read-layers.ts';
import { bindsKey, holds } from './bindings.ts';

export const rule: Rule = {
  id: 'provider/login-required',
  severity: 'error',
  text: {
    title: {
      en: 'Provider “{id}” takes its key from the saved login, and there is none',
      zh: 'provider“{id}”要使用已保存的登录，但没有任何登录',
    },
    why: {
      en: 'requires_openai_auth = true makes Codex use auth.json or CODEX_API_KEY; neither holds a key, so requests go out without one.',
      zh: 'requires_openai_auth = true 让 Codex 使用 auth.json 或 CODEX_API_KEY；两处都没有密钥，请求会不带密钥发出。',
    },
    advice: {
      en: 'Save the gateway’s key with `codex login --with-api-key` (it reads standard input), or replace requires_openai_auth by env_key.',
      zh: '用 `codex login --with-api-key`（从标准输入读取）保存网关的密钥，或把 requires_openai_auth 换成 env_key。',
    },
  },
  *check(snapshot, evidence) {
    yield* eachClient(snapshot, evidence, function* (state) {
      if (state.id !== 'codex' || state.provider === null || !holds(state.provider, 'requires_openai_auth')) return;
      if (bindsKey(state.provider) || state.logins.length > 0 || (state.channel?.credentials.length ?? 0) > 0) return;
      if (ignoredVariables(state).length > 0 || loginLost(state) || hasUnusableKeyLine(snapshot, state)) return;
      const setting = state.provider.get('requires_openai_auth');
      yield { origin: setting?.origin ?? originIn(state.provider.layer, state.provider.path), args: { id: state.provider.id } };
    });
  },
};
