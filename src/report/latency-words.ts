// The words of the latency report, and how figures are written.

import { say } from '../i18n/index.ts';
import type { Band, Basis, LoadName, PartName, Slow } from '../measure/types.ts';
import type { Args, Lang, Text } from '../model.ts';

export const WORDS = {
  verdict: { en: 'verdict', zh: '结论' },
  load: { en: 'load', zh: '负载' },
  input: { en: 'input', zh: '输入' },
  output: { en: 'output', zh: '输出' },
  ttft: { en: 'TTFT', zh: '首字延迟' },
  ttfot: { en: 'visible', zh: '首个可见字' },
  tpot: { en: 'TPOT', zh: '每 token' },
  tps: { en: 'tok/s', zh: 'token/秒' },
  cold: { en: 'first', zh: '首次' },
  e2e: { en: 'whole', zh: '全程' },
  gap: { en: 'longest gap', zh: '最长间隔' },
  request: { en: 'request', zh: '请求' },
  model: { en: 'model', zh: '模型' },
  firstRequest: { en: 'First request, on a new connection ({load})', zh: '新连接上的首次请求（{load}）' },
  typical: { en: 'A typical request ({load})', zh: '一次典型请求（{load}）' },
  dns: { en: 'name', zh: '域名解析' },
  tcp: { en: 'TCP', zh: 'TCP' },
  proxy: { en: 'proxy', zh: '代理' },
  tls: { en: 'TLS', zh: 'TLS' },
  headers: { en: 'to headers', zh: '到响应头' },
  prefill: { en: 'to 1st token', zh: '到首个 token' },
  thinking: { en: 'thinking', zh: '思考' },
  writing: { en: 'writing', zh: '输出' },
  rate: { en: 'Token rate over time (at most {max} tok/s)', zh: '输出速率随时间变化（最高 {max} token/秒）' },
  parts: {
    en: 'Where the {ttft} until the first token go ({load}, {input} input tokens)',
    zh: '首字延迟 {ttft} 花在哪里（{load}，输入 {input} tokens）',
  },
  coldExtra: { en: '; +{ms} on a first request', zh: '；首次请求再加 {ms}' },
  sweep: {
    en: 'Reads about {rate} input tokens a second on top of {fixed} fixed (R² {r2}, {n} points)',
    zh: '读取输入约每秒 {rate} 个 token，另有固定开销 {fixed}（R² {r2}，{n} 个点）',
  },
  noSlope: { en: 'TTFT does not grow visibly with the input', zh: '首字延迟没有随输入明显增长' },
  rtt: { en: 'round trip {ms}', zh: '往返 {ms}' },
  ramp: { en: 'At once', zh: '并发' },
  failedRequests: { en: '{n} failed', zh: '{n} 个失败' },
  budget: { en: 'Budget: {total} = {ttft} + {tpot} × {tokens} tokens', zh: '时间预算：{total} = {ttft} + {tpot} × {tokens} 个 token' },
  target: { en: 'target {target}: {kept}', zh: '目标 {target}：{kept}' },
  keptWord: { en: 'kept', zh: '达标' },
  missed: { en: 'missed by {ms}', zh: '超出 {ms}' },
  unknownKept: { en: 'can’t be said', zh: '无法判断' },
  dominatesTtft: { en: 'The wait for the first token dominates.', zh: '主要耗时在等待首个 token。' },
  dominatesTpot: { en: 'Writing the answer dominates.', zh: '主要耗时在输出回答。' },
  leaves: {
    en: 'The target leaves {ttft} for the first token, or {tpot} a token, or {tokens} tokens, where the other figures stay.',
    zh: '其他数值不变时，目标允许首字延迟 {ttft}，或每 token {tpot}，或 {tokens} 个 token。',
  },
  limits: { en: 'Limits', zh: '限值' },
  within: { en: '{limit} {wanted}: {got}, kept', zh: '{limit} {wanted}：{got}，达标' },
  over: { en: '{limit} {wanted}: {got}, missed', zh: '{limit} {wanted}：{got}，未达标' },
  notKnown: { en: '{limit} {wanted}: no figure', zh: '{limit} {wanted}：没有数据' },
  compare: { en: 'Side by side', zh: '并排比较' },
  segments: { en: 'Segments of the run', zh: '各段耗时' },
  config: { en: 'Settings', zh: '配置' },
  isRead: { en: 'read by Dify', zh: 'Dify 会读取' },
  notRead: { en: 'not read by Dify', zh: 'Dify 不会读取' },
  more: { en: '… and {n} more', zh: '……另有 {n} 个' },
  note: { en: 'note', zh: '提示' },
  advice: { en: 'what to do', zh: '处理' },
  failed: { en: 'failed', zh: '失败' },
  colon: { en: ': ', zh: '：' },
  inBrackets: { en: ' ({what})', zh: '（{what}）' },
} satisfies Record<string, Text>;

export const LOADS: Readonly<Record<LoadName, Text>> = {
  prefill: { en: 'prefill', zh: '预填充' },
  decode: { en: 'decode', zh: '生成' },
  sweep: { en: 'sizes', zh: '不同长度' },
  cache: { en: 'again', zh: '再次发送' },
  ramp: { en: 'at once', zh: '并发' },
  log: { en: 'recorded', zh: '日志' },
  dify: { en: 'Dify', zh: 'Dify' },
};

export const PARTS: Readonly<Record<PartName, Text>> = {
  network: { en: 'network', zh: '网络' },
  queue: { en: 'queue', zh: '排队' },
  preprocessing: { en: 'preprocessing', zh: '预处理' },
  initialisation: { en: 'initialisation', zh: '初始化' },
  'first-token': { en: 'first token', zh: '首个 token' },
};

export const BASES: Readonly<Record<Basis, Text>> = {
  measured: { en: 'measured', zh: '实测' },
  reported: { en: 'reported', zh: '服务端报告' },
  estimated: { en: 'estimated', zh: '估算' },
  'not-observable': { en: 'not observable', zh: '无法观测' },
};

export const SLOW: Readonly<Record<Slow, Text>> = {
  none: { en: 'nothing slow', zh: '无瓶颈' },
  network: { en: 'network', zh: '网络' },
  queue: { en: 'queue', zh: '排队' },
  prefill: { en: 'prefill', zh: '预填充' },
  decode: { en: 'decode', zh: '生成' },
  thinking: { en: 'thinking', zh: '思考' },
  buffered: { en: 'buffered', zh: '缓冲' },
};

export const BANDS: Readonly<Record<Band, Text>> = {
  instant: { en: 'instant', zh: '即时' },
  fluent: { en: 'fluent', zh: '流畅' },
  noticeable: { en: 'noticeable', zh: '可感知' },
  slow: { en: 'slow', zh: '慢' },
  unknown: { en: 'unknown', zh: '未知' },
  failed: { en: 'failed', zh: '失败' },
};

export const word = (name: keyof typeof WORDS, lang: Lang, args: Args = {}): string => say(WORDS[name], lang, args);

/** `0.4 ms`, `87 ms`, `1,240 ms`, `12.4 s`; a dash where nothing is known. */
export function duration(ms: number | null | undefined): string {
  if (ms == null) return '–';
  if (Math.abs(ms) >= 10_000) return `${(ms / 1000).toFixed(1)} s`;
  return Math.abs(ms) < 10 ? `${ms.toFixed(1)} ms` : `${Math.round(ms).toLocaleString('en-US')} ms`;
}

export const count = (value: number | null | undefined): string => (value == null ? '–' : Math.round(value).toLocaleString('en-US'));
export const rate = (value: number | null | undefined): string => (value == null ? '–' : value < 10 ? value.toFixed(1) : count(value));
