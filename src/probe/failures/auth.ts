// Who may come in: the key itself.

import type { Trace } from '../../wire/types.ts';
import { type Answer, has, hasCode } from './answer.ts';
import { type FailureContext, failureClass, secretsIn } from './failure.ts';
import { KNOWN } from './key-verdicts.ts';
import { hidesUpstream } from './route.ts';

// `max_tokens` and "unexpected token" are no credentials.
const KEY =
  '(?:api[- _]?keys?|x-api-key|access[- _]?keys?|subscription key|credentials?|jwt|(?<![\\w-])keys?\\b|(?<![\\w-]|unexpected |max |output |input |prompt |completion )token\\b|authorization|authentication)';
const words = (pattern: string): RegExp => new RegExp(pattern.replaceAll('KEY', KEY));

const MISSING = words(
  "no (?:auth(?:entication)? )?KEY(?: was| were)? (?:passed|provided|found|given|supplied|present|in)|no auth credentials|missing (?:\\w+ ){0,3}KEY|KEY (?:header )?(?:is |are |was )?(?:required|missing|not provided|absent)|KEY header (?:was )?not found|api_key_required|did ?n[o']t provide (?:an? )?(?:valid )?KEY|please (?:provide|carry|include) (?:an?|the|your) (?:valid )?(?:api|KEY)|未提供.{0,8}(?:令牌|密钥|key|token|认证|凭证|授权)|缺少.{0,8}(?:令牌|密钥|key|token|认证|凭证|授权|authorization)|(?:令牌|密钥|api ?key|token)(?:不能)?为空|请(?:提供|携带).{0,12}(?:令牌|密钥|key)",
);
const INVALID = words(
  '(?:invalid|incorrect|wrong|bad|unknown|malformed|unrecognized|illegal|fake) (?:or missing )?(?:\\w+ ){0,2}KEY\\b|KEY.{0,40}?(?:is |are |was )?(?:invalid|incorrect|wrong|not valid|not found|not recognized|unknown|rejected|does not exist|format)|virtual key expected|token_not_found|invalid_?api_?key|invalidapikey|invalid_token|invalid_authentication|authentication[ _]?(?:error|failed|fails|failure)|unauthenticated|not authenticated|user not found|unable to find token|conflicting.{0,20}credentials|无效的.{0,8}(?:令牌|token|密钥|key|凭证)|(?:令牌|密钥|token|api ?key|apikey|凭证).{0,6}(?:无效|错误|不正确|不存在|不合法|有误)|(?:身份验证|身份认证|鉴权|认证|授权)(?:失败|错误|未通过)|login fail',
);
const EXPIRED = words(
  'KEY.{0,30}(?:has |is |was )?expired|expired (?:\\w+ )?KEY|expired_key|key_expired|(?:令牌|密钥|key|token|套餐|订阅).{0,8}(?:已过期|过期|已到期|到期)|subscription.{0,20}expired|plan.{0,12}expired',
);
const EXPIRED_OR_WRONG =
  /expired.{0,12}(?:or|\/|或).{0,6}(?:incorrect|invalid|wrong|无效|错误)|(?:incorrect|invalid|wrong|无效).{0,12}(?:or|\/|或).{0,10}(?:expired|过期)/;
const DISABLED = words(
  'KEY.{0,30}(?:is |was |has been )?(?:disabled|revoked|blocked|deactivated|suspended|deleted|inactive)|(?:disabled|revoked) (?:\\w+ )?KEY|api_key_(?:disabled|revoked|inactive)|(?:令牌|密钥|key|token).{0,6}(?:状态不可用|已禁用|被禁用|已停用|已吊销|已失效|已删除|已被)',
);
const MISSING_OR_INVALID =
  /missing or (?:is )?(?:invalid|incorrect|malformed)|(?:invalid|incorrect|malformed|wrong) or missing|(?:invalid|incorrect) or (?:not provided|absent)|缺失或无效|无效或缺失|为空或无效/;

/** Zhipu's own numbers; MiniMax's carry its name. */
const isMissing = (answer: Answer): boolean => (has(answer, MISSING) || hasCode(answer, '1001')) && !has(answer, MISSING_OR_INVALID);
export const isExpired = (answer: Answer): boolean =>
  (has(answer, EXPIRED) || hasCode(answer, '1003', '1309')) && !has(answer, EXPIRED_OR_WRONG);
const isDisabled = (answer: Answer): boolean => has(answer, DISABLED);
const isInvalid = (answer: Answer): boolean =>
  has(answer, INVALID) ||
  has(answer, MISSING_OR_INVALID) ||
  has(answer, EXPIRED_OR_WRONG) ||
  hasCode(answer, '1000', '1002', '1004', 'minimax:2049', 'minimax:1004');
/** Anything that refuses a key as such. */
export const refusesKey = (answer: Answer): boolean => isMissing(answer) || isExpired(answer) || isDisabled(answer) || isInvalid(answer);

const CREDENTIAL_HEADERS = /^(authorization|x-api-key|api-key|x-goog-api-key)$/;
const headersSent = (trace: Trace): readonly string[] =>
  trace.request.headers.map(([name]) => name).filter((name) => CREDENTIAL_HEADERS.test(name));

const authArgs = (_: Answer, trace: Trace) => ({ header: headersSent(trace).join(' + ') || '-' });

export const missing = failureClass({
  id: 'auth/missing',
  text: {
    title: { en: '{host} saw no key ({status}: {said})', zh: '{host} 没有收到密钥（{status}：{said}）' },
    why: {
      en: 'Sent was: {header}. The gateway reads another header, or a proxy on the way dropped it.',
      zh: '发送的认证头是 {header}。网关读的是另一个头，或者途中的代理把它丢掉了。',
    },
    advice: {
      en: 'Send the key in the header that this gateway reads.',
      zh: '请用网关认的那个请求头发送密钥。',
    },
    ofClient: {
      'claude-code': {
        advice: {
          en: 'Claude Code sends ANTHROPIC_AUTH_TOKEN as Authorization: Bearer and ANTHROPIC_API_KEY as x-api-key.',
          zh: 'Claude Code 把 ANTHROPIC_AUTH_TOKEN 放进 Authorization: Bearer，把 ANTHROPIC_API_KEY 放进 x-api-key。',
        },
      },
      codex: {
        advice: {
          en: 'Codex sends env_key as Bearer; any other header goes into http_headers of the provider.',
          zh: 'Codex 的 env_key 总是发 Bearer；其他请求头写在 provider 的 http_headers 里。',
        },
      },
    },
  },
  variants: {
    unsent: {
      title: {
        en: '{host} asks for a key and none was sent ({status}: {said})',
        zh: '{host} 需要密钥，而请求里没有带（{status}：{said}）',
      },
      why: {
        en: 'No credential is configured for this channel, or the client drops it.',
        zh: '这个渠道没有配置密钥，或者被客户端丢掉了。',
      },
      advice: { en: 'Set the key of this gateway for the client.', zh: '给客户端配置这个网关的密钥。' },
      ofClient: { codex: { why: { en: 'Codex drops a key that holds a line break.', zh: 'Codex 会丢弃含换行的密钥。' } } },
    },
  },
  when: (answer, trace) =>
    isMissing(answer) || (answer.effective === 401 && headersSent(trace).length === 0 && !isExpired(answer) && !isDisabled(answer)),
  args: authArgs,
  variant: ({ header }) => (header === '-' ? 'unsent' : undefined),
});

export const expiredKey = failureClass({
  id: 'auth/expired-key',
  text: {
    title: { en: 'The key has expired ({status}: {said})', zh: '密钥已过期（{status}：{said}）' },
    why: { en: '{host} knows the key; its term or the plan behind it is over.', zh: '{host} 认得这个密钥，但它或对应套餐的有效期已过。' },
    advice: {
      en: 'Renew it in the console of {host}, or make a new key and set it.',
      zh: '到 {host} 的控制台续期，或新建密钥后重新配置。',
    },
  },
  when: isExpired,
});

export const disabledKey = failureClass({
  id: 'auth/disabled-key',
  text: {
    title: { en: 'The key is switched off ({status}: {said})', zh: '密钥已被停用（{status}：{said}）' },
    why: {
      en: '{host} knows the key and does not accept it any more: disabled, revoked or deleted.',
      zh: '{host} 认得这个密钥，但已经不再接受：被禁用、吊销或删除。',
    },
    advice: { en: 'Switch it on again in the console of {host}, or make a new one.', zh: '到 {host} 的控制台重新启用，或新建一个密钥。' },
  },
  when: isDisabled,
});

export const invalidKey = failureClass({
  id: 'auth/invalid-key',
  text: {
    title: { en: '{host} does not accept this key ({status}: {said})', zh: '{host} 不认这个密钥（{status}：{said}）' },
    why: {
      en: 'The address is right and the key is unknown there: cut off while copying, deleted, or made for another site, region or plan.',
      zh: '地址有应答，但那里没有这个密钥：复制时少了一截、已被删除，或者属于别的站点、地区、套餐。',
    },
    advice: {
      en: 'Copy the key again from the console of {host} and set it (`channel-doctor init` asks for it); check that key and address belong to the same site and plan.',
      zh: '到 {host} 的控制台重新复制密钥并配置（可运行 `channel-doctor init` 重新输入）；确认密钥和地址属于同一个站点和套餐。',
    },
    ofClient: {
      'claude-code': {
        why: {
          en: 'Claude Code says nothing for three minutes of retries and then asks to log in, which does not help.',
          zh: 'Claude Code 会默默重试三分钟，然后提示登录，而登录并不能解决问题。',
        },
      },
      codex: {
        why: {
          en: 'Codex asks again for some seconds and ends with “401 Unauthorized”.',
          zh: 'Codex 会重试几秒，然后报 “401 Unauthorized”。',
        },
      },
    },
  },
  variants: { known: KNOWN },
  when: (answer) => isInvalid(answer) || answer.effective === 401,
  args: authArgs,
});

// LiteLLM names the vendor whose refusal it passes on.
const UPSTREAM =
  /litellm\.(?:authentication|permissiondenied)error|upstream.{0,20}(?:auth|api ?key|credential|token|access (?:denied|forbidden)|key)|上游.{0,12}(?:认证|鉴权|密钥|令牌|key|授权).{0,8}(?:失败|错误|无效)?/;
const RELAYED_TYPES = ['upstream_error', 'openai_error', 'claude_error', 'gemini_error', 'bedrock_error'];
/** A relay of a relay: each adds its own mark. */
const marks = (answer: Answer): number => answer.said.match(/\(request id:/gi)?.length ?? 0;

// `sk-te**01`, `****0001`, `sk-...0001`; three dots count only after the beginning of a key.
const SHOWN_KEY = /(?:^|[^\w-])([\w-]{0,20}?)(?:\*{2,}|(?<=[-_]\w{0,16})(?:\.{3}|…))([\w-]{2,8})(?![\w*-])/g;
const ABOUT_KEYS = /key|token|received|令牌|密钥/i;

/** The error quotes the end of a key that is none of those sent. */
function quotesOtherKey(answer: Answer, trace: Trace, context: FailureContext): boolean {
  const secrets = secretsIn(trace, context);
  const quoted = [...answer.said.matchAll(SHOWN_KEY)].filter(
    ({ index, 1: head = '' }) => /[-_]/.test(head) || ABOUT_KEYS.test(answer.said.slice(Math.max(0, index - 40), index)),
  );
  return (
    secrets.length > 0 &&
    quoted.length > 0 &&
    quoted.every(([, head = '', tail = '']) => !secrets.some((secret) => secret.couldShow(head, tail)))
  );
}

export const upstreamKey = failureClass({
  id: 'auth/upstream-key',
  text: {
    title: { en: "The relay's own key was refused by its upstream ({status}: {said})", zh: '中转站自己的上游密钥被拒（{status}：{said}）' },
    why: {
      en: 'The refusal is not about your key: {host} passes on what its upstream answered.',
      zh: '被拒的不是你的密钥：{host} 只是把上游的答复转了过来。',
    },
    advice: {
      en: 'Your key is fine. Tell the operator of {host}, or try a model of another vendor there.',
      zh: '你的密钥没问题。请联系 {host} 的运营方，或者换一个别家的模型试试。',
    },
  },
  when: (answer, trace, context) => {
    if (!answer.failed) return false;
    if (has(answer, UPSTREAM) || hidesUpstream(answer, '401', '403')) return true;
    if (!refusesKey(answer) || isMissing(answer)) return false;
    return hasCode(answer, ...RELAYED_TYPES) || marks(answer) > 1 || quotesOtherKey(answer, trace, context);
  },
});
