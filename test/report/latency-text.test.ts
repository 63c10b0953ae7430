import { describe, expect, it } from 'vitest';

import type { Wishes } from '../../src/measure/types.ts';
import { rateLine, table, waterfall } from '../../src/report/bars.ts';
import { latencyText } from '../../src/report/latency-text.ts';
import { duration } from '../../src/report/latency-words.ts';
import { type Paint, widthOf } from '../../src/report/paint.ts';
import { type Behaviour, syntheticReport } from '../measure/synthetic.ts';

const same = (text: string): string => text;
const paint = (columns: number, more: Partial<Paint> = {}): Paint => ({
  red: same,
  yellow: same,
  green: same,
  blue: same,
  dim: same,
  bold: same,
  columns,
  unicode: true,
  plain: false,
  ...more,
});
const WISHES: Wishes = { budgetMs: 1500, expectTokens: 50, maxTtftMs: 100, maxTpotMs: null };
const tokenTimes = Array.from({ length: 400 }, (_, index) => 100 + index * 7 + (index % 50 === 0 ? 20 : 0));

const BEHAVIOURS: readonly [string, Behaviour][] = [
  ['nothing slow', { network: 20, queue: 50, perInput: 0.01 }],
  [
    'everything at once',
    { network: 300, handshake: 900, queue: 12_000, perInput: 1, think: 4000, tpot: 120, loading: 20_000, more: { tokenTimes } },
  ],
  ['a burst', { burst: true, tpot: 9 }],
];

describe('latencyText', () => {
  for (const columns of [40, 60, 80, 120, 200]) {
    for (const lang of ['en', 'zh'] as const) {
      it.each(BEHAVIOURS)(`fits ${columns} columns in ${lang}: %s`, (_, behaviour) => {
        const report = syntheticReport(behaviour, { wishes: WISHES });
        const text = latencyText({ ...report, compared: [syntheticReport({ queue: 900 })] }, { lang, paint: paint(columns), quiet: false });
        const longest = Math.max(...text.split('\n').map(widthOf));
        expect(longest).toBeLessThanOrEqual(columns);
        expect(text).not.toMatch(/\{\w+\}|undefined|NaN/);
        expect(text).toContain('m-main');
      });
    }
  }

  it('draws nothing for screen readers', () => {
    const text = latencyText(syntheticReport({ queue: 700, more: { tokenTimes } }), {
      lang: 'en',
      paint: paint(80, { plain: true, unicode: false }),
      quiet: false,
    });
    expect(text).not.toMatch(/[█▏▁#]/);
    expect(text).toContain('TTFT: 700 ms');
  });

  it('draws in ASCII where nothing else may be shown', () => {
    const text = latencyText(syntheticReport({ queue: 700, more: { tokenTimes } }), {
      lang: 'en',
      paint: paint(80, { unicode: false }),
      quiet: false,
    });
    expect(text).toMatch(/#{5}/);
    expect(text).not.toMatch(/[█▏▁]/);
  });

  it('says the verdict alone where only errors are wanted', () => {
    const text = latencyText(syntheticReport({ queue: 2000 }, { wishes: WISHES }), { lang: 'en', paint: paint(80), quiet: true });
    expect(text.split('\n\n')).toHaveLength(2);
  });
});

describe('bars', () => {
  it('puts phases on one axis', () => {
    const phases = [
      { label: 'a', fromMs: 0, toMs: 50, value: '50' },
      { label: 'bb', fromMs: 50, toMs: 100, value: '50' },
    ];
    expect(waterfall(phases, paint(28), '  ')).toEqual(['  a  ██████████           50', '  bb           ██████████ 50']);
    expect(waterfall([], paint(40), '')).toEqual([]);
  });

  it('shows the rate of tokens', () => {
    const times = [
      ...Array.from({ length: 100 }, (_, index) => index * 10),
      ...Array.from({ length: 10 }, (_, index) => 1000 + index * 100),
    ];
    const drawn = rateLine(times, 1, 20, true);
    expect(drawn?.line).toMatch(/^█{5,}.*▁+/);
    expect(drawn?.highest).toBeGreaterThan(90);
    expect(rateLine([1, 2, 3], 1, 20, true)).toBeNull();
    expect(rateLine(new Array(500).fill(7), 1, 20, true)).toBeNull();
  });

  it('has no table where it does not fit', () => {
    const rows = [
      ['模型', 'b'],
      ['longer', '1'],
    ];
    expect(table(rows, 40, '')).toEqual(['模型    b', 'longer  1']);
    expect(table(rows, 8, '')).toBeNull();
  });

  it.each([
    [null, '–'],
    [0.44, '0.4 ms'],
    [87.4, '87 ms'],
    [1240, '1,240 ms'],
    [12_400, '12.4 s'],
  ])('writes %j as %s', (ms, text) => expect(duration(ms)).toBe(text));
});
