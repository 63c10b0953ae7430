// Whose key is this? Prefixes tell vendors apart, and plans of one vendor.

import type { WireApi } from '../model.ts';
import type { Secret } from '../secret.ts';
import type { Template } from '../templates.ts';
import { hasHole } from './address.ts';
import { closestMatches } from './match.ts';

/** A key in a document is a Secret and is only asked for its beginning. */
type Key = Secret | string;

export interface KeyOwner {
  readonly vendor: string;
  readonly template: Template;
  readonly prefix: string;
}

/** Used by so many that it says nothing about the vendor. */
const GENERIC_PREFIXES: ReadonlySet<string> = new Set(['sk-']);

/** Templates of one company share a vendor; without one the template stands alone. */
export const vendorOf = (template: Template): string => template.vendor ?? template.id;

const hasPrefix = (key: Key, prefix: string): boolean =>
  typeof key === 'string' ? key.length > prefix.length && key.startsWith(prefix) : key.hasPrefix(prefix);

const specificPrefix = (template: Template, key: Key): string | undefined =>
  template.key.prefixes.filter((prefix) => !GENERIC_PREFIXES.has(prefix) && hasPrefix(key, prefix)).sort((a, b) => b.length - a.length)[0];

/** The templates whose own prefix the key has, most specific first; none for `sk-…`, which is nobody's. */
export function ownersOfKey(templates: readonly Template[], key: Key): readonly KeyOwner[] {
  return templates
    .flatMap((template) => {
      const prefix = specificPrefix(template, key);
      return prefix === undefined ? [] : [{ vendor: vendorOf(template), template, prefix }];
    })
    .sort((a, b) => b.prefix.length - a.prefix.length);
}

/** Their vendors, each once. */
export const vendorOfKey = (templates: readonly Template[], key: Key): readonly string[] => [
  ...new Set(ownersOfKey(templates, key).map(({ vendor }) => vendor)),
];

/**
 * The vendor whose key it is, where that is certainly not the one that the URL belongs to; null where it fits or nothing is known.
 * Providers that take the keys of others (gateways in front of a vendor, local servers) never mismatch.
 */
export function foreignKeyOwner(templates: readonly Template[], url: string, key: Key): KeyOwner | null {
  const owners = ownersOfKey(templates, key);
  const first = owners[0];
  const here = closestMatches(templates, url).map(({ template }) => template);
  if (first === undefined || here.length === 0 || here.some((template) => template.key.anyVendor === true)) return null;
  const vendors = new Set(here.map(vendorOf));
  return owners.some(({ vendor }) => vendors.has(vendor)) ? null : first;
}

export interface PlanMismatch {
  /** Where the base URL points. */
  readonly urlTemplate: Template;
  /** The product of the same vendor that the key or the model belongs to. */
  readonly keyTemplate: Template;
  readonly evidence: 'key' | 'model';
  /** Its root for the wire API, null where it has none. */
  readonly better: string | null;
}

/**
 * Does the key, or a model that only a plan has, belong to another product of the vendor than the address does?
 * Silent where one key opens both (Volcengine, GLM) and where the shape of a plan's keys is not known.
 */
export function planMismatch(
  templates: readonly Template[],
  url: string,
  key: Key | null,
  wire: WireApi,
  model: string | null = null,
): PlanMismatch | null {
  const here = [...new Set(closestMatches(templates, url).map(({ template }) => template))];
  const siblings = (template: Template) => template.siblings.flatMap((id) => templates.find((other) => other.id === id) ?? []);
  const verdict = (evidence: 'key' | 'model', find: (template: Template) => Template | null): PlanMismatch | null => {
    const found = here.map(find);
    const [urlTemplate, keyTemplate] = [here[0], found[0]];
    if (!urlTemplate || !keyTemplate || found.includes(null)) return null;
    const better = keyTemplate.roots[wire]?.find((root) => !hasHole(root.url))?.url ?? null;
    return { urlTemplate, keyTemplate, evidence, better };
  };
  const byKey = key === null ? null : verdict('key', (template) => siblingOfKey(template, siblings(template), key));
  return byKey ?? (model === null ? null : verdict('model', (template) => siblingOfModel(template, siblings(template), model)));
}

function siblingOfModel(here: Template, siblings: readonly Template[], model: string): Template | null {
  if (here.kind === 'plan' || here.planModels?.includes(model)) return null;
  return siblings.find(({ planModels }) => planModels?.includes(model)) ?? null;
}

function siblingOfKey(here: Template, siblings: readonly Template[], key: Key): Template | null {
  if (specificPrefix(here, key) !== undefined) return null;
  if (here.kind !== 'plan') return siblings.find((other) => other.kind === 'plan' && specificPrefix(other, key) !== undefined) ?? null;
  const hasOwnPrefix = here.key.prefixes.some((prefix) => !GENERIC_PREFIXES.has(prefix));
  if (!hasOwnPrefix) return null;
  return siblings.find((other) => other.key.prefixes.some((prefix) => hasPrefix(key, prefix))) ?? null;
}
