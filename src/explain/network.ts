// From the name to the first byte. Facts: errors.md, claude-code.md 3.3 and 5, codex.md 0 (1, 2) and 2.

import type { Explanations } from './explanation.ts';

const SAME_WORDS = {
  en: 'Codex from 0.148 on says “waiting for network” for ever, Claude Code up to 2.0.77 “Connection error”, whichever of name, port, certificate or proxy is wrong.',
  zh: '无论是域名、端口、证书还是代理的问题，0.148 起的 Codex 都一直显示 “waiting for network”，2.0.77 及更早的 Claude Code 都显示 “Connection error”。',
};
const CONNECT = 'curl -v https://gw.example/v1/models';
const CERTIFICATE = 'openssl s_client -connect gw.example:443 -servername gw.example -showcerts </dev/null';
const PROXY = 'env | grep -i _proxy';

export const NETWORK_EXPLANATIONS: Explanations = {
  'net/dns': { background: SAME_WORDS, right: 'getent hosts gw.example        nslookup gw.example' },
  'net/dns-temporary': { background: SAME_WORDS, right: 'cat /etc/resolv.conf' },
  'net/refused': { background: SAME_WORDS, right: 'ss -ltn        curl -v http://127.0.0.1:3000' },
  'net/unreachable': { background: SAME_WORDS, right: 'curl -4 -v https://gw.example        ip route' },
  'net/reset': { background: SAME_WORDS, right: CONNECT },
  'net/connect-timeout': { background: SAME_WORDS, right: CONNECT },
  'net/no-answer': { background: SAME_WORDS, right: 'channel-doctor check --timeout 120000' },
  'net/idle': {
    background: {
      en: 'Codex gives up after stream_idle_timeout_ms (5 minutes); Claude Code up to 2.1.100 never does, 2.1.332 after 5 minutes without a byte.',
      zh: 'Codex 在 stream_idle_timeout_ms（5 分钟）后放弃；Claude Code 2.1.100 及更早一直不放弃，2.1.332 在 5 分钟没有数据后放弃。',
    },
  },
  'tls/unknown-authority': { background: SAME_WORDS, right: CERTIFICATE },
  'tls/self-signed': { background: SAME_WORDS, right: CERTIFICATE },
  'tls/expired': { right: 'date        openssl x509 -noout -dates -in cert.pem' },
  'tls/not-yet-valid': { right: 'date' },
  'tls/hostname': { right: CERTIFICATE },
  'tls/not-tls': { wrong: 'https://127.0.0.1:3000', right: 'http://127.0.0.1:3000' },
  'tls/https-expected': { wrong: 'http://gw.example:443', right: 'https://gw.example' },
  'proxy/refused': { background: SAME_WORDS, right: PROXY },
  'proxy/auth': { right: 'HTTPS_PROXY=http://USER:PASSWORD@proxy.example:8080' },
  'proxy/denied': { right: PROXY },
  'proxy/not-http': {
    wrong: 'HTTPS_PROXY=http://127.0.0.1:1080',
    right: 'HTTPS_PROXY=http://127.0.0.1:7890',
  },
  'proxy/unsupported-scheme': {
    background: {
      en: 'Codex takes socks5:// in ALL_PROXY. Claude Code ends with “UnsupportedProxyProtocol” (2.1.332) or a crash (1.0.60, 2.0.77).',
      zh: 'Codex 支持在 ALL_PROXY 里写 socks5://。Claude Code 会报 “UnsupportedProxyProtocol”（2.1.332）或直接崩溃（1.0.60、2.0.77）。',
    },
    wrong: 'HTTPS_PROXY=socks5://127.0.0.1:1080',
    right: 'HTTPS_PROXY=http://127.0.0.1:7890',
  },
  'clock/skew': { right: 'date -u        curl -sI https://gw.example | grep -i ^date' },
};
