// Too many requests, or too many at once.

import type { Trace } from '../../wire/types.ts';
import { type Answer, has, hasCode } from './answer.ts';
import { failureClass } from './failure.ts';

const IN_TEXT =
  /(?:try again|retry)(?: after| in)? (?:(\d{1,9})m)?(\d{1,9}(?:\.\d{1,9})?) ?(ms|s|secs?|seconds?|m|mins?|minutes?)\b|(\d{1,9}) ?(秒|分钟)(?:后|之后)/i;
const IN_BODY = /"retry_?after(?:_?seconds)?"\s*:\s*"?(\d{1,6})\b/i;

/** Units that both languages read. */
const unitOf = (word: string): string => (/^ms/i.test(word) ? 'ms' : /^(?:m|分)/i.test(word) ? 'min' : 's');

/** How long to wait: Retry-After (seconds or a date), else what the body says; '' where neither does. */
function waitOf(answer: Answer, { headers, body, receivedAt }: Trace): string {
  const header = headers['retry-after'];
  if (header && /^\d{1,9}$/.test(header)) return `${header} s`;
  const left = Math.ceil((Date.parse(header ?? '') - (receivedAt ?? Number.NaN)) / 1000);
  if (left > 0) return left > 120 ? `${Math.ceil(left / 60)} min` : `${left} s`;
  const milliseconds = headers['retry-after-ms'];
  if (milliseconds && /^\d{1,9}$/.test(milliseconds)) return `${Number(milliseconds) / 1000} s`;
  const [, minutes, amount, unit = '', amountZh, unitZh = ''] = IN_TEXT.exec(answer.said) ?? [];
  if (minutes && amount) return `${minutes} min ${amount} ${unitOf(unit)}`;
  if (amount) return `${amount} ${unitOf(unit)}`;
  if (amountZh) return `${amountZh} ${unitOf(unitZh)}`;
  const seconds = IN_BODY.exec(body.slice(0, 20_000))?.[1];
  return seconds ? `${seconds} s` : '';
}

const rateArgs = (answer: Answer, trace: Trace) => ({ wait: waitOf(answer, trace) });
const hasWait = ({ wait }: Readonly<Record<string, string | number>>): string | undefined => (wait ? 'wait' : undefined);

const CONCURRENCY =
  /concurren|too many pending requests|parallel request|simultaneous|in[- ]flight requests|queue (?:is )?(?:overloaded|timeout|full)|waiting for.{0,20}slot|token_concurrency_limit|minimax:1041|并发/;

export const concurrency = failureClass({
  id: 'rate/concurrency',
  text: {
    title: { en: 'Too many requests at once for this key ({status}: {said})', zh: '这个密钥的并发请求太多（{status}：{said}）' },
    why: {
      en: 'The gateway limits how many requests of one key run at the same time; other sessions or agents use them up.',
      zh: '网关限制同一密钥同时进行的请求数，名额被别的会话或子代理占用了。',
    },
    advice: {
      en: 'Close other sessions, run fewer agents in parallel, or ask for a higher limit.',
      zh: '关掉其他会话、减少并行的代理，或申请更高的并发上限。',
    },
  },
  variants: {
    wait: {
      title: {
        en: 'Too many requests at once for this key; free again after {wait} ({status}: {said})',
        zh: '这个密钥的并发请求太多，{wait} 后再试（{status}：{said}）',
      },
      why: { en: 'The gateway limits how many requests of one key run at the same time.', zh: '网关限制同一密钥同时进行的请求数。' },
      advice: {
        en: 'Close other sessions or run fewer agents in parallel, and wait {wait}.',
        zh: '关掉其他会话或减少并行的代理，并等待 {wait}。',
      },
    },
  },
  when: (answer) => has(answer, CONCURRENCY) && !has(answer, /internal error/),
  args: rateArgs,
  variant: hasWait,
});

const RATE =
  /rate[ _-]?limit|too many requests|ratelimit|throttl|max (?:rpm|tpm|qps)|\b[rt]p[md]\b.{0,16}(?:limit|reached|exceeded)|token rate limit|请求数限制|速率限制|请求频率|请求过于频繁|频率(?:过高|限制|超)|限流|resource_exhausted/;

export const requests = failureClass({
  id: 'rate/requests',
  text: {
    title: { en: 'Too many requests or tokens per minute ({status}: {said})', zh: '每分钟的请求或 Token 数超限（{status}：{said}）' },
    why: {
      en: 'Address, key and model are right; this channel has a limit per minute and it is reached.',
      zh: '地址、密钥、模型都没问题，只是达到了这个渠道每分钟的上限。',
    },
    advice: {
      en: 'Wait a minute and try again. If it comes at the first request of the day, the limit is shared with other users of the relay, or the plan is very small.',
      zh: '等一分钟再试。如果当天第一个请求就这样，说明额度是和中转站其他用户共用的，或者套餐很小。',
    },
  },
  variants: {
    wait: {
      title: {
        en: 'Too many requests or tokens per minute; free again after {wait} ({status}: {said})',
        zh: '每分钟的请求或 Token 数超限，{wait} 后恢复（{status}：{said}）',
      },
      advice: { en: 'Wait {wait} and try again; run fewer sessions in parallel.', zh: '等待 {wait} 后重试，并减少同时运行的会话。' },
    },
  },
  when: (answer) =>
    hasCode(
      answer,
      '1302',
      '1303',
      '50602',
      '50603',
      '50604',
      'rate_limit_exceeded',
      'rate_limit_error',
      'rate_limit_reached_error',
      'minimax:1002',
    ) || has(answer, RATE),
  args: rateArgs,
  variant: hasWait,
});
