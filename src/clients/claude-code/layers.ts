// Files → layers: which of them this version takes anything from, and the values that win over all of them.

import type { Document } from '../../documents/document.ts';
import { openDocument } from '../../documents/index.ts';
import type { Facts, FileFact, JsonValue, KeyPath, Layer, Setting, Valued } from '../../model.ts';
import { originIn } from '../client.ts';
import { isTable } from '../field-type.ts';
import { factOf, type Place, places } from './places.ts';
import { unknownKeys, wrongTypes } from './schema.ts';
import { has } from './versions.ts';

type Reason = NonNullable<Layer['ignoredBecause']>;

const SETTINGS_SCOPES: ReadonlySet<string> = new Set(['managed', 'local', 'project', 'user']);
const VARIABLE_SCOPES: ReadonlySet<string> = new Set([...SETTINGS_SCOPES, 'global']);

/** Only UTF-8, and from 2.0.77 on little-endian UTF-16 with its mark (section 2). */
function unreadableBytes(document: Document, version: string): Reason | null {
  switch (document.encoding) {
    case 'utf-16be':
      return 'encoding';
    case 'utf-16le':
      return document.hasBom && !has(version, 'dropsUtf16') ? null : 'encoding';
    case 'utf-8':
      return document.hasBom && has(version, 'dropsBom') ? 'bom' : null;
    case 'invalid':
      return document.root === null ? 'encoding' : null;
  }
}

function reasonIgnored(place: Place, fact: FileFact, document: Document | null, version: string): Reason | null {
  if (fact.state === 'absent') return 'absent';
  if (document === null) return 'unreadable';
  const bytes = unreadableBytes(document, version);
  if (bytes) return bytes;
  if (document.root === null) return document.problems.length > 0 && document.text.trim() !== '' ? 'syntax' : null;
  if (!SETTINGS_SCOPES.has(place.scope)) return isTable(document.root) ? null : 'wrong-type';
  if (wrongTypes(document.root, version).length > 0) return 'wrong-type';
  return unknownKeys(document.root, version).length > 0 ? 'unknown-key' : null;
}

function layerOf(facts: Facts, place: Place, version: string): Layer {
  const fact = factOf(facts, place.path);
  const document = fact.bytes ? openDocument('json', fact.bytes) : null;
  const reason = reasonIgnored(place, fact, document, version);
  return {
    scope: place.scope,
    file: place.path,
    format: 'json',
    fact,
    document,
    inEffect: reason === null,
    ...(reason ? { ignoredBecause: reason } : {}),
  };
}

/** Of two global files the first that is there counts, even when it is broken. */
function withOneGlobal(layers: readonly Layer[]): readonly Layer[] {
  const counts = globalLayer(layers);
  return layers.map((layer) => {
    if (layer.scope !== 'global' || layer === counts) return layer;
    const { ignoredBecause: _, ...rest } = layer;
    return { ...rest, inEffect: false, ...(layer.fact.state === 'absent' ? { ignoredBecause: 'absent' as const } : {}) };
  });
}

/** `.claude.json`, or `.config.json` where that is there and read. */
export function globalLayer(layers: readonly Layer[]): Layer {
  const candidates = layers.filter((layer) => layer.scope === 'global');
  const found = candidates.find((layer) => layer.fact.state !== 'absent') ?? candidates.at(-1);
  if (found === undefined) throw new RangeError('a client without a global file');
  return found;
}

/** Strongest first, absent ones included. */
export const readLayers = (facts: Facts, version: string): readonly Layer[] =>
  withOneGlobal(places(facts, version).map((place) => layerOf(facts, place, version)));

export const isSettings = (layer: Layer): boolean => SETTINGS_SCOPES.has(layer.scope);

function winner<T>(found: readonly Valued<T>[]): Setting<T> | null {
  const [first, ...shadows] = found;
  return first ? { ...first, shadows } : null;
}

/** `env` of every layer in effect beats the process environment; whatever is no string becomes one (sections 1 and 2). */
export function variableIn(layers: readonly Layer[], env: Readonly<Record<string, string>>, name: string): Setting | null {
  const path = ['env', name];
  const found: Valued<string>[] = [];
  for (const layer of layers) {
    if (!layer.inEffect || !VARIABLE_SCOPES.has(layer.scope)) continue;
    const located = layer.document?.at(path);
    if (located) found.push({ value: textOf(located.value), origin: originIn(layer, path) });
  }
  const inherited = Object.hasOwn(env, name) ? env[name] : undefined;
  if (inherited !== undefined) found.push({ value: inherited, origin: { scope: 'env', env: name } });
  return winner(found);
}

const textOf = (value: JsonValue): string => (isTable(value) ? '[object Object]' : String(value));

export function variableNamesIn(layers: readonly Layer[], env: Readonly<Record<string, string>>): readonly string[] {
  const names = new Set<string>();
  for (const layer of layers) {
    if (!layer.inEffect || !VARIABLE_SCOPES.has(layer.scope)) continue;
    const variables = layer.document?.at(['env'])?.value;
    if (isTable(variables)) for (const name of Object.keys(variables)) names.add(name);
  }
  for (const name of Object.keys(env)) names.add(name);
  return [...names];
}

/** A key of the settings files in effect. */
export function settingIn(layers: readonly Layer[], path: KeyPath): Setting<JsonValue> | null {
  const found: Valued<JsonValue>[] = [];
  for (const layer of layers) {
    const located = layer.inEffect && isSettings(layer) ? layer.document?.at(path) : null;
    if (located) found.push({ value: located.value, origin: originIn(layer, path) });
  }
  return winner(found);
}
