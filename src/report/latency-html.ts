// LatencyReport → one self-contained page: no script, nothing loaded from anywhere, both languages, light and dark.

import type { LatencyReport } from '../measure/types.ts';
import type { Lang } from '../model.ts';
import { fitChart, gapChart, rateChart } from './latency-page/charts.ts';
import { tiles, titleOf, verdictCard } from './latency-page/head.ts';
import { escaped, sentence } from './latency-page/markup.ts';
import { decompositionCard, segmentsCard } from './latency-page/stack.ts';
import { STYLE } from './latency-page/style.ts';
import { budgetCard, comparedTable, configTable, requestTable, warningsCard } from './latency-page/tables.ts';
import { waterfall } from './latency-page/waterfall.ts';
import { WORDS } from './latency-page/words.ts';

export interface PageOptions {
  /** The language that is shown first; the page holds both. */
  readonly lang: Lang;
  readonly version: string;
  /** Milliseconds since the epoch. */
  readonly now: number;
}

const LANGS = [
  { lang: 'en', tag: 'en', name: 'English' },
  { lang: 'zh', tag: 'zh-CN', name: '中文' },
] as const;

const beside = (cards: readonly string[]): string => {
  const shown = cards.filter((card) => card !== '');
  return shown.length > 0 ? `<div class="two">${shown.join('\n')}</div>` : '';
};

function content(report: LatencyReport, lang: Lang, { version, now }: PageOptions): string {
  const { sweep, samples, thresholds } = report;
  const { ttftWarning, ttftCritical, tpotWarning, tpotCritical } = thresholds;
  const made = sentence(WORDS.made, lang, { version, time: new Date(now).toISOString().slice(0, 16).replace('T', ' ').concat(' UTC') });
  return [
    titleOf(report, lang),
    verdictCard(report, lang),
    tiles(report, lang),
    comparedTable(report, lang),
    segmentsCard(report, lang),
    waterfall(samples, lang),
    report.segments.length > 0 ? '' : decompositionCard(report, lang),
    beside([sweep && sweep.points.length > 1 ? fitChart(sweep, lang) : '', gapChart(samples, lang)]),
    rateChart(report, lang),
    budgetCard(report, lang),
    warningsCard(report, lang),
    configTable(report, lang),
    requestTable(report, lang),
    `<footer><p>${sentence(WORDS.definitions, lang, { ttftWarning, ttftCritical, tpotWarning, tpotCritical })}</p><p>${made}</p></footer>`,
  ]
    .filter((part) => part !== '')
    .join('\n');
}

/** The report's texts must be masked already. */
export function latencyHtml(report: LatencyReport, options: PageOptions): string {
  const { lang } = options;
  const shown = LANGS.find((each) => each.lang === lang) ?? LANGS[0];
  const title = `${WORDS.title[shown.lang]} – ${report.channel.model || report.channel.name || report.channel.baseUrl}`;
  const picks = LANGS.map(
    (each) =>
      `<input class="pick" type="radio" name="lang" id="page-${each.lang}" aria-label="${each.name}"${each === shown ? ' checked' : ''}>`,
  );
  const labels = LANGS.map((each) => `<label for="page-${each.lang}" lang="${each.tag}">${each.name}</label>`);
  const bodies = LANGS.map((each) => `<main lang="${each.tag}">\n${content(report, each.lang, options)}\n</main>`);
  return `<!doctype html>
<html lang="${shown.tag}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<meta name="color-scheme" content="light dark">
<title>${escaped(title)}</title>
<style>${STYLE}</style>
</head>
<body>
<div class="shell">
${picks.join('\n')}
<div class="langs">${labels.join('')}</div>
${bodies.join('\n')}
</div>
</body>
</html>
`;
}
