// TTFT = network + queue + preprocessing + initialisation + first token: what an outside observer can say about each term.
// The split is of one load's warm median; the known terms add up to it exactly.

import type { Args, Text } from '../model.ts';
import { handshakeOf } from './latency.ts';
import { known, median, smallest, theilSen } from './statistics.ts';
import type { Basis, DecompositionPart, LoadName, LoadSummary, PartName, Reported, Sample, Sweep } from './types.ts';

/** Below this share of TTFT a slope hidden in the noise can't matter. */
const FLAT_SHARE = 0.3;
/** A first request that is slower by less than this has found cold caches, not an unloaded model, ms. */
const LEAST_LOADING_MS = 100;
const REFERENCE_ORDER: readonly LoadName[] = ['prefill', 'decode', 'dify', 'log'];

const HOW = {
  roundTrip: { en: 'smallest round trip seen, of {n}', zh: '{n} 次往返中的最小值' },
  newConnections: {
    en: 'smallest round trip, and a new connection for every request ({ms} ms)',
    zh: '最小往返时间，加上每次请求都要新建连接（{ms} ms）',
  },
  noRoundTrip: { en: 'no round trip was measured', zh: '没有测到往返时间' },
  reported: { en: 'the server says so ({source})', zh: '服务端自己报告（{source}）' },
  slope: {
    en: '{perToken} ms for each of {tokens} input tokens, by the slope over input sizes',
    zh: '每个输入 token {perToken} ms × {tokens} 个，由不同输入长度的斜率得出',
  },
  flat: { en: 'does not grow with the input', zh: '不随输入长度增长' },
  rest: {
    en: 'what stays when the input shrinks, less the network; the first token’s own step is in it',
    zh: '输入变短后仍然存在的等待，减去网络；包含生成首个 token 的那一步',
  },
  remainder: { en: 'what is left of TTFT', zh: '首字延迟中剩余的部分' },
  noise: {
    en: 'the answers vary too much to tell reading the prompt from waiting: their smallest excess is counted as queue',
    zh: '各次结果波动太大，无法区分读取输入与排队：波动部分计为排队',
  },
  oneSize: {
    en: 'only one input size was seen: waiting and reading the prompt can’t be told apart',
    zh: '只有一种输入长度：无法区分排队与读取输入',
  },
  within: { en: 'lies within the queue’s figure; the server does not name it', zh: '包含在排队的数字里；服务端没有单独报告' },
  warm: { en: 'nothing on a warm request', zh: '热请求没有这一项' },
  noCold: { en: 'no first request on a new connection was measured', zh: '没有测量新连接上的第一次请求' },
} satisfies Record<string, Text>;
type How = keyof typeof HOW;

export interface Evidence {
  readonly samples: readonly Sample[];
  readonly loads: Readonly<Partial<Record<LoadName, LoadSummary>>>;
  readonly roundTripsMs: readonly number[];
}

export interface Decomposed {
  readonly parts: readonly DecompositionPart[];
  /** The load it is about; null where no TTFT is known. */
  readonly load: LoadName | null;
  readonly ttftMs: number | null;
  readonly inputTokens: number | null;
  readonly rttMs: number | null;
  readonly sweep: Sweep | null;
  readonly cold: ColdStart | null;
}

const round = (ms: number): number => Math.round(ms * 10) / 10;

function part(name: PartName, ms: number | null, basis: Basis, how: How, args: Args = {}, coldMs?: number): DecompositionPart {
  return { part: name, ms, basis, how: HOW[how], args, ...(coldMs === undefined ? {} : { coldMs }) };
}

/** Uncached warm samples of any input size; a cached prefix would flatten the slope. */
export function sweepOf(samples: readonly Sample[]): Sweep | null {
  const usable = samples.filter(({ load, cold, delivery }) => !cold && delivery === 'streamed' && load !== 'cache' && load !== 'ramp');
  const points = usable.flatMap(({ inputTokens, cachedTokens, ttftMs, ...rest }) =>
    inputTokens !== null && ttftMs !== null && (cachedTokens ?? 0) === 0
      ? [{ tokens: inputTokens, ttftMs: ttftMs - handshakeOf({ ...rest, inputTokens, cachedTokens, ttftMs }) }]
      : [],
  );
  return theilSen(points);
}

/** Never more than the smallest time to any response header, which contains a round trip. */
function roundTrip(samples: readonly Sample[], roundTripsMs: readonly number[]): number | null {
  const warm = samples.filter(({ ttfbMs }) => ttfbMs !== null);
  const direct = smallest(known(samples.filter(({ proxyMs }) => proxyMs === null).map(({ connectMs }) => connectMs)));
  const answered = smallest([
    ...roundTripsMs,
    ...(roundTripsMs.length > 0 ? warm.map((sample) => (sample.ttfbMs ?? 0) - handshakeOf(sample)) : []),
  ]);
  return answered ?? direct;
}

function reportedMedian(samples: readonly Sample[], field: Exclude<keyof Reported, 'sources'>): number | null {
  return median(known(samples.map(({ reported }) => reported?.[field])));
}

const sourceOf = (samples: readonly Sample[], matching: RegExp): string =>
  samples.flatMap(({ reported }) => reported?.sources ?? []).find((source) => matching.test(source)) ?? '-';

interface Terms {
  readonly firstToken: DecompositionPart;
  /** Null: nothing tells queue and reading apart. */
  readonly queue: DecompositionPart;
}

/** Splits `rest` (TTFT without network, overhead and loading) into waiting and reading. */
function waitingAndReading(rest: number, samples: readonly Sample[], sweep: Sweep | null, uncached: number | null): Terms {
  const queueSaid = reportedMedian(samples, 'queueMs');
  const readSaid = reportedMedian(samples, 'prefillMs');
  const source = (kind: RegExp): Args => ({ source: sourceOf(samples, kind) });
  const within = (ms: number): number => Math.min(Math.max(0, ms), rest);
  if (readSaid !== null) {
    const read = within(readSaid);
    const firstToken = part('first-token', read, 'reported', 'reported', source(/prompt|prefill|first/));
    if (queueSaid === null) return { firstToken, queue: part('queue', rest - read, 'estimated', 'remainder') };
    return { firstToken, queue: part('queue', Math.min(queueSaid, rest - read), 'reported', 'reported', source(/queue/)) };
  }
  if (queueSaid !== null) {
    const queue = within(queueSaid);
    return {
      queue: part('queue', queue, 'reported', 'reported', source(/queue/)),
      firstToken: part('first-token', rest - queue, 'estimated', 'remainder'),
    };
  }
  if (sweep === null || uncached === null) {
    return { queue: part('queue', null, 'not-observable', 'oneSize'), firstToken: part('first-token', rest, 'estimated', 'oneSize') };
  }
  const read = within(sweep.msPerToken * uncached);
  const slope = { perToken: Math.round(sweep.msPerToken * 1000) / 1000, tokens: Math.round(uncached) };
  if (sweep.trusted)
    return { firstToken: part('first-token', read, 'estimated', 'slope', slope), queue: part('queue', rest - read, 'estimated', 'rest') };
  if (read <= rest * FLAT_SHARE)
    return { firstToken: part('first-token', read, 'estimated', 'flat'), queue: part('queue', rest - read, 'estimated', 'rest') };
  const seen = known(samples.map(({ ttftMs }) => ttftMs));
  const excess = within((median(seen) ?? 0) - (smallest(seen) ?? 0));
  return { queue: part('queue', excess, 'estimated', 'noise'), firstToken: part('first-token', rest - excess, 'estimated', 'remainder') };
}

/** What a first request pays on top: the connection, and the wait that no warm request of the same load comes near (a model being loaded). */
export interface ColdStart {
  readonly ttftMs: number;
  readonly handshakeMs: number;
  readonly loadingMs: number;
}

export function coldStart(samples: readonly Sample[], loads: Evidence['loads']): ColdStart | null {
  const starts = samples.flatMap((sample): ColdStart[] => {
    const warm = loads[sample.load]?.ttftMs;
    if (!sample.cold || sample.ttftMs === null || !warm) return [];
    const handshakeMs = handshakeOf(sample);
    const server = sample.ttftMs - handshakeMs;
    return [
      {
        ttftMs: sample.ttftMs,
        handshakeMs,
        loadingMs: server > 2 * warm.max && server - warm.max >= LEAST_LOADING_MS ? server - warm.median : 0,
      },
    ];
  });
  const [first] = starts;
  if (!first) return null;
  const slowest = starts.reduce((most, start) => (start.ttftMs > most.ttftMs ? start : most), first);
  return { ...slowest, handshakeMs: median(starts.map(({ handshakeMs }) => handshakeMs)) ?? 0 };
}

export function decompose({ samples, loads, roundTripsMs }: Evidence): Decomposed {
  const sweep = sweepOf(samples);
  const rttMs = roundTrip(samples, roundTripsMs);
  const load = REFERENCE_ORDER.find((name) => loads[name]?.ttftMs) ?? null;
  const ttftMs = load === null ? null : (loads[load]?.ttftMs?.median ?? null);
  if (load === null || ttftMs === null) return { parts: [], load, ttftMs, inputTokens: null, rttMs, sweep, cold: null };
  const ofLoad = samples.filter((sample) => sample.load === load);
  const warm = ofLoad.some(({ cold }) => !cold) ? ofLoad.filter(({ cold }) => !cold) : ofLoad;
  const inputTokens = loads[load]?.inputTokens ?? null;
  const cached = median(known(warm.map(({ cachedTokens }) => cachedTokens))) ?? 0;

  const everyTime = median(warm.map(handshakeOf)) ?? 0;
  const network = rttMs === null ? null : Math.min(ttftMs, rttMs + everyTime);
  const cold = coldStart(samples, loads);
  const [handshake, loading] = [cold?.handshakeMs, cold?.loadingMs];
  const networkPart =
    network === null
      ? part('network', null, 'not-observable', 'noRoundTrip')
      : everyTime > 0
        ? part('network', network, 'measured', 'newConnections', { ms: round(everyTime) }, handshake)
        : part('network', network, 'measured', 'roundTrip', { n: roundTripsMs.length || warm.length }, handshake);

  let rest = ttftMs - (network ?? 0);
  const overhead = reportedMedian(warm, 'overheadMs');
  const overheadMs = overhead === null ? null : Math.min(overhead, rest);
  rest -= overheadMs ?? 0;
  const loadSaid = reportedMedian(warm, 'loadMs');
  const loadMs = loadSaid === null ? null : Math.min(loadSaid, rest);
  rest -= loadMs ?? 0;
  const { queue, firstToken } = waitingAndReading(rest, warm, sweep, inputTokens === null ? null : Math.max(0, inputTokens - cached));
  const left = rest - (queue.ms ?? 0) - (firstToken.ms ?? 0);

  const preprocessing =
    overheadMs !== null
      ? part('preprocessing', overheadMs + left, 'reported', 'reported', { source: sourceOf(warm, /overhead/) })
      : queue.basis === 'reported' && firstToken.basis === 'reported'
        ? part('preprocessing', left, 'estimated', 'remainder')
        : part('preprocessing', null, 'not-observable', 'within');
  const initialisation =
    loadMs !== null
      ? part('initialisation', loadMs, 'reported', 'reported', { source: sourceOf(warm, /load/) }, loading)
      : loading === undefined
        ? part('initialisation', null, 'not-observable', 'noCold')
        : part('initialisation', 0, 'estimated', 'warm', {}, loading);
  return { parts: [networkPart, queue, preprocessing, initialisation, firstToken], load, ttftMs, inputTokens, rttMs, sweep, cold };
}
