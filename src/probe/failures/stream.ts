// Status 200, and still not what the client can use.

import type { Args } from '../../model.ts';
import type { Trace } from '../../wire/types.ts';
import type { Answer } from './answer.ts';
import { isComplete, isWholeMessage, progressOf } from './complete.ts';
import { type FailureContext, failureClass, secretsIn } from './failure.ts';
import { safeText } from './safe-text.ts';

const isSuccess = ({ status }: Answer): boolean => status !== null && status >= 200 && status < 300;
const wasStreaming = (answer: Answer, trace: Trace): boolean => isSuccess(answer) && !answer.failed && trace.request.stream;

const streamArgs = (_: Answer, trace: Trace, context: FailureContext): Args => ({
  client: context.clientId ?? '',
  type: safeText((trace.headers['content-type'] ?? '').split(';')[0] ?? '', secretsIn(trace, context), 60) || '-',
  seconds: Math.round(trace.marks.end / 100) / 10,
});
const perClient = ({ client }: Args): string | undefined => (client === '' ? undefined : String(client));

export const errorIn200 = failureClass({
  id: 'stream/error-in-200',
  text: {
    title: { en: '{host} reports an error under status {status}: {said}', zh: '{host} 用状态 {status} 返回了错误：{said}' },
    why: {
      en: 'Clients take the status for success and then find no answer in it: their own message says nothing of this error.',
      zh: '客户端以为成功，却读不到内容，它自己的提示里看不到这个错误。',
    },
    advice: {
      en: 'Act on the message above; if it says nothing, show it to the operator of {host}.',
      zh: '按上面的错误内容处理；看不出原因就转给 {host} 的运营方。',
    },
  },
  when: (answer) => isSuccess(answer) && answer.failed,
});

const JSON_WHY = {
  en: 'The gateway ignores stream: true. Codex then reports "stream closed before response.completed".',
  zh: '网关没有理会 stream: true。Codex 会报 “stream closed before response.completed”。',
};
const NO_STREAMING = {
  en: 'Ask the operator to support streaming on this path, or use another channel.',
  zh: '请运营方在这个路径支持流式输出，或换渠道。',
};

export const jsonInstead = failureClass({
  id: 'stream/json-instead',
  text: {
    title: { en: '{host} answers with one piece of JSON instead of a stream', zh: '{host} 返回的是一整段 JSON，而不是流' },
    why: JSON_WHY,
    advice: NO_STREAMING,
  },
  variants: {
    'claude-code': {
      why: {
        en: 'The gateway ignores stream: true. Claude Code throws this answer away and asks a second time without streaming: it works, with every turn paid twice and nothing shown until it is complete.',
        zh: '网关没有理会 stream: true。Claude Code 会丢掉这个答复，改成非流式再请求一次：能用，但每轮都付两次费，而且要等全部生成完才显示。',
      },
    },
  },
  when: (answer, trace, { wireApi }) => wasStreaming(answer, trace) && answer.kind === 'json' && isWholeMessage(answer.root, wireApi),
  args: streamArgs,
  variant: ({ client }) => (client === 'claude-code' ? client : undefined),
});

const dataEvents = ({ events }: Trace): number =>
  events.filter(({ event, data }) => data.trim() !== '' && data.trim() !== '[DONE]' && event !== 'ping').length;

export const empty = failureClass({
  id: 'stream/empty',
  text: {
    title: { en: '{host} answers {status} and sends nothing', zh: '{host} 返回 {status}，但没有任何内容' },
    why: {
      en: 'The stream ends without a single event: the upstream died, is still starting, or a filter swallowed the answer.',
      zh: '流里一个事件都没有就结束了：上游挂了、还在冷启动，或者内容被过滤掉了。',
    },
    advice: {
      en: 'Try again once; if it stays so, use another model or channel and tell the operator.',
      zh: '重试一次；一直如此就换模型或渠道，并告诉运营方。',
    },
  },
  variants: {
    'claude-code': {
      title: { en: '{host} answers {status} with an empty stream', zh: '{host} 返回 {status} 和一个空的流' },
      why: {
        en: 'Not a single event came. Claude Code then asks again without streaming; where that is empty too it reports "empty or malformed response".',
        zh: '一个事件都没有。Claude Code 会改成非流式再请求一次，如果还是空的，就报 “empty or malformed response”。',
      },
    },
  },
  when: (answer, trace) =>
    isSuccess(answer) &&
    !answer.failed &&
    trace.request.method === 'POST' &&
    (answer.kind === 'empty' || (answer.kind === 'stream' && dataEvents(trace) === 0)),
  args: streamArgs,
  variant: ({ client }) => (client === 'claude-code' ? client : undefined),
});

export const notSse = failureClass({
  id: 'stream/not-sse',
  text: {
    title: {
      en: '{host} answers {status} with something that is no stream of this protocol ({type})',
      zh: '{host} 返回 {status}，但内容不是这个协议的流（{type}）',
    },
    why: {
      en: "Neither server-sent events nor a message of this client's protocol: a native or another vendor's format.",
      zh: '既不是 SSE，也不是这个客户端协议的消息，而是原生格式或别家的格式。',
    },
    advice: {
      en: "Use the provider's root for this client's protocol, or a converter.",
      zh: '改用服务商给这个客户端协议的地址，或加协议转换。',
    },
  },
  when: (answer, trace) =>
    isSuccess(answer) && !answer.failed && trace.request.method === 'POST' && ['json', 'text', 'html'].includes(answer.kind),
  args: streamArgs,
});

const MISSING_WHY = {
  en: 'The stream has the end, but lacks {missing}: a converter that does not write the protocol in full.',
  zh: '流有结尾，但缺少 {missing}：协议转换没有写完整。',
};
const MISSING_ADVICE = {
  en: 'Report the missing event to the operator of {host}; nothing in your configuration can mend it. Use another channel meanwhile.',
  zh: '把缺少的事件告诉 {host} 的运营方，改自己的配置没有用；先换个渠道。',
};

export const eventsMissing = failureClass({
  id: 'stream/events-missing',
  text: {
    title: { en: 'The stream of {host} lacks what the client needs: {missing}', zh: '{host} 的流缺少客户端需要的事件：{missing}' },
    why: MISSING_WHY,
    advice: MISSING_ADVICE,
  },
  variants: {
    codex: {
      title: {
        en: 'The stream of {host} lacks {missing}: Codex shows an empty answer or stops',
        zh: '{host} 的流缺少 {missing}，Codex 会显示空答复或中断',
      },
      why: {
        en: 'Codex takes the text from response.output_item.done, not from the deltas, and needs response.completed with an id; without them it ends with nothing to show.',
        zh: 'Codex 从 response.output_item.done 取正文（不是从 delta），还要求 response.completed 带 id；缺了就什么都不显示。',
      },
    },
    'claude-code': {
      title: { en: 'The stream of {host} lacks {missing}: Claude Code cannot use it', zh: '{host} 的流缺少 {missing}，Claude Code 用不了' },
      why: {
        en: 'Claude Code needs message_start with usage, and content_block_start, _delta and _stop, with event: lines; otherwise the turn ends empty or is asked again without streaming.',
        zh: 'Claude Code 需要带 usage 的 message_start，以及 content_block_start、_delta、_stop，并且要有 event: 行；否则这一轮会是空的，或改成非流式重来。',
      },
    },
    'other-protocol': {
      title: { en: '{host} streams another protocol than this path promises', zh: '{host} 在这个路径返回的是另一种协议的流' },
      why: {
        en: 'No event of the protocol that was asked for came ({missing} is absent): the gateway forwards to another endpoint without converting.',
        zh: '没有收到所请求协议的任何事件（缺少 {missing}）：网关转到了别的接口而没有做协议转换。',
      },
      advice: {
        en: "Use the provider's root for this client's protocol, or a converter.",
        zh: '改用服务商给这个客户端协议的地址，或加协议转换。',
      },
    },
  },
  when: (answer, trace, context) => {
    if (!wasStreaming(answer, trace) || answer.kind !== 'stream') return false;
    const { started, ended, missing } = progressOf(trace, context);
    return (ended && missing.length > 0) || (!started && trace.error === null);
  },
  args: (answer, trace, context) => {
    const { started, missing } = progressOf(trace, context);
    return { ...streamArgs(answer, trace, context), missing: missing.join(', ') || '-', started: started ? 'yes' : '' };
  },
  variant: (args) => (args.started ? perClient(args) : 'other-protocol'),
});

const TRUNCATED_ADVICE = {
  en: 'Try several times: always after the same time means a timeout on the way (proxy_read_timeout, a CDN), otherwise the relay or the network. Tell the operator.',
  zh: '多试几次：每次都在同样的时间断，是途中的超时（proxy_read_timeout、CDN）；否则是中转站或网络的问题。请告诉运营方。',
};

export const truncated = failureClass({
  id: 'stream/truncated',
  text: {
    title: { en: 'The stream of {host} ends before the answer is complete', zh: '{host} 的流没有到结尾就断了' },
    why: {
      en: 'The event that closes an answer never came (after {seconds} s).',
      zh: '没有收到表示答复结束的事件（{seconds} 秒后断开）。',
    },
    advice: TRUNCATED_ADVICE,
  },
  variants: {
    codex: {
      title: { en: 'The stream of {host} ends without response.completed', zh: '{host} 的流没有 response.completed 就结束了' },
      why: {
        en: 'Codex then says "stream disconnected before completion", throws the answer away and reconnects five times (the stream ended after {seconds} s).',
        zh: 'Codex 会报 “stream disconnected before completion”，丢弃已有内容并重连五次（流在 {seconds} 秒后结束）。',
      },
    },
    'claude-code': {
      title: { en: 'The stream of {host} stops half-way', zh: '{host} 的流中途停止' },
      why: {
        en: 'Neither message_delta nor message_stop came (it ended after {seconds} s). From 2.1.100 on Claude Code asks again without streaming; older versions end the turn empty, with exit status 0.',
        zh: '没有收到 message_delta 和 message_stop（{seconds} 秒后结束）。Claude Code 2.1.100 起会改成非流式重来；更早的版本这一轮是空的，退出码还是 0。',
      },
    },
  },
  when: (answer, trace, context) => wasStreaming(answer, trace) && answer.kind === 'stream' && !isComplete(trace, context),
  args: streamArgs,
  variant: perClient,
});

const BURST_MS = 50;
const ENOUGH_EVENTS = 20;
const MIN_TOTAL_MS = 1000;
const LATE = 0.8;

/** Everything in one burst at the end: not to be told from a fast answer unless it is long and was long in coming. */
function inOneBurst({ events, marks }: Trace): boolean {
  const times = events.filter(({ data }) => data.trim() !== '').map(({ at }) => at);
  const [first = 0] = times;
  return times.length > ENOUGH_EVENTS && marks.end >= MIN_TOTAL_MS && first >= LATE * marks.end && (times.at(-1) ?? 0) - first < BURST_MS;
}

export const buffered = failureClass({
  id: 'stream/buffered',
  severity: 'warning',
  text: {
    title: { en: 'The whole answer of {host} arrives in one burst after {seconds} s', zh: '{host} 的答复在 {seconds} 秒后一次性到达' },
    why: {
      en: 'Something on the way collects the stream (nginx proxy_buffering, compression, a CDN, a converter): nothing is shown while the model writes, and long answers run into timeouts.',
      zh: '途中有东西把流攒了起来（nginx 的 proxy_buffering、压缩、CDN、协议转换）：模型输出时什么也看不到，长答复还会超时。',
    },
    advice: {
      en: 'The operator must switch buffering off: proxy_buffering off, or the response header X-Accel-Buffering: no.',
      zh: '需要运营方关闭缓冲：proxy_buffering off，或响应头 X-Accel-Buffering: no。',
    },
  },
  when: (_, trace, context) => isComplete(trace, context) && inOneBurst(trace),
  args: streamArgs,
});
