// The channel in effect, as far as it can be said in variables: Codex takes its address and model from config.toml alone (0.120.0 and later
// ignore OPENAI_BASE_URL), so what stands here beside its own key variable is for other programs that speak the protocol.

import type { Secret } from '../../secret.ts';
import type { ClientState } from '../client.ts';
import { providerText } from './providers.ts';

export function exportsOfCodex(state: ClientState): readonly (readonly [string, string | Secret])[] {
  const { channel } = state;
  if (state.id !== 'codex' || !channel) return [];
  const key = channel.credentials.find(({ isLogin }) => !isLogin)?.setting.value ?? null;
  const variable = state.provider ? (providerText(state.provider, 'env_key')?.value ?? null) : null;
  return [
    ...(channel.baseUrl ? [['OPENAI_BASE_URL', channel.baseUrl.value] as const] : []),
    ...(key ? [['OPENAI_API_KEY', key] as const] : []),
    ...(key && variable && variable !== 'OPENAI_API_KEY' ? [[variable, key] as const] : []),
  ];
}
