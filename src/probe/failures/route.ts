// The address answers, but not at this path.

import type { Trace } from '../../wire/types.ts';
import { type Answer, has, hasCode } from './answer.ts';
import { type FailureContext, failureClass, secretsIn } from './failure.ts';
import { safeText, safeUrl } from './safe-text.ts';

const PATH_MISSING =
  /invalid url \(|unrecognized request url|cannot (post|get) \/|no route matched|unknown (url|endpoint|path|route)\b|no such (endpoint|route|path)|route (post|get)[: ]\/?\S* not found|api not implemented|method not allowed|404 page not found|the requested url \S* ?was not found/;

const pathOf = (url: string): string =>
  (URL.canParse(url) ? new URL(url).pathname : url.replace(/[?#].*$/s, '')).replace(/\/+$/, '') || '/';

// `POST /v1/x`, `Route POST:/v1/x`, `The requested URL /x was not found`; upstream addresses in full.
const NAMED_PATH = /(?:\b(?:post|get|put)[\s:]+|requested url )(\/[^\s)"'<>,;]*)/gi;
const NAMED_URL = /https?:\/\/[^\s/"'<>]+(\/[^\s)"'<>,;]*\/(?:messages|responses|completions))\b/gi;

/** Paths that the error names as requested, without query. */
function namedPaths(answer: Answer, context: FailureContext): readonly string[] {
  const text = answer.said;
  const inText = [...text.matchAll(NAMED_PATH)].map((match) => match[1] ?? '');
  const urls = [...text.matchAll(NAMED_URL)]
    .filter(([url]) => URL.canParse(url) && new URL(url).host !== new URL(context.requestUrl).host)
    .map((match) => match[1] ?? '');
  // The sentence around a path may end right behind it.
  const bare = (path: string): string => pathOf(path.replace(/[.:!?。：！？'"`]+$/, ''));
  return [...inText, ...urls, ...answer.paths.filter((path) => path.startsWith('/'))].map(bare);
}

/** The path an error names though it was never sent; a mere prefix cut off by a reverse proxy does not count. */
function foreignPath(answer: Answer, context: FailureContext): string | null {
  if (!URL.canParse(context.requestUrl)) return null;
  const sent = pathOf(context.requestUrl);
  const [named] = namedPaths(answer, context).filter((path) => path !== '/');
  return named === undefined || sent.endsWith(named) ? null : named;
}

const ABSENT_STATUS = [404, 405, 410, 421, 501];
const isAbsent = (answer: Answer): boolean => answer.failed && (ABSENT_STATUS.includes(answer.effective ?? 0) || has(answer, PATH_MISSING));
/** What a relay puts in place of every failure of its upstream, the true status in `param`. */
const hides = (answer: Answer, ...statuses: readonly string[]): boolean =>
  hasCode(answer, 'upstream_error', 'bad_response_status_code') && answer.fields.some((field) => statuses.includes(field));
export const hidesUpstream = hides;

const routeArgs = (_: Answer, trace: Trace, context: FailureContext) => ({
  path: safeText(pathOf(context.requestUrl), secretsIn(trace, context), 120),
  method: trace.request.method,
});

export const upstreamPath = failureClass({
  id: 'route/upstream-path',
  text: {
    title: {
      en: 'The error names {named}, but {path} was sent: the relay asks its own upstream wrongly',
      zh: '错误里写的是 {named}，而发出的是 {path}：中转站自己的上游地址配错了',
    },
    why: {
      en: "Your address is right. The relay's upstream address has a path too many or too few, mostly a doubled /v1.",
      zh: '你的地址没有错。中转站里配置的上游地址多了或少了一段路径，最常见的是 /v1 写了两遍。',
    },
    advice: {
      en: 'Tell the operator of {host} and quote the path {named}; nothing in your configuration can mend it.',
      zh: '联系 {host} 的运营方，并告知路径 {named}；改自己的配置没有用。',
    },
  },
  variants: {
    status: {
      title: { en: 'The relay hides a 404 of its upstream behind {status}: {said}', zh: '中转站用 {status} 掩盖了上游的 404：{said}' },
      why: {
        en: 'Its upstream does not know the path or the model that the relay asks for. This is no limit of yours.',
        zh: '上游不认识中转站请求的路径或模型，不是你的用量受限。',
      },
      advice: { en: 'Try another model of this relay, and tell its operator.', zh: '换这个中转站的另一个模型试试，并告诉运营方。' },
    },
  },
  when: (answer, _, context) => (isAbsent(answer) && foreignPath(answer, context) !== null) || hides(answer, '404', '405'),
  args: (answer, trace, context) => ({
    ...routeArgs(answer, trace, context),
    named: safeText(foreignPath(answer, context) ?? '-', secretsIn(trace, context), 120),
  }),
  variant: ({ named }) => (named === '-' ? 'status' : undefined),
});

export const notFound = failureClass({
  id: 'route/not-found',
  text: {
    title: { en: '{host} knows no {method} {path} ({status}: {said})', zh: '{host} 没有 {method} {path} 这个接口（{status}：{said}）' },
    why: {
      en: 'The host answers, the path does not exist there: the base URL has a part too many (/v1, a whole endpoint) or too few.',
      zh: '主机有应答，但没有这个路径：Base URL 多写（/v1、整个接口地址）或少写了一段。',
    },
    advice: {
      en: "Take the base URL from the provider's page for this client.",
      zh: '按服务商给这个客户端的说明填写 Base URL。',
    },
    ofClient: {
      'claude-code': {
        why: {
          en: 'From 2.1.50 on Claude Code reports it as a problem with the selected model.',
          zh: '2.1.50 起的 Claude Code 会把它报成所选模型有问题。',
        },
        advice: { en: 'Claude Code adds /v1/messages itself.', zh: 'Claude Code 会自己加上 /v1/messages。' },
      },
      codex: { advice: { en: 'Codex adds /responses itself, and never /v1.', zh: 'Codex 会自己加上 /responses，但从不补 /v1。' } },
    },
  },
  when: (answer) => isAbsent(answer) && !(answer.status !== null && answer.status < 400 && answer.kind === 'html'),
  args: routeArgs,
});

export const protocolMissing = failureClass({
  id: 'route/protocol-missing',
  text: {
    title: { en: '{host} has no {wanted}; it offers {found}', zh: '{host} 没有 {wanted}，只有 {found}' },
    why: {
      en: 'The address is right and the gateway speaks another protocol than this client needs.',
      zh: '地址没有错，但网关讲的不是这个客户端需要的协议。',
    },
    advice: {
      en: 'Look for another root of this provider for this client (often …/anthropic or …/v1), use a gateway that has the protocol, or put a converter in between.',
      zh: '找服务商给这个客户端的另一个地址（常见 …/anthropic 或 …/v1），换支持该协议的网关，或者中间加一层协议转换。',
    },
  },
  // Decided once the other protocols' paths were tried.
  when: () => false,
  args: (_, trace, context) => ({
    wanted: pathOf(trace.request.url),
    found: '-',
    path: pathOf(context.requestUrl),
    method: trace.request.method,
  }),
});

export const website = failureClass({
  id: 'route/website',
  text: {
    title: { en: '{host} answers {path} with a web page', zh: '{host} 对 {path} 返回的是网页' },
    why: {
      en: 'Status {status} and HTML instead of an API answer: this is the console or home page, or a login page of the network.',
      zh: '状态 {status}，内容是 HTML 而不是接口数据：这是控制台或首页，也可能是网络的登录页。',
    },
    advice: {
      en: 'Use the API address of the provider, often the same host with /v1 or another host than the console. In a hotel or company network log in first.',
      zh: '填写服务商的接口地址，常见是同一主机加 /v1，或者与控制台不同的主机。在酒店或公司网络里先完成登录。',
    },
  },
  when: (answer) => answer.kind === 'html' && answer.status !== null && answer.status >= 200 && answer.status < 300,
  args: routeArgs,
});

const REDIRECTS = [301, 302, 303, 307, 308];
const targetOf = ({ headers, request }: Trace): string =>
  URL.canParse(headers.location ?? '', request.url) ? new URL(headers.location ?? '', request.url).href : (headers.location ?? '');
const sameHost = (a: string, b: string): boolean => URL.canParse(a) && URL.canParse(b) && new URL(a).host === new URL(b).host;

export const redirect = failureClass({
  id: 'route/redirect',
  text: {
    title: { en: '{host} redirects to {target} ({status})', zh: '{host} 重定向到 {target}（{status}）' },
    why: {
      en: 'With 301, 302 and 303 the clients turn the request into a GET, which fails; 307 and 308 keep it. The key was not sent to the target.',
      zh: '遇到 301、302、303 客户端会改用 GET 重发而失败；307 和 308 会保留原请求。本检查没有把密钥发给目标地址。',
    },
    advice: {
      en: 'Write the final address into the base URL, if you know it to be the same provider.',
      zh: '确认目标属于同一个服务商后，把最终地址写进 Base URL。',
    },
  },
  variants: {
    'other-host': {
      title: { en: '{host} redirects to another host: {target} ({status})', zh: '{host} 重定向到另一台主机：{target}（{status}）' },
      why: {
        en: 'An Authorization header is dropped on the way to another host, so the key is refused there. This check did not send the key to the target.',
        zh: '跳到另一台主机时 Authorization 会被丢掉，密钥在那里会被拒绝。本检查没有把密钥发给目标地址。',
      },
      advice: {
        en: 'If {target} is the address of your provider, write it into the base URL; if you do not know it, do not use this address.',
        zh: '如果 {target} 是服务商的正式地址，就写进 Base URL；不认识它就不要再用这个地址。',
      },
      ofClient: {
        'claude-code': {
          why: { en: 'An x-api-key, which Claude Code may send, is carried along.', zh: '而 Claude Code 的 x-api-key 会被一起带过去。' },
        },
      },
    },
  },
  when: (_, trace) => REDIRECTS.includes(trace.status ?? 0),
  args: (answer, trace, context) => ({
    ...routeArgs(answer, trace, context),
    target: safeUrl(targetOf(trace), secretsIn(trace, context)) || '-',
    elsewhere: sameHost(targetOf(trace), trace.request.url) ? '' : 'yes',
  }),
  variant: ({ elsewhere }) => (elsewhere ? 'other-host' : undefined),
});
