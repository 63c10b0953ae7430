import { originIn } from '../../clients/client.ts';
import type { Severity } from '../../model.ts';
import type { ClientEvidence } from '../../probe/types.ts';
import { eachClient, type Rule } from '../rule.ts';
import { bindsKey, holds } from './bindings.ts';

/** What the wire says of a request without a key; null: the gateway wants none, or something else is wrong. */
function severityFor(wire: ClientEvidence | null): Severity | null {
  const probes = [wire?.faithful, wire?.noKey].filter((probed) => probed != null);
  if (probes.length === 0) return wire === null || wire.notSent === 'offline' || wire.notSent === 'no-key' ? 'warning' : null;
  if (probes.some(({ outcome }) => outcome.ok === true)) return null;
  return probes.some(({ outcome }) => outcome.failure?.id.startsWith('auth/')) ? 'error' : null;
}

const variableFor = (id: string): string => {
  const name = id
    .toUpperCase()
    .replace(/[^A-Z0-9]+/g, '_')
    .replace(/^_+|_+$/g, '');
  return /^[A-Z]/.test(name) && !name.startsWith('CODEX') ? `${name}_API_KEY` : 'GATEWAY_API_KEY';
};

export const rule: Rule = {
  id: 'provider/no-credential',
  severity: 'error',
  text: {
    title: { en: 'Provider “{id}” binds no key, and the gateway wants one', zh: 'provider“{id}”没有绑定任何密钥，而网关要求密钥' },
    why: {
      en: 'Codex {version} sends no Authorization header for this provider: a saved login or OPENAI_API_KEY does not count for it.',
      zh: 'Codex {version} 对这个 provider 不会发送 Authorization；已保存的登录和 OPENAI_API_KEY 对它都不起作用。',
    },
    advice: {
      en: 'Add env_key = "{variable}" to [model_providers.{id}] and export {variable}, or put the key into experimental_bearer_token there.',
      zh: '在 [model_providers.{id}] 里加 env_key = "{variable}" 并导出 {variable}，或把密钥写进那里的 experimental_bearer_token。',
    },
  },
  variants: {
    'saved-key': {
      why: {
        en: 'auth.json holds a key, but Codex {version} sends it only to a provider that says so (up to 0.148 it went to every provider).',
        zh: 'auth.json 里有密钥，但 Codex {version} 只把它发给声明要用的 provider（0.148 及更早版本会发给所有 provider）。',
      },
      advice: {
        en: 'If that key belongs to this gateway, add requires_openai_auth = true to [model_providers.{id}]. Otherwise add env_key = "{variable}" there and put the right key into {variable}.',
        zh: '如果那把密钥就是这个网关的，在 [model_providers.{id}] 里加 requires_openai_auth = true；否则加 env_key = "{variable}"，并把正确的密钥放进 {variable}。',
      },
    },
    unknown: {
      title: { en: 'Provider “{id}” binds no key', zh: 'provider“{id}”没有绑定任何密钥' },
      why: {
        en: 'That is right only for a gateway that wants none; nothing was sent, so it is not known whether this one does.',
        zh: '只有不需要密钥的网关才能这样；没有发送请求，因此无法确定这个网关是否需要。',
      },
      advice: {
        en: 'If it wants a key, add env_key = "{variable}" to [model_providers.{id}] and export {variable}.',
        zh: '如果需要密钥，请在 [model_providers.{id}] 里加 env_key = "{variable}" 并导出 {variable}。',
      },
    },
  },
  *check(snapshot, evidence) {
    yield* eachClient(snapshot, evidence, function* (state, wire) {
      if (state.id !== 'codex' || state.provider === null) return;
      const { provider, channel } = state;
      if (bindsKey(provider) || holds(provider, 'requires_openai_auth') || (channel?.credentials.length ?? 0) > 0) return;
      const severity = severityFor(wire);
      if (severity === null) return;
      const { file, scope } = provider.layer;
      const variable = variableFor(provider.id);
      const editable = scope === 'user' || scope === 'profile';
      yield {
        origin: originIn(provider.layer, provider.path),
        severity,
        args: { id: provider.id, version: state.version, variable },
        ...(severity === 'warning'
          ? { variant: 'unknown' }
          : state.logins.some(({ kind }) => kind === 'api-key')
            ? { variant: 'saved-key' }
            : {}),
        fix: editable ? { safety: 'unsafe', edits: [{ op: 'set', file, path: [...provider.path, 'env_key'], value: variable }] } : null,
      };
    });
  },
};
