// The files of Codex as layers: opened, and judged whether this version takes anything from them.

import { openDocument } from '../../documents/index.ts';
import type { Facts, FileFact, JsonValue, Layer } from '../../model.ts';
import { absentFile } from '../client.ts';
import { isTable } from '../field-type.ts';
import { type Place, pathOf, placesOf } from './places.ts';
import { does } from './versions.ts';

export type CodexLayer = Layer & { readonly role: Place['role'] };
type Ignored = NonNullable<Layer['ignoredBecause']>;

/** Codex takes a dangling link for no file at all (measured). */
const isAbsent = (fact: FileFact): boolean => fact.state === 'absent' || fact.state === 'dangling';

function isReadBy(place: Place, version: string): boolean {
  if (place.role === 'legacy') return !does(version, 'rust');
  if (place.role === 'login') return does(version, 'authFile');
  if (place.role === 'dotenv') return does(version, 'dotenv');
  switch (place.scope) {
    case 'managed':
      return does(version, 'managedConfig');
    case 'project':
      return does(version, 'projectConfig');
    case 'system':
      return does(version, 'systemConfig');
    default:
      return does(version, 'rust');
  }
}

function whyIgnored(place: Place, layer: Pick<Layer, 'fact' | 'document'>, version: string): Ignored | null {
  if (isAbsent(layer.fact)) return 'absent';
  if (!isReadBy(place, version)) return 'version';
  const { document } = layer;
  if (document === null) return 'unreadable';
  if (document.encoding !== 'utf-8') return 'encoding';
  // TOML and .env tolerate the mark (the latter loses its first name to it); JSON does not.
  if (place.format === 'json' && document.hasBom) return 'bom';
  return isTable(document.root ?? undefined) ? null : 'syntax';
}

function openLayer(place: Place, facts: Facts, version: string): CodexLayer {
  const fact = facts.files.get(place.file) ?? absentFile(place.file);
  const document = fact.bytes === null ? null : openDocument(place.format, fact.bytes);
  const because = whyIgnored(place, { fact, document }, version);
  const base = { scope: place.scope, file: place.file, format: place.format, role: place.role, fact, document };
  return because === null ? { ...base, inEffect: true } : { ...base, inEffect: false, ignoredBecause: because };
}

export const rootOf = (layer: Layer): { readonly [key: string]: JsonValue } => {
  const root = layer.document?.root ?? null;
  return isTable(root) ? root : {};
};

/** Does a user's, system's or managed file trust the current folder or the work tree it lies in? */
export function isTrusted(layers: readonly CodexLayer[], facts: Facts): boolean {
  const { sep } = pathOf(facts);
  const normal = (folder: string): string => {
    const cut = folder.length > 1 && folder.endsWith(sep) ? folder.slice(0, -1) : folder;
    return facts.platform === 'win32' ? cut.replaceAll('/', sep).toLowerCase() : cut;
  };
  const cwd = normal(facts.cwd);
  const workTrees = (facts.git?.roots ?? (facts.git ? [facts.git.root] : [])).map(normal);
  const folders = new Set([cwd, ...workTrees.filter((root) => cwd.startsWith(root + sep))]);
  for (const layer of layers) {
    if (layer.role !== 'config' || layer.scope === 'project' || !layer.inEffect) continue;
    const { projects } = rootOf(layer);
    if (!isTable(projects)) continue;
    for (const [folder, entry] of Object.entries(projects)) {
      if (isTable(entry) && entry.trust_level !== undefined && folders.has(normal(folder))) return entry.trust_level === 'trusted';
    }
  }
  return false;
}

/** Strongest first; absent ones included, except files of the first Codex that are not there. */
export function layersOf(facts: Facts, version: string): { readonly layers: readonly CodexLayer[]; readonly projectTrusted: boolean } {
  const opened = placesOf(facts)
    .map((place) => openLayer(place, facts, version))
    .filter((layer) => layer.role !== 'legacy' || layer.fact.state !== 'absent');
  const projectTrusted = isTrusted(opened, facts);
  const layers = opened.map((layer): CodexLayer => {
    const counts = layer.scope !== 'project' || projectTrusted || !does(version, 'projectNeedsTrust');
    return counts || layer.ignoredBecause === 'absent' || layer.ignoredBecause === 'version'
      ? layer
      : { ...layer, inEffect: false, ignoredBecause: 'untrusted' };
  });
  return { layers, projectTrusted };
}
