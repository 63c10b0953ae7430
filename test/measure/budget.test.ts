import { describe, expect, it } from 'vitest';

import type { Wishes } from '../../src/measure/types.ts';
import { type Behaviour, NO_WISHES, syntheticReport } from './synthetic.ts';

const withWishes = (behaviour: Behaviour, wishes: Partial<Wishes>) => syntheticReport(behaviour, { wishes: { ...NO_WISHES, ...wishes } });

describe('the budget', () => {
  it('is TTFT and TPOT times tokens', () => {
    const { budget, limits } = withWishes({ queue: 500, tpot: 20 }, { budgetMs: 3000, expectTokens: 40 });
    expect(budget).toMatchObject({ formula: 'ttft + tpot × tokens', tokens: 40, totalMs: 1300, targetMs: 3000, dominates: 'tpot' });
    expect(budget?.leaves).toEqual({ ttftMs: 2200, tpotMs: 62.5, tokens: 125 });
    expect(limits).toEqual([{ limit: 'budget', wantedMs: 3000, gotMs: 1300, kept: true }]);
  });

  it('is null where nobody asked, and needs no target', () => {
    expect(syntheticReport({}).budget).toBeNull();
    expect(withWishes({ queue: 500, tpot: 20 }, { expectTokens: 10 }).budget).toMatchObject({
      totalMs: 700,
      targetMs: null,
      leaves: null,
      dominates: 'ttft',
    });
  });

  it('says that everything comes at once where the answer is held back', () => {
    const { budget } = withWishes({ burst: true, tpot: 10 }, { budgetMs: 3000 });
    expect(budget?.totalMs).toBe(budget?.ttftMs);
  });

  it.each<[string, Behaviour, string]>([
    ['a long prompt', { perInput: 1, tpot: 2 }, 'cache-prefix'],
    ['slow writing', { perInput: 0.01, tpot: 200 }, 'fewer-tokens'],
    ['a queue', { queue: 9000, tpot: 2 }, 'less-waiting'],
    ['a far gateway', { network: 2500, tpot: 2 }, 'nearer-network'],
  ])('knows the lever for %s', (_, behaviour, id) => {
    expect(withWishes(behaviour, { budgetMs: 2000, expectTokens: 100 }).budget?.levers[0]?.id).toBe(id);
  });

  it('says which input would fit', () => {
    const lever = withWishes({ perInput: 1, tpot: 2 }, { budgetMs: 1200, expectTokens: 100 }).budget?.levers.find(
      ({ id }) => id === 'shorter-input',
    );
    expect(lever?.args).toMatchObject({ saves: 1000, tokens: 1000 });
  });

  it('checks limits, and does not guess where a figure is missing', () => {
    expect(withWishes({ queue: 700, tpot: 50 }, { maxTtftMs: 600, maxTpotMs: 60 }).limits).toEqual([
      { limit: 'max-ttft', wantedMs: 600, gotMs: 700, kept: false },
      { limit: 'max-tpot', wantedMs: 60, gotMs: 50, kept: true },
    ]);
    expect(withWishes({ more: { tpotMs: null } }, { maxTpotMs: 60 }).limits).toMatchObject([{ kept: null }]);
  });
});
