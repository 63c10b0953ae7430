// The variables that Dify really reads (docker/.env, docker/envs/*.env) and that touch streaming latency: what each does, and when it matters.
// Source: langgenius/dify docker/.env.example and docker/envs/core-services/*.env.example, defaults as there.

import type { Args, Text } from '../model.ts';
import type { Slow } from './types.ts';

export interface RealSetting {
  readonly name: string;
  /** What Dify takes where the variable is not set. */
  readonly fallback: string;
  readonly text: Text;
  /** Verdicts that this setting can change. */
  readonly helps: readonly Slow[];
}

const timeoutOf = (what: Text): Text => ({
  en: `${what.en}; a limit, it makes nothing faster`,
  zh: `${what.zh}；只是上限，不会让任何环节变快`,
});

export const REAL_SETTINGS: readonly RealSetting[] = [
  {
    name: 'SERVER_WORKER_AMOUNT',
    fallback: '1',
    text: {
      en: 'worker processes of the API; times SERVER_WORKER_CONNECTIONS it is the number of streams at the same time ({streams}), the next one waits before it is accepted',
      zh: 'API 工作进程数；乘以 SERVER_WORKER_CONNECTIONS 就是可同时处理的流数量（{streams}），再多的请求要排队等待接入',
    },
    helps: ['queue'],
  },
  {
    name: 'SERVER_WORKER_CONNECTIONS',
    fallback: '10',
    text: {
      en: 'connections that one worker serves at the same time; with SERVER_WORKER_AMOUNT that is {streams} streams, the next one waits before it is accepted',
      zh: '单个工作进程可同时处理的连接数；与 SERVER_WORKER_AMOUNT 相乘即 {streams} 路流，再多的请求要排队等待接入',
    },
    helps: ['queue'],
  },
  {
    name: 'SERVER_WORKER_CLASS',
    fallback: 'gevent',
    text: {
      en: 'anything but gevent lets one stream hold a whole worker',
      zh: '如果不是 gevent，一路流就会占住整个工作进程',
    },
    helps: ['queue'],
  },
  {
    name: 'GUNICORN_TIMEOUT',
    fallback: '360',
    text: timeoutOf({ en: 'ends workers that stall, and long streams with them', zh: '会终止卡住的工作进程，也会切断很长的流' }),
    helps: [],
  },
  {
    name: 'TEXT_GENERATION_TIMEOUT_MS',
    fallback: '60000',
    text: timeoutOf({
      en: 'how long the web page waits; calls of the API do not know it',
      zh: '仅影响网页前端的等待时间，与 API 调用无关',
    }),
    helps: [],
  },
  {
    name: 'PLUGIN_DAEMON_TIMEOUT',
    fallback: '600.0',
    text: timeoutOf({ en: 'the model call runs in the plugin daemon', zh: '模型调用在插件守护进程里执行，这是它的时限' }),
    helps: [],
  },
  {
    name: 'APP_MAX_EXECUTION_TIME',
    fallback: '1200',
    text: timeoutOf({ en: 'ends a run of an application', zh: '应用单次运行的时限' }),
    helps: [],
  },
  {
    name: 'WORKFLOW_MAX_EXECUTION_TIME',
    fallback: '1200',
    text: timeoutOf({ en: 'ends a run of a workflow', zh: '工作流单次运行的时限' }),
    helps: [],
  },
  {
    name: 'APP_MAX_ACTIVE_REQUESTS',
    fallback: '0',
    text: {
      en: 'more runs of one application at the same time are refused with 429 (0: no limit); nothing waits',
      zh: '单个应用的并发上限，超出直接返回 429（0 表示不限）；不会排队',
    },
    helps: [],
  },
  {
    name: 'APP_DEFAULT_ACTIVE_REQUESTS',
    fallback: '0',
    text: {
      en: 'the same limit for applications without one of their own (0: no limit)',
      zh: '未单独设置的应用所用的并发上限（0 表示不限）',
    },
    helps: [],
  },
  {
    name: 'GRAPH_ENGINE_MAX_WORKERS',
    fallback: '10',
    text: {
      en: 'nodes of one run that work side by side; it helps where branches before the model run in parallel',
      zh: '单次运行内可并行的节点数；模型之前有并行分支时才有帮助',
    },
    helps: ['queue'],
  },
  {
    name: 'GRAPH_ENGINE_MIN_WORKERS',
    fallback: '1',
    text: { en: 'node workers that are there from the start of a run', zh: '每次运行一开始就准备好的节点工作线程数' },
    helps: ['queue'],
  },
  {
    name: 'GRAPH_ENGINE_SCALE_UP_THRESHOLD',
    fallback: '3',
    text: { en: 'waiting nodes before one run gets another worker', zh: '等待的节点达到多少个时为该次运行增加工作线程' },
    helps: ['queue'],
  },
  {
    name: 'PLUGIN_BASED_TOKEN_COUNTING_ENABLED',
    fallback: 'false',
    text: { en: 'true adds one call of the plugin before every model call', zh: '为 true 时，每次调用模型之前会多一次插件调用' },
    helps: ['queue', 'prefill'],
  },
  {
    name: 'POSTGRES_MAX_CONNECTIONS',
    fallback: '200',
    text: {
      en: 'when they are used up, every request waits for the database before it begins',
      zh: '数据库连接用尽时，每个请求在开始前都要等待',
    },
    helps: ['queue'],
  },
  {
    name: 'CELERY_WORKER_AMOUNT',
    fallback: '4',
    text: {
      en: 'background jobs (indexing); it shares machine and database with the answers',
      zh: '后台任务（索引等）的进程数；与应答共用机器和数据库',
    },
    helps: ['queue'],
  },
  {
    name: 'REDIS_HOST',
    fallback: 'redis',
    text: {
      en: 'older versions ask Redis once for every event, that is for every piece of the answer: a distant Redis slows the writing',
      zh: '较旧版本每个事件（即每个分片）都会访问一次 Redis：Redis 离得远会拖慢输出速度',
    },
    helps: ['decode'],
  },
  {
    name: 'NGINX_PROXY_READ_TIMEOUT',
    fallback: '3600s',
    text: timeoutOf({
      en: 'silence that the nginx in front allows (it does not buffer: proxy_buffering off is shipped)',
      zh: '前置 nginx 允许的静默时间（自带配置已关闭缓冲：proxy_buffering off）',
    }),
    helps: [],
  },
  {
    name: 'NGINX_PROXY_SEND_TIMEOUT',
    fallback: '3600s',
    text: timeoutOf({ en: 'the nginx in front, towards Dify', zh: '前置 nginx 向 Dify 发送的时限' }),
    helps: [],
  },
  {
    name: 'HTTP_REQUEST_MAX_READ_TIMEOUT',
    fallback: '600',
    text: timeoutOf({ en: 'HTTP nodes alone', zh: '仅用于 HTTP 节点' }),
    helps: [],
  },
  {
    name: 'HTTP_REQUEST_MAX_CONNECT_TIMEOUT',
    fallback: '10',
    text: timeoutOf({ en: 'HTTP nodes alone', zh: '仅用于 HTTP 节点' }),
    helps: [],
  },
  ...['CONNECT', 'READ', 'WRITE'].map(
    (what): RealSetting => ({
      name: `SSRF_DEFAULT_${what}_TIME_OUT`,
      fallback: '5',
      text: timeoutOf({ en: 'HTTP and tool nodes alone', zh: '仅用于 HTTP 节点和工具节点' }),
      helps: [],
    }),
  ),
  {
    name: 'ENABLE_OTEL',
    fallback: 'false',
    text: { en: 'traces of every run: the way to see what happens inside Dify', zh: '开启每次运行的链路追踪：要看清 Dify 内部耗时就用它' },
    helps: [],
  },
];

const BY_NAME: ReadonlyMap<string, RealSetting> = new Map(REAL_SETTINGS.map((setting) => [setting.name, setting]));

export const realSetting = (name: string): RealSetting | null => BY_NAME.get(name) ?? null;

/** Streams that one API container serves at the same time. */
export function streamsOf(values: ReadonlyMap<string, string>): Args {
  const count = (name: string): number => {
    const number = Number(values.get(name) || realSetting(name)?.fallback);
    return Number.isFinite(number) && number > 0 ? number : 1;
  };
  return { streams: count('SERVER_WORKER_AMOUNT') * count('SERVER_WORKER_CONNECTIONS') };
}
