// How questions look in these tests: no colour, so that lines can be compared.

import type { Key, KeyName } from '../../src/prompts/keys.ts';
import type { Look, Prompt } from '../../src/prompts/prompt.ts';
import type { Paint } from '../../src/report/paint.ts';

const same = (text: string): string => text;
export const PAINT: Paint = {
  red: same,
  yellow: same,
  green: same,
  blue: same,
  dim: same,
  bold: same,
  columns: 80,
  unicode: true,
  plain: false,
};

export const look = (more: Partial<Look> = {}): Look => ({
  lang: 'en',
  paint: PAINT,
  columns: 79,
  rows: 24,
  plain: false,
  masked: same,
  ...more,
});

export const key = (name: KeyName, text = ''): Key => ({ name, text });
export const linesOf = (prompt: Prompt<unknown>, more: Partial<Look> = {}): readonly string[] => prompt.view(look(more)).lines;
