// Files of a client that hold a credential, and where in them the first one stands.

import { type ClientState, originIn } from '../../clients/client.ts';
import { isTable } from '../../clients/field-type.ts';
import type { JsonValue, KeyPath, Layer, Origin } from '../../model.ts';
import { allLayers, valueAt } from '../key-path.ts';
import { variableIn } from '../shape/variable-reference.ts';

const CLAUDE_PATHS: readonly KeyPath[] = [
  ['env', 'ANTHROPIC_AUTH_TOKEN'],
  ['env', 'ANTHROPIC_API_KEY'],
  ['env', 'CLAUDE_CODE_OAUTH_TOKEN'],
  ['primaryApiKey'],
  ['claudeAiOauth', 'accessToken'],
];
const LOGIN_PATHS: readonly KeyPath[] = [['OPENAI_API_KEY'], ['tokens', 'access_token'], ['tokens', 'refresh_token']];
const KEY_HEADER = /authorization|api-?key|token/i;
const KEY_NAME = /(?:^|_)(?:KEY|TOKEN|SECRET|PASSWORD)$/i;

const isCredential = (value: JsonValue | undefined): boolean =>
  typeof value === 'string' && value.trim() !== '' && variableIn(value) === null;

function codexPaths(root: JsonValue | null): KeyPath[] {
  const providers = valueAt(root, ['model_providers']);
  if (!isTable(providers)) return [];
  return Object.entries(providers).flatMap(([id, table]) => {
    const headers = valueAt(table, ['http_headers']);
    const named = isTable(headers) ? Object.keys(headers).filter((name) => KEY_HEADER.test(name)) : [];
    const at = (...keys: string[]): KeyPath => ['model_providers', id, ...keys];
    return [at('experimental_bearer_token'), ...named.map((name) => at('http_headers', name))];
  });
}

function pathsIn({ format, scope, document }: Layer): readonly KeyPath[] {
  const root = document?.root ?? null;
  if (format === 'toml') return codexPaths(root);
  if (format === 'dotenv')
    return isTable(root ?? undefined)
      ? Object.keys(root as object)
          .filter((name) => KEY_NAME.test(name))
          .map((name) => [name])
      : [];
  const headers = valueAt(root, ['env', 'ANTHROPIC_CUSTOM_HEADERS']);
  const custom: KeyPath[] = typeof headers === 'string' && KEY_HEADER.test(headers) ? [['env', 'ANTHROPIC_CUSTOM_HEADERS']] : [];
  return [...CLAUDE_PATHS, ...custom, ...(scope === 'login' ? LOGIN_PATHS : [])];
}

/** Managed and system files are an administrator's. */
export function credentialFiles(state: ClientState): readonly { readonly layer: Layer; readonly origin: Origin }[] {
  return allLayers(state).flatMap((layer) => {
    if (layer.scope === 'managed' || layer.scope === 'system' || layer.document?.root == null) return [];
    const path = pathsIn(layer).find((candidate) => isCredential(valueAt(layer.document?.root, candidate)));
    return path ? [{ layer, origin: originIn(layer, path) }] : [];
  });
}
