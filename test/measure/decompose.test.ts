import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import type { DecompositionPart, LatencyReport, Reported } from '../../src/measure/types.ts';
import { type Behaviour, syntheticReport } from './synthetic.ts';

const part = ({ decomposition }: LatencyReport, name: DecompositionPart['part']) => decomposition.find((term) => term.part === name);
const sum = ({ decomposition }: LatencyReport): number => decomposition.reduce((total, { ms }) => total + (ms ?? 0), 0);
const reported = (given: Partial<Reported>): NonNullable<Behaviour['more']> => ({
  reported: {
    queueMs: null,
    prefillMs: null,
    decodeMs: null,
    loadMs: null,
    overheadMs: null,
    serverMs: null,
    sources: ['usage.queue_time', 'usage.prompt_time', 'load_duration', 'x-litellm-overhead-duration-ms'],
    ...given,
  },
});

describe('decompose', () => {
  it('finds queue and prefill by the slope', () => {
    const report = syntheticReport({ network: 30, queue: 400, perInput: 0.2 });
    expect(part(report, 'network')).toMatchObject({ ms: 30, basis: 'measured' });
    expect(part(report, 'first-token')?.ms).toBeCloseTo(800, 3);
    expect(part(report, 'queue')?.ms).toBeCloseTo(400, 3);
    expect(part(report, 'queue')?.basis).toBe('estimated');
    expect(part(report, 'preprocessing')).toMatchObject({ ms: null, basis: 'not-observable' });
  });

  it('takes the server’s word where it has one', () => {
    const report = syntheticReport({ network: 30, queue: 400, perInput: 0.2, more: reported({ queueMs: 390, prefillMs: 700 }) });
    expect(part(report, 'queue')).toMatchObject({ ms: 390, basis: 'reported' });
    expect(part(report, 'first-token')).toMatchObject({ ms: 700, basis: 'reported' });
    expect(part(report, 'preprocessing')?.ms).toBeCloseTo(110, 3);
  });

  it('names loading and a gateway’s own share', () => {
    const report = syntheticReport({ network: 10, queue: 900, more: reported({ loadMs: 600, overheadMs: 40 }) });
    expect(part(report, 'initialisation')).toMatchObject({ ms: 600, basis: 'reported' });
    expect(part(report, 'preprocessing')).toMatchObject({ basis: 'reported' });
  });

  it('puts what a first request pays beside, not into the sum', () => {
    const report = syntheticReport({ network: 20, handshake: 300, queue: 100, loading: 4000 });
    expect(part(report, 'network')).toMatchObject({ ms: 20, coldMs: 300 });
    expect(part(report, 'initialisation')?.coldMs).toBeCloseTo(4000, 0);
    expect(sum(report)).toBeCloseTo(120, 3);
  });

  it('counts the new connection of every request where the gateway closes them', () => {
    const report = syntheticReport({ network: 20, queue: 500, more: { connectMs: 50, tlsMs: 100, cold: false } });
    expect(part(report, 'network')?.ms).toBeCloseTo(170, 3);
    expect(report.warnings.map(({ id }) => id)).toContain('new-connections');
  });

  it('does not split what one input size can’t tell', () => {
    const samples = syntheticReport({ queue: 500 }).samples.filter(({ load }) => load === 'prefill');
    const report = syntheticReport({ queue: 500 }, { samples });
    expect(part(report, 'queue')).toMatchObject({ ms: null, basis: 'not-observable' });
    expect(sum(report)).toBeCloseTo(500, 3);
  });

  it('adds up, whatever the figures', () => {
    const number = (max: number) => fc.double({ min: 0, max, noNaN: true });
    const maybe = (max: number) => fc.option(number(max), { nil: null });
    fc.assert(
      fc.property(
        fc.record({
          network: number(900),
          handshake: number(2000),
          queue: number(5000),
          perInput: number(3),
          loading: number(5000),
          noise: fc.array(number(800), { minLength: 1, maxLength: 7 }),
        }),
        fc.record({ queueMs: maybe(9000), prefillMs: maybe(9000), loadMs: maybe(3000), overheadMs: maybe(500), serverMs: maybe(9000) }),
        fc.array(number(2000), { maxLength: 4 }),
        (behaviour, words, roundTripsMs) => {
          const report = syntheticReport({ ...behaviour, more: reported(words) }, { roundTripsMs });
          const ttft = report.loads.prefill?.ttftMs?.median ?? 0;
          expect(sum(report)).toBeCloseTo(ttft, 6);
          for (const { ms } of report.decomposition) expect(ms ?? 0).toBeGreaterThanOrEqual(-1e-9);
          for (const { ms, basis } of report.decomposition) expect(ms === null).toBe(basis === 'not-observable');
        },
      ),
      { numRuns: 300 },
    );
  });
});
