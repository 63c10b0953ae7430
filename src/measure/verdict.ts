// Which part is slow. Each cause is weighed by how far it passes its own limit; the heaviest is named.

import type { Args, Text } from '../model.ts';
import type { Decomposed } from './decompose.ts';
import { known, median } from './statistics.ts';
import type { Band, LoadName, LoadSummary, MeasuredChannel, PartName, Sample, Slow, Thresholds, Verdict } from './types.ts';

/**
 * Bands 100/300/1000 ms: 0.1 s and 1 s are Nielsen's limits, 300 ms a convention. Alerts 1000/2000 ms and 100/200 ms per token:
 * the upper TTFT and both TPOT figures are MLPerf Inference limits (docs/latency.md).
 */
export const DEFAULT_THRESHOLDS: Thresholds = {
  bands: [100, 300, 1000],
  ttftWarning: 1000,
  ttftCritical: 2000,
  tpotWarning: 100,
  tpotCritical: 200,
};

/** A round trip that is slow for any network, ms; a new connection takes two to four of them. */
const SLOW_ROUND_TRIP_MS = 300;
const SLOW_HANDSHAKE_MS = 600;

const TEXT = {
  none: {
    en: 'Nothing is slow: the first token comes after {ttft} ms, then {tpot} ms a token ({model}, {input} input tokens)',
    zh: '没有明显的瓶颈：首字延迟 {ttft} ms，之后每个 token {tpot} ms（{model}，输入 {input} tokens）',
  },
  network: {
    en: 'The network is slow: {part} of {ttft} ms until the first token pass on the way ({model}, {input} input tokens). Look at the proxy, the region and the route to the gateway',
    zh: '网络慢：首字延迟 {ttft} ms 中有 {part} ms 花在路上（{model}，输入 {input} tokens）。请检查代理、地域和到网关的线路',
  },
  connecting: {
    en: 'Connecting is slow: name, TCP, proxy and TLS take {part} ms of a first request’s {cold} ms; requests on an open connection take {ttft} ms ({model}, {input} input tokens). Look at the proxy and the route, and let the client keep its connection',
    zh: '建立连接慢：首次请求的 {cold} ms 中，域名解析、TCP、代理和 TLS 占 {part} ms；已建立的连接上首字延迟为 {ttft} ms（{model}，输入 {input} tokens）。请检查代理和线路，并让客户端保持长连接',
  },
  queue: {
    en: 'Requests wait: {part} of {ttft} ms until the first token do not depend on the input ({model}, {input} input tokens). The gateway or its upstream queues; try at another time, another group or channel, or a higher concurrency quota',
    zh: '在排队：首字延迟 {ttft} ms 中有 {part} ms 与输入长度无关（{model}，输入 {input} tokens）。网关或上游在排队；可换个时段、换分组或渠道，或提高并发额度',
  },
  initialisation: {
    en: 'A first request waits {part} ms longer than the next ones ({cold} against {ttft} ms; {model}, {input} input tokens): the model or its container seems to be loaded on demand. Keep it warm, or send a small request first',
    zh: '第一次请求比之后多等 {part} ms（{cold} 对 {ttft} ms；{model}，输入 {input} tokens）：模型或容器似乎是按需加载的（冷启动）。请保持预热，或先发一个小请求',
  },
  prefill: {
    en: 'Reading the input is slow: {part} of {ttft} ms until the first token grow with the prompt ({model}, {input} input tokens). Shorten it, or keep its beginning the same so that a prefix cache can help',
    zh: '预填充（prefill）慢：首字延迟 {ttft} ms 中有 {part} ms 随输入增长（{model}，输入 {input} tokens）。请缩短输入，或保持开头不变以命中前缀缓存',
  },
  decode: {
    en: 'Writing is slow: {tpot} ms a token, {tps} tokens a second, while the first comes after {ttft} ms ({model}, {input} input tokens). A smaller or faster model, or another channel, helps; a shorter prompt does not',
    zh: '生成（decode）慢：每个 token {tpot} ms，即每秒 {tps} 个；首字延迟为 {ttft} ms（{model}，输入 {input} tokens）。换更小更快的模型或换渠道有用，缩短输入没有用',
  },
  thinking: {
    en: 'The model thinks for {part} ms before it says anything visible; the channel is not the cause ({model}, {input} input tokens). Lower the reasoning effort, or take a model that thinks less',
    zh: '模型先思考了 {part} ms 才输出可见内容，问题不在渠道（{model}，输入 {input} tokens）。请降低推理强度（reasoning effort），或换一个思考更少的模型',
  },
  buffered: {
    en: 'The answer is held back and comes at once after {part} ms, so its first token says nothing about the model ({model}, {input} input tokens). Something in between buffers: proxy_buffering off, no compression of event streams, or a relay that really streams',
    zh: '回答被缓冲，{part} ms 后才一次性到达，因此首字延迟不能说明模型的快慢（{model}，输入 {input} tokens）。中间有环节在缓冲：请关闭 proxy_buffering、不要压缩事件流，或换真正支持流式输出的中转',
  },
  unknown: {
    en: 'No request brought a token, so nothing can be said about speed ({model})',
    zh: '没有任何请求返回 token，无法判断快慢（{model}）',
  },
} satisfies Record<string, Text>;
type Reason = keyof typeof TEXT;

export interface VerdictEvidence {
  readonly channel: MeasuredChannel;
  readonly samples: readonly Sample[];
  readonly loads: Readonly<Partial<Record<LoadName, LoadSummary>>>;
  readonly decomposed: Decomposed;
  readonly thresholds: Thresholds;
}

interface Cause {
  readonly slow: Slow;
  readonly reason: Reason;
  /** How many times its limit; from 1 on it counts. */
  readonly weight: number;
  readonly partMs: number;
}

const ms = (value: number | null | undefined): string =>
  value == null ? '–' : value >= 10 ? String(Math.round(value)) : String(Math.round(value * 10) / 10);

export function bandOf(ttftMs: number | null, { bands: [instant, fluent, noticeable] }: Thresholds): Band {
  if (ttftMs === null) return 'unknown';
  if (ttftMs < instant) return 'instant';
  if (ttftMs < fluent) return 'fluent';
  return ttftMs < noticeable ? 'noticeable' : 'slow';
}

/** Most of the long answers came in one piece; the short ones of the prefill load count where there are no others. */
export function isBuffered(samples: readonly Sample[]): boolean {
  const long = samples.filter(({ load }) => load !== 'prefill' && load !== 'sweep' && load !== 'cache' && load !== 'ramp');
  const judged = (long.length > 0 ? long : samples).filter(({ delivery }) => delivery !== 'none');
  return judged.length > 0 && judged.filter(({ delivery }) => delivery === 'burst').length * 2 > judged.length;
}

/** TPOT of the load that writes most. */
export function tpotOfLoads(loads: VerdictEvidence['loads']): number | null {
  return (loads.decode ?? loads.dify ?? loads.log ?? loads.prefill)?.tpotMs?.median ?? null;
}

function thinkingOf(samples: readonly Sample[]): number {
  const warm = samples.filter(({ cold, load }) => !cold && load !== 'ramp');
  return median(known(warm.map(({ ttftMs, ttfotMs }) => (ttftMs === null || ttfotMs === null ? null : ttfotMs - ttftMs)))) ?? 0;
}

const PART_CAUSE: Readonly<Record<PartName, { slow: Slow; reason: Reason }>> = {
  network: { slow: 'network', reason: 'network' },
  queue: { slow: 'queue', reason: 'queue' },
  preprocessing: { slow: 'queue', reason: 'queue' },
  initialisation: { slow: 'queue', reason: 'initialisation' },
  'first-token': { slow: 'prefill', reason: 'prefill' },
};

function waitingCauses({ parts, ttftMs }: Decomposed, limit: number): Cause[] {
  const largest = [...parts].sort((a, b) => (b.ms ?? 0) - (a.ms ?? 0))[0];
  if (!largest?.ms || ttftMs === null) return [];
  const weight = Math.max(ttftMs / limit, largest.part === 'network' ? largest.ms / SLOW_ROUND_TRIP_MS : 0);
  return [{ ...PART_CAUSE[largest.part], weight, partMs: largest.ms }];
}

/** A first request that alone is slow. */
function coldCauses({ cold, ttftMs }: Decomposed, limit: number): Cause[] {
  if (cold === null || ttftMs === null || ttftMs >= limit) return [];
  const { handshakeMs, loadingMs } = cold;
  return [
    { slow: 'network', reason: 'connecting', weight: handshakeMs / SLOW_HANDSHAKE_MS, partMs: handshakeMs },
    { slow: 'queue', reason: 'initialisation', weight: loadingMs > handshakeMs ? cold.ttftMs / limit : 0, partMs: loadingMs },
  ];
}

function causesOf({ samples, loads, decomposed, thresholds }: VerdictEvidence): Cause[] {
  if (isBuffered(samples)) {
    const waits = samples.filter(({ delivery }) => delivery === 'burst').map(({ ttftMs }) => ttftMs);
    return [{ slow: 'buffered', reason: 'buffered', weight: Number.POSITIVE_INFINITY, partMs: median(known(waits)) ?? 0 }];
  }
  const thinking = thinkingOf(samples);
  const tpot = tpotOfLoads(loads) ?? 0;
  return [
    ...waitingCauses(decomposed, thresholds.ttftWarning),
    ...coldCauses(decomposed, thresholds.ttftWarning),
    { slow: 'thinking', reason: 'thinking', weight: thinking / thresholds.ttftWarning, partMs: thinking },
    { slow: 'decode', reason: 'decode', weight: tpot / thresholds.tpotWarning, partMs: tpot },
  ];
}

function alertOf(ttft: number, tpot: number, { ttftWarning, ttftCritical, tpotWarning, tpotCritical }: Thresholds): Verdict['alert'] {
  if (ttft >= ttftCritical || tpot >= tpotCritical) return 'critical';
  return ttft >= ttftWarning || tpot >= tpotWarning ? 'warning' : 'none';
}

export function judge(evidence: VerdictEvidence): Verdict {
  const { channel, loads, decomposed, thresholds } = evidence;
  const { ttftMs, inputTokens } = decomposed;
  const tpot = tpotOfLoads(loads);
  const causes = causesOf(evidence).filter(({ weight }) => weight >= 1);
  const worst = causes.reduce<Cause | null>((found, cause) => (found === null || cause.weight > found.weight ? cause : found), null);
  const reason = worst?.reason ?? (ttftMs === null ? 'unknown' : 'none');
  const args: Args = {
    ttft: ms(ttftMs),
    tpot: ms(tpot),
    tps: ms(tpot === null ? null : 1000 / tpot),
    part: ms(worst?.partMs),
    cold: ms(decomposed.cold?.ttftMs),
    model: channel.model,
    input: inputTokens === null ? '?' : Math.round(inputTokens),
  };
  return {
    slow: worst?.slow ?? 'none',
    band: bandOf(ttftMs, thresholds),
    alert: alertOf(ttftMs ?? 0, tpot ?? 0, thresholds),
    text: TEXT[reason],
    args,
  };
}
