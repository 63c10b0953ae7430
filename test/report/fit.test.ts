import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { beginning, fitted } from '../../src/report/fit.ts';
import { widthOf } from '../../src/report/width.ts';

describe('a text for few columns', () => {
  it.each([
    ['short', 5, 'short'],
    ['longer', 5, 'long…'],
    ['渠道密钥', 8, '渠道密钥'],
    ['渠道密钥', 7, '渠道密…'],
    ['渠道密钥', 6, '渠道…'],
  ])('%j in %i', (text, width, expected) => {
    expect(fitted(text, width, '…')).toBe(expected);
  });

  it('is its own beginning, and never wider', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.integer({ min: 3, max: 40 }), (text, width) => {
        const shown = fitted(text, width, '...');
        expect(widthOf(shown)).toBeLessThanOrEqual(width);
        expect(text.startsWith(beginning(text, width))).toBe(true);
        if (widthOf(text) <= width) expect(shown).toBe(text);
        else expect(shown.endsWith('...')).toBe(true);
      }),
    );
  });
});
