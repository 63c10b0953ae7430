// Environment variables as Codex sees them: `$CODEX_HOME/.env` is loaded into the process environment at start.

import { dotenvEntries } from '../../documents/index.ts';
import type { Facts, Setting, Valued } from '../../model.ts';
import { originIn } from '../client.ts';
import type { CodexLayer } from './layers.ts';
import { does } from './versions.ts';

export interface Environment {
  variable(name: string): Setting | null;
  readonly names: readonly string[];
}

/** The program's own variables are never taken from the file. */
const isOwnVariable = (name: string): boolean => /^CODEX_/i.test(name);

/** Of a name that stands twice the last counts where the file overrides, else the first, which is then already set. */
function valuesOf(dotenv: CodexLayer | null, facts: Facts, overrides: boolean): ReadonlyMap<string, string> {
  const entries = dotenv?.document ? dotenvEntries(dotenv.document, facts.env) : [];
  const own = entries.filter(({ name }) => !isOwnVariable(name)).map(({ name, value }) => [name, value] as const);
  return new Map(overrides ? own : own.toReversed());
}

export function environmentOf(layers: readonly CodexLayer[], facts: Facts, version: string): Environment {
  const dotenv = layers.find((layer) => layer.role === 'dotenv' && layer.inEffect) ?? null;
  const overrides = does(version, 'dotenvOverrides');
  const written = valuesOf(dotenv, facts, overrides);
  const ignoresCase = facts.platform === 'win32';
  const nameIn = (names: readonly string[], name: string): string | undefined =>
    ignoresCase ? names.find((other) => other.toUpperCase() === name.toUpperCase()) : names.includes(name) ? name : undefined;

  const fromProcess = (name: string): Valued<string>[] => {
    const known = nameIn(Object.keys(facts.env), name);
    const value = known === undefined ? undefined : facts.env[known];
    return known === undefined || value === undefined ? [] : [{ value, origin: { scope: 'env', env: known } }];
  };
  const fromFile = (name: string): Valued<string>[] => {
    const known = nameIn([...written.keys()], name);
    const value = known === undefined ? undefined : written.get(known);
    return dotenv && known !== undefined && value !== undefined ? [{ value, origin: { ...originIn(dotenv, [known]), env: known } }] : [];
  };
  return {
    variable(name) {
      const [first, ...shadows] = overrides ? [...fromFile(name), ...fromProcess(name)] : [...fromProcess(name), ...fromFile(name)];
      return first ? { ...first, shadows } : null;
    },
    names: [...new Set([...Object.keys(facts.env), ...written.keys()])],
  };
}

/** Set to something other than blanks. */
export const isSet = (setting: Setting | null): setting is Setting => setting !== null && setting.value.trim() !== '';
