// The top of the page: the verdict and the figures it rests on.

import { say } from '../../i18n/index.ts';
import type { LatencyReport, LoadName, LoadSummary, Spread, Thresholds } from '../../measure/types.ts';
import type { Lang } from '../../model.ts';
import { count, escaped, percent, sentence, time } from './markup.ts';
import { BANDS, SLOW, SOURCES, WORDS } from './words.ts';

const TONE = { none: 'good', warning: 'warn', critical: 'bad' } as const;

export function toneOf({ verdict, failure, samples }: LatencyReport): 'good' | 'warn' | 'bad' {
  if (failure && samples.length === 0) return 'bad';
  return verdict.alert === 'none' && verdict.slow !== 'none' ? 'warn' : TONE[verdict.alert];
}

/** The loads that show a figure best: the long input for TTFT, the long answer for writing. */
function bestLoad(loads: LatencyReport['loads'], order: readonly LoadName[], has: (load: LoadSummary) => unknown): LoadSummary | null {
  for (const name of order) {
    const load = loads[name];
    if (load && has(load)) return load;
  }
  return null;
}

export function figuresOf({ loads }: LatencyReport): { readonly first: LoadSummary | null; readonly writing: LoadSummary | null } {
  return {
    first: bestLoad(loads, ['prefill', 'dify', 'log', 'decode'], ({ ttftMs }) => ttftMs),
    writing: bestLoad(loads, ['decode', 'dify', 'log', 'prefill'], ({ tpotMs, e2eMs }) => tpotMs ?? e2eMs),
  };
}

export function titleOf(report: LatencyReport, lang: Lang): string {
  const { channel, startedAt, source } = report;
  const name = [channel.name, channel.model].filter(Boolean).join(' · ');
  const at = new Date(startedAt);
  const when = Number.isNaN(at.getTime()) ? '' : `${at.toISOString().slice(0, 16).replace('T', ' ')} UTC`;
  const rest = [channel.baseUrl, SOURCES[source][lang], when].filter((text) => text !== '');
  return `<h1>${sentence(WORDS.title, lang)}</h1><p class="sub">${name ? `<b>${escaped(name)}</b> · ` : ''}${rest.map(escaped).join(' · ')}</p>`;
}

export function verdictCard(report: LatencyReport, lang: Lang): string {
  const { verdict, failure, samples } = report;
  const tone = toneOf(report);
  const hasFigures = samples.length > 0;
  const slow = hasFigures ? `<span class="tag ${tone}">${sentence(SLOW[verdict.slow], lang)}</span>` : '';
  const band = `<span class="tag">${sentence(BANDS[verdict.band], lang)}</span>`;
  const advice = failure ? `<p class="sub">${sentence(WORDS.advice, lang, { advice: say(failure.advice, lang, failure.args) })}</p>` : '';
  return `<section class="card verdict ${tone}"><div class="tags">${slow}${band}</div><p class="say">${sentence(verdict.text, lang, verdict.args)}</p>${advice}</section>`;
}

const SCALE_FROM = 50;
const SCALE_TO = 10_000;

/** The bands on a logarithmic scale from 50 ms to 10 s, with a mark at the figure. */
function bandScale(ttftMs: number, { bands, ttftWarning, ttftCritical }: Thresholds): string {
  const place = (ms: number): number => Math.min(1, Math.max(0, Math.log(Math.max(ms, 1) / SCALE_FROM) / Math.log(SCALE_TO / SCALE_FROM)));
  const edges = [SCALE_FROM, ...[...new Set([...bands, ttftWarning, ttftCritical])].sort((a, b) => a - b), SCALE_TO];
  const zones = edges.slice(0, -1).map((from, index) => {
    const [start, end] = [place(from), place(edges[index + 1] ?? SCALE_TO)];
    return `<rect x="${percent(start)}" width="${percent(end - start)}" y="0" height="8" style="fill:var(--z${Math.min(5, index + 1)})"/>`;
  });
  const at = percent(place(ttftMs));
  return `<svg height="16" aria-hidden="true" style="margin-top:6px">${zones.join('')}<line x1="${at}" x2="${at}" y1="-2" y2="11" style="stroke:var(--ink);stroke-width:3"/></svg>`;
}

function range(spread: Spread | null | undefined, lang: Lang): string {
  const [min, max] = [time(spread?.min), time(spread?.max)];
  return min === max ? '' : sentence(WORDS.spread, lang, { min, max });
}

function tile(name: string, figure: string, under: readonly string[], extra = ''): string {
  const [, value = figure, unit = ''] = /^(\S+) (\S+)$/.exec(figure) ?? [];
  const lines = under.filter((text) => text !== '').map((text) => `<div class="under">${text}</div>`);
  return `<div class="tile"><div class="name">${name}</div><div class="figure">${escaped(value)}${unit ? ` <small>${escaped(unit)}</small>` : ''}</div>${extra}${lines.join('')}</div>`;
}

export function tiles(report: LatencyReport, lang: Lang): string {
  const { first, writing } = figuresOf(report);
  if (!first && !writing) return '';
  const ttft = first?.ttftMs ?? null;
  const input = first?.inputTokens == null ? '' : sentence(WORDS.ofInput, lang, { tokens: count(first.inputTokens) });
  const output = writing?.outputTokens == null ? '' : sentence(WORDS.ofOutput, lang, { tokens: count(writing.outputTokens) });
  const cold = first?.coldTtftMs == null ? '' : sentence(WORDS.cold, lang, { ms: time(first.coldTtftMs) });
  const tps = writing?.tps ?? null;
  return `<div class="tiles">${[
    tile(
      sentence(WORDS.ttft, lang),
      time(ttft?.median),
      [range(ttft, lang), input, cold],
      ttft ? bandScale(ttft.median, report.thresholds) : '',
    ),
    tile(sentence(WORDS.tpot, lang), time(writing?.tpotMs?.median), [range(writing?.tpotMs, lang)]),
    tile(sentence(WORDS.tps, lang), tps ? `${count(tps.median, 1)} ${WORDS.perSecond[lang]}` : '–', [output]),
    tile(sentence(WORDS.e2e, lang), time(writing?.e2eMs?.median), [range(writing?.e2eMs, lang)]),
  ].join('')}</div>`;
}
