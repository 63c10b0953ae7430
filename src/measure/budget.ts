// total = TTFT + TPOT × tokens, against a target: what dominates, what helps, what is left for each.

import type { Args, Text } from '../model.ts';
import type { Decomposed } from './decompose.ts';
import type { Budget, LimitCheck, Note, Wishes } from './types.ts';

/** Where a budget names no length of the answer. */
export const DEFAULT_EXPECTED_TOKENS = 100;
/**
 * Time grows more slowly than a model's size: half the parameters take about 0.5^0.7 ≈ 0.62 of the time. A rule of thumb without
 * a primary source: kernels, communication and mixture-of-experts routing do not shrink with the weights.
 */
const SIZE_EXPONENT = 0.7;
const HALF_SIZE_SHARE = 0.5 ** SIZE_EXPONENT;
/** A prefix that is read again is worth a cache from this size on (OpenAI's smallest cached prefix). */
const SMALLEST_CACHED = 1024;

const LEVERS = {
  'shorter-input': {
    en: 'A shorter input: {saves} ms for every 1,000 tokens less; {fits}',
    zh: '缩短输入：每减少 1000 个 token 节省 {saves} ms；{fits}',
  },
  'cache-prefix': {
    en: 'A cacheable prefix: keep the first part of the prompt the same from turn to turn; up to {saves} of {ttft} ms are spent reading it',
    zh: '让前缀可缓存：每一轮都保持输入的开头不变；首字延迟 {ttft} ms 中最多有 {saves} ms 花在读取它',
  },
  'smaller-model': {
    en: 'A smaller model: by the rule of thumb time ∝ size^0.7, half the parameters take {share} % of the time and save about {saves} ms',
    zh: '换更小的模型：按经验法则（时间 ∝ 规模^0.7），参数减半后耗时约为 {share} %，可节省约 {saves} ms',
  },
  'fewer-tokens': {
    en: 'A shorter answer: {saves} ms for every 10 tokens less; {tokens} tokens fit into the target',
    zh: '缩短回答：每少 10 个 token 节省 {saves} ms；目标时间内可容纳 {tokens} 个 token',
  },
  'less-waiting': {
    en: 'Less waiting: {saves} ms pass before the server reads the prompt; another group, channel or time of day',
    zh: '减少排队：服务端开始处理前已过去 {saves} ms；可换分组、渠道或时段',
  },
  'nearer-network': { en: 'A nearer way: {saves} ms are spent on the network', zh: '缩短线路：有 {saves} ms 花在网络上' },
} satisfies Record<string, Text>;
const NEVER_FITS: Text = { en: 'no input is short enough for the target', zh: '输入再短也达不到目标' };
const FITS: Text = { en: 'about {tokens} input tokens would fit', zh: '大约 {tokens} 个输入 token 可以达标' };
const FITS_ALREADY: Text = { en: 'the present size fits', zh: '目前的长度已经达标' };

const round = (value: number): number => Math.round(value * 10) / 10;

interface Lever extends Note {
  readonly savesMs: number;
}

function lever(id: keyof typeof LEVERS, savesMs: number, args: Args, fits: Text | null = null): Lever {
  const text: Text = fits ? { en: LEVERS[id].en.replace('{fits}', fits.en), zh: LEVERS[id].zh.replace('{fits}', fits.zh) } : LEVERS[id];
  return { id, text, args, savesMs };
}

function leversFor(budget: Omit<Budget, 'levers'>, { parts, inputTokens, sweep }: Decomposed): readonly Lever[] {
  const { ttftMs, tpotMs, tokens, targetMs, leaves } = budget;
  if (ttftMs === null) return [];
  const partMs = (name: string): number => parts.find(({ part }) => part === name)?.ms ?? 0;
  const found: Lever[] = [];
  const reading = partMs('first-token');
  if (sweep?.trusted && inputTokens !== null && reading > 0) {
    const fixed = ttftMs - reading;
    const room = leaves === null ? null : Math.floor((leaves.ttftMs - fixed) / sweep.msPerToken);
    const fits = room === null || room >= inputTokens ? FITS_ALREADY : room > 0 ? FITS : NEVER_FITS;
    found.push(lever('shorter-input', reading / 2, { saves: round(sweep.msPerToken * 1000), tokens: Math.max(0, room ?? 0) }, fits));
    if (inputTokens >= SMALLEST_CACHED)
      found.push(lever('cache-prefix', reading * 0.9, { saves: Math.round(reading), ttft: Math.round(ttftMs) }));
  }
  const modelMs = reading + (tpotMs ?? 0) * tokens;
  const saved = modelMs * (1 - HALF_SIZE_SHARE);
  if (modelMs > 0) found.push(lever('smaller-model', saved, { share: Math.round(HALF_SIZE_SHARE * 100), saves: Math.round(saved) }));
  if (tpotMs !== null && targetMs !== null && leaves !== null) {
    const over = Math.max(0, tokens - Math.max(0, leaves.tokens));
    found.push(lever('fewer-tokens', over * tpotMs, { saves: Math.round(tpotMs * 10), tokens: Math.max(0, leaves.tokens) }));
  }
  const waiting = partMs('queue') + partMs('preprocessing');
  if (waiting > 0) found.push(lever('less-waiting', waiting, { saves: Math.round(waiting) }));
  if (partMs('network') > 0) found.push(lever('nearer-network', partMs('network'), { saves: Math.round(partMs('network')) }));
  return found.sort((a, b) => b.savesMs - a.savesMs);
}

/** Levers that save less than this share of the total are not worth a line. */
const WORTH_SHARE = 0.02;

/** Null where no budget was asked for. Without TPOT (a one-token answer) TTFT alone counts. */
export function budgetFor({ budgetMs, expectTokens }: Wishes, decomposed: Decomposed, tpotMs: number | null): Budget | null {
  if (budgetMs === null && expectTokens === null) return null;
  const tokens = expectTokens ?? DEFAULT_EXPECTED_TOKENS;
  const { ttftMs } = decomposed;
  const writingMs = tpotMs === null ? null : tpotMs * tokens;
  const totalMs = ttftMs === null || (writingMs === null && tokens > 1) ? null : ttftMs + (writingMs ?? 0);
  const dominates = totalMs === null || ttftMs === null ? null : ttftMs >= (writingMs ?? 0) ? 'ttft' : 'tpot';
  const leaves =
    budgetMs === null || ttftMs === null || tpotMs === null
      ? null
      : {
          ttftMs: budgetMs - tpotMs * tokens,
          tpotMs: tokens > 0 ? (budgetMs - ttftMs) / tokens : 0,
          tokens: tpotMs > 0 ? Math.floor((budgetMs - ttftMs) / tpotMs) : tokens,
        };
  const budget = { formula: 'ttft + tpot × tokens', tokens, totalMs, targetMs: budgetMs, ttftMs, tpotMs, dominates, leaves } as const;
  const worth = (totalMs ?? 0) * WORTH_SHARE;
  const levers = leversFor(budget, decomposed).filter(({ savesMs }) => savesMs > worth);
  return { ...budget, levers: levers.map(({ id, text, args }): Note => ({ id, text, args })) };
}

/** The limits the user set; TTFT and TPOT are warm medians. */
export function checkLimits(
  { budgetMs, maxTtftMs, maxTpotMs }: Wishes,
  got: { totalMs: number | null; ttftMs: number | null; tpotMs: number | null },
): readonly LimitCheck[] {
  const check = (limit: LimitCheck['limit'], wantedMs: number | null, gotMs: number | null): readonly LimitCheck[] =>
    wantedMs === null ? [] : [{ limit, wantedMs, gotMs, kept: gotMs === null ? null : gotMs <= wantedMs }];
  return [
    ...check('budget', budgetMs, got.totalMs),
    ...check('max-ttft', maxTtftMs, got.ttftMs),
    ...check('max-tpot', maxTpotMs, got.tpotMs),
  ];
}
