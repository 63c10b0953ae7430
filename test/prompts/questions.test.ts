import { describe, expect, it } from 'vitest';

import { choice, fixedChoice } from '../../src/prompts/choice.ts';
import type { Prompt } from '../../src/prompts/prompt.ts';
import { secret } from '../../src/prompts/secret.ts';
import { text } from '../../src/prompts/text.ts';
import { yesNo } from '../../src/prompts/yes-no.ts';
import { widthOf } from '../../src/report/paint.ts';
import { key, linesOf, look } from './look.ts';

const NAMES = ['alpha', 'beta', '硅基流动 (SiliconFlow)', 'a-name-that-is-far-too-long-for-a-narrow-terminal-of-forty-columns'];
const find = (typed: string) =>
  NAMES.filter((name) => name.includes(typed.trim())).map((name) => ({ value: name, label: name, detail: `${name}.example` }));
const list = () =>
  choice({ message: '接入哪个网关或服务商？ Which gateway or provider should it be?', find, isSearch: true, hasBack: true });
const hidden = () =>
  secret({
    message: 'API key',
    short: 'API key',
    hasBack: true,
    notes: ['Get one: https://console.example/a/rather/long/path/to/the/page/with/keys'],
    judge: (typed) => (typed.startsWith('bad') ? { refused: 'a sentence about a bad key that is longer than forty columns are wide' } : {}),
    told: () => 'sk-…',
  });

describe('questions', () => {
  const drawn: readonly (readonly [string, () => Prompt<unknown>])[] = [
    ['a list', list],
    ['a hidden line', hidden],
    ['a line', () => text({ message: 'Base URL of the gateway, in any shape', hasBack: true, refuse: () => null })],
    ['yes or no', () => yesNo({ message: 'Write these changes?', hasBack: true, standard: true })],
  ];
  it.each(drawn)('%s fits any width from 40 columns on, whatever is typed', (_, make) => {
    for (const columns of [39, 60, 79, 199]) {
      for (const lang of ['en', 'zh'] as const) {
        const prompt = make();
        for (const pressed of [key('text', '硅'), key('text', 'bad '.repeat(60)), key('enter'), key('clear')]) {
          const { lines, cursor } = prompt.view(look({ columns, lang }));
          const tooWide = lines.filter((line) => widthOf(line) > columns && !line.includes('https://'));
          expect(tooWide).toEqual([]);
          expect(cursor?.column ?? 0).toBeLessThanOrEqual(columns);
          prompt.press(pressed);
        }
      }
    }
  });

  it('narrows a list down while one types and answers with what is pointed at', () => {
    const prompt = list();
    prompt.press(key('text', 'al'));
    expect(linesOf(prompt).some((line) => line.includes('beta'))).toBe(false);
    prompt.press(key('backspace'));
    prompt.press(key('backspace'));
    prompt.press(key('down'));
    expect(prompt.press(key('enter'))).toEqual({ kind: 'answer', answer: 'beta' });
  });

  it('takes a number where the list was printed, and prints what a text matches', () => {
    const prompt = list();
    expect(linesOf(prompt, { plain: true })).toContain('2. beta (beta.example)');
    prompt.press(key('text', 'alp'));
    expect(prompt.press(key('enter'))).toEqual({ kind: 'answer', answer: 'alpha' });
    const other = list();
    linesOf(other, { plain: true });
    other.press(key('text', '2'));
    expect(other.press(key('enter'))).toEqual({ kind: 'answer', answer: 'beta' });
  });

  it('chooses from a few by their number on the screen', () => {
    const prompt = fixedChoice({ message: 'Which?', hasBack: false, choices: find('') });
    linesOf(prompt);
    prompt.press(key('text', '2'));
    expect(prompt.press(key('enter'))).toEqual({ kind: 'answer', answer: 'beta' });
    expect(prompt.press(key('escape'))).toEqual({ kind: 'again' });
  });

  it('masks what is typed before it is cut to the width', () => {
    const long = `sk-${'abcdefgh'.repeat(12)}`;
    const prompt = text({ message: 'Where?', hasBack: true, start: long, refuse: () => null });
    const shown = linesOf(prompt, { columns: 39, masked: (typed) => typed.replace(long, 'sk-a…efgh') });
    expect(shown.join('\n')).toContain('sk-a…efgh');
    expect(shown.join('\n')).not.toContain('abcdefgh');
  });

  it('waits after Enter on a hidden line, and drops all of it when more arrives', () => {
    const prompt = hidden();
    prompt.press(key('text', 'first-half'));
    expect(prompt.press(key('enter')).kind).toBe('wait');
    expect(prompt.press(key('text', 'second-half'))).toEqual({ kind: 'again' });
    expect(linesOf(prompt).join(' ')).toContain('has a line break in it');
    prompt.press(key('paste', 'whole\n'));
    expect(prompt.press(key('enter')).kind).toBe('wait');
    expect(prompt.settled?.()).toEqual({ kind: 'answer', answer: 'whole' });
  });

  it('lets the next text take the place of one that was refused', () => {
    const prompt = hidden();
    prompt.press(key('paste', 'bad'));
    expect(prompt.press(key('enter'))).toEqual({ kind: 'again' });
    prompt.press(key('paste', 'good'));
    prompt.press(key('enter'));
    expect(prompt.settled?.()).toEqual({ kind: 'answer', answer: 'good' });
  });

  it.each([
    ['y', true],
    ['n', false],
    ['是', true],
    ['N', false],
  ])('takes %s', (typed, answer) => {
    expect(yesNo({ message: '?', hasBack: false, standard: !answer }).press(key('text', typed))).toEqual({ kind: 'answer', answer });
  });
});
