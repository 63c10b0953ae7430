// Forms in config.toml that no version of Codex reads, or not the installed one.

import type { CodexProvider, CodexState } from '../../clients/client.ts';
import { PROVIDER_KEYS } from '../../clients/codex/schema.ts';
import { does } from '../../clients/codex/versions.ts';
import { isTable } from '../../clients/field-type.ts';
import type { Edit, JsonValue, KeyPath, Layer } from '../../model.ts';
import { Secret } from '../../secret.ts';
import { isEditable } from '../setting-edits.ts';
import { type Held, heldIn, holdsOf, type IgnoredForm, mainOf, purposeOf, textOf } from './ignored-form.ts';
import { readerOf, readLayers } from './read-layers.ts';

const TABLES = ['env', 'openai', 'anthropic', 'api'] as const;
/** Root keys that have these names rightly: the rule is about what has no meaning there. */
const RIGHT_AT_ROOT: ReadonlySet<string> = new Set(['model']);

const hasKey = (state: CodexState): boolean =>
  (state.channel?.credentials.length ?? 0) > 0 || state.keyHelper !== null || state.unsetKeyVariable !== null;

function keyEdits(state: CodexState, file: string, provider: KeyPath, held: readonly Held[]): Edit[] {
  const name = textOf(held, 'variable');
  if (name !== null) return [{ op: 'set', file, path: [...provider, 'env_key'], value: name }];
  const key = textOf(held, 'key');
  if (key === null) return [];
  return does(state.version, 'bearerToken')
    ? [{ op: 'set', file, path: [...provider, 'experimental_bearer_token'], value: new Secret(key) }]
    : [{ op: 'set', file, path: [...provider, 'http_headers', 'Authorization'], value: new Secret(`Bearer ${key}`) }];
}

function freeId(state: CodexState): string {
  const taken = new Set(state.providers.map(({ id }) => id));
  return ['gw', 'gw2', 'gateway', 'relay'].find((id) => !taken.has(id)) ?? `gw${taken.size + 1}`;
}

/** Gives what the flat keys hold to the selected provider, or to a new one. */
function carriedOver(state: CodexState, { file }: Layer, held: readonly Held[]): Edit[] | null {
  const address = textOf(held, 'address');
  const { provider } = state;
  if (provider) {
    const missesBase = address !== null && provider.get('base_url') === null;
    const base: Edit[] = missesBase ? [{ op: 'set', file: provider.layer.file, path: [...provider.path, 'base_url'], value: address }] : [];
    return [...base, ...(hasKey(state) ? [] : keyEdits(state, provider.layer.file, provider.path, held))];
  }
  if (address === null || state.channel?.baseUrl) return [];
  const id = freeId(state);
  const table = ['model_providers', id];
  const set = (path: KeyPath, value: JsonValue): Edit => ({ op: 'set', file, path, value });
  return [
    set(['model_provider'], id),
    set([...table, 'name'], id),
    set([...table, 'base_url'], address),
    set([...table, 'wire_api'], 'responses'),
    ...keyEdits(state, file, table, held),
  ];
}

function atRoot(state: CodexState, layer: Layer, held: readonly Held[], reported: KeyPath, removed: readonly KeyPath[]): IgnoredForm {
  const holds = holdsOf(held);
  const carried = isEditable(layer.scope) ? carriedOver(state, layer, held) : null;
  return {
    layer,
    path: reported,
    names: held.map(({ name }) => name),
    holds,
    isNeeded: (holds.address && !state.channel?.baseUrl) || (holds.key && !hasKey(state)),
    edits: carried && [...removed.map((path): Edit => ({ op: 'remove', file: layer.file, path })), ...carried],
  };
}

/** Variables in an `[env]` table, by the name of the one the channel waits for; the client has a file of its own for them. */
function variablesOf(state: CodexState, table: JsonValue | undefined): { edits: Edit[]; hasAwaited: boolean } {
  const dotenv = state.layers.find(({ format }) => format === 'dotenv');
  const awaited = state.unsetKeyVariable?.value;
  const variables = isTable(table)
    ? Object.entries(table).flatMap(([name, value]) => {
        const isCarried = name !== awaited && purposeOf(name) !== null;
        const isPlain = ['string', 'number', 'bigint', 'boolean'].includes(typeof value);
        return !isPlain || isCarried || name.startsWith('CODEX_') || dotenv?.document?.at([name]) ? [] : [{ name, value: String(value) }];
      })
    : [];
  const canMove = dotenv && isEditable(dotenv.scope) && does(state.version, 'dotenvOverrides');
  return {
    edits: canMove
      ? variables.map(({ name, value }): Edit => ({ op: 'set', file: dotenv.file, path: [name], value: new Secret(value) }))
      : [],
    hasAwaited: variables.some(({ name }) => name === awaited),
  };
}

/** An `[env]` table, as other programs have it. */
function environmentTable(state: CodexState, layer: Layer, table: JsonValue | undefined): IgnoredForm {
  const form = atRoot(state, layer, heldIn(table, ['env']), ['env'], [['env']]);
  const { edits, hasAwaited } = variablesOf(state, table);
  const canKeepAll = !hasAwaited || edits.length > 0;
  return {
    ...form,
    holds: { ...form.holds, key: form.holds.key || hasAwaited },
    isNeeded: form.isNeeded || hasAwaited,
    edits: form.edits && canKeepAll ? [...form.edits, ...edits] : null,
  };
}

/** `api_key`, `baseURL`, `headers`, timeouts inside a provider's table. */
function inProvider(state: CodexState, provider: CodexProvider): IgnoredForm[] {
  const { layer, path } = provider;
  const table = layer.document?.at(path)?.value;
  const unread = isTable(table) ? Object.fromEntries(Object.entries(table).filter(([name]) => !PROVIDER_KEYS.has(name))) : {};
  const held = [...heldIn(unread, path), ...(['url', 'key'] as const).flatMap((name) => alias(unread, path, name))].filter(
    ({ purpose, name }) => purpose !== 'model' && name !== 'provider',
  );
  const main = mainOf(held);
  if (!main) return [];
  const isSelected = state.provider?.id === provider.id;
  const holds = holdsOf(held);
  const { file } = layer;
  const rename = ({ purpose, path: from }: Held): Edit => {
    const to =
      purpose === 'address' ? 'base_url' : purpose === 'key' && does(state.version, 'bearerToken') ? 'experimental_bearer_token' : null;
    return to === null || provider.get(to) !== null ? { op: 'remove', file, path: from } : { op: 'rename', file, path: from, to };
  };
  const canRename = isEditable(layer.scope) && (does(state.version, 'bearerToken') || !holds.key);
  return [
    {
      layer,
      path: main.path,
      names: held.map(({ name }) => name),
      holds,
      isNeeded: isSelected && ((holds.address && provider.get('base_url') === null) || (holds.key && !hasKey(state))),
      edits: canRename ? held.map(rename) : null,
    },
  ];
}

function alias(table: { readonly [key: string]: JsonValue }, path: KeyPath, name: 'url' | 'key'): Held[] {
  const value = table[name];
  return typeof value === 'string' ? [{ name, path: [...path, name], purpose: name === 'url' ? 'address' : 'key', value }] : [];
}

export function ignoredInCodex(state: CodexState): IgnoredForm[] {
  const knowsBaseUrl = does(state.version, 'openaiBaseUrl');
  const found: IgnoredForm[] = [];
  for (const layer of readLayers(state)) {
    const root = layer.document?.root;
    if (readerOf(state, layer) !== 'config' || !isTable(root ?? undefined) || root == null) continue;
    const table = root as { readonly [key: string]: JsonValue };
    const flat = heldIn(table, []).filter(({ name }) => !RIGHT_AT_ROOT.has(name) && !(name === 'openai_base_url' && knowsBaseUrl));
    const main = mainOf(flat);
    if (main)
      found.push(
        atRoot(
          state,
          layer,
          flat,
          main.path,
          flat.map(({ path }) => path),
        ),
      );
    for (const name of TABLES) {
      const held = heldIn(table[name], [name]);
      const { address, key } = holdsOf(held);
      if (!isTable(table[name])) continue;
      if (name === 'env') found.push(environmentTable(state, layer, table[name]));
      else if (address || key) found.push(atRoot(state, layer, held, [name], [[name]]));
    }
  }
  return [...found, ...state.providers.flatMap((provider) => inProvider(state, provider))];
}
