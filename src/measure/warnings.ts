// Where a figure means nothing, and what to know beside the verdict.

import type { Text } from '../model.ts';
import type { Decomposed } from './decompose.ts';
import { known, median } from './statistics.ts';
import type { LoadName, LoadSummary, Note, Sample } from './types.ts';
import { isBuffered } from './verdict.ts';

/** Below this many output tokens TPOT is mostly the grain of the chunks. */
const FEW_TOKENS = 32;
/** The long input should be this many times the short one. */
const ALIKE_FACTOR = 4;
/** The clients' idle watchdog for custom base URLs: Claude Code and Codex give a stream up after this silence. */
const WATCHDOG_MS = 300_000;

const TEXT = {
  'few-tokens': {
    en: 'The long answers have only {tokens} tokens: TPOT from so few is rough. Use --tokens INPUT,OUTPUT with more output',
    zh: '长回答只有 {tokens} 个 token，由此得出的 TPOT 很粗略。可用 --tokens 输入,输出 要求更长的输出',
  },
  'no-tpot': {
    en: 'No time per output token could be had: the answers were too short, came in one piece, or name no usage',
    zh: '无法得到每 token 耗时：回答太短、一次性到达，或没有返回 usage',
  },
  burst: {
    en: 'The tokens came in one burst, so TTFT and TPOT are artefacts of the way and are not judged',
    zh: 'token 是一次性到达的，TTFT 和 TPOT 只反映缓冲，不作判断',
  },
  alike: {
    en: 'Both loads have about the same input ({long} and {short} tokens): reading the prompt can’t be told from waiting. Use a larger --tokens',
    zh: '两种负载的输入几乎一样长（{long} 和 {short} tokens）：无法区分读取输入与排队。请加大 --tokens',
  },
  cached: {
    en: 'The gateway served {tokens} input tokens from a prefix cache although every prompt begins differently: TTFT is better here than for a new prompt',
    zh: '每次输入的开头都不同，网关仍有 {tokens} 个输入 token 命中前缀缓存：这里的首字延迟比全新输入更好看',
  },
  'cache-works': {
    en: 'The same input a second time: {tokens} tokens from the prefix cache, first token after {second} instead of {first} ms',
    zh: '相同输入再发一次：{tokens} 个 token 命中前缀缓存，首字延迟由 {first} ms 变为 {second} ms',
  },
  'no-cache': {
    en: 'The same input a second time was not faster and no cached tokens are named: no prefix cache is visible here',
    zh: '相同输入再发一次并没有更快，也没有报告缓存命中：这里看不到前缀缓存',
  },
  noise: {
    en: 'TTFT varies from {min} to {max} ms for the same input: the median of {n} runs is rough. Use more --runs',
    zh: '同样的输入，首字延迟在 {min} 到 {max} ms 之间波动：{n} 次的中位数比较粗略。可加大 --runs',
  },
  estimated: {
    en: 'The gateway counts no output tokens: they are guessed from the text, and TPOT with them',
    zh: '网关没有返回输出 token 数：按文本估算，TPOT 也随之为估算值',
  },
  'new-connections': {
    en: 'The gateway closes the connection after each answer, so every request pays for a new one ({ms} ms)',
    zh: '网关每次回答后都会关闭连接，因此每个请求都要重新建连（{ms} ms）',
  },
  watchdog: {
    en: 'The longest silence within a stream was {s} s: Claude Code and Codex give a stream up after 300 s',
    zh: '流中最长的静默为 {s} 秒：Claude Code 和 Codex 在静默 300 秒后会放弃该流',
  },
  'no-tokens': { en: '{n} answers held no token at all', zh: '有 {n} 次回答没有任何 token' },
  failed: {
    en: '{n} of {all} requests failed ({id}); the figures are of the others',
    zh: '{all} 个请求中有 {n} 个失败（{id}）；数字来自其余请求',
  },
  'stopped-early': {
    en: 'Stopped after {n} of {all} rounds, as one takes {s} s; --runs N insists on N',
    zh: '每轮需要 {s} 秒，因此只做了 {n}/{all} 轮；用 --runs N 可指定轮数',
  },
  compression: {
    en: 'The event stream is compressed ({coding}), which may hold tokens back',
    zh: '事件流被压缩（{coding}），可能因此延后 token',
  },
} satisfies Record<string, Text>;

export const note = (id: keyof typeof TEXT, args: Note['args'] = {}): Note => ({ id, text: TEXT[id], args });

const round = (ms: number): number => Math.round(ms);

function cacheNote(samples: readonly Sample[], loads: WarningEvidence['loads']): readonly Note[] {
  const again = samples.find(({ load }) => load === 'cache');
  const first = loads.prefill?.ttftMs;
  if (!again?.ttftMs || !first) return [];
  const cachedTokens = again.cachedTokens ?? 0;
  if (cachedTokens > 0) return [note('cache-works', { tokens: cachedTokens, second: round(again.ttftMs), first: round(first.median) })];
  return again.ttftMs < first.min * 0.7 ? [] : [note('no-cache')];
}

export interface WarningEvidence {
  readonly samples: readonly Sample[];
  readonly loads: Readonly<Partial<Record<LoadName, LoadSummary>>>;
  readonly decomposed: Decomposed;
}

export function warningsFor({ samples, loads, decomposed }: WarningEvidence): readonly Note[] {
  const notes: Note[] = [];
  const warm = samples.filter(({ cold }) => !cold);
  const { prefill, decode } = loads;
  const buffered = isBuffered(samples);
  if (buffered) notes.push(note('burst'));
  const writing = decode ?? loads.dify ?? loads.log;
  if (!buffered && writing && writing.tpotMs === null) notes.push(note('no-tpot'));
  else if (!buffered && decode?.outputTokens && decode.outputTokens < FEW_TOKENS)
    notes.push(note('few-tokens', { tokens: Math.round(decode.outputTokens) }));
  if (prefill?.inputTokens && decode?.inputTokens && prefill.inputTokens < decode.inputTokens * ALIKE_FACTOR)
    notes.push(note('alike', { long: Math.round(prefill.inputTokens), short: Math.round(decode.inputTokens) }));
  const cached = median(known(warm.filter(({ load }) => load === 'prefill').map(({ cachedTokens }) => cachedTokens))) ?? 0;
  if (cached > 0) notes.push(note('cached', { tokens: Math.round(cached) }));
  notes.push(...cacheNote(samples, loads));
  const spread = decomposed.load === null || decomposed.load === 'log' ? null : (loads[decomposed.load]?.ttftMs ?? null);
  if (spread && spread.max > spread.min * 2 && spread.max - spread.min > 100)
    notes.push(
      note('noise', { min: round(spread.min), max: round(spread.max), n: (decomposed.load && loads[decomposed.load]?.samples) ?? 0 }),
    );
  if (samples.some(({ estimated }) => estimated)) notes.push(note('estimated'));
  const reconnects = known(warm.map(({ connectMs }) => connectMs));
  if (reconnects.length > 0 && reconnects.length === warm.length)
    notes.push(note('new-connections', { ms: round(median(reconnects) ?? 0) }));
  const silence = Math.max(0, ...known(samples.map(({ maxGapMs }) => maxGapMs)));
  if (silence >= WATCHDOG_MS) notes.push(note('watchdog', { s: round(silence / 1000) }));
  const empty = samples.filter(({ delivery, load }) => delivery === 'none' && load !== 'log').length;
  if (empty > 0) notes.push(note('no-tokens', { n: empty }));
  const coding = samples.map(({ headers }) => headers['content-encoding']).find((value) => value !== undefined && value !== 'identity');
  if (coding) notes.push(note('compression', { coding }));
  return notes;
}
