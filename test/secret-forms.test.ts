// A key with a line break or an invisible character is quoted by others in pieces: none of them may be shown.

import { expect, test } from 'vitest';

import { mask, Secret } from '../src/secret.ts';

test.each([
  ['as it is', 'sk-abcdefgh\n12345678ijkl'],
  ['in one line', 'sk-abcdefgh 12345678ijkl'],
  ['closed up', 'sk-abcdefgh12345678ijkl'],
  ['as JSON', 'sk-abcdefgh\\n12345678ijkl'],
  ['its first part', 'Bearer sk-abcdefgh is invalid'],
  ['its second part', '12345678ijkl'],
])('%s', (_, text) => {
  const hidden = new Secret('sk-abcdefgh\n12345678ijkl').hideIn(`said: ${text}.`);
  expect(hidden).not.toMatch(/abcdefgh|12345678/);
  expect(hidden).toMatch(/^said: /);
});

test('short pieces of a key are ordinary words', () => {
  expect(new Secret('key to\nthe door').hideIn('the door to the house')).toBe('the door to the house');
});

test('a mask shows both ends, of characters, whatever the length', () => {
  expect(mask('a'.repeat(15))).toBe('****');
  expect(mask('😀'.repeat(15))).toBe('****');
  expect(mask('😀'.repeat(16))).toBe('😀😀😀😀…😀😀😀😀');
  expect(mask(`abcd${'😀'.repeat(1000)}wxyz`)).toBe('abcd…wxyz');
});
