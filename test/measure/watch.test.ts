import { describe, expect, it } from 'vitest';

import { EXIT } from '../../src/errors.ts';
import type { LatencyReport, WatchOptions } from '../../src/measure/types.ts';
import { HISTORY, watch, watchSeconds } from '../../src/measure/watch.ts';
import type { Text } from '../../src/model.ts';
import { NO_WISHES, reportLike } from '../helpers/latency.ts';

const FAST = { fixedMs: 100, msPerInputToken: 0, tpotMs: 10 };
const SLOW = { fixedMs: 2500, msPerInputToken: 0, tpotMs: 10 };
const wishes = { ...NO_WISHES, maxTtftMs: 1000 };

interface Round {
  readonly report: LatencyReport;
  readonly exit: 0 | 1 | 4;
}
const good: Round = { report: reportLike(FAST, { wishes }), exit: 0 };
const missed: Round = { report: reportLike(SLOW, { wishes }), exit: 4 };
const slow: Round = { report: reportLike(SLOW), exit: 0 };

/** Runs the rounds given, then is interrupted. */
async function watched(rounds: readonly Round[]) {
  const stop = new AbortController();
  const notes: string[] = [];
  const lengths: number[] = [];
  const waits: number[] = [];
  let n = 0;
  const trends: string[] = [];
  const options: WatchOptions = {
    everyMs: 60_000,
    once: async () => {
      const round = rounds[n++];
      if (!round) stop.abort();
      return round ?? good;
    },
    onRound: (history) => {
      lengths.push(history.length);
    },
    note: (text: Text, args) => (text.en.includes('{rounds}') ? trends : notes).push(`${text.en}|${JSON.stringify(args)}`),
    wait: async (ms) => {
      waits.push(ms);
    },
    signal: stop.signal,
  };
  const exit = await watch(options);
  return { exit, notes, trends, lengths, waits, n };
}

describe('watch', () => {
  it('goes on until it is interrupted', async () => {
    const { exit, n, notes, waits } = await watched([good, good, good]);
    expect(exit).toBe(EXIT.interrupted);
    expect(n).toBe(4);
    expect(notes).toEqual([]);
    expect(waits).toHaveLength(3);
    expect(waits.every((ms) => ms > 59_000 && ms <= 60_000)).toBe(true);
  });

  it('ends with exit status 4 when a limit of the user is missed, and says which', async () => {
    const { exit, n, notes } = await watched([good, missed, good]);
    expect(exit).toBe(EXIT.limit);
    expect(n).toBe(2);
    expect(notes[0]).toMatch(/was missed.*"limit":"max-ttft","got":2500,"wanted":1000/);
  });

  it('says what is slow without a limit, and goes on', async () => {
    const { exit, notes } = await watched([slow, good]);
    expect(exit).toBe(EXIT.interrupted);
    expect(notes).toHaveLength(1);
    expect(notes[0]).toMatch(/"alert":"critical","ttft":"2500"/);
  });

  it('says how the rounds compare, from the second on', async () => {
    const { trends } = await watched([good, slow]);
    expect(trends).toHaveLength(1);
    expect(trends[0]).toMatch(/"n":2,"ttft":"2500".*"rounds":2,"median":"1300","min":"100","max":"2500"/);
  });

  it('a failed round is no end', async () => {
    const { exit, n } = await watched([{ ...good, exit: 1 }, good]);
    expect([exit, n]).toEqual([EXIT.interrupted, 3]);
  });

  it('keeps a bounded history', async () => {
    const { lengths } = await watched(Array.from({ length: HISTORY + 5 }, () => good));
    expect(Math.max(...lengths)).toBe(HISTORY);
    expect(lengths.at(-1)).toBe(HISTORY);
  });
});

it.each<[string, number | null]>([
  ['1', 1],
  ['3600', 3600],
  ['0', null],
  ['-1', null],
  ['1.5', null],
  ['', null],
  ['60s', null],
  ['9999999', null],
])('--watch %s', (value, seconds) => {
  expect(watchSeconds(value)).toBe(seconds);
});
