// Money, credits and allowances. Quota beats rate where both words occur, a window beats the balance where a reset time is given.

import type { Trace } from '../../wire/types.ts';
import { type Answer, has, hasCode } from './answer.ts';
import { type FailureContext, failureClass, secretsIn } from './failure.ts';
import { safeText } from './safe-text.ts';

const BALANCE =
  /insufficient[ _](?:\w+[ _])?(?:balance|quota|credits?|funds)|balance (?:is )?(?:insufficient|not enough|too low|exhausted)|credit balance|no credits|credits? (?:remaining|exhausted|used up|depleted)|credit_balance_exhausted|exceeded[ _](?:your |the )?current[ _]quota|(?:user |account |free )?quota (?:is |has been )?(?:not enough|exhausted|used up|insufficient|exceeded)|quota_exceeded|arrearage|overdue|accountoverdue|free ?tier|freetieronly|allocated quota exceeded|allocationquota|payment required|billing_(?:not_active|hard_limit)|budget (?:has been |was )?exceeded|budget_exceeded|余额不足|额度不足|额度已用[尽完]|额度用[尽完]|配额(?:不足|已用)|欠费|请充值|预扣费|无可用资源包|资源包.{0,6}(?:用尽|耗尽|不足)|积分不足|点数不足|算力不足/;
const PER_MINUTE = /per[- ]?minute|per[- ]?second|\b[rtq]p[mds]\b|requests? rate|ratequota|\/min\b|每分钟|每秒/;
const MONEY = /balance|credit|billing|recharge|budget|payment|余额|充值|欠费/;

const isBalance = (answer: Answer): boolean =>
  hasCode(answer, '1113', '30001', 'minimax:1008', 'insufficient_quota', 'insufficient_user_quota') ||
  (has(answer, BALANCE) && !(has(answer, PER_MINUTE) && !has(answer, MONEY)));

const KEY_CAP =
  /(?:key|令牌|密钥).{0,12}(?:quota|limit|额度|限额|budget|spend).{0,24}(?:not enough|exceeded|exhausted|reached|用[尽完]|不足|超)|\btoken.{0,12}(?:quota|额度|budget|spend).{0,24}(?:not enough|exceeded|exhausted|reached|用[尽完]|不足|超)|pre_consume_token_quota_failed|tokenstatusexhausted|openrouter_key_limit|key limit exceeded|exceededtokenbudget|api_key_quota|key_quota|quota.{0,12}(?:for|of) (?:this|the|your) (?:api )?key|(?:daily|weekly|total|monthly).{0,12}cost.{0,12}(?:limit|exceeded)|(?:每日|每周|总)费用.{0,4}(?:限|上限)|该令牌额度/;

const WINDOW =
  /usage[ _]limit[ _](?:reached|exceeded)|(?:reached|hit|exceeded) your .{0,20}(?:usage )?limit|spend limit reached|(?:\d+|five)[- ]hours?.{0,24}(?:limit|quota|window)|(?:weekly|monthly|daily|5h|session) (?:usage |token )?(?:limit|quota|allowance)|使用上限|用量上限|限额将在|(?:小时|每周|每月|周|月).{0,8}(?:额度|限额|上限)|usage_limit_reached|usage_limit_exceeded/;
const RESET_AT =
  /(?:reset|resets|重置|恢复|renews|available again|try again|retry).{0,24}?(\d{4}-\d\d-\d\d[ t]\d\d:\d\d(?::\d\d)?(?:\.\d+)?(?:z|[+-]\d\d:?\d\d)?|\d{1,2}(?::\d\d)? ?(?:am|pm)\b(?: ?\([^)]{1,40}\))?)|(?:将在|将于|于) ?(\d{4}-\d\d-\d\d \d\d:\d\d(?::\d\d)?)/i;
const RESET_FIELD = /"(?:resets?_?at|resetat|reset_time|resettime|resets_at)"\s*:\s*"?([\dT:.+Z -]{8,32})"?/i;
const AMOUNT = '(\\d{1,4}) ?(days?|d|天|hours?|hrs?|h|个?小时|minutes?|mins?|m|分钟)';
const RESET_AFTER = new RegExp(
  `(?:resets?|renews|available again|try again|retry|refresh(?:es|ed)?)\\b.{0,12}?\\b(?:in|after) ${AMOUNT}(?![a-z])|${AMOUNT}(?:后|之后).{0,4}(?:重置|恢复|刷新|重试)`,
  'i',
);
const SECONDS_LEFT = /"(?:resets?_in_seconds|reset_after_seconds)"\s*:\s*(\d{1,9})/i;

const YEAR_2001 = 1_000_000_000;

function readable(time: string): string {
  const number = Number(time);
  if (!Number.isFinite(number) || number < YEAR_2001) return time.trim();
  const moment = new Date(number < 1e11 ? number * 1000 : number);
  return Number.isNaN(moment.getTime()) ? time.trim() : moment.toISOString().replace('.000Z', 'Z');
}

/** `3 h`, `2 h 5 min`, `4 d 1 h`: read alike in both languages. */
function span(minutes: number): string {
  const [days, hours, rest] = [Math.floor(minutes / 1440), Math.floor((minutes % 1440) / 60), minutes % 60];
  const parts = [days ? `${days} d` : '', hours ? `${hours} h` : '', rest ? `${rest} min` : ''].filter(Boolean);
  return parts.slice(0, 2).join(' ') || '1 min';
}

const minutesPer = (unit: string): number => (/^(?:d|天)/i.test(unit) ? 1440 : /^(?:h|个?小时)/i.test(unit) ? 60 : 1);

interface Reset {
  /** A moment, as the server says it; '' where it says none. */
  readonly reset: string;
  /** How long it still takes; '' where that is not said. */
  readonly wait: string;
}

/** When the allowance is there again. */
function resetOf(answer: Answer, { body, events }: Trace): Reset {
  const raw = (
    answer.inStream
      ? events
          .slice(-5)
          .map(({ data }) => data)
          .join('\n')
      : body
  ).slice(0, 20_000);
  const field = RESET_FIELD.exec(raw)?.[1];
  if (field) return { reset: readable(field), wait: '' };
  const seconds = SECONDS_LEFT.exec(raw)?.[1];
  if (seconds) return { reset: '', wait: span(Math.ceil(Number(seconds) / 60)) };
  const moment = RESET_AT.exec(answer.said);
  if (moment) return { reset: (moment[1] ?? moment[2] ?? '').trim(), wait: '' };
  const [, amount, unit, amountZh, unitZh] = RESET_AFTER.exec(answer.said) ?? [];
  const minutes = Number(amount ?? amountZh ?? 0) * minutesPer(unit ?? unitZh ?? '');
  return { reset: '', wait: minutes > 0 ? span(minutes) : '' };
}

/** A wait of an hour or more is no rate limit. */
const isLong = ({ reset, wait }: Reset): boolean => reset !== '' || /[dh]/.test(wait);

const quotaArgs = (answer: Answer, trace: Trace, context: FailureContext) => {
  const { reset, wait } = resetOf(answer, trace);
  return { reset: safeText(reset, secretsIn(trace, context), 60), wait };
};

/** `Token Plan` is the name of a plan, not a limit of a token. */
const isKeyCap = (answer: Answer): boolean => has(answer, KEY_CAP) && !has(answer, /token plan|套餐/);

const isWindow = (answer: Answer, trace: Trace): boolean => {
  if (hasCode(answer, '1304', '1308', '1310', '1313', 'minimax:2056', 'usage_limit_reached', 'usage_limit_exceeded')) return true;
  if (has(answer, PER_MINUTE) && !has(answer, /plan|套餐|usage/)) return false;
  // The amount of one key may be counted per day or month, too.
  if (isKeyCap(answer)) return false;
  return has(answer, WINDOW) || (isBalance(answer) && isLong(resetOf(answer, trace)));
};

export const notIncluded = failureClass({
  id: 'quota/not-included',
  text: {
    title: { en: 'The plan does not include this use ({status}: {said})', zh: '当前套餐不包含这种用法（{status}：{said}）' },
    why: {
      en: 'The key is known; the plan behind it does not cover this client or API.',
      zh: '密钥有效，但它对应的套餐不支持这个客户端或接口。',
    },
    advice: { en: 'Change the plan, or use a key of a plan that includes it.', zh: '升级套餐，或换用包含该用法的套餐密钥。' },
  },
  when: (answer) =>
    has(
      answer,
      /usage_not_included|not included in your (?:current )?plan|plan does not include|upgrade your plan to (?:use|access)|subscription_not_found|no active subscription|套餐(?:不包含|不支持|未包含)/,
    ),
});

export const planWindow = failureClass({
  id: 'quota/plan-window',
  text: {
    title: { en: "The plan's allowance is used up for now ({status}: {said})", zh: '套餐当前周期的额度已用完（{status}：{said}）' },
    why: {
      en: 'A plan counts per hours, week or month, and this window is spent. Repeating the request does not help, though the status looks like a rate limit.',
      zh: '套餐按小时、周或月计量，这个周期已经用完。状态码看着像限流，但重试没有用。',
    },
    advice: {
      en: 'Wait for the next window or switch to another channel; the console of {host} shows when it starts.',
      zh: '等下一个周期，或换一个渠道；重置时间可以在 {host} 的控制台查看。',
    },
  },
  variants: {
    reset: {
      title: {
        en: "The plan's allowance is used up until {reset} ({status}: {said})",
        zh: '套餐额度已用完，{reset} 重置（{status}：{said}）',
      },
      why: {
        en: 'A plan counts per hours, week or month, and this window is spent. Repeating the request before {reset} does not help.',
        zh: '套餐按小时、周或月计量，这个周期已经用完，在 {reset} 之前重试没有用。',
      },
      advice: { en: 'Wait until {reset}, or switch to another channel.', zh: '等到 {reset}，或换一个渠道。' },
    },
    wait: {
      title: {
        en: "The plan's allowance is used up for another {wait} ({status}: {said})",
        zh: '套餐额度已用完，{wait} 后重置（{status}：{said}）',
      },
      why: {
        en: 'A plan counts per hours, week or month, and this window is spent. Repeating the request earlier does not help.',
        zh: '套餐按小时、周或月计量，这个周期已经用完，提前重试没有用。',
      },
      advice: { en: 'Wait {wait}, or switch to another channel.', zh: '等 {wait}，或换一个渠道。' },
    },
  },
  when: isWindow,
  args: quotaArgs,
  variant: ({ reset, wait }) => (reset ? 'reset' : wait ? 'wait' : undefined),
});

export const keyCap = failureClass({
  id: 'quota/key-cap',
  text: {
    title: { en: "This key's own limit is used up ({status}: {said})", zh: '这个密钥自身的额度已用完（{status}：{said}）' },
    why: {
      en: 'The account may still have money: the amount set for this one key is spent.',
      zh: '账户里可能还有余额，用完的是给这个密钥单独设置的额度。',
    },
    advice: {
      en: 'Raise the limit of the key in the console of {host}, or use another key.',
      zh: '到 {host} 的控制台调高这个密钥的额度，或换一个密钥。',
    },
  },
  when: isKeyCap,
});

export const exhausted = failureClass({
  id: 'quota/exhausted',
  text: {
    title: { en: 'No credit left at {host} ({status}: {said})', zh: '{host} 的余额或额度已用完（{status}：{said}）' },
    why: {
      en: 'The key is known; the account behind it cannot pay for the request. For a subscription key it may also be the wrong address: many vendors answer so on the pay-as-you-go endpoint.',
      zh: '密钥有效，但账户付不起这次请求。如果用的是套餐密钥，也可能是地址不对：不少厂商的按量付费地址会这样回复。',
    },
    advice: {
      en: 'Top up at {host}; with a plan check that the base URL is the one of the plan.',
      zh: '到 {host} 充值；用套餐的话，确认 Base URL 是套餐专用地址。',
    },
  },
  when: (answer) => isBalance(answer) || (answer.failed && answer.effective === 402),
});
