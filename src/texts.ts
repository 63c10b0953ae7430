// Finding → sentences, whatever it came from: a rule or the failure table.

import { describeAll, textOf } from './described.ts';
import { say } from './i18n/index.ts';
import type { Finding, Lang, Text } from './model.ts';
import { RULES } from './rules/index.ts';

export { textOf } from './described.ts';

describeAll(RULES);

export interface Sentences {
  readonly title: string;
  readonly why: string;
  readonly advice: string;
}

/** Sentences behind one another; Chinese has no blank between them. */
export const joined = (sentences: readonly string[], lang: Lang): string => sentences.join(lang === 'zh' ? '' : ' ');

type Told = Pick<Finding, 'id' | 'args' | 'variant' | 'shown'> & Partial<Pick<Finding, 'client'>>;

export function sentencesOf(finding: Told, lang: Lang): Sentences {
  const text = textOf(finding.id, finding.variant);
  if (!text) throw new Error(`no text for ${finding.id}`);
  const besides = finding.client ? text.ofClient?.[finding.client] : undefined;
  const filled = (parts: readonly (Text | undefined)[]): string[] =>
    parts.filter((part) => part !== undefined).map((part) => say(part, lang, finding.args));
  const shown = (finding.shown ?? []).map((sentence) => say(sentence.text, lang, sentence.args));
  return {
    title: joined(filled([text.title]), lang),
    why: joined([...filled([text.why, besides?.why]), ...shown], lang),
    advice: joined(filled([text.advice, besides?.advice]), lang),
  };
}
