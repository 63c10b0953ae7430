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

/** Sentences that follow each other. */
const BETWEEN: Readonly<Record<Lang, string>> = { en: ' ', zh: '' };

export function sentencesOf(finding: Pick<Finding, 'id' | 'args' | 'variant' | 'shown'>, lang: Lang): Sentences {
  const text = textOf(finding.id, finding.variant);
  if (!text) throw new Error(`no text for ${finding.id}`);
  const fill = (sentence: Text): string => say(sentence, lang, finding.args);
  const shown = (finding.shown ?? []).map((sentence) => say(sentence.text, lang, sentence.args));
  return { title: fill(text.title), why: [fill(text.why), ...shown].join(BETWEEN[lang]), advice: fill(text.advice) };
}
