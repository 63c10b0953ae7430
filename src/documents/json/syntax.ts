// The tree that the JSON scanner makes: every value with its place.

import type { JsonValue, Text } from '../../model.ts';
import type { Span } from '../lines.ts';
import type { Deviation } from '../open.ts';

export interface JsonScalar extends Span {
  readonly type: 'string' | 'number' | 'literal';
  readonly value: string | number | bigint | boolean | null;
}

/** One entry of an object, or of a list, whose key is then its position and has no width. */
export interface JsonMember {
  readonly name: string;
  readonly key: Span;
  readonly value: JsonNode;
  /** Where the comma behind it stands. */
  comma: number | null;
}

export interface JsonContainer extends Span {
  readonly type: 'object' | 'list';
  readonly members: readonly JsonMember[];
}

export type JsonNode = JsonScalar | JsonContainer;

export interface JsonTree {
  /** Null for an empty text, or where scanning stopped. */
  readonly root: JsonNode | null;
  readonly comments: readonly Span[];
  readonly deviations: readonly Deviation[];
  readonly error: { readonly at: number; readonly detail: Text } | null;
}

export const isContainer = (node: JsonNode): node is JsonContainer => node.type === 'object' || node.type === 'list';

/** The member that counts: of duplicates the last. */
export function memberOf(node: JsonNode, step: string): JsonMember | null {
  if (!isContainer(node)) return null;
  if (node.type === 'list') return /^\d{1,6}$/.test(step) ? (node.members[Number(step)] ?? null) : null;
  return node.members.findLast(({ name }) => name === step) ?? null;
}

export const endOf = (member: JsonMember): number => (member.comma === null ? member.value.end : member.comma + 1);

/** Whole numbers as bigints, so that no digit is lost. */
export function contentOf(node: JsonNode): JsonValue {
  if (!isContainer(node)) return node.value;
  if (node.type === 'list') return node.members.map(({ value }) => contentOf(value));
  const content: Record<string, JsonValue> = Object.create(null);
  for (const { name, value } of node.members) content[name] = contentOf(value);
  return content;
}
