// Charts that keep their text readable at any width: coordinates in percent, letters in pixels.

import { gapsOf } from '../../measure/latency.ts';
import type { LatencyReport, Sample, Sweep } from '../../measure/types.ts';
import type { Lang } from '../../model.ts';
import { count, escaped, mark, percent, sentence, ticks, time } from './markup.ts';
import { WORDS } from './words.ts';

const HEIGHT = 220;
const MAX_DOTS = 400;

interface Frame {
  readonly x: readonly number[];
  readonly y: readonly number[];
  readonly xLabel: string;
  readonly yLabel: string;
}

/** A plot with grid and axes around `content`; both axes begin at 0. */
function plot({ x, y, xLabel, yLabel }: Frame, content: string, label: string): string {
  const right = x.at(-1) ?? 1;
  const top = y.at(-1) ?? 1;
  const rows = y.map((value) => {
    const at = percent(1 - value / top);
    return `<line class="grid" x1="0" x2="100%" y1="${at}" y2="${at}"/><text x="-8" y="${at}" dy="4" text-anchor="end">${mark(value, top)}</text>`;
  });
  const columns = x.map(
    (value, index) =>
      `<text x="${percent(value / right)}" y="100%" dy="18" text-anchor="${index === x.length - 1 ? 'end' : 'middle'}">${mark(value, right)}</text>`,
  );
  const names = `<text x="100%" y="100%" dy="34" text-anchor="end">${xLabel}</text><text x="-8" y="-14">${yLabel}</text>`;
  return `<div class="plot"><svg height="${HEIGHT}" role="img" aria-label="${label}">${rows.join('')}${columns.join('')}${content}${names}</svg></div>`;
}

export function fitChart(sweep: Sweep, lang: Lang): string {
  const points = sweep.points.slice(0, MAX_DOTS);
  const x = ticks(Math.max(...points.map(({ tokens }) => tokens), 1) * 1.02, 4);
  const y = ticks(Math.max(...points.map(({ ttftMs }) => ttftMs), 1) * 1.08, 4);
  const [right, top] = [x.at(-1) ?? 1, y.at(-1) ?? 1];
  const dots = points.map(
    ({ tokens, ttftMs }) =>
      `<circle class="dot" cx="${percent(tokens / right)}" cy="${percent(1 - ttftMs / top)}" r="5"><title>${count(tokens)} → ${escaped(time(ttftMs))}</title></circle>`,
  );
  // The line leaves the plot where it would rise above it.
  const heightAt = (tokens: number): number => sweep.interceptMs + sweep.msPerToken * tokens;
  const end = heightAt(right) > top && sweep.msPerToken > 0 ? (top - sweep.interceptMs) / sweep.msPerToken : right;
  const line = `<line class="fit${sweep.trusted ? '' : ' poor'}" x1="0" y1="${percent(1 - heightAt(0) / top)}" x2="${percent(end / right)}" y2="${percent(1 - heightAt(end) / top)}"/>`;
  const r2 = Math.round(sweep.r2 * 100) / 100;
  const said = sweep.trusted
    ? sentence(WORDS.fitGood, lang, {
        ms: Math.round(sweep.interceptMs),
        per: Math.round(sweep.msPerToken * 1000),
        speed: count(sweep.tokensPerSecond),
        r2,
      })
    : sentence(WORDS.fitPoor, lang);
  const chart = plot(
    { x, y, xLabel: sentence(WORDS.inputAxis, lang), yLabel: 'TTFT, ms' },
    line + dots.join(''),
    sentence(WORDS.fit, lang),
  );
  return `<section class="card"><h2>${sentence(WORDS.fit, lang)}</h2><p class="note">${said}</p>${chart}</section>`;
}

/** Fewer would be blocks. */
const MIN_BARS = 7;
/** Upper bounds of the bars, ms: each some 1.6 times the one before, as gaps spread over decades. */
const BOUNDS = [1, 2, 3, 5, 8, 12, 20, 30, 50, 80, 120, 200, 300, 500, 800, 1200, 2000, 5000, 10_000];

function gapsOfAll(samples: readonly Sample[]): readonly number[] {
  const streamed = samples.filter(({ delivery }) => delivery === 'streamed');
  return streamed.flatMap(({ tokenTimes }) =>
    tokenTimes.flatMap((at, index) => (index > 0 && at > (tokenTimes[index - 1] ?? at) ? [at - (tokenTimes[index - 1] ?? at)] : [])),
  );
}

export function gapChart(samples: readonly Sample[], lang: Lang): string {
  const gaps = gapsOfAll(samples);
  // As one row of arrivals, so that the figures are those of the report.
  let at = 0;
  const summary = gapsOf([0, ...gaps.map((gap) => (at += gap))]);
  if (!summary) return '';
  const bins = [...BOUNDS, Number.POSITIVE_INFINITY].map(
    (bound, index) => gaps.filter((gap) => gap <= bound && gap > (BOUNDS[index - 1] ?? 0)).length,
  );
  const used = { first: bins.findIndex((size) => size > 0), last: bins.findLastIndex((size) => size > 0) };
  const missing = Math.max(0, MIN_BARS - 1 - used.last + used.first);
  const first = Math.max(0, used.first - Math.ceil(missing / 2));
  const shown = bins.slice(first, Math.max(used.last + 1, first + MIN_BARS));
  const y = ticks(Math.max(...shown) * 1.05, 4);
  const top = y.at(-1) ?? 1;
  const width = 1 / shown.length;
  const every = Math.ceil(shown.length / 8);
  const bars = shown.map((size, index) => {
    const bound = BOUNDS[first + index];
    const label = bound === undefined ? `> ${BOUNDS.at(-1)}` : `≤ ${mark(bound)}`;
    const bar = `<rect class="bar" x="${percent((index + 0.08) * width)}" width="${percent(0.84 * width)}" y="${percent(1 - size / top)}" height="${percent(size / top)}" rx="2"><title>${escaped(label)} ms: ${size}</title></rect>`;
    const text =
      index % every === 0
        ? `<text x="${percent((index + 0.5) * width)}" y="100%" dy="18" text-anchor="middle">${escaped(label)}</text>`
        : '';
    return bar + text;
  });
  const said = sentence(WORDS.gapsNote, lang, {
    n: count(gaps.length),
    p50: time(summary.p50),
    p95: time(summary.p95),
    max: time(summary.max),
  });
  const chart = plot(
    { x: [], y, xLabel: sentence(WORDS.gapAxis, lang), yLabel: sentence(WORDS.gapCount, lang) },
    bars.join(''),
    sentence(WORDS.gaps, lang),
  );
  return `<section class="card"><h2>${sentence(WORDS.gaps, lang)}</h2><p class="note">${said}</p>${chart}</section>`;
}

const RATE_STEPS = 60;
const MIN_EVENTS = 20;

/** Tokens a second along the longest streamed answer; each event counts for as many tokens as there are per event. */
export function rateChart({ samples }: LatencyReport, lang: Lang): string {
  const streamed = samples.filter(({ delivery, tokenTimes }) => delivery === 'streamed' && tokenTimes.length >= MIN_EVENTS);
  const longest = streamed.reduce<Sample | null>(
    (found, sample) => (found && found.tokenTimes.length >= sample.tokenTimes.length ? found : sample),
    null,
  );
  const times = longest?.tokenTimes ?? [];
  const [first, last] = [times[0], times.at(-1)];
  if (!longest || first === undefined || last === undefined || last <= first) return '';
  const steps = Math.min(RATE_STEPS, Math.max(5, Math.floor(times.length / 4)));
  const step = (last - first) / steps;
  const perEvent = (longest.outputTokens ?? times.length) / times.length;
  const counts = Array.from({ length: steps }, () => 0);
  for (const at of times) {
    const index = Math.min(steps - 1, Math.floor((at - first) / step));
    counts[index] = (counts[index] ?? 0) + 1;
  }
  const rates = counts.map((events) => (events * perEvent * 1000) / step);
  const y = ticks(Math.max(...rates) * 1.08, 4);
  const x = ticks((last - first) / 1000, 5).filter((value) => value <= (last - first) / 1000);
  const top = y.at(-1) ?? 1;
  const path = rates.map((rate, index) => `${Math.round(((index + 0.5) / steps) * 1000)},${Math.round((1 - rate / top) * 1000)}`).join(' ');
  // A picture of its own inside the plot: lines have no percentages.
  const curve = `<svg viewBox="0 0 1000 1000" preserveAspectRatio="none" height="100%"><polygon class="area" points="0,1000 ${path} 1000,1000"/><polyline class="line" points="${path}"/></svg>`;
  const span = (last - first) / 1000;
  const labels = x.map((value) => `<text x="${percent(value / span)}" y="100%" dy="18" text-anchor="middle">${mark(value, span)}</text>`);
  const chart = plot(
    { x: [], y, xLabel: sentence(WORDS.rateAxis, lang), yLabel: sentence(WORDS.perSecond, lang) },
    curve + labels.join(''),
    sentence(WORDS.rate, lang),
  );
  return `<section class="card"><h2>${sentence(WORDS.rate, lang)}</h2>${chart}</section>`;
}
