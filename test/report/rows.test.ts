import { describe, expect, it } from 'vitest';

import { typographyFor, widthOf, wrap } from '../../src/report/paint.ts';
import { rowLines } from '../../src/report/rows.ts';
import { PAINT } from '../prompts/look.ts';

const ROWS = [
  { label: 'Base URL', value: 'https://gw.example/v1', where: '~/.codex/config.toml:6:12  model_providers.gw.base_url' },
  { label: '密钥', value: 'sk-r…mnop', where: '~/.codex/config.toml:8:29' },
  { label: '', value: '覆盖 sk-o…9999', where: '$GW_KEY', isBelow: true },
];
const at = (columns: number, plain = false): string[] => rowLines(ROWS, { ...PAINT, columns, plain }, '：');

describe('rowLines', () => {
  it('aligns three columns where they fit, by width and not by characters', () => {
    const starts = at(120).map((line) => widthOf(line.slice(0, line.search(/~\/|\$/))));
    expect(new Set(starts).size).toBe(1);
  });

  it.each([40, 60, 80, 120])('stays within %d columns', (columns) => {
    expect(at(columns).filter((line) => widthOf(line) > columns)).toEqual([]);
  });

  it('says one thing a line for screen readers', () => {
    expect(at(40, true)[1]).toBe('  密钥：sk-r…mnop (~/.codex/config.toml:8:29)');
  });
});

describe('wrap', () => {
  it.each(['可以修复（请先看差异），然后继续。', '改为“gw”；已定义的是《gw》（见第 2 行）。'])(
    'breaks neither behind an opening bracket nor before a closing one: %s',
    (text) => {
      for (let width = 8; width < 40; width += 1) {
        const lines = wrap(text, width);
        expect(lines.filter((line) => /[（“《]$/.test(line) || /^[），。；”》]/.test(line))).toEqual([]);
      }
    },
  );
});

describe('typographyFor', () => {
  const typeset = (env: Record<string, string>): string => typographyFor({ env, platform: 'linux' })('can’t “do” … → 密钥');
  it.each([
    [{ LANG: 'C' }, 'can\'t "do" ... -> 密钥'],
    [{ LANG: 'en_US.UTF-8', LC_ALL: 'POSIX' }, 'can\'t "do" ... -> 密钥'],
    [{ LANG: 'C.UTF-8' }, 'can’t “do” … → 密钥'],
    [{}, 'can’t “do” … → 密钥'],
  ])('knows what %j can show', (env, shown) => {
    expect(typeset(env)).toBe(shown);
  });
});
