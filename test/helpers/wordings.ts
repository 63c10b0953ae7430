// Every wording of what can be found: of rules and of failure classes.

import { FAILURES } from '../../src/probe/failures/index.ts';
import { RULES } from '../../src/rules/index.ts';
import { type RuleText, type Worded, wordsOf } from '../../src/rules/rule.ts';

type Entry = Worded & { readonly id: string };
interface Wording {
  readonly id: string;
  /** Absent: the text itself. */
  readonly variant?: string;
  readonly text: RuleText;
}

const wordingsOf = (entry: Entry): Wording[] => [
  { id: entry.id, text: entry.text },
  ...Object.keys(entry.variants ?? {}).map((variant) => ({ id: entry.id, variant, text: wordsOf(entry, variant) })),
];

export const WORDINGS: readonly Wording[] = [...RULES, ...FAILURES].flatMap(wordingsOf);
