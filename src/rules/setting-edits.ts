// Edits that give a setting another value, or take it away, at the place where it counts.

import { posix, win32 } from 'node:path';
import type { ClaudeCodeState, ClientState, CodexState } from '../clients/client.ts';
import { does } from '../clients/codex/versions.ts';
import type { Edit, Facts, JsonValue, KeyPath, Origin, Scope } from '../model.ts';
import type { Secret } from '../secret.ts';

/** Scopes whose files belong to the user or the project; managed and system files are somebody else's. */
const EDITABLE: readonly Scope[] = ['user', 'local', 'project', 'profile', 'global', 'dotenv', 'login'];

export const isEditable = (scope: Scope): boolean => EDITABLE.includes(scope);

/** Null where a value stands in no file that may be edited. */
function placeOfOrigin({ scope, file, path }: Origin): { readonly file: string; readonly path: KeyPath } | null {
  return file !== undefined && path !== undefined && isEditable(scope) ? { file, path } : null;
}

export function setAt(origin: Origin, value: JsonValue | Secret): Edit | null {
  const place = placeOfOrigin(origin);
  return place && { op: 'set', ...place, value };
}

export function removeAt(origin: Origin): Edit | null {
  const place = placeOfOrigin(origin);
  return place && { op: 'remove', ...place };
}

/** The file of the user's own settings: settings.json or config.toml. */
export const userFile = (state: ClientState): string | null => state.layers.find(({ scope }) => scope === 'user')?.file ?? null;

/** A variable of Claude Code, where it stands if that is a file, else in the user's settings, which beat the environment in every version. */
export function setVariable(state: ClaudeCodeState, name: string, value: string | Secret): readonly Edit[] {
  const origin = state.variable(name)?.origin;
  const here = origin && setAt(origin, value);
  if (here) return [here];
  const file = origin?.scope === 'managed' ? null : userFile(state);
  return file === null ? [] : [{ op: 'set', file, path: ['env', name], value }];
}

/** A variable of Codex in `$CODEX_HOME/.env`, where that beats the environment. */
export function setDotenv(state: CodexState, facts: Facts, name: string, value: string | Secret): readonly Edit[] {
  if (!does(state.version, 'dotenvOverrides') || name.startsWith('CODEX_')) return [];
  return [{ op: 'set', file: inHome(state, facts, '.env'), path: [name], value }];
}

export const inHome = (state: CodexState, facts: Facts, name: string): string =>
  (facts.platform === 'win32' ? win32 : posix).join(state.home, name);

export const unsafe = (edits: readonly Edit[]) => (edits.length > 0 ? ({ safety: 'unsafe', edits } as const) : null);
export const safe = (edits: readonly Edit[]) => (edits.length > 0 ? ({ safety: 'safe', edits } as const) : null);
