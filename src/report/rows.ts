// Labels, values and where they come from, in columns as far as the terminal is wide enough.

import { type Paint, padded, widthOf } from './paint.ts';

export interface Row {
  readonly label: string;
  readonly value: string;
  /** Where the value comes from; empty where that says nothing. */
  readonly where: string;
  /** Belongs to the row above. */
  readonly isBelow?: boolean;
}

const GAP = '  ';

/** For screen readers: one sentence-like line a row, nothing aligned. */
const spoken = ({ label, value, where, isBelow }: Row, colon: string): string =>
  `${isBelow ? GAP.repeat(2) : GAP}${label === '' ? '' : label + colon}${value}${where === '' ? '' : ` (${where})`}`;

/** Too narrow for columns: what a value comes from stands below it, in two lines where one is too long. */
function stacked({ label, value, where, isBelow }: Row, { paint, colon }: { paint: Paint; colon: string }): string[] {
  const indent = isBelow ? GAP.repeat(2) : GAP;
  const lead = label === '' ? '' : `${paint.dim(label + colon.trimEnd())}${colon.endsWith(' ') ? ' ' : ''}`;
  const below = `${indent}${GAP}`;
  const parts = widthOf(below) + widthOf(where) <= paint.columns ? [where] : where.split(GAP);
  return [`${indent}${lead}${isBelow ? paint.dim(value) : value}`, ...(where === '' ? [] : parts.map((part) => below + paint.dim(part)))];
}

/** `colon` stands between label and value where nothing is aligned. Values are never broken, so that they can be copied. */
export function rowLines(rows: readonly Row[], paint: Paint, colon: string): string[] {
  if (paint.plain) return rows.map((row) => spoken(row, colon));
  const labelWidth = Math.max(0, ...rows.map(({ label }) => widthOf(label)));
  const indent = widthOf(GAP) + labelWidth + (labelWidth > 0 ? widthOf(GAP) : 0);
  const widest = Math.max(0, ...rows.map(({ value }) => widthOf(value)));
  const longest = Math.max(0, ...rows.map(({ where }) => widthOf(where)));
  if (indent + widest > paint.columns) return rows.flatMap((row) => stacked(row, { paint, colon }));
  const isAligned = indent + widest + widthOf(GAP) + longest <= paint.columns;
  return rows.flatMap(({ label, value, where, isBelow }) => {
    const shown = isBelow ? paint.dim(value) : value;
    const line = `${GAP}${labelWidth > 0 ? paint.dim(padded(label, labelWidth)) + GAP : ''}${shown}`;
    if (where === '') return [line];
    if (isAligned) return [`${line}${' '.repeat(widest - widthOf(value))}${GAP}${paint.dim(where)}`];
    const parts = indent + widthOf(where) <= paint.columns ? [where] : where.split(GAP);
    return [line, ...parts.map((part) => `${' '.repeat(Math.max(indent, 4))}${paint.dim(part)}`)];
  });
}
