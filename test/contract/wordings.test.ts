// Every wording of a finding says what, why and what to do, in both languages, with what the finding knows.

import { describe, expect, it } from 'vitest';

import { holesOf } from '../../src/i18n/index.ts';
import type { Text } from '../../src/model.ts';
import { FAILURES } from '../../src/probe/failures/index.ts';
import type { RuleText } from '../../src/rules/rule.ts';
import { WORDINGS } from '../helpers/wordings.ts';
import { exchange } from '../probe/failures/exchange.ts';

const named = WORDINGS.map(({ id, variant, text }) => [variant ? `${id} (${variant})` : id, text] as const);
const besidesOf = ({ ofClient = {} }: RuleText): Text[] => Object.values(ofClient).flatMap((besides): Text[] => Object.values(besides));
const distinct = (sentence: string): string[] => [...new Set(holesOf(sentence))];

it.each(named)('%s', (_, text) => {
  const { title, why, advice } = text;
  for (const sentence of [title, why, advice, ...besidesOf(text)]) {
    expect(sentence.en).toMatch(/\S/);
    // A command line alone is the same in every language.
    if (sentence.zh !== sentence.en) expect(sentence.zh).toMatch(/\p{Script=Han}/u);
    expect(sentence.en).not.toMatch(/\p{Script=Han}/u);
    expect(distinct(sentence.zh).sort()).toEqual(distinct(sentence.en).sort());
  }
  expect(title.zh).not.toBe(title.en);
  expect(title.en, 'one line, and no sentence end').not.toMatch(/[\n.]$|\n/);
});

describe('a failure class', () => {
  const { trace, context } = exchange({ status: 500 });

  it.each(FAILURES.map((failure) => [failure.id, failure] as const))('gives every argument that its sentences take: %s', (id, { args }) => {
    // `evidence` is what the whole probing saw; conclude.ts adds it.
    const given = { ...args(trace, context), evidence: '' };
    const taken = WORDINGS.filter((wording) => wording.id === id).flatMap(({ text }) =>
      [text.title, text.why, text.advice, ...besidesOf(text)].flatMap(({ en }) => holesOf(en)),
    );
    expect(Object.keys(given)).toEqual(expect.arrayContaining([...new Set(taken)]));
  });
});
