// auth.json: what it holds, and which of it this version would use.

import type { JsonValue, Valued } from '../../model.ts';
import { Secret } from '../../secret.ts';
import { originIn } from '../client.ts';
import { isTable } from '../field-type.ts';
import { type CodexLayer, rootOf } from './layers.ts';
import type { Settings } from './settings.ts';
import { does } from './versions.ts';

export interface Saved {
  readonly key: Valued<Secret> | null;
  /** The access token of a ChatGPT account. */
  readonly token: Valued<Secret> | null;
  readonly used: 'key' | 'token' | null;
}

const NOTHING: Saved = { key: null, token: null, used: null };
const word = (value: JsonValue | undefined): string | null => (typeof value === 'string' && value !== '' ? value : null);

/** In a keyring, or nowhere: the file is not looked at (`auto` falls back to it). */
const isElsewhere = (settings: Settings): boolean =>
  ['keyring', 'ephemeral'].includes(settings.text(['cli_auth_credentials_store'])?.value ?? '');

function usedOf(key: unknown, token: unknown, mode: string | null, settings: Settings, version: string): Saved['used'] {
  if (!key || !token) return key ? 'key' : token ? 'token' : null;
  if (does(version, 'authMode') && mode !== null) return mode === 'apikey' ? 'key' : 'token';
  if (does(version, 'savedKeyBeatsLogin')) return 'key';
  // Known to versions of the 0.20s only.
  return settings.text(['preferred_auth_method'])?.value === 'apikey' ? 'key' : 'token';
}

export function savedIn(layer: CodexLayer | null, settings: Settings, version: string): Saved {
  if (!layer?.inEffect || isElsewhere(settings)) return NOTHING;
  const { OPENAI_API_KEY, tokens, auth_mode } = rootOf(layer);
  const saved = (value: string | null, path: readonly string[]): Valued<Secret> | null =>
    value === null ? null : { value: new Secret(value), origin: originIn(layer, path) };
  const key = saved(word(OPENAI_API_KEY), ['OPENAI_API_KEY']);
  const token = saved(isTable(tokens) ? word(tokens.access_token) : null, ['tokens', 'access_token']);
  return { key, token, used: usedOf(key, token, word(auth_mode), settings, version) };
}
