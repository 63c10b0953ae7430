// No connection, no answer, or one that broke off: told by the phase it happened in.

import type { Phase, Trace } from '../../wire/types.ts';
import type { Answer } from './answer.ts';
import { isComplete } from './complete.ts';
import { type FailureContext, failureClass, hostOf, secretsIn } from './failure.ts';
import { safeText } from './safe-text.ts';

const failedIn = (trace: Trace, phases: readonly Phase[], codes: RegExp): boolean =>
  trace.error !== null && phases.includes(trace.error.phase) && codes.test(trace.error.code);

const EARLY: readonly Phase[] = ['dns', 'tcp', 'tls', 'send', 'headers'];
const TIMEOUT = /^(NO_ANSWER|IDLE|CONNECT_TIMEOUT|TIMEOUT|ETIMEDOUT|ABORTED|UND_ERR_(HEADERS|CONNECT|BODY)_TIMEOUT)$/;
const RESET =
  /^(ECONNRESET|INCOMPLETE|EPIPE|ECONNABORTED|UND_ERR_SOCKET|ERR_STREAM_PREMATURE_CLOSE|HPE_INVALID_EOF_STATE|CLOSED|ENOTCONN)$/;

const netArgs = (_: Answer, trace: Trace, context: FailureContext) => ({
  phase: trace.error?.phase ?? '-',
  detail: safeText(trace.error?.detail ?? '', secretsIn(trace, context)) || trace.error?.code || '-',
  name: safeText(URL.canParse(context.requestUrl) ? new URL(context.requestUrl).hostname : hostOf(context.requestUrl), [], 120),
  seconds: Math.max(1, Math.round(trace.marks.end / 1000)),
});

export const dns = failureClass({
  id: 'net/dns',
  text: {
    title: { en: 'The host {name} does not exist', zh: '找不到主机 {name}' },
    why: {
      en: 'No name server knows it: a typing error in the base URL, a domain that has moved, or a name known only inside another network or to a proxy.',
      zh: 'DNS 里没有这个域名：Base URL 写错了、服务换了域名，或者它只在别的网络里、只有代理才认识。',
    },
    advice: {
      en: "Compare the base URL with the provider's page; for an internal name connect to that network or its proxy first.",
      zh: '对照服务商页面核对 Base URL；如果是内网域名，先连上对应的网络或代理。',
    },
  },
  when: (_, trace) =>
    trace.status === null && failedIn(trace, ['dns', 'tcp'], /^(ENOTFOUND|ENODATA|ENONAME|EAI_NONAME|EAI_NODATA|EBADNAME)$/),
  args: netArgs,
});

export const dnsTemporary = failureClass({
  id: 'net/dns-temporary',
  text: {
    title: { en: 'The name server gives no answer for {name}', zh: 'DNS 服务器没有给出 {name} 的结果' },
    why: {
      en: 'The resolver itself is in trouble ({detail}): no network, a VPN that is switching, a container without DNS.',
      zh: '是解析服务本身的问题（{detail}）：没联网、VPN 正在切换，或者容器里没有配 DNS。',
    },
    advice: { en: 'Check the network connection and try again.', zh: '检查网络连接后重试。' },
  },
  when: (_, trace) => trace.status === null && trace.error?.phase === 'dns',
  args: netArgs,
});

export const refused = failureClass({
  id: 'net/refused',
  text: {
    title: { en: 'Nothing listens at {host}', zh: '{host} 上没有服务在监听' },
    why: {
      en: 'The connection was refused: the server is not running, or the port is wrong ({detail}).',
      zh: '连接被拒绝：服务没启动，或者端口写错了（{detail}）。',
    },
    advice: { en: 'Start the gateway, or correct host and port in the base URL.', zh: '启动网关，或改正 Base URL 里的主机和端口。' },
  },
  when: (_, trace) => trace.status === null && failedIn(trace, EARLY, /^ECONNREFUSED$/),
  args: netArgs,
});

export const unreachable = failureClass({
  id: 'net/unreachable',
  text: {
    title: { en: 'There is no way to {host}', zh: '到 {host} 的网络不通' },
    why: {
      en: 'This machine has no route there ({detail}): no network, a missing VPN, broken IPv6, or a firewall on this machine.',
      zh: '本机没有到那里的路由（{detail}）：没联网、没连 VPN、IPv6 有问题，或者被本机防火墙拦住。',
    },
    advice: { en: 'Check the network and VPN; if only IPv6 fails, prefer IPv4.', zh: '检查网络和 VPN；如果只是 IPv6 不通，优先用 IPv4。' },
  },
  when: (_, trace) =>
    trace.status === null &&
    failedIn(trace, EARLY, /^(EHOSTUNREACH|ENETUNREACH|EADDRNOTAVAIL|ENETDOWN|EHOSTDOWN|EACCES|EPERM|EAFNOSUPPORT)$/),
  args: netArgs,
});

export const connectTimeout = failureClass({
  id: 'net/connect-timeout',
  text: {
    title: { en: '{host} does not answer connection attempts', zh: '连接 {host} 超时' },
    why: {
      en: 'No TCP connection came about in {seconds} s: a firewall drops the packets, the region is blocked, or the host is down.',
      zh: '{seconds} 秒内没能建立 TCP 连接：防火墙丢包、地区被屏蔽，或者主机宕机。',
    },
    advice: {
      en: 'Try another network, a proxy, or another address of the provider.',
      zh: '换个网络、走代理，或者用服务商的其他地址试试。',
    },
  },
  when: (_, trace) => trace.status === null && failedIn(trace, ['tcp'], TIMEOUT),
  args: netArgs,
});

export const noAnswer = failureClass({
  id: 'net/no-answer',
  text: {
    title: { en: '{host} took the request and sent no answer within {seconds} s', zh: '{host} 收下请求后 {seconds} 秒没有应答' },
    why: {
      en: 'The connection stands, response headers never came: the gateway hangs on its upstream, or the port belongs to another service.',
      zh: '连接是通的，但一直没有响应头：网关卡在它的上游，或者这个端口属于别的服务。',
    },
    advice: {
      en: 'Try again; if it stays so, tell the operator. --timeout gives this check more time.',
      zh: '重试一次；一直如此就联系运营方。用 --timeout 可以让本检查等久一些。',
    },
    ofClient: {
      codex: { why: { en: 'Codex waits for ever in this state, without a word.', zh: 'Codex 遇到这种情况会一直等下去，没有任何提示。' } },
      'claude-code': {
        why: {
          en: 'Claude Code waits for API_TIMEOUT_MS (10 minutes) and asks again, ten times.',
          zh: 'Claude Code 会等满 API_TIMEOUT_MS（默认 10 分钟）再重试，共十次。',
        },
      },
    },
  },
  when: (_, trace) => trace.status === null && failedIn(trace, ['tls', 'send', 'headers'], TIMEOUT),
  args: netArgs,
});

export const idle = failureClass({
  id: 'net/idle',
  text: {
    title: { en: 'The stream of {host} started and went silent', zh: '{host} 的流式输出开始后没了动静' },
    why: {
      en: 'No byte came for a long time after the first events: the upstream hangs, or nothing keeps the connection alive while the model thinks. It was given up after {seconds} s.',
      zh: '出了头几个事件之后长时间没有数据：上游卡住了，或者模型思考时没有心跳包。等了 {seconds} 秒后放弃。',
    },
    advice: {
      en: 'Try again; if it stays so, the relay should forward pings.',
      zh: '重试一次；一直如此就请中转站转发心跳。',
    },
    ofClient: {
      codex: {
        advice: {
          en: 'stream_idle_timeout_ms in the provider gives Codex more time.',
          zh: '在 provider 里调大 stream_idle_timeout_ms，可以让 Codex 多等一会儿。',
        },
      },
    },
  },
  when: (answer, trace, context) =>
    trace.status !== null &&
    trace.status < 400 &&
    !answer.failed &&
    failedIn(trace, ['stream', 'headers'], TIMEOUT) &&
    !isComplete(trace, context),
  args: netArgs,
});

export const reset = failureClass({
  id: 'net/reset',
  text: {
    title: { en: '{host} broke the connection ({phase})', zh: '{host} 断开了连接（{phase}）' },
    why: {
      en: 'It closed after the request was sent ({detail}): a firewall that dislikes the request or its size, or a gateway that crashed.',
      zh: '请求发出后连接被关闭（{detail}）：防火墙拦了这个请求或嫌它太大，或者网关崩溃了。',
    },
    advice: {
      en: 'Try again, and once without the proxy. If small requests pass and large ones do not, a body limit or firewall in between is the cause.',
      zh: '重试一次，再不走代理试一次。如果小请求能过、大请求不行，就是中间的请求体限制或防火墙造成的。',
    },
  },
  variants: {
    tls: {
      title: { en: 'The connection to {host} was cut during the TLS handshake', zh: '与 {host} 的 TLS 握手中途被断开' },
      why: {
        en: 'Cut before anything was sent ({detail}): typical of filtering by name on the way, or of a server that does not know this name.',
        zh: '还没发出任何内容就断了（{detail}）：多半是途中按域名过滤，或者服务器不认这个域名。',
      },
      advice: {
        en: 'Try another network or a proxy; check the host in the base URL.',
        zh: '换网络或走代理试试，并核对 Base URL 里的主机名。',
      },
    },
    stream: {
      title: { en: 'The connection to {host} broke in the middle of the answer', zh: '{host} 的答复传到一半连接断了' },
      why: {
        en: 'The stream began and was torn off ({detail}): a time limit of a proxy in between, or a relay that restarted.',
        zh: '流已经开始，又被中断（{detail}）：中间代理的超时，或者中转站重启。',
      },
      advice: {
        en: 'Try several times: always after the same time means a timeout on the way (proxy_read_timeout), otherwise the network.',
        zh: '多试几次：每次都在同样的时间断，就是途中的超时设置（proxy_read_timeout）；否则是网络问题。',
      },
    },
  },
  when: (answer, trace, context) =>
    trace.error !== null &&
    RESET.test(trace.error.code) &&
    (trace.status === null || (trace.status < 400 && !answer.failed && !isComplete(trace, context))),
  args: netArgs,
  variant: ({ phase }) => (phase === 'tls' || phase === 'stream' ? phase : undefined),
});
