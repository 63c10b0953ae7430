// Measures again and again. Ends by itself only with an alert: a limit that the user set was missed, which is exit status 4.

import { EXIT, type ExitStatus } from '../errors.ts';
import type { Args, Text } from '../model.ts';
import { spreadOf } from './statistics.ts';
import type { LatencyReport, LoadSummary, WatchOptions } from './types.ts';

/** Reports that are kept for the trend; a day of one a minute would be 1440. */
export const HISTORY = 120;

const ALERT: Text = {
  en: 'Round {n}: {limit} was missed ({got} instead of {wanted} ms); the watch ends with exit status 4',
  zh: '第 {n} 轮：超过了 {limit}（{got} ms，上限 {wanted} ms）；监测结束，退出码 4',
};
const STAYS_SLOW: Text = {
  en: 'Round {n}: {alert} (TTFT {ttft} ms, TPOT {tpot} ms). To end with exit status 4 then, set --max-ttft or --max-tpot',
  zh: '第 {n} 轮：{alert}（首字延迟 {ttft} ms，TPOT {tpot} ms）。若要在此时以退出码 4 结束，请设置 --max-ttft 或 --max-tpot',
};
const TREND: Text = {
  en: 'Round {n}: TTFT {ttft} ms; over the last {rounds} rounds median {median}, from {min} to {max} ms',
  zh: '第 {n} 轮：首字延迟 {ttft} ms；最近 {rounds} 轮的中位数为 {median}，范围 {min} 到 {max} ms',
};
const FAILED: Text = { en: 'Round {n} failed; the next one follows', zh: '第 {n} 轮失败；稍后继续下一轮' };

/** A whole number of seconds from 1 on; null for anything else. The timer's own limit is some 24 days. */
export function watchSeconds(value: string): number | null {
  return /^[1-9]\d{0,6}$/.test(value) && Number(value) < 2 ** 31 / 1000 ? Number(value) : null;
}

const firstOf = ({ loads }: LatencyReport): LoadSummary | undefined => loads.prefill ?? loads.dify ?? loads.decode;
const shown = (value: number | null | undefined): string => (value == null ? '–' : String(Math.round(value * 10) / 10));

function medians(report: LatencyReport): { readonly ttft: string; readonly tpot: string } {
  const first = firstOf(report);
  return { ttft: shown(first?.ttftMs?.median), tpot: shown((report.loads.decode ?? first)?.tpotMs?.median) };
}

/** How the rounds so far compare; nothing to say before the second. */
function trend(history: readonly LatencyReport[]): Args | null {
  const spread = spreadOf(history.map((report) => firstOf(report)?.ttftMs?.median));
  return history.length < 2 || spread === null
    ? null
    : { rounds: history.length, median: shown(spread.median), min: shown(spread.min), max: shown(spread.max) };
}

/** Rounds begin `everyMs` apart; one that takes longer is followed at once by the next, never overlapped. */
export async function watch({ everyMs, once, onRound, note, wait, signal }: WatchOptions): Promise<ExitStatus> {
  let history: readonly LatencyReport[] = [];
  for (let n = 1; !signal.aborted; n++) {
    const startedAt = performance.now();
    const { report, exit } = await once();
    if (signal.aborted) break;
    history = [...history, report].slice(-HISTORY);
    await onRound(history);
    const compared = trend(history);
    if (compared) note(TREND, { n, ...medians(report), ...compared });
    const missed = report.limits.find(({ kept }) => kept === false);
    if (missed || exit === EXIT.limit) {
      note(ALERT, { n, limit: missed?.limit ?? '–', got: Math.round(missed?.gotMs ?? 0), wanted: missed?.wantedMs ?? 0 });
      return EXIT.limit;
    }
    if (exit !== EXIT.ok) note(FAILED, { n });
    else if (report.verdict.alert !== 'none') note(STAYS_SLOW, { n, alert: report.verdict.alert, ...medians(report) });
    await wait(Math.max(0, everyMs - (performance.now() - startedAt)), signal);
  }
  return EXIT.interrupted;
}
