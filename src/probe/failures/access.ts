// Who may come in: the address, the region, the account and the program that asks. The key may be fine.

import type { Trace } from '../../wire/types.ts';
import { type Answer, has, hasCode } from './answer.ts';
import { failureClass } from './failure.ts';

const CLIENT =
  /client_validation_error|client not allowed|client is not (?:authorized|allowed|supported)|client_?(?:restricted|not_allowed)|unsupported client|claude_code_version_too_old|only (?:accepts?|allows?|available (?:for|to|in|through)|supports?|authorized for|be used (?:with|by|in)|for use with|works with).{0,40}(?:claude ?code|codex|coding agents?|official clients?|coding tools?|\bcli\b)|(?:仅|只)(?:可|能|支持|允许|限|供|接受).{0,16}(?:claude ?code|codex|官方客户端|编程工具|指定客户端)|请使用.{0,12}(?:claude ?code|codex|官方).{0,6}客户端|(?:客户端|client).{0,8}(?:不被允许|不允许|受限|非法)|非法客户端/;

export const clientNotAllowed = failureClass({
  id: 'auth/client-not-allowed',
  severity: 'warning',
  text: {
    title: {
      en: '{host} admits certain clients only: this check cannot judge the channel ({status}: {said})',
      zh: '{host} 只允许特定客户端，本检查无法判断这个渠道（{status}：{said}）',
    },
    why: {
      en: 'The gateway looks at the program that asks. The key is probably fine; the real client may pass where this check does not.',
      zh: '网关会检查请求来自哪个程序。密钥多半没问题，真正的客户端也许能通过。',
    },
    advice: {
      en: 'Run the check with --with-client: the installed client then makes the request itself. If that fails too, update the client to a version that the gateway admits.',
      zh: '加上 --with-client 再检查一次，由已安装的客户端自己发请求。如果也失败，把客户端更新到网关允许的版本。',
    },
  },
  when: (answer) => has(answer, CLIENT),
});

const IP =
  /\bip\b.{0,24}(?:not (?:authorized|allowed|permitted|in)|forbidden|denied|blocked|whitelist|allow-?list)|不在.{0,12}(?:允许访问的列表|白名单)|ip.{0,6}(?:白名单|限制|不允许|被禁|受限)|ip_not_(?:allowed|authorized)|ip address.{0,20}not/;

export const ipNotAllowed = failureClass({
  id: 'auth/ip-not-allowed',
  text: {
    title: { en: 'Your address is not on the list of this key ({status}: {said})', zh: '当前 IP 不在密钥的白名单里（{status}：{said}）' },
    why: {
      en: 'The key may be used from certain IP addresses only; your way out (network, VPN, proxy) has another one.',
      zh: '这个密钥只允许从指定 IP 使用，而你现在的出口（网络、VPN、代理）不是它。',
    },
    advice: {
      en: 'Add this address to the list of the key in the console of {host}, or use the network it was made for.',
      zh: '到 {host} 的控制台把当前 IP 加入白名单，或换回允许的网络。',
    },
  },
  when: (answer) => has(answer, IP),
});

const REGION =
  /unsupported_country|country, region, or territory|region_restricted|(?:not|n't) (?:available|supported|allowed|permitted|accessible).{0,20}(?:your|this|the) (?:region|country|location|territory)|(?:region|country|location).{0,24}(?:is |are )?(?:not supported|unsupported|not available|restricted|blocked|prohibited)|(?:地区|区域|国家).{0,10}(?:不支持|不可用|受限|限制|禁止|不在)|(?:不支持|不可用|限制).{0,8}(?:地区|区域|国家)/;

export const regionBlocked = failureClass({
  id: 'auth/region-blocked',
  text: {
    title: { en: 'Refused because of the region ({status}: {said})', zh: '因所在地区被拒绝（{status}：{said}）' },
    why: {
      en: 'A vendor does not serve the country the request comes from. Through a relay it means the way out of the relay; without one, that the base URL is not in effect and the vendor itself was asked.',
      zh: '厂商不服务请求来源地。走中转站时，指的是中转站的出口；否则说明 Base URL 没有生效，请求直接到了官方。',
    },
    advice: {
      en: 'Check that the request went to the gateway you mean ({host}); then tell its operator or use another channel.',
      zh: '先确认请求确实发到了你要用的网关（{host}），再联系运营方或换渠道。',
    },
  },
  when: (answer) => has(answer, REGION) || (answer.status === 403 && has(answer, /^request not allowed$/m)) || answer.effective === 451,
});

const BANNED =
  /\bbanned\b|user_inactive|(?:account|organization|user|workspace).{0,30}(?:has been |is |was )?(?:suspended|disabled|deactivated|banned|locked|frozen|terminated)|封禁|封号|(?:账户|账号|用户|帐号|帐户).{0,6}(?:已被|被|已)(?:禁用|冻结|锁定|停用|封)|(?:账户|账号|用户).{0,4}(?:异常|冻结|锁定)/;

export const accountBanned = failureClass({
  id: 'auth/account-banned',
  text: {
    title: { en: 'The account is closed or suspended ({status}: {said})', zh: '账号已被封禁或停用（{status}：{said}）' },
    why: { en: '{host} refuses the account behind the key, not the key itself.', zh: '{host} 拒绝的是密钥背后的账号，而不是密钥本身。' },
    advice: {
      en: 'Only the vendor or operator can lift it: contact them. Through a relay it may be the account of the relay.',
      zh: '只有厂商或运营方能解封，请联系他们；走中转站时，被封的也可能是中转站自己的账号。',
    },
  },
  when: (answer) => has(answer, BANNED) || hasCode(answer, '1110', '1112', '1120', '1121'),
});

const EDGE_TEXT =
  /just a moment|attention required|checking your browser|you have been blocked|error code: ?1\d{3}|error 1(?:00\d|010|012|015|020)|enable javascript and cookies|cf-chl|captcha|ddos-guard|incapsula|sucuri|the requested url was rejected|mod_?security|not acceptable!|web application firewall|request blocked|aliyun_waf|\bwaf\b|safeline|雷池|安全狗|访问被拦截|访问被阻断|防火墙|人机验证/;
const EDGE_STATUS = [401, 403, 405, 406, 418, 429, 503];

// Of an edge, not of the gateway: a page or a bare line, where the gateway would have sent JSON.
function isEdge(answer: Answer, { headers, status }: Trace): boolean {
  if (headers['cf-mitigated'] || headers['x-amzn-waf-action']) return true;
  if (answer.kind !== 'html' && answer.kind !== 'text') return false;
  const marked = EDGE_TEXT.test(answer.words);
  if (EDGE_STATUS.includes(status ?? 0) && marked) return true;
  const fromEdge = Boolean(headers['cf-ray']) || /cloudflare|akamai|cloudfront|sucuri|imperva/i.test(headers.server ?? '');
  return status === 403 && (answer.kind === 'html' || fromEdge);
}

export const waf = failureClass({
  id: 'auth/waf',
  text: {
    title: {
      en: 'A firewall in front of {host} stopped the request ({status}: {said})',
      zh: '{host} 前面的防火墙拦住了请求（{status}：{said}）',
    },
    why: {
      en: 'Bot protection of the edge answered, not the gateway: the key is untested. It dislikes the address you come from, the program, or the size or content of the request.',
      zh: '应答的是边缘的防护（WAF 或人机验证），不是网关，密钥还没有验证到。它不喜欢你的出口 IP、这个程序，或者请求的大小和内容。',
    },
    advice: {
      en: 'Use the API host of the provider rather than its web site; try another network. Otherwise the operator must exempt the API path from the protection.',
      zh: '用服务商的接口域名而不是网站域名，换个网络试试；不行就要请运营方把接口路径加入防护白名单。',
    },
  },
  when: (answer, trace) => trace.status !== null && trace.status >= 400 && isEdge(answer, trace),
});
