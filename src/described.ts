// The words of everything that can be found. Rules and failure classes add theirs when they are loaded: an offline check loads no failure class.

import { type RuleText, type Worded, wordsOf } from './rules/rule.ts';

interface Described extends Worded {
  readonly id: string;
}

const described = new Map<string, Described>();

export function describeAll(entries: readonly Described[]): void {
  for (const entry of entries) described.set(entry.id, entry);
}

/** Null where no such rule or failure class was loaded. */
export const textOf = (id: string, variant?: string): RuleText | null => {
  const entry = described.get(id);
  return entry ? wordsOf(entry, variant) : null;
};
