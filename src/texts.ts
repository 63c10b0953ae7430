// Finding → sentences, whatever it came from: a rule or the failure table.

import { say } from './i18n/index.ts';
import type { Finding, Lang, Text } from './model.ts';
import { FAILURES } from './probe/failures/index.ts';
import { RULES } from './rules/index.ts';
import type { RuleText } from './rules/rule.ts';

interface Described {
  readonly id: string;
  readonly text: RuleText;
  readonly variants?: Readonly<Record<string, RuleText>>;
}

const ALL: ReadonlyMap<string, Described> = new Map([...RULES, ...FAILURES].map((entry): [string, Described] => [entry.id, entry]));

export const EXPLAINABLE: readonly string[] = [...ALL.keys()];

export const textOf = (id: string, variant?: string): RuleText | null => {
  const described = ALL.get(id);
  return described ? ((variant ? described.variants?.[variant] : undefined) ?? described.text) : null;
};

export interface Sentences {
  readonly title: string;
  readonly why: string;
  readonly advice: string;
}

export function sentencesOf(finding: Pick<Finding, 'id' | 'args' | 'variant'>, lang: Lang): Sentences {
  const text = textOf(finding.id, finding.variant);
  if (!text) throw new Error(`no text for ${finding.id}`);
  const fill = (sentence: Text): string => say(sentence, lang, finding.args);
  return { title: fill(text.title), why: fill(text.why), advice: fill(text.advice) };
}
