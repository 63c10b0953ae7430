// The words of the page.

import type { Band, Basis, LatencyReport, LimitCheck, LoadName, PartName, Slow } from '../../measure/types.ts';
import type { Text } from '../../model.ts';

export const WORDS = {
  title: { en: 'Latency report', zh: '延迟报告' },
  source: { en: 'from', zh: '来源' },
  ttft: { en: 'Time to first token', zh: '首字延迟（TTFT）' },
  tpot: { en: 'Per output token', zh: '每 token 耗时（TPOT）' },
  tps: { en: 'Writing speed', zh: '输出速度' },
  e2e: { en: 'Whole answer', zh: '完整回答' },
  perSecond: { en: 'tokens/s', zh: 'tokens/秒' },
  spread: { en: '{min} – {max}', zh: '{min} – {max}' },
  cold: { en: 'first, on a new connection: {ms}', zh: '首次（新连接）：{ms}' },
  ofInput: { en: '{tokens} input tokens', zh: '输入 {tokens} tokens' },
  ofOutput: { en: '{tokens} output tokens', zh: '输出 {tokens} tokens' },
  waterfall: { en: 'Each request, from sending to the last byte', zh: '每个请求：从发出到最后一个字节' },
  more: { en: '{n} more in the table below', zh: '其余 {n} 个见下方表格' },
  parts: { en: 'What the first token waits for', zh: '首字之前的等待由什么组成' },
  partsNote: {
    en: 'Solid: measured or reported by the server. Hatched: estimated. “not observable” can’t be seen from outside',
    zh: '实心：实测或服务端报告。斜纹：估算。“无法观测”表示从外部看不到',
  },
  segments: { en: 'Where a Dify run waits for its first word', zh: 'Dify 一次运行在首字之前的等待' },
  fit: { en: 'First token against size of the input', zh: '首字延迟与输入长度的关系' },
  fitGood: {
    en: '{ms} ms fixed + {per} ms for every 1,000 input tokens: reads {speed} tokens/s (R² {r2})',
    zh: '固定 {ms} ms + 每 1,000 个输入 token {per} ms：读取速度 {speed} tokens/秒（R² {r2}）',
  },
  fitPoor: {
    en: 'No slope stands out of the noise: the size of the input hardly matters here',
    zh: '斜率淹没在波动中：这里输入长度影响不大',
  },
  inputAxis: { en: 'input tokens', zh: '输入 tokens' },
  gaps: { en: 'Gaps between arrivals of output', zh: '输出到达的间隔分布' },
  gapsNote: { en: '{n} gaps: p50 {p50}, p95 {p95}, longest {max}', zh: '{n} 个间隔：p50 {p50}，p95 {p95}，最长 {max}' },
  gapCount: { en: 'how many', zh: '次数' },
  gapAxis: { en: 'gap, ms', zh: '间隔（ms）' },
  rate: { en: 'Writing speed over the longest answer', zh: '最长回答的输出速度变化' },
  rateAxis: { en: 's since the first token', zh: '首字之后的秒数' },
  requests: { en: 'Requests', zh: '请求明细' },
  budget: { en: 'Budget', zh: '时间预算' },
  budgetSum: { en: '{ttft} + {tpot} × {tokens} tokens = {total}', zh: '{ttft} + {tpot} × {tokens} tokens = {total}' },
  budgetTarget: { en: 'target {target}', zh: '目标 {target}' },
  leaves: {
    en: 'The target leaves {ttft} for the first token, or {tpot} per token, or {tokens} tokens, the others staying as they are',
    zh: '其他不变时，目标只允许：首字 {ttft}，或每 token {tpot}，或 {tokens} 个 token',
  },
  warnings: { en: 'Worth knowing', zh: '需要留意' },
  limits: { en: 'Limits', zh: '设定的上限' },
  kept: { en: 'kept', zh: '未超过' },
  missed: { en: 'missed', zh: '已超过' },
  unknown: { en: 'unknown', zh: '未知' },
  compared: { en: 'Side by side', zh: '对比' },
  direct: { en: 'The model channel itself', zh: '直连模型渠道' },
  config: { en: 'The Dify configuration against this verdict', zh: '对照结论看 Dify 配置' },
  read: { en: 'read by Dify', zh: 'Dify 会读取' },
  notRead: { en: 'not read', zh: '不会读取' },
  line: { en: 'line', zh: '行' },
  advice: { en: 'What to do: {advice}', zh: '处理：{advice}' },
  made: { en: 'channel-doctor {version}, {time}', zh: 'channel-doctor {version}，{time}' },
  definitions: {
    en: 'TTFT: sending to the first generated token of any kind, reasoning included. TPOT: (last − first token) / (output tokens − 1). Medians are of warm requests; the first, on a new connection, stands by itself. Alerts: TTFT {ttftWarning} / {ttftCritical} ms, TPOT {tpotWarning} / {tpotCritical} ms',
    zh: 'TTFT：从发出请求到第一个生成的 token（含思考）。TPOT：（最后一个 − 第一个 token 的时间）/（输出 token 数 − 1）。中位数取自热请求；首次新建连接的请求单独列出。告警线：TTFT {ttftWarning} / {ttftCritical} ms，TPOT {tpotWarning} / {tpotCritical} ms',
  },
  language: { en: 'Language', zh: '语言' },
} as const satisfies Record<string, Text>;

export const PHASES = {
  dns: { en: 'DNS', zh: 'DNS' },
  tcp: { en: 'TCP', zh: 'TCP' },
  proxy: { en: 'proxy', zh: '代理' },
  tls: { en: 'TLS', zh: 'TLS' },
  wait: { en: 'wait for headers', zh: '等待响应头' },
  accepted: { en: 'accepted, no token yet', zh: '已受理，等首字' },
  first: { en: 'wait for the first token', zh: '等待首字' },
  thinking: { en: 'thinking', zh: '思考' },
  writing: { en: 'writing', zh: '输出' },
} as const satisfies Record<string, Text>;
export type Phase = keyof typeof PHASES;

export const SLOW: Readonly<Record<Slow, Text>> = {
  none: { en: 'Nothing slow', zh: '无明显瓶颈' },
  network: { en: 'Network', zh: '网络' },
  queue: { en: 'Queue', zh: '排队' },
  prefill: { en: 'Prefill', zh: '预填充（prefill）' },
  decode: { en: 'Decode', zh: '生成（decode）' },
  thinking: { en: 'Thinking', zh: '思考' },
  buffered: { en: 'Buffered', zh: '被缓冲' },
};

export const BANDS: Readonly<Record<Band, Text>> = {
  instant: { en: 'instant', zh: '即时' },
  fluent: { en: 'fluent', zh: '流畅' },
  noticeable: { en: 'noticeable', zh: '可感知' },
  slow: { en: 'slow', zh: '偏慢' },
  unknown: { en: 'unknown', zh: '未知' },
  failed: { en: 'failed', zh: '失败' },
};

export const PARTS: Readonly<Record<PartName, Text>> = {
  network: { en: 'network', zh: '网络' },
  queue: { en: 'queue', zh: '排队' },
  preprocessing: { en: 'preprocessing', zh: '预处理' },
  initialisation: { en: 'initialisation', zh: '初始化' },
  'first-token': { en: 'first token', zh: '生成首字' },
};

export const BASES: Readonly<Record<Basis, Text>> = {
  measured: { en: 'measured', zh: '实测' },
  reported: { en: 'reported by the server', zh: '服务端报告' },
  estimated: { en: 'estimated', zh: '估算' },
  'not-observable': { en: 'not observable', zh: '无法观测' },
};

export const LOADS: Readonly<Record<LoadName, Text>> = {
  prefill: { en: 'long input', zh: '长输入' },
  decode: { en: 'long answer', zh: '长回答' },
  sweep: { en: 'other size', zh: '其他长度' },
  cache: { en: 'same again', zh: '重复输入' },
  ramp: { en: 'concurrent', zh: '并发' },
  log: { en: 'log', zh: '日志' },
  dify: { en: 'Dify', zh: 'Dify' },
};

export const SOURCES: Readonly<Record<LatencyReport['source'], Text>> = {
  measured: { en: 'measured', zh: '实测' },
  log: { en: 'recorded in a log', zh: '日志记录' },
  dify: { en: 'measured through Dify', zh: '经 Dify 实测' },
  'dify-config': { en: 'Dify configuration', zh: 'Dify 配置' },
};

export const LIMITS: Readonly<Record<LimitCheck['limit'], string>> = {
  budget: '--budget',
  'max-ttft': '--max-ttft',
  'max-tpot': '--max-tpot',
};

export const COLUMNS = {
  load: { en: 'Load', zh: '负载' },
  inputTokens: { en: 'Input', zh: '输入' },
  cachedTokens: { en: 'Cached', zh: '缓存' },
  outputTokens: { en: 'Output', zh: '输出' },
  connect: { en: 'Connect', zh: '建连' },
  ttfb: { en: 'Headers', zh: '响应头' },
  ttft: { en: 'TTFT', zh: 'TTFT' },
  ttfot: { en: 'Visible', zh: '可见首字' },
  tpot: { en: 'TPOT', zh: 'TPOT' },
  tps: { en: 'Tokens/s', zh: 'tokens/秒' },
  gap: { en: 'Max gap', zh: '最大间隔' },
  e2e: { en: 'Total', zh: '总耗时' },
  verdict: { en: 'Slow', zh: '瓶颈' },
  part: { en: 'Part', zh: '环节' },
  time: { en: 'Time', zh: '耗时' },
  share: { en: 'Share', zh: '占比' },
  basis: { en: 'Basis', zh: '依据' },
  how: { en: 'How', zh: '说明' },
  key: { en: 'Setting', zh: '配置项' },
  value: { en: 'Value', zh: '值' },
  channel: { en: 'Channel', zh: '渠道' },
  new: { en: 'new connection', zh: '新连接' },
} as const satisfies Record<string, Text>;
