import { describe, expect, test } from 'vitest';

import { shortened, visible, visibleJson, visiblePainted } from '../../src/report/visible.ts';

describe('what a terminal would obey is shown instead', () => {
  test.each([
    ['\u001b[2J', '\\x1b[2J'],
    ['a\u0007b\u007fc\u009bd', 'a\\x07b\\x7fc\\x9bd'],
    ['\u202eabc\u2066', '\\u202eabc\\u2066'],
    ['\ud800', '\\ud800'],
    ['line\n\ttab', 'line\n\ttab'],
    ['中文 … “”', '中文 … “”'],
    ['👩‍👩‍👧 é', '👩‍👩‍👧 é'],
    ['\u001b[31mred\u001b[39m', '\\x1b[31mred\\x1b[39m'],
  ])('%j', (text, shown) => {
    expect(visible(text)).toBe(shown);
  });

  test('colours of the program itself stay', () => {
    expect(visiblePainted('\u001b[31mred\u001b[39m\u001b[2J')).toBe('\u001b[31mred\u001b[39m\\x1b[2J');
  });

  test('JSON means the same', () => {
    const value = { text: 'a\u001b\u009b\u202e\ufeffb', 中: '文' };
    const json = visibleJson(JSON.stringify(value));
    expect(json).not.toMatch(/[\u007f-\u009f\u202e\ufeff]/);
    expect(JSON.parse(json)).toEqual(value);
  });
});

test('a word that nobody reads loses its middle, a sentence does not', () => {
  const word = `http://gw/${'a'.repeat(1000)}`;
  expect(shortened(`see ${word} there`)).toMatch(/^see http:\/\/gw\/a+…a{40} there$/);
  expect(shortened('word '.repeat(200))).toBe('word '.repeat(200));
});
