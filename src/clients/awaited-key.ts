// A project's file never gets the key: each user sets it. Which variable that takes, and the facts once it is set.

import type { Facts } from '../model.ts';
import type { ChannelIntent, ClientState } from './client.ts';

/** The variable that the client waits for; null where it has a key or where a file will hold it. */
export function awaitedVariable(state: ClientState, { scope, header }: Pick<ChannelIntent, 'scope' | 'header'>): string | null {
  if (scope !== 'project') return null;
  if (state.id === 'codex') return state.unsetKeyVariable?.value ?? null;
  if (state.keyHelper !== null || (state.channel?.credentials.length ?? 0) > 0) return null;
  return header === 'x-api-key' ? 'ANTHROPIC_API_KEY' : 'ANTHROPIC_AUTH_TOKEN';
}

/** As if the user had set it. */
export const withVariable = (facts: Facts, name: string, { key }: Pick<ChannelIntent, 'key'>): Facts =>
  'secret' in key ? { ...facts, env: { ...facts.env, [name]: key.secret.reveal() } } : facts;
