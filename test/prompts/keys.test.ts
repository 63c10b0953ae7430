import { describe, expect, it } from 'vitest';

import { KeyReader } from '../../src/prompts/keys.ts';

const read = (...pieces: readonly string[]): string[] => {
  const reader = new KeyReader();
  return pieces.flatMap((piece) => reader.feed(piece)).map(({ name, text }) => (text === '' ? name : `${name} ${JSON.stringify(text)}`));
};

describe('KeyReader', () => {
  it.each<[string, readonly string[], readonly string[]]>([
    ['words and Enter', ['abc\r'], ['text "abc"', 'enter']],
    ['CR LF is one Enter', ['a\r\n'], ['text "a"', 'enter']],
    ['two Enters', ['\r\r'], ['enter', 'enter']],
    ['arrows in both forms', ['\u001b[A\u001bOB'], ['up', 'down']],
    ['an arrow with a modifier', ['\u001b[1;5C'], ['other']],
    ['a sequence cut in two', ['\u001b', '[A'], ['up']],
    ['a key pressed right after Escape', ['\u001bx'], ['escape', 'text "x"']],
    ['control keys', ['\u0003\u0004\u0015\u0017\u007f'], ['interrupt', 'end-of-input', 'clear', 'word-back', 'backspace']],
    ['Chinese', ['硅基\r'], ['text "硅基"', 'enter']],
    ['a marked paste keeps its line breaks', ['\u001b[200~a\nb\u001b[201~\r'], ['paste "a\\nb"', 'enter']],
    ['a marked paste in pieces', ['\u001b[200~a\r', 'b\u001b[20', '1~'], ['paste "a\\rb"']],
    ['escape sequences inside a paste are text', ['\u001b[200~a\u001b[Ab\u001b[201~'], ['paste "a\\u001b[Ab"']],
    ['text on both sides of a line break was pasted', ['a\rb\r'], ['paste "a\\rb\\r"']],
  ])('reads %s', (_, pieces, keys) => {
    expect(read(...pieces)).toEqual(keys);
  });

  it('takes a lone ESC for the Escape key once nothing follows', () => {
    const reader = new KeyReader();
    expect([reader.feed('\u001b'), reader.isWaiting]).toEqual([[], true]);
    expect(reader.flush().map(({ name }) => name)).toEqual(['escape']);
    expect(reader.isWaiting).toBe(false);
  });

  it('does not take a paste that is under way for the Escape key', () => {
    const reader = new KeyReader();
    reader.feed('\u001b[200~sk-');
    expect([reader.isWaiting, reader.flush()]).toEqual([false, []]);
    expect(reader.feed('abc\u001b[201~').map(({ text }) => text)).toEqual(['sk-abc']);
  });
});
