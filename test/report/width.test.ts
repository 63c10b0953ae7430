import fc from 'fast-check';
import stringWidth from 'fast-string-width';
import { describe, expect, it } from 'vitest';

import { widthOf } from '../../src/report/width.ts';

describe('width on a terminal', () => {
  it.each([
    ['plain words', 11],
    ['渠道', 4],
    ['密钥：sk-t…0123', 15],
    ['\u001b[31mred\u001b[39m', 3],
    ['e\u0301', 1],
    ['\ufeffa\u200bb', 2],
    ['한국어', 6],
    ['ｶﾞ', 2],
    ['👍🏽', 2],
    ['👩‍👩‍👧', 2],
    ['🇨🇳', 2],
    ['❤️', 2],
    ['a\tb', 10],
    ['\u0000\u007f', 0],
  ])('%j is %i', (text, width) => {
    expect(widthOf(text)).toBe(width);
  });

  // Of scripts where both go by the same table; joined emoji are compared above.
  const characters = fc.oneof(
    fc.constantFrom(...'渠道密钥首字延迟网关基地址，。：「」（）！～あアｱ한글·…→│“”é́ñ€✓☃⚡✅🚀'),
    fc.integer({ min: 0x20, max: 0x7e }).map((code) => String.fromCodePoint(code)),
    fc.integer({ min: 0x4e00, max: 0x9fff }).map((code) => String.fromCodePoint(code)),
    fc.integer({ min: 0xa1, max: 0x17f }).map((code) => String.fromCodePoint(code)),
  );

  it('agrees with a library', () => {
    fc.assert(
      fc.property(fc.string({ unit: characters, maxLength: 30 }), (text) => {
        expect(widthOf(text)).toBe(stringWidth(text));
      }),
    );
  });
});
