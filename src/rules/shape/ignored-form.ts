// The common part of forms that no version reads: what they hold, by the names people give it.

import { isTable } from '../../clients/field-type.ts';
import type { Edit, JsonValue, KeyPath, Layer } from '../../model.ts';

export interface IgnoredForm {
  readonly layer: Layer;
  /** What is reported: the key or table itself. */
  readonly path: KeyPath;
  /** Names of the ignored keys, as a reader finds them. */
  readonly names: readonly string[];
  readonly holds: { readonly address: boolean; readonly key: boolean };
  /** What it holds is given nowhere else. */
  readonly isNeeded: boolean;
  /** Rewrites it in the form that the client reads; null where that is not plain. */
  readonly edits: readonly Edit[] | null;
}

export type Purpose = 'address' | 'key' | 'variable' | 'model' | 'other';

/** In lower case, without underscores and without the vendor in front. */
const PURPOSES: ReadonlyMap<string, Purpose> = new Map([
  ...named(
    'address',
    'baseurl',
    'baseuri',
    'apibase',
    'apibaseurl',
    'apibaseuri',
    'apiurl',
    'apiuri',
    'apiendpoint',
    'endpoint',
    'apihost',
  ),
  ...named('key', 'apikey', 'authtoken', 'accesstoken', 'bearertoken', 'experimentalbearertoken', 'secretkey', 'token'),
  ...named('model', 'model', 'defaultmodel', 'modelname'),
  ...named('other', 'requesttimeout', 'timeout', 'timeoutms', 'stream', 'streaming', 'wireapi', 'requiresopenaiauth', 'provider'),
]);
const VENDORS: Readonly<Partial<Record<Purpose, readonly string[]>>> = {
  address: ['openai', 'anthropic', 'api', 'gateway', 'relay'],
  key: ['openai', 'anthropic', 'codex'],
  model: ['openai', 'anthropic'],
};

function named(purpose: Purpose, ...names: readonly string[]): [string, Purpose][] {
  return names.map((name) => [name, purpose]);
}

/** What a key of this name is meant for: `base_url`, `OPENAI_API_KEY`, `anthropicModel`. */
export function purposeOf(name: string): Purpose | null {
  if (name === 'env_key') return 'variable';
  const plain = name.toLowerCase().replaceAll('_', '');
  const whole = PURPOSES.get(plain);
  if (whole) return whole;
  for (const [purpose, vendors] of Object.entries(VENDORS)) {
    const vendor = vendors.find((known) => plain.startsWith(known) && PURPOSES.get(plain.slice(known.length)) === purpose);
    if (vendor !== undefined) return purpose as Purpose;
  }
  return null;
}

export interface Held {
  readonly name: string;
  readonly path: KeyPath;
  readonly purpose: Purpose;
  readonly value: JsonValue;
}

/** Plain values of a table that have one of these names. */
export const heldIn = (table: JsonValue | undefined, path: KeyPath): Held[] =>
  isTable(table)
    ? Object.entries(table).flatMap(([name, value]) => {
        const purpose = purposeOf(name);
        return purpose === null || isTable(value) || Array.isArray(value) ? [] : [{ name, path: [...path, name], purpose, value }];
      })
    : [];

export const textOf = (held: readonly Held[], purpose: Purpose): string | null => {
  const found = held.find((one) => one.purpose === purpose && typeof one.value === 'string' && one.value.trim() !== '');
  return typeof found?.value === 'string' ? found.value : null;
};

export const holdsOf = (held: readonly Held[]): IgnoredForm['holds'] => ({
  address: textOf(held, 'address') !== null,
  key: textOf(held, 'key') !== null || textOf(held, 'variable') !== null,
});

/** The most telling of them, to point at. */
export const mainOf = (held: readonly Held[]): Held | undefined =>
  (['address', 'key', 'variable'] as const).map((purpose) => held.find((one) => one.purpose === purpose)).find((one) => one) ?? held[0];
