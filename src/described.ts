// The words of everything that can be found. Rules and failure classes add theirs when they are loaded: an offline check loads no failure class.

import type { RuleText } from './rules/rule.ts';

interface Described {
  readonly id: string;
  readonly text: RuleText;
  readonly variants?: Readonly<Record<string, RuleText>>;
}

const described = new Map<string, Described>();

export function describeAll(entries: readonly Described[]): void {
  for (const entry of entries) described.set(entry.id, entry);
}

/** Null where no such rule or failure class was loaded. */
export const textOf = (id: string, variant?: string): RuleText | null => {
  const entry = described.get(id);
  return entry ? ((variant ? entry.variants?.[variant] : undefined) ?? entry.text) : null;
};
