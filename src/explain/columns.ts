// Explanations by column: sentences of one kind beside one another compress better.

import type { Explanation, Explanations } from './explanation.ts';

export interface Columns {
  readonly ids: readonly string[];
  readonly en: readonly string[];
  readonly zh: readonly string[];
  readonly wrong: readonly string[];
  readonly right: readonly string[];
  readonly fix: readonly (Explanation['fix'] | '')[];
}

/** What is absent is an empty text. */
export function toColumns(explanations: Explanations): Columns {
  const all = Object.values(explanations);
  return {
    ids: Object.keys(explanations),
    en: all.map(({ background }) => background?.en ?? ''),
    zh: all.map(({ background }) => background?.zh ?? ''),
    wrong: all.map(({ wrong }) => wrong ?? ''),
    right: all.map(({ right }) => right ?? ''),
    fix: all.map(({ fix }) => fix ?? ''),
  };
}

export const fromColumns = ({ ids, en, zh, wrong, right, fix }: Columns): Explanations =>
  Object.fromEntries(
    ids.map((id, row): [string, Explanation] => [
      id,
      {
        ...(en[row] && zh[row] ? { background: { en: en[row], zh: zh[row] } } : {}),
        ...(wrong[row] ? { wrong: wrong[row] } : {}),
        ...(right[row] ? { right: right[row] } : {}),
        ...(fix[row] ? { fix: fix[row] } : {}),
      },
    ]),
  );
