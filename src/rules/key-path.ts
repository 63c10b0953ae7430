// Values and layers by where they stand.

import type { ClientState } from '../clients/client.ts';
import { isTable } from '../clients/field-type.ts';
import type { JsonValue, KeyPath, Layer, Origin } from '../model.ts';

export function valueAt(root: JsonValue | null | undefined, path: KeyPath): JsonValue | undefined {
  let value: JsonValue | undefined = root ?? undefined;
  for (const key of path) {
    if (!isTable(value) || !Object.hasOwn(value, key)) return undefined;
    value = value[key];
  }
  return value;
}

/** All files of a client; the state file of Claude Code among them. */
export function allLayers(state: ClientState): readonly Layer[] {
  if (state.id !== 'claude-code' || state.layers.some(({ file }) => file === state.globalConfig.file)) return state.layers;
  return [...state.layers, state.globalConfig];
}

export const layerAt = (state: ClientState, origin: Origin): Layer | null =>
  allLayers(state).find(({ file }) => file === origin.file) ?? null;
