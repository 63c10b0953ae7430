// The tables and lists of the page.

import { handshakeOf } from '../../measure/latency.ts';
import type { LatencyReport, Sample } from '../../measure/types.ts';
import type { Lang, Text } from '../../model.ts';
import { figuresOf, toneOf } from './head.ts';
import { count, escaped, sentence, time } from './markup.ts';
import { COLUMNS, LIMITS, LOADS, SLOW, WORDS } from './words.ts';

const MAX_ROWS = 500;

interface Column {
  readonly name: Text;
  readonly isNumber: boolean;
  readonly cell: (sample: Sample, lang: Lang) => string;
  readonly has: (sample: Sample) => boolean;
}

const figure = (name: Text, of: (sample: Sample) => number | null, show: (value: number | null) => string = time): Column => ({
  name,
  isNumber: true,
  cell: (sample) => escaped(show(of(sample))),
  has: (sample) => of(sample) !== null,
});

const CHOICE: readonly Column[] = [
  {
    name: COLUMNS.load,
    isNumber: false,
    cell: ({ load, cold, label }, lang) => {
      const name = load === 'log' && label ? `<code>${escaped(label)}</code>` : sentence(LOADS[load], lang);
      return `${name}${cold ? ` · ${sentence(COLUMNS.new, lang)}` : ''}`;
    },
    has: () => true,
  },
  figure(COLUMNS.inputTokens, ({ inputTokens }) => inputTokens, count),
  figure(COLUMNS.cachedTokens, ({ cachedTokens }) => cachedTokens || null, count),
  figure(COLUMNS.outputTokens, ({ outputTokens }) => outputTokens, count),
  figure(COLUMNS.connect, (sample) => handshakeOf(sample) || null),
  figure(COLUMNS.ttfb, ({ ttfbMs }) => ttfbMs),
  figure(COLUMNS.ttft, ({ ttftMs }) => ttftMs),
  figure(COLUMNS.ttfot, ({ ttftMs, ttfotMs }) => (ttfotMs === ttftMs ? null : ttfotMs)),
  figure(COLUMNS.tpot, ({ tpotMs }) => tpotMs),
  figure(
    COLUMNS.tps,
    ({ tps }) => tps,
    (value) => count(value, 1),
  ),
  figure(COLUMNS.gap, ({ maxGapMs }) => maxGapMs),
  figure(COLUMNS.e2e, ({ e2eMs }) => e2eMs),
  {
    name: COLUMNS.verdict,
    isNumber: false,
    cell: ({ verdict }, lang) => (verdict ? sentence(SLOW[verdict.slow], lang) : '–'),
    has: ({ verdict }) => verdict !== undefined,
  },
];

export function requestTable({ samples }: LatencyReport, lang: Lang): string {
  if (samples.length === 0) return '';
  const shown = samples.slice(-MAX_ROWS);
  const columns = CHOICE.filter(({ has }) => shown.some(has));
  const tag = (isNumber: boolean): string => (isNumber ? ' class="n"' : '');
  const head = columns.map(({ name, isNumber }) => `<th${tag(isNumber)}>${sentence(name, lang)}</th>`);
  const rows = shown.map(
    (sample) => `<tr>${columns.map(({ cell, isNumber }) => `<td${tag(isNumber)}>${cell(sample, lang)}</td>`).join('')}</tr>`,
  );
  return `<section class="card"><h2>${sentence(WORDS.requests, lang)}</h2><div class="scroll"><table><thead><tr>${head.join('')}</tr></thead><tbody>${rows.join('\n')}</tbody></table></div></section>`;
}

const list = (items: readonly string[]): string =>
  items.length > 0 ? `<ul class="notes">${items.map((item) => `<li>${item}</li>`).join('')}</ul>` : '';

export function budgetCard({ budget, limits }: LatencyReport, lang: Lang): string {
  const lines: string[] = [];
  if (budget) {
    const { ttftMs, tpotMs, tokens, totalMs, targetMs, leaves } = budget;
    const target = targetMs === null ? '' : `, ${sentence(WORDS.budgetTarget, lang, { target: time(targetMs) })}`;
    lines.push(
      `<p class="sum">${sentence(WORDS.budgetSum, lang, { ttft: time(ttftMs), tpot: time(tpotMs), tokens: count(tokens), total: time(totalMs) })}${target}</p>`,
    );
    if (leaves) {
      const [ttft, tpot] = [leaves.ttftMs, leaves.tpotMs].map((ms) => time(Math.max(0, ms)));
      lines.push(
        `<p class="note">${sentence(WORDS.leaves, lang, { ttft: ttft ?? '–', tpot: tpot ?? '–', tokens: count(Math.max(0, Math.floor(leaves.tokens))) })}</p>`,
      );
    }
    lines.push(list(budget.levers.map(({ text, args }) => sentence(text, lang, args))));
  }
  const checks = limits.map(({ limit, wantedMs, gotMs, kept }) => {
    const [tone, word] = kept === null ? ['', WORDS.unknown] : kept ? ['good', WORDS.kept] : ['bad', WORDS.missed];
    return `<code>${LIMITS[limit]} ${wantedMs}</code> <span class="tag ${tone}">${sentence(word, lang)}</span> ${escaped(time(gotMs))}`;
  });
  if (lines.length + checks.length === 0) return '';
  return `<section class="card"><h2>${sentence(budget ? WORDS.budget : WORDS.limits, lang)}</h2>${lines.join('')}${list(checks)}</section>`;
}

export function warningsCard({ warnings }: LatencyReport, lang: Lang): string {
  if (warnings.length === 0) return '';
  return `<section class="card"><h2>${sentence(WORDS.warnings, lang)}</h2>${list(warnings.map(({ text, args }) => sentence(text, lang, args)))}</section>`;
}

export function comparedTable(report: LatencyReport, lang: Lang): string {
  const { compared, source } = report;
  if (compared.length === 0) return '';
  const rows = [report, ...compared].map((each) => {
    const { first, writing } = figuresOf(each);
    const { channel, verdict } = each;
    const name = [channel.name, channel.model].filter(Boolean).join(' · ') || channel.baseUrl;
    return `<tr><td class="name">${escaped(name)}</td><td class="n">${escaped(time(first?.ttftMs?.median))}</td><td class="n">${escaped(time(writing?.tpotMs?.median))}</td><td class="n">${count(writing?.tps?.median, 1)}</td><td><span class="tag ${toneOf(each)}">${sentence(SLOW[verdict.slow], lang)}</span></td></tr>`;
  });
  const head = [COLUMNS.channel, COLUMNS.ttft, COLUMNS.tpot, COLUMNS.tps, COLUMNS.verdict].map(
    (text, index) => `<th${index > 0 && index < 4 ? ' class="n"' : ''}>${sentence(text, lang)}</th>`,
  );
  const title = source === 'dify' ? WORDS.direct : WORDS.compared;
  return `<section class="card"><h2>${sentence(title, lang)}</h2><div class="scroll"><table><thead><tr>${head.join('')}</tr></thead><tbody>${rows.join('')}</tbody></table></div></section>`;
}

export function configTable({ config }: LatencyReport, lang: Lang): string {
  if (config.length === 0) return '';
  const rows = config.map(({ key, value, line, isRead, text, args }) => {
    const place = line === null ? '' : ` <span class="sub">${sentence(WORDS.line, lang)} ${line}</span>`;
    const read = `<span class="tag ${isRead ? 'good' : ''}">${sentence(isRead ? WORDS.read : WORDS.notRead, lang)}</span>`;
    return `<tr><td><code>${escaped(key)}</code>${place}</td><td><code>${escaped(value)}</code></td><td>${read}</td><td class="wide">${sentence(text, lang, args)}</td></tr>`;
  });
  const head = [COLUMNS.key, COLUMNS.value].map((text) => `<th>${sentence(text, lang)}</th>`);
  return `<section class="card"><h2>${sentence(WORDS.config, lang)}</h2><div class="scroll"><table class="parts"><thead><tr>${head.join('')}<th></th><th>${sentence(COLUMNS.how, lang)}</th></tr></thead><tbody>${rows.join('\n')}</tbody></table></div></section>`;
}
