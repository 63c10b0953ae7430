// Back to the vendor's own login: the selection of a provider and its model go from the user's file, and the provider's table where it holds
// nothing but a channel.

import type { Edit, Facts, JsonValue, KeyPath } from '../../model.ts';
import type { ClientState } from '../client.ts';
import { isTable } from '../field-type.ts';
import { rootOf } from './layers.ts';
import { pathOf } from './places.ts';
import { TABLES } from './providers.ts';
import { isBuiltIn } from './versions.ts';

/** What a channel needs; a table with more than that was made by hand and stays, unselected. */
const CHANNEL_KEYS: ReadonlySet<string> = new Set(['name', 'base_url', 'wire_api', 'env_key', 'experimental_bearer_token', 'auth']);
const KEY_HEADERS = /^(?:authorization|x-api-key)$/i;

const holdsKeysOnly = (value: JsonValue | undefined): boolean =>
  isTable(value) && Object.keys(value).every((name) => KEY_HEADERS.test(name));

function isPlainChannel(table: JsonValue | undefined): boolean {
  if (!isTable(table)) return false;
  return Object.entries(table).every(
    ([key, value]) => CHANNEL_KEYS.has(key) || ((key === 'http_headers' || key === 'env_http_headers') && holdsKeysOnly(value)),
  );
}

export function leaveCodex(state: ClientState, facts: Facts): readonly Edit[] {
  if (state.id !== 'codex') return [];
  const file = pathOf(facts).join(state.home, 'config.toml');
  const layer = state.layers.find((other) => other.file === file);
  const root = layer ? rootOf(layer) : {};
  const remove = (...path: KeyPath): Edit => ({ op: 'remove', file, path });
  const name = state.profile?.value;
  const profiles = isTable(root.profiles) ? root.profiles : {};
  const profile = name !== undefined && isTable(profiles[name]) ? profiles[name] : {};
  /** Where the selection stands: at the root, and in the legacy profile that is in effect. */
  const places: readonly (readonly [KeyPath, { readonly [key: string]: JsonValue }])[] = [
    [[], root],
    ...(name === undefined ? [] : [[['profiles', name], profile] as const]),
  ];
  const selections = places.flatMap(([path, table]): readonly Edit[] => {
    const id = table.model_provider;
    const isCustom = typeof id === 'string' && !isBuiltIn(id, state.version);
    if (!isCustom) return [];
    return [remove(...path, 'model_provider'), ...(table.model === undefined ? [] : [remove(...path, 'model')])];
  });
  const address = root.openai_base_url === undefined ? [] : [remove('openai_base_url')];
  const others = Object.entries(profiles).some(
    ([key, table]) => key !== name && isTable(table) && table.model_provider === state.provider?.id,
  );
  const tables = isTable(root[TABLES]) ? root[TABLES] : {};
  const id = state.provider?.layer.file === file ? state.provider.id : null;
  const table = id !== null && !others && selections.length > 0 && isPlainChannel(tables[id]) ? [remove(TABLES, id)] : [];
  return [...selections, ...address, ...table];
}
