// Variables and fields for a key that are there and hold nothing, where no other credential goes out.

import type { ClientState } from '../../clients/client.ts';
import { does } from '../../clients/codex/versions.ts';
import type { Origin } from '../../model.ts';
import { holds } from '../provider/bindings.ts';

const isBlank = (value: unknown): boolean => typeof value === 'string' && value.trim() === '';

function inCodex(state: ClientState): Origin[] {
  if (state.id !== 'codex' || !state.provider) return [];
  const named = state.unsetKeyVariable;
  const variable = named && state.variable(named.value);
  if (variable) return [variable.origin];
  const token = state.provider.get('experimental_bearer_token');
  const counts = does(state.version, 'bearerToken') && !holds(state.provider, 'env_key');
  return counts && token && isBlank(token.value) ? [token.origin] : [];
}

function inClaudeCode(state: ClientState): Origin[] {
  return ['ANTHROPIC_AUTH_TOKEN', 'ANTHROPIC_API_KEY'].flatMap((name) => {
    const setting = state.variable(name);
    return setting && isBlank(setting.value) ? [setting.origin] : [];
  });
}

/** Empty beside another credential is on purpose: so the one is switched off. */
export function blankKeys(state: ClientState): readonly Origin[] {
  if (state.keyHelper || (state.channel?.credentials.length ?? 0) > 0) return [];
  const found = state.id === 'codex' ? inCodex(state) : inClaudeCode(state);
  return state.id === 'claude-code' && !state.channel?.baseUrl ? [] : found.slice(0, 1);
}
