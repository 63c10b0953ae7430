// Requests as bars of their phases, one below the other on one scale.

import { handshakeOf } from '../../measure/latency.ts';
import type { Sample } from '../../measure/types.ts';
import type { Lang } from '../../model.ts';
import { count, escaped, mark, percent, sentence, ticks, time } from './markup.ts';
import { COLUMNS, LOADS, PHASES, type Phase, WORDS } from './words.ts';

const MAX_ROWS = 20;
const ORDER: readonly Sample['load'][] = ['prefill', 'decode', 'dify', 'log', 'cache', 'sweep', 'ramp'];

interface Piece {
  readonly phase: Phase;
  readonly from: number;
  readonly to: number;
}

/** A request's phases in order; what was not seen takes no room. */
export function piecesOf(sample: Sample): readonly Piece[] {
  const pieces: Piece[] = [];
  let at = 0;
  const until = (phase: Phase, to: number | null): void => {
    if (to === null || !(to > at)) return;
    pieces.push({ phase, from: at, to });
    at = to;
  };
  const add = (phase: Phase, ms: number | null): void => until(phase, ms === null ? null : at + ms);
  add('dns', sample.dnsMs);
  add('tcp', sample.connectMs);
  add('proxy', sample.proxyMs);
  add('tls', sample.tlsMs);
  at = Math.max(at, handshakeOf(sample));
  until('wait', sample.ttfbMs);
  until(sample.ttfbMs === null ? 'first' : 'accepted', sample.ttftMs);
  if (sample.ttfotMs !== null && sample.ttftMs !== null) until('thinking', sample.ttfotMs);
  if (sample.ttftMs !== null) until('writing', sample.e2eMs);
  else until('wait', sample.e2eMs);
  return pieces;
}

/** The interesting loads first; of very many the newest. */
function chosen(samples: readonly Sample[]): readonly Sample[] {
  const sorted = [...samples].sort((a, b) => ORDER.indexOf(a.load) - ORDER.indexOf(b.load));
  const isLog = samples.every(({ load }) => load === 'log');
  return isLog ? sorted.slice(-MAX_ROWS) : sorted.slice(0, MAX_ROWS);
}

function lane(pieces: readonly Piece[], scale: number, lang: Lang, label: string): string {
  const rects = pieces.map(
    ({ phase, from, to }) =>
      `<rect class="p-${phase}" x="${percent(from / scale)}" y="0" width="${percent((to - from) / scale)}" height="16"><title>${sentence(PHASES[phase], lang)}: ${escaped(time(to - from))}</title></rect>`,
  );
  return `<svg class="lane" height="16" role="img" aria-label="${label}">${rects.join('')}</svg>`;
}

function row(sample: Sample, scale: number, lang: Lang): string {
  const name = sample.label && sample.load === 'log' ? escaped(sample.label.slice(-40)) : sentence(LOADS[sample.load], lang);
  const extra = sample.cold
    ? ` · ${sentence(COLUMNS.new, lang)}`
    : sample.load === 'sweep' || sample.load === 'prefill'
      ? ` · ${count(sample.inputTokens)}`
      : '';
  const end = `TTFT ${time(sample.ttftMs)}`;
  return `<div class="who"><b>${name}</b>${extra}</div><div class="end">${escaped(end)}</div>${lane(piecesOf(sample), scale, lang, `${name} ${escaped(end)}`)}`;
}

function axis(scale: number): string {
  const marks = ticks(scale, 5).filter((value) => value <= scale);
  const texts = marks.map((value, index) => {
    const anchor = index === 0 ? 'start' : value / scale > 0.97 ? 'end' : 'middle';
    return `<text x="${percent(value / scale)}" y="13" text-anchor="${anchor}">${mark(value, scale)}</text>`;
  });
  return `<div class="axis"></div><div class="axis end">ms</div><svg class="lane axis" height="18" aria-hidden="true">${texts.join('')}</svg>`;
}

export function waterfall(samples: readonly Sample[], lang: Lang): string {
  const shown = chosen(samples.filter((sample) => piecesOf(sample).length > 0));
  if (shown.length === 0) return '';
  const all = shown.map(piecesOf);
  const scale = Math.max(...all.map((pieces) => pieces.at(-1)?.to ?? 0), 1);
  const used = new Set(all.flat().map(({ phase }) => phase));
  const key = (Object.keys(PHASES) as Phase[])
    .filter((phase) => used.has(phase))
    .map((phase) => `<li><i class="p-${phase}"></i>${sentence(PHASES[phase], lang)}</li>`);
  const rest = samples.length - shown.length;
  return `<section class="card"><h2>${sentence(WORDS.waterfall, lang)}</h2><ul class="key">${key.join('')}</ul>
<div class="fall">${shown.map((sample) => row(sample, scale, lang)).join('\n')}${axis(scale)}</div>
${rest > 0 ? `<p class="note below">${sentence(WORDS.more, lang, { n: rest })}</p>` : ''}</section>`;
}
