// The gateway or its upstream is in trouble; the configuration is not.

import { type Answer, has, hasCode } from './answer.ts';
import { failureClass } from './failure.ts';
import { hidesUpstream } from './route.ts';

const OVERLOADED =
  /overloaded|overload_|load\b.{0,40}\bsaturated|server_is_overloaded|slow_down|负载已饱和|上游负载|(?:系统|服务器?|模型|引擎|当前).{0,6}(?:繁忙|过载|拥挤)|访问量过大|currently (?:experiencing )?high (?:demand|load)|temporarily (?:unavailable|overloaded)|at capacity|server (?:is )?busy|try again later.{0,20}capacity/;

export const overloaded = failureClass({
  id: 'server/overloaded',
  text: {
    title: { en: '{host} or its upstream is overloaded ({status}: {said})', zh: '{host} 或它的上游过载（{status}：{said}）' },
    why: {
      en: 'Address, key and model are right; there is no capacity at the moment. This is no limit of yours, whatever the status says.',
      zh: '地址、密钥、模型都没问题，只是此刻没有容量。不管状态码是什么，都不是你的用量受限。',
    },
    advice: { en: 'Try again in some minutes, or use another model or channel.', zh: '过几分钟再试，或换模型、换渠道。' },
  },
  when: (answer) => hasCode(answer, '1305', '1312', '50505', 'e012', 'overloaded_error') || has(answer, OVERLOADED),
});

const UPSTREAM_NETWORK =
  /请求上游地址失败|do_request_failed|upstream connect error|dial tcp|connect: connection refused|connection refused|no such host|lookup .{0,60}on |econnrefused|enotfound|econnreset|etimedout|fetch failed|connection reset by peer|upstream (?:connection|request) failed|error sending request|i\/o timeout|tls handshake|上游.{0,8}(?:连接失败|网络|不可达|无法连接)/;

export const upstreamNetwork = failureClass({
  id: 'server/upstream-network',
  text: {
    title: { en: '{host} cannot reach its own upstream ({status}: {said})', zh: '{host} 连不上它自己的上游（{status}：{said}）' },
    why: {
      en: 'Your request arrived; the connection that failed is the one between the relay and the vendor.',
      zh: '你的请求已经到达，断的是中转站到厂商之间的连接。',
    },
    advice: { en: 'Try a model of another vendor there, or tell the operator.', zh: '换一个别家的模型试试，或联系运营方。' },
  },
  when: (answer) => (answer.effective ?? 0) >= 500 && (has(answer, UPSTREAM_NETWORK) || hasCode(answer, 'e002')),
});

const BAD_GATEWAY = [502, 520, 521, 522, 523, 525, 526, 527, 530];

export const badGateway = failureClass({
  id: 'server/bad-gateway',
  text: {
    title: {
      en: 'The gateway behind {host} is down or answers nonsense ({status}: {said})',
      zh: '{host} 背后的服务不可用或应答异常（{status}：{said}）',
    },
    why: { en: 'A web server or edge in front of it answers in its place.', zh: '应答的是它前面的 Web 服务器或边缘节点。' },
    advice: {
      en: 'Try again in some minutes; if it stays so, tell the operator or use another channel.',
      zh: '过几分钟再试；一直如此就联系运营方或换渠道。',
    },
  },
  when: (answer: Answer) =>
    answer.failed &&
    (BAD_GATEWAY.includes(answer.effective ?? 0) ||
      hidesUpstream(answer, '500', '502', '503', '504') ||
      has(answer, /\bbad gateway\b|bad_response\b|provider returned error/)),
});

export const gatewayTimeout = failureClass({
  id: 'server/gateway-timeout',
  text: {
    title: { en: '{host} waited in vain for its upstream ({status}: {said})', zh: '{host} 等上游超时（{status}：{said}）' },
    why: {
      en: 'The first byte came too late for a server on the way (Cloudflare gives 100 s): long thinking without pings, or an upstream that hangs.',
      zh: '首字节来得太晚，途中的服务器等不及了（Cloudflare 为 100 秒）：长时间思考而没有心跳，或者上游卡住。',
    },
    advice: {
      en: 'Try again. If only long requests fail, the relay must send pings or leave the CDN out.',
      zh: '重试一次。如果只有长请求失败，中转站需要发送心跳，或绕开 CDN。',
    },
  },
  when: (answer) =>
    answer.failed &&
    ([504, 524, 408, 499].includes(answer.effective ?? 0) ||
      has(answer, /gateway time-?out|upstream (?:request )?time(?:d )?-?out|上游.{0,6}超时/)),
});

export const serverError = failureClass({
  id: 'server/error',
  text: {
    title: { en: '{host} reports an internal error ({status}: {said})', zh: '{host} 内部出错（{status}：{said}）' },
    why: {
      en: 'A fault of the gateway or of its conversion between protocols; small requests may pass where the full one of the client fails.',
      zh: '网关自身或其协议转换出了错；有时简单请求能过，客户端的完整请求不行。',
    },
    advice: {
      en: 'Try again once; if it stays so, give the operator the request id of the answer, or use another channel.',
      zh: '重试一次；一直如此就把应答里的 request id 告诉运营方，或换渠道。',
    },
  },
  when: (answer) =>
    answer.failed &&
    ((answer.effective ?? 0) >= 500 ||
      hasCode(answer, 'api_error', 'server_error', 'internal_server_error', '1234', 'minimax:1000', 'minimax:1013', 'minimax:1033')),
});
