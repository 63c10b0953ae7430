import type { CodexProvider, CodexState } from '../../clients/client.ts';
import { does } from '../../clients/codex/versions.ts';
import type { Fix } from '../../model.ts';
import { Secret } from '../../secret.ts';
import { eachClient, type Rule } from '../rule.ts';
import { isEditable } from '../setting-edits.ts';
import { looksLikeKey } from '../shape/key-shape.ts';

function fixOf(state: CodexState, { layer, path, get }: CodexProvider, key: string): Fix | null {
  if (!isEditable(layer.scope)) return null;
  const { file } = layer;
  const written = [...path, 'env_key'];
  if (does(state.version, 'bearerToken') && get('experimental_bearer_token') === null) {
    return { safety: 'unsafe', edits: [{ op: 'rename', file, path: written, to: 'experimental_bearer_token' }] };
  }
  const header = [...path, 'http_headers', 'Authorization'];
  return {
    safety: 'unsafe',
    edits: [
      { op: 'set', file, path: header, value: new Secret(/^bearer\s/i.test(key) ? key : `Bearer ${key}`) },
      { op: 'remove', file, path: written },
    ],
  };
}

export const rule: Rule = {
  id: 'key/literal-in-env-key',
  severity: 'error',
  text: {
    title: { en: 'env_key of the provider "{provider}" holds the key itself', zh: 'provider "{provider}" 的 env_key 里填了密钥本身' },
    why: {
      en: 'env_key takes the name of a variable. Codex finds none of that name, ends with "Missing environment variable" and prints the key with it.',
      zh: 'env_key 要填的是变量名。Codex 找不到这个名字的变量，会报 "Missing environment variable" 退出，并把密钥打印出来。',
    },
    advice: {
      en: 'Put the key into experimental_bearer_token, or into a variable (exported, or in .env in the home of Codex) and name that in env_key.',
      zh: '把密钥写进 experimental_bearer_token；或者放进变量（导出，或写在 Codex 主目录的 .env 里），再在 env_key 里填变量名。',
    },
  },
  check: (snapshot, evidence) =>
    eachClient(snapshot, evidence, function* (state) {
      if (state.id !== 'codex') return;
      for (const provider of state.providers) {
        const setting = provider.get('env_key');
        if (setting === null || typeof setting.value !== 'string' || state.variable(setting.value) !== null) continue;
        if (!looksLikeKey(setting.value)) continue;
        yield {
          origin: setting.origin,
          args: { provider: provider.id },
          severity: provider.id === state.provider?.id ? 'error' : 'warning',
          fix: fixOf(state, provider, setting.value),
        };
      }
    }),
};
