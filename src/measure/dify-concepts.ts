// What guides write into a `dify_config.yaml`, by meaning: Dify reads no such file, so each says where the thing is really decided.

import type { Text } from '../model.ts';
import type { Slow } from './types.ts';

export interface Concept {
  readonly id: string;
  /** Against one name of the key, in lower case, words joined by `_`. */
  readonly names: RegExp;
  readonly text: Text;
  readonly helps: readonly Slow[];
}

/** The first that matches counts, so the special stands before the general. */
export const CONCEPTS: readonly Concept[] = [
  {
    id: 'warm-up',
    names: /warm|preload|pre_?heat|keep_?alive|cold_?start|预热/,
    text: {
      en: 'warm-up only takes the cold start away, and Dify has no switch for it: send a small request on a timer, or keep the model loaded where it runs (Ollama keep_alive, minimum replicas)',
      zh: '预热只能消除冷启动，Dify 没有这个开关：可以定时发一个小请求，或在模型所在的服务上保持加载（Ollama keep_alive、最小副本数）',
    },
    helps: ['queue'],
  },
  {
    id: 'kv-cache',
    names: /kv_?cache|quanti|precision|fp16|fp8|int8|int4|speculat|tensor_parallel|gpu|cuda|flash_?att|量化|显存/,
    text: {
      en: 'a matter of the server that runs the model (vLLM, SGLang, Ollama …), set at its start; Dify only calls it',
      zh: '这属于模型推理服务（vLLM、SGLang、Ollama 等），在其启动参数里设置；Dify 只是调用它',
    },
    helps: ['prefill', 'decode'],
  },
  {
    id: 'answer-cache',
    names: /(response|result|answer|semantic|reply)s?_?cach|结果缓存|语义缓存/,
    text: {
      en: 'Dify keeps no answers for reuse; what comes near is the application’s annotation reply, which answers known questions without the model',
      zh: 'Dify 不会复用历史回答；最接近的是应用里的“标注回复”，对已知问题不经过模型直接作答',
    },
    helps: ['queue', 'prefill', 'decode', 'thinking'],
  },
  {
    id: 'prompt-cache',
    names: /cach|缓存|prefix/,
    text: {
      en: 'prompt caching happens at the model’s vendor, by identical beginnings: put what never changes first (instructions, tools, documents) and what changes last, and watch cached_tokens in the usage',
      zh: '提示词缓存由模型服务商按“开头相同”命中：把不变的内容（指令、工具、文档）放最前，变化的放最后，并观察 usage 里的 cached_tokens',
    },
    helps: ['prefill'],
  },
  {
    id: 'output-length',
    names: /max_?(output|new|completion|response)_?(tokens?|length)?|output_?(tokens?|length|limit)|^max_?tokens?$|回复长度|输出长度/,
    text: {
      en: 'the length of the answer: it shortens the whole time, never the wait for the first token; set it at the model in the application',
      zh: '回答长度：缩短的是总耗时，不影响首字延迟；在应用的模型参数里设置',
    },
    helps: ['decode'],
  },
  {
    id: 'prompt-length',
    names:
      /(prompt|input|context|history|memory|message)s?_?(length|limit|tokens?|window|size|max|trim|trunc|compress|optimi)|max_?(prompt|input|context|history)|trunc|compress|trim|top_?k|chunk_?(size|count|num)|提示词|上下文|压缩|精简/,
    text: {
      en: 'the length of the input: every token of it is read before the first one is written; it is decided in the application (instructions, memory window, number and size of retrieved pieces)',
      zh: '输入长度：首字之前模型要先读完全部输入；由应用决定（指令、记忆窗口、检索片段的数量和大小）',
    },
    helps: ['prefill'],
  },
  {
    id: 'batching',
    names: /batch|批处理|批量/,
    text: {
      en: 'batching belongs to the server that runs the model (vLLM --max-num-seqs, --max-num-batched-tokens): larger batches answer more users, and each of them later and more slowly',
      zh: '批处理属于推理服务（vLLM --max-num-seqs、--max-num-batched-tokens）：批越大，整体吞吐越高，单个用户的首字和输出反而更慢',
    },
    helps: ['queue', 'decode'],
  },
  {
    id: 'retry',
    names: /retr(y|ies)|fallback|重试|降级/,
    text: {
      en: 'a retry or a fallback hides a failure and adds its whole time to the wait; look for errors first',
      zh: '重试和降级会掩盖失败，并把失败的全部耗时加进等待时间；应先排查错误',
    },
    helps: [],
  },
  {
    id: 'timeout',
    names: /time_?out|超时|deadline/,
    text: {
      en: 'a limit, it makes nothing faster; Dify’s own are variables such as PLUGIN_DAEMON_TIMEOUT and APP_MAX_EXECUTION_TIME in docker/.env',
      zh: '只是上限，不会让任何环节变快；Dify 自己的时限是 docker/.env 里的变量，如 PLUGIN_DAEMON_TIMEOUT、APP_MAX_EXECUTION_TIME',
    },
    helps: [],
  },
  {
    id: 'buffering',
    names: /buffer|缓冲/,
    text: {
      en: 'buffering happens in proxies: Dify’s own nginx is shipped with proxy_buffering off, so look at the proxy, CDN or ingress in front of it',
      zh: '缓冲发生在代理层：Dify 自带的 nginx 已是 proxy_buffering off，请检查它前面的反向代理、CDN 或 Ingress',
    },
    helps: ['buffered'],
  },
  {
    id: 'streaming',
    names: /stream|sse|流式/,
    text: {
      en: 'whether an answer streams is said by each call (response_mode: "streaming"), not by a file',
      zh: '是否流式由每次调用决定（response_mode: "streaming"），不由文件决定',
    },
    helps: ['buffered'],
  },
  {
    id: 'concurrency',
    names: /concurr|worker|connection|pool|thread|replica|parallel|queue|rate_?limit|并发|线程|连接池|队列/,
    text: {
      en: 'requests at the same time: Dify reads SERVER_WORKER_AMOUNT and SERVER_WORKER_CONNECTIONS from docker/.env (1 × 10 by default; the eleventh stream waits)',
      zh: '并发：Dify 读取的是 docker/.env 里的 SERVER_WORKER_AMOUNT 和 SERVER_WORKER_CONNECTIONS（默认 1 × 10，第 11 路流要排队）',
    },
    helps: ['queue'],
  },
  {
    id: 'reasoning',
    names: /reason|think|effort|思考|推理强度/,
    text: {
      en: 'how long a model thinks is a parameter of the model in the application; a lower effort brings the first visible word forward',
      zh: '模型思考多久是应用里的模型参数；降低思考强度可以让可见文字更早出现',
    },
    helps: ['thinking'],
  },
  {
    id: 'monitoring',
    names: /monitor|metric|trac(e|ing)|^log|logging|otel|telemetry|report|sampl|监控|日志/,
    text: {
      en: 'observing makes nothing faster; Dify’s own way is ENABLE_OTEL with OTLP_… in docker/.env',
      zh: '监控本身不会提速；Dify 自带的方式是 docker/.env 里的 ENABLE_OTEL 和 OTLP_… 变量',
    },
    helps: [],
  },
  {
    id: 'model',
    names: /model|provider|模型/,
    text: {
      en: 'the model is chosen in the application; a smaller one reads and writes faster, though not in proportion to its size',
      zh: '模型在应用里选择；更小的模型读和写都更快，但并非与规模成正比',
    },
    helps: ['prefill', 'decode', 'thinking'],
  },
];

const wordsOf = (name: string): string =>
  name
    .replace(/([a-z\d])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .replace(/[\s.-]+/g, '_');

/** The meaning of a key: the innermost name that says anything decides. Null where none does. */
export function conceptOf(path: readonly string[]): Concept | null {
  for (const name of [...path].reverse()) {
    const words = wordsOf(name);
    const concept = CONCEPTS.find(({ names }) => names.test(words));
    if (concept) return concept;
  }
  return null;
}

const THRESHOLD = /threshold|alert|warn|critical|slo\b|sla\b|target|阈值|告警/;
const OF_TTFT = /ttft|first_?token|首(字|token)|time_to_first/;
const OF_TPOT = /tpot|per_(output_)?token|inter_?token|itl\b/;

export interface ThresholdKey {
  readonly of: 'ttft' | 'tpot';
  readonly ms: number;
}

/** `1000`, `1000ms`, `2s`, `0.5 s`: in ms. A bare number counts as ms, below 30 as seconds where nobody could mean ms. */
function msOf(value: string, of: 'ttft' | 'tpot'): number | null {
  const found = /^(\d+(?:\.\d+)?)\s*(ms|毫秒|s|sec|seconds?|秒)?$/i.exec(value.trim());
  if (!found) return null;
  const number = Number(found[1]);
  const unit = found[2]?.toLowerCase();
  const isSeconds = unit ? !['ms', '毫秒'].includes(unit) : number < (of === 'ttft' ? 30 : 1);
  return isSeconds ? number * 1000 : number;
}

/** A limit for TTFT or TPOT, as guides write them below `thresholds`, `alerts` or `monitoring`. */
export function thresholdOf(path: readonly string[], value: string): ThresholdKey | null {
  const own = wordsOf(path.at(-1) ?? '');
  const whole = path.map(wordsOf).join('.');
  const isThreshold = THRESHOLD.test(whole);
  // `max_prompt_length` below `ttft_optimization` is no limit of TTFT.
  const words = isThreshold ? whole : own;
  const isLimit = isThreshold || /(^|_)max(_|$)/.test(own);
  const of = OF_TPOT.test(words) ? 'tpot' : OF_TTFT.test(words) ? 'ttft' : null;
  if (!isLimit || of === null) return null;
  const ms = msOf(value, of);
  return ms === null ? null : { of, ms };
}
