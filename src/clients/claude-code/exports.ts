// The channel in effect, as the variables by which Claude Code takes one.

import type { Secret } from '../../secret.ts';
import type { ClientState } from '../client.ts';
import { modelVariables } from './models.ts';

export function exportsOfClaudeCode(state: ClientState): readonly (readonly [string, string | Secret])[] {
  const { channel, version } = state;
  if (!channel) return [];
  const keys = channel.credentials
    .filter(({ isLogin, header }) => !isLogin && (header === 'authorization' || header === 'x-api-key'))
    .map(({ header, setting }) => [header === 'x-api-key' ? 'ANTHROPIC_API_KEY' : 'ANTHROPIC_AUTH_TOKEN', setting.value] as const);
  const models = modelVariables(version).flatMap(({ name }): [string, string][] => {
    const value = state.variable(name)?.value;
    return value ? [[name, value]] : [];
  });
  return [
    ...(channel.baseUrl ? [['ANTHROPIC_BASE_URL', channel.baseUrl.value] as const] : []),
    ...keys,
    ...(channel.model && channel.model.origin.scope !== 'default' ? [['ANTHROPIC_MODEL', channel.model.value] as const] : []),
    ...models,
  ];
}
