// Certificates, and the two ways to mix up http and https. Switching the checks off is never advised.

import type { RuleText } from '../../rules/rule.ts';
import type { Trace } from '../../wire/types.ts';
import { type Answer, has } from './answer.ts';
import { type FailureContext, failureClass, secretsIn } from './failure.ts';
import { safeText } from './safe-text.ts';

const byCode =
  (...codes: readonly string[]) =>
  (_: Answer, trace: Trace): boolean =>
    trace.status === null && trace.error !== null && codes.includes(trace.error.code);

function certificateArgs(_: Answer, trace: Trace, context: FailureContext) {
  const certificate = trace.error?.certificate;
  const shown = (text: string | undefined, max = 100): string => safeText(text ?? '', secretsIn(trace, context), max) || '?';
  return {
    issuer: shown(certificate?.issuer),
    subject: shown(certificate?.subject),
    from: shown(certificate?.validFrom, 40),
    to: shown(certificate?.validTo, 40),
    names: shown(certificate?.names.slice(0, 8).join(', ')),
    code: shown(trace.error?.code, 60),
  };
}

const ownAuthority: RuleText['advice'] = {
  en: "Only if this authority is yours or your company's: save its certificate as PEM and let the client trust that file. Otherwise somebody in between reads along: do not use this network for keys.",
  zh: '只有当这个签发者是你自己或公司的 CA 时：把它的证书存成 PEM，让客户端信任这个文件。否则说明中间有人在解密流量，不要在这个网络里使用密钥。',
};
const whereToTrust: RuleText['ofClient'] = {
  'claude-code': {
    advice: { en: 'Claude Code takes the file from NODE_EXTRA_CA_CERTS.', zh: 'Claude Code 从 NODE_EXTRA_CA_CERTS 读取这个文件。' },
  },
  codex: {
    advice: {
      en: 'Codex takes the file from SSL_CERT_FILE, newer versions also from CODEX_CA_CERTIFICATE.',
      zh: 'Codex 从 SSL_CERT_FILE 读取这个文件，较新的版本也认 CODEX_CA_CERTIFICATE。',
    },
  },
};

export const unknownAuthority = failureClass({
  id: 'tls/unknown-authority',
  text: {
    title: {
      en: 'The certificate of {host} comes from an authority that is not trusted here: {issuer}',
      zh: '{host} 的证书由本机不信任的机构签发：{issuer}',
    },
    why: {
      en: 'A corporate name as issuer means that a proxy opens the TLS traffic; a public one means that the server sends no intermediate certificate ({code}).',
      zh: '签发者是公司名称，说明有代理在解密 TLS；是公共 CA，说明服务器没有发送中间证书（{code}）。',
    },
    advice: ownAuthority,
    ofClient: whereToTrust,
  },
  when: byCode(
    'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
    'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
    'UNABLE_TO_GET_ISSUER_CERT',
    'CERT_UNTRUSTED',
    'INVALID_CA',
    'CERT_SIGNATURE_FAILURE',
  ),
  args: certificateArgs,
});

export const selfSigned = failureClass({
  id: 'tls/self-signed',
  text: {
    title: { en: '{host} shows a self-signed certificate ({subject})', zh: '{host} 使用自签名证书（{subject}）' },
    why: {
      en: "No authority vouches for it: usual for a gateway of one's own and for proxies that open TLS. Issuer {issuer}, valid until {to}.",
      zh: '没有任何机构为它担保，常见于自建网关或解密 TLS 的代理。签发者 {issuer}，有效期到 {to}。',
    },
    advice: ownAuthority,
    ofClient: whereToTrust,
  },
  when: byCode('DEPTH_ZERO_SELF_SIGNED_CERT', 'SELF_SIGNED_CERT_IN_CHAIN'),
  args: certificateArgs,
});

export const expired = failureClass({
  id: 'tls/expired',
  text: {
    title: { en: 'The certificate of {host} expired on {to}', zh: '{host} 的证书已于 {to} 过期' },
    why: {
      en: 'It was valid from {from} to {to}. Or the clock of this machine is ahead.',
      zh: '有效期是 {from} 到 {to}；也可能是本机时钟走快了。',
    },
    advice: {
      en: 'Check the date of this machine first. If it is right, the operator of {host} must renew the certificate.',
      zh: '先核对本机日期；日期没错的话，要由 {host} 的运营方更新证书。',
    },
  },
  when: byCode('CERT_HAS_EXPIRED'),
  args: certificateArgs,
});

export const notYetValid = failureClass({
  id: 'tls/not-yet-valid',
  text: {
    title: { en: 'The certificate of {host} is valid only from {from} on', zh: '{host} 的证书要到 {from} 才生效' },
    why: { en: 'Mostly the clock of this machine is behind.', zh: '多半是本机时钟慢了。' },
    advice: {
      en: 'Set the clock (time synchronisation on). If it is right, tell the operator of {host}.',
      zh: '校准时间（打开自动同步）；时间没错的话，请联系 {host} 的运营方。',
    },
  },
  when: byCode('CERT_NOT_YET_VALID'),
  args: certificateArgs,
});

export const hostname = failureClass({
  id: 'tls/hostname',
  text: {
    title: { en: 'The certificate belongs to other names than {host}: {names}', zh: '证书不是签给 {host} 的，而是：{names}' },
    why: {
      en: 'The base URL has a wrong host or an IP address, or the name leads to another server.',
      zh: 'Base URL 里的主机写错了、写成了 IP，或者域名指向了别的服务器。',
    },
    advice: { en: 'Use a name that stands in the certificate.', zh: '改用证书里列出的域名。' },
  },
  when: byCode(
    'ERR_TLS_CERT_ALTNAME_INVALID',
    'HOSTNAME_MISMATCH',
    'ERR_SSL_TLSV1_UNRECOGNIZED_NAME',
    'ERR_SSL_TLSV1_ALERT_UNRECOGNIZED_NAME',
  ),
  args: certificateArgs,
});

const NOT_TLS = [
  'NOT_TLS',
  'EPROTO',
  'ERR_SSL_WRONG_VERSION_NUMBER',
  'ERR_SSL_PACKET_LENGTH_TOO_LONG',
  'ERR_SSL_HTTP_REQUEST',
  'ERR_SSL_UNKNOWN_PROTOCOL',
];
const CONNECTION_CODE = /^(ECONN|EPIPE|ETIMEDOUT|EHOST|ENET|NO_ANSWER|CONNECT_TIMEOUT|ABORTED|TIMEOUT|UND_ERR)/;

export const notTls = failureClass({
  id: 'tls/not-tls',
  text: {
    title: { en: '{host} does not speak TLS on this port', zh: '{host} 的这个端口不是 TLS' },
    why: {
      en: 'The base URL says https, and the answer was no TLS ({code}): a plain http port, or a proxy that answers in clear.',
      zh: 'Base URL 写的是 https，对方回的却不是 TLS（{code}）：这是明文 http 端口，或者代理直接用明文应答了。',
    },
    advice: {
      en: 'For a server on your own machine or network use http:// or its TLS port. For a public host find the right port; a key must not travel in clear.',
      zh: '本机或内网的服务请改用 http:// 或它的 TLS 端口；公网地址请找到正确端口，密钥不能明文传输。',
    },
  },
  variants: {
    handshake: {
      title: { en: 'The TLS handshake with {host} failed ({code})', zh: '与 {host} 的 TLS 握手失败（{code}）' },
      why: {
        en: 'The server ended it: no common version or cipher, or it wants something this client does not give ({said}).',
        zh: '服务器中止了握手：没有共同的版本或加密套件，或者它要求客户端没有提供的东西（{said}）。',
      },
      advice: {
        en: 'Check host and port of the base URL; behind a company proxy ask its operator.',
        zh: '检查 Base URL 的主机和端口；如果在公司代理后面，请问代理管理员。',
      },
    },
  },
  when: (answer, trace) =>
    byCode(...NOT_TLS)(answer, trace) || (trace.status === null && trace.error?.phase === 'tls' && !CONNECTION_CODE.test(trace.error.code)),
  args: certificateArgs,
  variant: ({ code }) => (NOT_TLS.includes(String(code)) ? undefined : 'handshake'),
});

const PLAIN_ON_TLS =
  /plain http request was sent to https port|client sent an http request to an https server|http request (was )?sent to an? https|speaking plain http to an ssl-enabled|requires tls|instead use the https scheme/;

export const httpsExpected = failureClass({
  id: 'tls/https-expected',
  text: {
    title: { en: '{host} expects https on this port', zh: '{host} 的这个端口要用 https' },
    why: { en: 'The base URL says http://, the port speaks TLS.', zh: 'Base URL 写的是 http://，而端口只讲 TLS。' },
    advice: { en: 'Write https:// in the base URL.', zh: '把 Base URL 改成 https://。' },
  },
  when: (answer, trace) => trace.error?.code === 'HTTPS_EXPECTED' || has(answer, PLAIN_ON_TLS),
});
