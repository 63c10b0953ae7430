// The clock of this machine against the Date header.

import type { Trace } from '../../wire/types.ts';
import { has } from './answer.ts';
import { isComplete } from './complete.ts';
import { failureClass } from './failure.ts';

const TOLERATED_MS = 5 * 60_000;
const ABOUT_TIME =
  /signature.{0,20}expired|timestamp|request time|clock|skew|not yet valid|issued in the future|used before|\b(?:iat|nbf)\b|时间戳|时钟|签名.{0,8}过期/;

/** Local minus server time, ms; 0 where the answer does not tell, or comes from a cache (then its date is old). */
export function skewOf({ headers, receivedAt }: Trace): number {
  const date = Date.parse(headers.date ?? '');
  return receivedAt === null || Number.isNaN(date) || headers.age ? 0 : receivedAt - date;
}

export const skew = failureClass({
  id: 'clock/skew',
  text: {
    title: { en: 'The clock of this machine is off by {minutes} minutes', zh: '本机时钟相差 {minutes} 分钟' },
    why: {
      en: 'Compared with the Date header of {host} ({date}). Certificates and signed requests then look expired or not yet valid.',
      zh: '与 {host} 的 Date 头（{date}）比较得出。时钟不准会让证书和签名显得过期或尚未生效。',
    },
    advice: {
      en: 'Switch time synchronisation on (timedatectl set-ntp true; w32tm /resync; in WSL: wsl --shutdown).',
      zh: '打开时间同步（timedatectl set-ntp true；Windows 用 w32tm /resync；WSL 里执行 wsl --shutdown 后重开）。',
    },
  },
  when: (answer, trace, context) =>
    Math.abs(skewOf(trace)) > TOLERATED_MS &&
    (isComplete(trace, context) || ([401, 403].includes(answer.effective ?? 0) && has(answer, ABOUT_TIME))),
  args: (_, trace) => ({
    minutes: Math.round(Math.abs(skewOf(trace)) / 60_000),
    date: new Date(Date.parse(trace.headers.date ?? '') || 0).toISOString(),
  }),
});
