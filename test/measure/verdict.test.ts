import { describe, expect, it } from 'vitest';

import { thresholdsFrom } from '../../src/measure/settings.ts';
import { bandOf, DEFAULT_THRESHOLDS } from '../../src/measure/verdict.ts';
import { type Behaviour, syntheticReport } from './synthetic.ts';

describe('the verdict', () => {
  it.each<[string, Behaviour, string]>([
    ['a good channel', { network: 40, queue: 80, perInput: 0.1 }, 'none'],
    ['a queue', { network: 40, queue: 1500 }, 'queue'],
    ['a queue that varies', { queue: 1100, noise: [0, 900, 250, 1400, 90, 600, 300] }, 'queue'],
    ['a long prompt', { network: 40, perInput: 0.4 }, 'prefill'],
    ['slow writing', { tpot: 140 }, 'decode'],
    ['buffering', { tpot: 5, burst: true }, 'buffered'],
    ['thinking', { queue: 200, think: 3000 }, 'thinking'],
    ['a slow way', { network: 650 }, 'network'],
    ['a slow handshake alone', { network: 50, handshake: 900 }, 'network'],
    ['a cold start', { network: 50, loading: 6000 }, 'queue'],
    ['queue above prefill', { queue: 1400, perInput: 0.2 }, 'queue'],
    ['prefill above queue', { queue: 700, perInput: 0.4 }, 'prefill'],
    ['queue above network', { network: 700, queue: 1500 }, 'queue'],
    ['network above queue', { network: 900, queue: 400 }, 'network'],
    ['writing above waiting', { queue: 1200, tpot: 260 }, 'decode'],
    ['waiting above writing', { queue: 4000, tpot: 110 }, 'queue'],
    ['thinking above waiting', { queue: 1200, think: 5000 }, 'thinking'],
    ['slow TLS below a long queue', { handshake: 900, queue: 3000 }, 'queue'],
  ])('%s', (_, behaviour, slow) => expect(syntheticReport(behaviour).verdict.slow).toBe(slow));

  it('tells a cold start from a queue in words', () => {
    const { verdict } = syntheticReport({ network: 50, loading: 6000 });
    expect(verdict.text.en).toContain('loaded on demand');
    expect(verdict.args).toMatchObject({ model: 'm-main', input: 4000, part: '6000' });
  });

  it('names model and prompt size each time', () => {
    for (const behaviour of [
      {},
      { queue: 2000 },
      { perInput: 1 },
      { tpot: 300 },
      { think: 3000 },
      { burst: true, tpot: 9 },
      { network: 800 },
    ]) {
      const { text } = syntheticReport(behaviour).verdict;
      for (const sentence of [text.en, text.zh]) expect(sentence).toMatch(/\{model\}.*\{input\}/s);
    }
  });

  it.each([
    [null, 'unknown'],
    [99, 'instant'],
    [100, 'fluent'],
    [300, 'noticeable'],
    [999, 'noticeable'],
    [1000, 'slow'],
  ])('TTFT %j is %s', (ttft, band) => expect(bandOf(ttft, DEFAULT_THRESHOLDS)).toBe(band));

  it.each<[Behaviour, string]>([
    [{ queue: 900 }, 'none'],
    [{ queue: 1000 }, 'warning'],
    [{ queue: 2000 }, 'critical'],
    [{ tpot: 100 }, 'warning'],
    [{ tpot: 200 }, 'critical'],
  ])('%j alerts %s', (behaviour, alert) => expect(syntheticReport(behaviour).verdict.alert).toBe(alert));

  it('has changeable limits', () => {
    const thresholds = thresholdsFrom('bands=10/20/30, ttft=200/400,tpot=5/9.5');
    expect(thresholds).toEqual({ bands: [10, 20, 30], ttftWarning: 200, ttftCritical: 400, tpotWarning: 5, tpotCritical: 9.5 });
    expect(syntheticReport({ queue: 250 }, { thresholds }).verdict).toMatchObject({ slow: 'queue', band: 'slow', alert: 'warning' });
  });

  it.each(['', 'ttft', 'ttft=5', 'ttft=5/4', 'bands=1/2', 'tpot=1/x', 'speed=1/2', 'ttft=0/4', 'ttft=1/2,'])(
    'refuses the limits %j',
    (value) => expect(() => thresholdsFrom(value)).toThrow(),
  );
});

describe('warnings', () => {
  const idsOf = (...given: Parameters<typeof syntheticReport>) => syntheticReport(...given).warnings.map(({ id }) => id);
  it.each<[string, Behaviour]>([
    ['burst', { burst: true, tpot: 9 }],
    ['few-tokens', { more: { outputTokens: 20 } }],
    ['no-tpot', { more: { tpotMs: null } }],
    ['cached', { more: { cachedTokens: 3900 } }],
    ['alike', { more: { inputTokens: 60 } }],
    ['noise', { queue: 300, noise: [0, 700, 10, 20, 30, 400, 0, 900] }],
    ['estimated', { more: { estimated: true } }],
    ['no-tokens', { more: { delivery: 'none' } }],
    ['watchdog', { more: { maxGapMs: 301_000 } }],
    ['compression', { more: { headers: { 'content-encoding': 'gzip' } } }],
  ])('%s', (id, behaviour) => expect(idsOf(behaviour)).toContain(id));

  it('are silent where all is well', () => expect(idsOf({ network: 20, queue: 100, perInput: 0.1 })).toEqual([]));
});
