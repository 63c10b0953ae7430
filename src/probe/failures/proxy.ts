// The proxy, not the gateway.

import type { Trace } from '../../wire/types.ts';
import type { Answer } from './answer.ts';
import { type FailureContext, failureClass, secretsIn } from './failure.ts';
import { safeText, safeUrl } from './safe-text.ts';

const proxyArgs = (_: Answer, trace: Trace, context: FailureContext) => ({
  proxy: context.proxy ? safeUrl(context.proxy, secretsIn(trace, context)) : '-',
  detail: safeText(trace.error?.detail ?? '', secretsIn(trace, context)) || '-',
  proxyStatus: trace.error?.proxyStatus ?? trace.status ?? '-',
});

const SPEAKS_FOR_ITSELF = /squid|privoxy|tinyproxy|zscaler|bluecoat|forcepoint|fortinet|mcafee|websense|polipo|ccproxy|clash|mihomo/i;

/** A plain http request is forwarded, and then the proxy's own errors look like the gateway's. */
function isProxysOwn({ viaProxy, headers, request }: Trace): boolean {
  if (!viaProxy || request.url.startsWith('https:')) return false;
  if (headers['x-squid-error'] || headers['proxy-status'] || headers['proxy-authenticate']) return true;
  return SPEAKS_FOR_ITSELF.test(headers.server ?? '');
}

const codeIs = (trace: Trace, ...codes: readonly string[]): boolean => trace.error !== null && codes.includes(trace.error.code);
const inProxyPhase = (trace: Trace): boolean => trace.status === null && trace.error?.phase === 'proxy';

export const proxyAuth = failureClass({
  id: 'proxy/auth',
  text: {
    title: { en: 'The proxy {proxy} asks for credentials (407)', zh: '代理 {proxy} 要求认证（407）' },
    why: {
      en: 'The request ended at the proxy and never reached {host}. The proxy variable has no user and password, or wrong ones.',
      zh: '请求停在代理处，没有到达 {host}。代理变量里没有用户名和密码，或者写错了。',
    },
    advice: {
      en: 'Put the credentials into the proxy variable (http://USER:PASSWORD@HOST:PORT, special characters percent-encoded), or add {host} to NO_PROXY if it is reachable directly.',
      zh: '在代理变量里写上账号（http://USER:PASSWORD@HOST:PORT，特殊字符要做百分号编码）；如果能直连 {host}，也可以把它加进 NO_PROXY。',
    },
  },
  when: (_, trace) => codeIs(trace, 'PROXY_AUTH') || trace.status === 407,
  args: proxyArgs,
});

export const proxyDenied = failureClass({
  id: 'proxy/denied',
  text: {
    title: { en: 'The proxy {proxy} refuses to connect to {host} ({proxyStatus})', zh: '代理 {proxy} 拒绝连接 {host}（{proxyStatus}）' },
    why: {
      en: "These are the proxy's rules, not the gateway's answer: key and address are untested.",
      zh: '这是代理的规则，不是网关的答复：密钥和地址都还没有验证到。',
    },
    advice: {
      en: 'Ask for {host} to be allowed on the proxy, or reach it without the proxy (NO_PROXY) if that is possible.',
      zh: '请代理管理员放行 {host}；如果可以直连，就把它加进 NO_PROXY。',
    },
  },
  variants: {
    unreachable: {
      title: { en: 'The proxy {proxy} could not reach {host} ({proxyStatus})', zh: '代理 {proxy} 连不上 {host}（{proxyStatus}）' },
      why: {
        en: 'The proxy answered that it found no way to the gateway: the name is unknown to it, or the connection failed from there.',
        zh: '代理回复说它到不了网关：要么它解析不了这个域名，要么从它那里连接失败。',
      },
      advice: {
        en: 'Check the host in the base URL. If {host} is on your machine or in your network, add it to NO_PROXY.',
        zh: '检查 Base URL 里的主机名。如果 {host} 是本机或内网地址，请加进 NO_PROXY。',
      },
    },
  },
  when: (_, trace) => codeIs(trace, 'PROXY_DENIED') || (trace.status !== null && trace.status >= 400 && isProxysOwn(trace)),
  args: proxyArgs,
  variant: ({ proxyStatus }) => (Number(proxyStatus) >= 500 ? 'unreachable' : undefined),
});

export const proxyNotHttp = failureClass({
  id: 'proxy/not-http',
  text: {
    title: { en: 'What answers at the proxy address {proxy} is no HTTP proxy', zh: '代理地址 {proxy} 上应答的不是 HTTP 代理' },
    why: {
      en: 'The port belongs to another service, often the SOCKS port of the same proxy program ({detail}).',
      zh: '这个端口属于别的服务，常见的是同一个代理软件的 SOCKS 端口（{detail}）。',
    },
    advice: {
      en: "Use the proxy's HTTP or mixed port in HTTP_PROXY and HTTPS_PROXY, or unset them.",
      zh: '在 HTTP_PROXY 和 HTTPS_PROXY 里填代理的 HTTP 端口或混合端口，不用代理就清掉这两个变量。',
    },
  },
  when: (_, trace) => codeIs(trace, 'PROXY_NOT_HTTP', 'PROXY_TLS') || (inProxyPhase(trace) && codeIs(trace, 'BAD_HTTP')),
  args: proxyArgs,
});

export const proxyScheme = failureClass({
  id: 'proxy/unsupported-scheme',
  text: {
    title: { en: 'This client cannot use a proxy of this kind: {proxy}', zh: '这个客户端用不了这种代理：{proxy}' },
    why: {
      en: 'Claude Code takes only http:// and https:// proxies; a socks:// address fails or is ignored.',
      zh: 'Claude Code 只支持 http:// 和 https:// 代理，写 socks:// 会失败或被忽略。',
    },
    advice: {
      en: 'Use the HTTP or mixed port of the same proxy program and write it with http://.',
      zh: '改用同一个代理软件的 HTTP 端口或混合端口，并写成 http://。',
    },
  },
  when: (_, trace) => codeIs(trace, 'PROXY_SCHEME'),
  args: proxyArgs,
});

export const proxyRefused = failureClass({
  id: 'proxy/refused',
  text: {
    title: { en: 'The proxy {proxy} does not accept connections', zh: '连不上代理 {proxy}' },
    why: {
      en: 'A proxy variable points there and nothing answers ({detail}): the proxy program is off, or the variable is left over.',
      zh: '代理变量指向这里，但没有应答（{detail}）：代理软件没开，或者变量是以前留下的。',
    },
    advice: {
      en: 'Start the proxy, or unset HTTP_PROXY, HTTPS_PROXY and ALL_PROXY where they are set.',
      zh: '启动代理软件；不用代理的话，把设置了 HTTP_PROXY、HTTPS_PROXY、ALL_PROXY 的地方清掉。',
    },
  },
  when: (_, trace) => codeIs(trace, 'PROXY_REFUSED') || inProxyPhase(trace),
  args: proxyArgs,
});
