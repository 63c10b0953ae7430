// Drawings for the terminal: a waterfall of phases, and the rate of tokens over time.

import { type Paint, widthOf } from './paint.ts';

export interface Phase {
  readonly label: string;
  readonly fromMs: number;
  readonly toMs: number;
  /** What is behind it on the line. */
  readonly value: string;
}

const EIGHTHS = ['', '▏', '▎', '▍', '▌', '▋', '▊', '▉'];
const LEVELS = '▁▂▃▄▅▆▇█';
const ASCII_LEVELS = '.:-=+*#@';

export const padded = (text: string, width: number): string => text + ' '.repeat(Math.max(0, width - widthOf(text)));
export const paddedLeft = (text: string, width: number): string => ' '.repeat(Math.max(0, width - widthOf(text))) + text;

/** A bar between two shares of the width; whatever happened at all shows at least a sliver. */
function bar(from: number, to: number, width: number, unicode: boolean): string {
  const start = Math.min(width - 1, Math.floor(from * width));
  const length = Math.min(width - start, to * width - start);
  if (!unicode) return ' '.repeat(start) + '#'.repeat(Math.max(1, Math.min(width - start, Math.round(length))));
  const full = Math.floor(length);
  const rest = EIGHTHS[Math.round((length - full) * 8)] ?? '';
  return ' '.repeat(start) + ('█'.repeat(full) + rest || '▏');
}

/** One line a phase: label, bar on a common time axis, value. */
export function waterfall(phases: readonly Phase[], paint: Paint, indent: string): readonly string[] {
  const end = Math.max(0, ...phases.map(({ toMs }) => toMs));
  if (end <= 0) return [];
  const labels = Math.max(...phases.map(({ label }) => widthOf(label)));
  const values = Math.max(...phases.map(({ value }) => widthOf(value)));
  const width = paint.columns - indent.length - labels - values - 2;
  return phases.map(({ label, fromMs, toMs, value }) => {
    const drawn = width < 8 || paint.plain ? '' : `${padded(bar(fromMs / end, toMs / end, width, paint.unicode), width)} `;
    return `${indent}${padded(label, labels)} ${paint.blue(drawn)}${paddedLeft(value, values)}`;
  });
}

/** Tokens that arrived in each of `width` equal spans, each event counting `perEvent` tokens, as a line of levels. */
export function rateLine(
  times: readonly number[],
  perEvent: number,
  width: number,
  unicode: boolean,
): { readonly line: string; readonly highest: number } | null {
  const first = times[0];
  const last = times.at(-1);
  if (first === undefined || last === undefined || new Set(times).size < 8 || last <= first) return null;
  const arrivals = new Set(times).size;
  const bins = Math.max(4, Math.min(width, Math.floor(arrivals / 2)));
  const span = (last - first) / bins;
  const counts = new Array<number>(bins).fill(0);
  // The first token begins the time axis; the others fill it.
  for (const time of times.slice(1)) {
    const bin = Math.min(bins - 1, Math.floor((time - first) / span));
    counts[bin] = (counts[bin] ?? 0) + 1;
  }
  const most = counts.reduce((a, b) => Math.max(a, b), 0);
  const levels = unicode ? LEVELS : ASCII_LEVELS;
  const line = counts
    .map((count) => (count === 0 ? ' ' : (levels[Math.min(levels.length - 1, Math.floor((count / most) * (levels.length - 0.01)))] ?? '')))
    .join('');
  return { line, highest: (most * perEvent * 1000) / span };
}

/** Columns side by side where they fit; the first is left-aligned, the others right. Null where the width is too small. */
export function table(rows: readonly (readonly string[])[], columns: number, indent: string): readonly string[] | null {
  const count = Math.max(0, ...rows.map((row) => row.length));
  const widths = Array.from({ length: count }, (_, index) => Math.max(...rows.map((row) => widthOf(row[index] ?? ''))));
  const total = indent.length + widths.reduce((sum, width) => sum + width, 0) + 2 * Math.max(0, count - 1);
  if (total > columns) return null;
  return rows.map((row) =>
    (
      indent + row.map((cell, index) => (index === 0 ? padded(cell, widths[0] ?? 0) : paddedLeft(cell, widths[index] ?? 0))).join('  ')
    ).trimEnd(),
  );
}
