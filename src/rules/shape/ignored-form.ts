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

const ADDRESS =
  /^(?:(?:openai|anthropic|api|gateway|relay)_?)?(?:base_?ur[li]|api_?base(?:_?ur[li])?|api_?ur[li]|api_?endpoint|endpoint|api_?host)$/i;
const KEY =
  /^(?:(?:openai|anthropic|codex)_?)?(?:api_?key|auth_?token|access_?token|bearer_?token|experimental_bearer_token|secret_?key|token)$/i;
const MODEL = /^(?:(?:openai|anthropic)_?)?(?:model|default_?model|model_?name)$/i;
const OTHER = /^(?:request_?timeout|timeout(?:_?ms)?|stream|streaming|wire_api|requires_openai_auth|provider)$/i;

export function purposeOf(name: string): Purpose | null {
  if (ADDRESS.test(name)) return 'address';
  if (name === 'env_key') return 'variable';
  if (KEY.test(name)) return 'key';
  if (MODEL.test(name)) return 'model';
  return OTHER.test(name) ? 'other' : null;
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
