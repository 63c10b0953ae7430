import type { CodexState } from '../../clients/client.ts';
import type { Edit, Fix, Origin } from '../../model.ts';
import type { ClientEvidence } from '../../probe/types.ts';
import { eachClient, type Rule } from '../rule.ts';
import { removeAt, setAt, userFile } from '../setting-edits.ts';

/** 426 makes Codex fall back at once; anything else costs seven attempts (measured 0.116–0.171). */
function isRefused(wire: ClientEvidence | null): boolean {
  const trace = wire?.websocket?.trace;
  if (!trace || wire?.faithful?.outcome.ok !== true || wire.websocket?.outcome.ok === true) return false;
  return trace.status !== 101 && trace.status !== 426;
}

/** The same address and key as a provider of its own, which speaks HTTP only. */
function ownProvider(state: CodexState, base: { value: string; origin: Origin }): Fix | null {
  const file = userFile(state);
  const removal = removeAt(base.origin);
  if (file === null || removal === null) return null;
  const id = state.providers.some((provider) => provider.id === 'gw') ? 'gw-http' : 'gw';
  const table: Record<string, string | boolean> = { name: id, base_url: base.value, wire_api: 'responses', requires_openai_auth: true };
  const edits = Object.entries(table).map(([key, value]): Edit => ({ op: 'set', file, path: ['model_providers', id, key], value }));
  return { safety: 'unsafe', edits: [removal, { op: 'set', file, path: ['model_provider'], value: id }, ...edits] };
}

export const rule: Rule = {
  id: 'provider/websockets-unsupported',
  severity: 'warning',
  text: {
    title: { en: 'Codex tries a WebSocket first, and this gateway has none', zh: 'Codex 会先尝试 WebSocket，而这个网关不支持' },
    why: {
      en: 'Each session loses seconds in “Reconnecting… n/5” (seven attempts) before it falls back to HTTP.',
      zh: '每次会话都会先“Reconnecting… n/5”重试七次，浪费数秒后才退回 HTTP。',
    },
    advice: { en: 'Set supports_websockets = false in this provider.', zh: '在这个 provider 里设置 supports_websockets = false。' },
  },
  variants: {
    'base-url': {
      title: {
        en: 'With openai_base_url Codex tries a WebSocket first, and this gateway has none',
        zh: '使用 openai_base_url 时 Codex 会先尝试 WebSocket，而这个网关不支持',
      },
      advice: {
        en: 'Define a provider of your own under [model_providers] with this base_url instead of openai_base_url: those speak HTTP only.',
        zh: '不要用 openai_base_url，改为在 [model_providers] 下定义自己的 provider 并填同样的 base_url：自定义 provider 只走 HTTP。',
      },
    },
  },
  *check(snapshot, evidence) {
    yield* eachClient(snapshot, evidence, function* (state, wire) {
      if (state.id !== 'codex' || !isRefused(wire)) return;
      const own = state.provider?.get('supports_websockets');
      const base = state.channel?.baseUrl;
      if (own?.value === true) {
        const edit = setAt(own.origin, false);
        yield { origin: own.origin, fix: edit && { safety: 'unsafe', edits: [edit] } };
      } else if (state.provider === null && base) {
        yield { origin: base.origin, variant: 'base-url', fix: ownProvider(state, base) };
      }
    });
  },
};
