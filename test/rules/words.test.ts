// What a variant does not say otherwise it takes from the text, with the client's sentence that stands behind it.

import { expect, test } from 'vitest';

import type { Text } from '../../src/model.ts';
import { type Worded, wordsOf } from '../../src/rules/rule.ts';

const said = (en: string): Text => ({ en, zh: en });
const title = said('title');
const why = said('why');
const advice = said('advice');
const besides = { why: said('why of Codex'), advice: said('advice of Codex') };
const text = { title, why, advice, ofClient: { codex: besides } };

test.each<[string, NonNullable<Worded['variants']>[string], object]>([
  ['its title', { title: said('other') }, { ...text, title: said('other') }],
  ['its reason', { why: said('other') }, { title, why: said('other'), advice, ofClient: { codex: { advice: besides.advice } } }],
  ['its advice', { advice: said('other') }, { title, why, advice: said('other'), ofClient: { codex: { why: besides.why } } }],
  [
    'its reason, and its own sentence of a client',
    { why: said('other'), ofClient: { codex: { why: said('mine') } } },
    { title, why: said('other'), advice, ofClient: { codex: { why: said('mine') } } },
  ],
])('a variant that differs in %s', (_, variant, expected) => {
  expect(wordsOf({ text, variants: { other: variant } }, 'other')).toEqual(expected);
});

test.each([undefined, 'none of them'])('without a variant of that name: %s', (name) => {
  expect(wordsOf({ text, variants: { other: { title: said('other') } } }, name)).toBe(text);
});
