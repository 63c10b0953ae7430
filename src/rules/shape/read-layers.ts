// The files of a client that a rule about files may judge.

import type { ClientState } from '../../clients/client.ts';
import { does } from '../../clients/codex/versions.ts';
import type { Layer, Severity } from '../../model.ts';

/** What a file is to its client: decides what happens when it is broken. */
export type Reader = 'config' | 'login' | 'dotenv' | 'settings' | 'state';

const NOT_READ: ReadonlySet<string | undefined> = new Set(['untrusted', 'version']);

const isLegacy = (state: ClientState, layer: Layer): boolean => state.id === 'codex' && layer.scope === 'user' && layer.format !== 'toml';

/** Files of the first, TypeScript Codex. */
export const legacyLayers = (state: ClientState): readonly Layer[] => state.layers.filter((layer) => isLegacy(state, layer));

/** Layers with anything at their place that this version would read, were it in order. */
export function readLayers(state: ClientState): readonly Layer[] {
  return state.layers.filter((layer) => {
    if (layer.fact.state === 'absent' || NOT_READ.has(layer.ignoredBecause) || isLegacy(state, layer)) return false;
    // The login of Claude Code is its own affair, and of two state files the weaker is not read.
    return state.id === 'codex' || (layer.scope !== 'login' && (layer.scope !== 'global' || layer.file === state.globalConfig.file));
  });
}

export function readerOf(state: ClientState, layer: Layer): Reader {
  if (state.id === 'claude-code') return layer.file === state.globalConfig.file ? 'state' : 'settings';
  if (layer.format === 'dotenv') return 'dotenv';
  return layer.scope === 'login' ? 'login' : 'config';
}

/** Does the selected Codex provider live on what auth.json holds? */
function needsLogin(state: ClientState): boolean {
  if (state.id !== 'codex') return false;
  return state.provider === null
    ? state.channel !== null && state.providerId === null
    : state.provider.get('requires_openai_auth')?.value === true;
}

/** How bad it is that this version can't use the file. */
export function severityOfLoss(state: ClientState, layer: Layer): Severity {
  if (readerOf(state, layer) !== 'login') return 'error';
  return !does(state.version, 'toleratesBadAuthFile') || needsLogin(state) ? 'error' : 'warning';
}

const isLost = ({ inEffect, ignoredBecause }: Layer): boolean => !inEffect && ignoredBecause !== undefined && ignoredBecause !== 'absent';

/** Is there a file with the saved login that this version can't use? */
export const loginLost = (state: ClientState): boolean =>
  readLayers(state).some((layer) => readerOf(state, layer) === 'login' && isLost(layer));

/** Is some file with possible settings of this client out of action, so that what is missing may stand there? */
export const anyLost = (state: ClientState): boolean => readLayers(state).some(isLost);
