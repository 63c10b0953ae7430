// A wait cut into its parts: one bar, and the list behind it.

import type { Basis, LatencyReport } from '../../measure/types.ts';
import type { Args, Lang, Text } from '../../model.ts';
import { word } from '../latency-words.ts';
import { escaped, percent, sentence, time } from './markup.ts';
import { BASES, COLUMNS, PARTS, WORDS } from './words.ts';

interface Row {
  readonly name: string | null;
  readonly style: string;
  readonly ms: number | null;
  readonly basis: Basis;
  readonly how: Text;
  readonly args: Args;
}

function bar(rows: readonly Row[], total: number, lang: Lang, id: string): string {
  let at = 0;
  const rects = rows.map(({ name, style, ms, basis, how, args }) => {
    const width = (ms ?? 0) / total;
    if (width <= 0) return '';
    const place = `x="${percent(at)}" width="${percent(width)}" y="0" height="26"`;
    at += width;
    const hatched = basis === 'estimated' ? `<rect ${place} fill="url(#hatch-${id})"/>` : '';
    return `<g><title>${name ?? sentence(how, lang, args)}${word('colon', lang)}${escaped(time(ms))}${word('inBrackets', lang, { what: BASES[basis] })}</title><rect class="${style}" ${place}/>${hatched}</g>`;
  });
  const hatch = `<defs><pattern id="hatch-${id}" width="7" height="7" patternUnits="userSpaceOnUse" patternTransform="rotate(45)"><rect width="3" height="7" fill="#fff" fill-opacity=".38"/></pattern></defs>`;
  return `<svg height="26" role="img" aria-label="${rows.map(({ name, ms }) => `${name ?? ''} ${escaped(time(ms))}`).join(', ')}" style="margin-bottom:12px">${hatch}${rects.join('')}</svg>`;
}

function table(rows: readonly Row[], total: number, lang: Lang): string {
  const hasNames = rows.some(({ name }) => name !== null);
  const lines = rows.map(({ name, style, ms, basis, how, args }) => {
    const swatch =
      ms === null
        ? ''
        : `<svg class="swatch" style="width:10px" aria-hidden="true"><rect class="${style}" width="10" height="10" rx="3"/></svg>`;
    const share = ms === null ? '–' : `${Math.round((ms / total) * 100)}%`;
    const what = sentence(how, lang, args);
    const first = name === null ? `<td class="wide">${swatch}${what}</td>` : `<td>${swatch}${name}</td>`;
    return `<tr>${first}<td class="n">${escaped(time(ms))}</td><td class="n">${share}</td><td>${sentence(BASES[basis], lang)}</td>${name === null ? '' : `<td class="wide">${what}</td>`}</tr>`;
  });
  const head = [COLUMNS.part, COLUMNS.time, COLUMNS.share, COLUMNS.basis, ...(hasNames ? [COLUMNS.how] : [])];
  const cells = head.map(
    (text) => `<th${text === COLUMNS.time || text === COLUMNS.share ? ' class="n"' : ''}>${sentence(text, lang)}</th>`,
  );
  return `<div class="scroll"><table class="parts"><thead><tr>${cells.join('')}</tr></thead><tbody>${lines.join('')}</tbody></table></div>`;
}

function card(title: Text, rows: readonly Row[], lang: Lang, id: string): string {
  const total = rows.reduce((sum, { ms }) => sum + (ms ?? 0), 0);
  // One part alone says no more than the figure above it.
  if (!(total > 0) || rows.filter(({ ms }) => ms !== null && ms > 0).length < 2) return '';
  return `<section class="card"><h2>${sentence(title, lang)}</h2><p class="note">${sentence(WORDS.partsNote, lang)}</p>${bar(rows, total, lang, id)}${table(rows, total, lang)}</section>`;
}

export function decompositionCard({ decomposition }: LatencyReport, lang: Lang): string {
  const rows = decomposition.map(
    ({ part, ms, basis, how, args }): Row => ({ name: sentence(PARTS[part], lang), style: `s-${part}`, ms, basis, how, args }),
  );
  return card(WORDS.parts, rows, lang, `parts-${lang}`);
}

export function segmentsCard({ segments }: LatencyReport, lang: Lang): string {
  const rows = segments.map(
    ({ ms, basis, text, args }, index): Row => ({ name: null, style: `s-${index % 6}`, ms, basis, how: text, args }),
  );
  return card(WORDS.segments, rows, lang, `segments-${lang}`);
}
