// config.toml as merged over its layers: tables are merged key by key, the strongest value wins.

import type { JsonValue, KeyPath, Setting, Valued } from '../../model.ts';
import { originIn } from '../client.ts';
import { isTable } from '../field-type.ts';
import { type CodexLayer, rootOf } from './layers.ts';
import { does } from './versions.ts';

/** Keys that a project's file may not set: codex-rs/config/src/loader/mod.rs. */
const DENIED_TO_PROJECTS =
  /^(?:openai_base_url|chatgpt_base_url|apps_mcp_product_sku|model_provider|model_providers|notify|profile|profiles|experimental_realtime_\w+_base_url|otel)$/;

/** What a table of `[profiles]` may hold instead of the root, up to 0.133. */
const PROFILE_KEYS: ReadonlySet<string> = new Set([
  'model',
  'model_provider',
  'model_reasoning_effort',
  'model_reasoning_summary',
  'model_verbosity',
  'chatgpt_base_url',
  'oss_provider',
  'service_tier',
  'features',
  'web_search',
]);

export interface Settings {
  /** Null where no layer in effect has the key; of tables the strongest, not merged. */
  get(path: KeyPath): Setting<JsonValue> | null;
  /** The value if it is a text. */
  text(path: KeyPath): Setting | null;
  /** Names of a merged table, those of the strongest layer first. */
  keys(path: KeyPath): readonly string[];
  /** The strongest layer in effect that has this path. */
  layerOf(path: KeyPath): CodexLayer | null;
  /** The legacy `profile = "x"`, whether this version obeys it or stops. */
  readonly profile: Setting | null;
}

function valueAt(layer: CodexLayer, path: KeyPath): JsonValue | undefined {
  let value: JsonValue | undefined = rootOf(layer);
  for (const key of path) {
    if (!isTable(value) || !Object.hasOwn(value, key)) return undefined;
    value = value[key];
  }
  return value;
}

function strongest<T>(values: readonly Valued<T>[]): Setting<T> | null {
  const [first, ...shadows] = values;
  return first ? { ...first, shadows } : null;
}

export const asText = (setting: Setting<JsonValue> | null): Setting | null => {
  if (setting === null || typeof setting.value !== 'string') return null;
  const shadows = setting.shadows.flatMap(({ value, origin }) => (typeof value === 'string' ? [{ value, origin }] : []));
  return { value: setting.value, origin: setting.origin, shadows };
};

/** Only layers in effect are given a say; `layers` may hold others. */
export function settingsOf(layers: readonly CodexLayer[], version: string): Settings {
  const config = layers.filter((layer) => layer.role === 'config' && layer.inEffect);
  const deniesProjects = does(version, 'projectCannotSetProvider');
  const mayHold = (layer: CodexLayer, path: KeyPath): boolean =>
    !(deniesProjects && layer.scope === 'project' && DENIED_TO_PROJECTS.test(path[0] ?? ''));

  const holders = (path: KeyPath): CodexLayer[] => config.filter((layer) => mayHold(layer, path) && valueAt(layer, path) !== undefined);
  const plain = (path: KeyPath): Valued<JsonValue>[] =>
    holders(path).map((layer) => ({ value: valueAt(layer, path) ?? null, origin: originIn(layer, path) }));

  const profile = asText(strongest(plain(['profile'])));
  const profileName = profile && !does(version, 'refusesLegacyProfile') ? profile.value : null;
  const ofProfile = (path: KeyPath): Valued<JsonValue>[] =>
    profileName === null || !PROFILE_KEYS.has(path[0] ?? '')
      ? []
      : plain(['profiles', profileName, ...path]).map(({ value, origin }) => ({ value, origin: { ...origin, scope: 'profile' as const } }));

  const get = (path: KeyPath): Setting<JsonValue> | null => strongest([...ofProfile(path), ...plain(path)]);
  return {
    get,
    text: (path) => asText(get(path)),
    keys: (path) => [
      ...new Set(
        holders(path).flatMap((layer) => {
          const table = valueAt(layer, path);
          return isTable(table) ? Object.keys(table) : [];
        }),
      ),
    ],
    layerOf: (path) => holders(path)[0] ?? null,
    profile,
  };
}
