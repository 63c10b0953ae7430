// Variables that a channel still lacks: only for these a start-up file or a misspelling is worth a word.

import type { ClientState, CodexState } from '../../clients/client.ts';
import { does } from '../../clients/codex/versions.ts';
import { isTable } from '../../clients/field-type.ts';
import { bindsKey, holds } from '../provider/bindings.ts';

export type Purpose = 'base' | 'key' | 'model';

export interface Wanted {
  readonly name: string;
  readonly purpose: Purpose;
}

const hasOwnKey = (state: ClientState): boolean =>
  state.keyHelper !== null || (state.channel?.credentials.some(({ isLogin }) => !isLogin) ?? false);

/** Variables that name a Codex provider's key or headers. */
export function keyVariables(state: CodexState): readonly string[] {
  const key = state.provider?.get('env_key')?.value;
  const headers = state.provider?.get('env_http_headers')?.value;
  const names = [key, ...(isTable(headers ?? undefined) ? Object.values(headers as object) : [])];
  return names.filter((name): name is string => typeof name === 'string' && /^[A-Za-z_]\w*$/.test(name));
}

/** The built-in provider, or one of the user's that shares its login. */
export const usesLogin = (state: CodexState): boolean =>
  state.provider === null
    ? (state.providerId?.value ?? 'openai') === 'openai'
    : holds(state.provider, 'requires_openai_auth') && !bindsKey(state.provider);

function wantedByCodex(state: CodexState): Wanted[] {
  const unset = keyVariables(state).filter((name) => (state.variable(name)?.value.trim() ?? '') === '');
  const wanted: Wanted[] = unset.map((name) => ({ name, purpose: 'key' }));
  const { version, channel } = state;
  if (usesLogin(state) && !hasOwnKey(state) && state.logins.length === 0) {
    if (does(version, 'codexApiKey')) wanted.push({ name: 'CODEX_API_KEY', purpose: 'key' });
    if (!does(version, 'ignoresOpenaiApiKey')) wanted.push({ name: 'OPENAI_API_KEY', purpose: 'key' });
  }
  const official = state.provider === null && usesLogin(state) && !channel?.baseUrl;
  if (official && !does(version, 'ignoresOpenaiBaseUrlVariable')) wanted.push({ name: 'OPENAI_BASE_URL', purpose: 'base' });
  return wanted;
}

function wantedByClaudeCode(state: ClientState): Wanted[] {
  const wanted: Wanted[] = [];
  if (!state.channel?.baseUrl) wanted.push({ name: 'ANTHROPIC_BASE_URL', purpose: 'base' });
  if (!hasOwnKey(state)) wanted.push({ name: 'ANTHROPIC_AUTH_TOKEN', purpose: 'key' }, { name: 'ANTHROPIC_API_KEY', purpose: 'key' });
  if ((state.channel?.model?.origin.scope ?? 'default') === 'default') wanted.push({ name: 'ANTHROPIC_MODEL', purpose: 'model' });
  return wanted;
}

export const wantedVariables = (state: ClientState): readonly Wanted[] =>
  state.id === 'codex' ? wantedByCodex(state) : wantedByClaudeCode(state);
