// Reports on their way out: the terminal or the JSON document, and the files asked for.

import { type Context, flagValue, has, pathOf } from '../context.ts';
import type { Text } from '../model.ts';
import { paintOf } from '../print.ts';
import { latencyJson } from '../report/latency-json.ts';
import { latencyText } from '../report/latency-text.ts';
import type { MetricsBook } from '../report/openmetrics.ts';
import { writeWhole } from '../whole-file.ts';
import type { LatencyReport } from './types.ts';

const WRITTEN: Text = { en: 'Written: {file}', zh: '已写入：{file}' };
/** A page or metrics hold no key, and a collector runs as another user. */
const READABLE = 0o644;

async function writeOut(context: Context, name: string, text: string): Promise<void> {
  const path = pathOf(context, name);
  await writeWhole(context.host, path, context.masker.text(text), READABLE);
  context.out.note(WRITTEN, { file: path });
}

export function showReport(context: Context, report: LatencyReport): void {
  if (has(context, 'json')) context.out.document(latencyJson(report, context.lang));
  else context.out.result(latencyText(report, { lang: context.lang, paint: paintOf(context), quiet: has(context, 'quiet') }));
}

/** `--html` and `--openmetrics`. @throws UserError (exit 3) for a file that can't be written. */
export async function writeFiles(context: Context, report: LatencyReport, book: MetricsBook | null = null): Promise<void> {
  const [page, metrics] = [flagValue(context, 'html'), flagValue(context, 'openmetrics')];
  if (page !== null) {
    const { latencyHtml } = await import('../report/latency-html.ts');
    await writeOut(context, page, latencyHtml(report, { lang: context.lang, version: context.version, now: context.host.now() }));
  }
  if (metrics !== null) {
    const { openMetrics } = await import('../report/openmetrics.ts');
    await writeOut(context, metrics, book ? book.text() : openMetrics(report));
  }
}
