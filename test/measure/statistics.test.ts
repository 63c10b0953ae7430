import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { median, quantile, spreadOf, theilSen } from '../../src/measure/statistics.ts';

const line = (slope: number, fixed: number, sizes = [45, 250, 1000, 2000, 4000]) =>
  sizes.map((tokens) => ({ tokens, ttftMs: fixed + slope * tokens }));

describe('quantile', () => {
  it.each([
    [[], 0.5, null],
    [[3], 0.95, 3],
    [[4, 1, 3, 2], 0.5, 2.5],
    [[1, 2, 3, 4, 5], 0, 1],
    [[1, 2, 3, 4, 5], 1, 5],
    [[10, 20], 0.25, 12.5],
  ])('%j at %d is %j', (values, share, expected) => expect(quantile(values, share)).toBe(expected));

  it('has no median of nothing', () => expect(median([])).toBeNull());
  it('leaves out what is not known', () => expect(spreadOf([null, 5, undefined, 1, 3])).toEqual({ median: 3, min: 1, max: 5 }));
});

describe('theilSen', () => {
  it('finds a line exactly', () => {
    const fit = theilSen(line(0.25, 80));
    expect(fit?.msPerToken).toBeCloseTo(0.25, 9);
    expect(fit?.interceptMs).toBeCloseTo(80, 6);
    expect(fit).toMatchObject({ trusted: true, r2: 1 });
    expect(fit?.tokensPerSecond).toBeCloseTo(4000, 6);
  });

  it('is not moved by single late answers', () => {
    const points = [...line(0.2, 50), ...line(0.2, 50), { tokens: 1000, ttftMs: 9000 }, { tokens: 45, ttftMs: 5000 }];
    expect(theilSen(points)?.msPerToken).toBeCloseTo(0.2, 2);
  });

  it('does not trust a slope within the noise, nor a falling one', () => {
    const noisy = [45, 250, 1000, 2000, 4000].map((tokens, index) => ({ tokens, ttftMs: 500 + (index % 2 ? 90 : -90) + tokens * 0.001 }));
    expect(theilSen(noisy)?.trusted).toBe(false);
    expect(theilSen(line(-0.1, 900))).toMatchObject({ trusted: false, tokensPerSecond: null });
  });

  it('says nothing where all inputs are alike', () => {
    expect(theilSen([])).toBeNull();
    expect(
      theilSen([
        { tokens: 5, ttftMs: 1 },
        { tokens: 5, ttftMs: 2 },
      ]),
    ).toBeNull();
  });

  it('recovers any line through jitter', () => {
    fc.assert(
      fc.property(
        fc.double({ min: 0.05, max: 2, noNaN: true }),
        fc.integer({ min: 0, max: 3000 }),
        fc.array(fc.integer({ min: -4, max: 4 }), { minLength: 15, maxLength: 15 }),
        (slope, fixed, jitter) => {
          const sizes = [45, 250, 1000, 2000, 4000, 45, 250, 1000, 2000, 4000, 45, 250, 1000, 2000, 4000];
          const fit = theilSen(sizes.map((tokens, index) => ({ tokens, ttftMs: fixed + slope * tokens + (jitter[index] ?? 0) })));
          expect(Math.abs((fit?.msPerToken ?? 0) - slope)).toBeLessThan(0.1 * slope);
          expect(Math.abs((fit?.interceptMs ?? 0) - fixed)).toBeLessThan(20);
        },
      ),
      { numRuns: 200 },
    );
  });
});
