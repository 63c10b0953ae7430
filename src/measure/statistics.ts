// Medians and the like. Lists may be empty: then there is no figure.

import type { Spread, Sweep } from './types.ts';

export const known = (values: readonly (number | null | undefined)[]): readonly number[] =>
  values.filter((value): value is number => typeof value === 'number' && Number.isFinite(value));

/** Linear between the two nearest ranks; `share` from 0 to 1. */
export function quantile(values: readonly number[], share: number): number | null {
  const sorted = [...values].sort((a, b) => a - b);
  const rank = (sorted.length - 1) * share;
  const low = sorted[Math.floor(rank)];
  const high = sorted[Math.ceil(rank)];
  return low === undefined || high === undefined ? null : low + (high - low) * (rank - Math.floor(rank));
}

export const median = (values: readonly number[]): number | null => quantile(values, 0.5);

export function smallest(values: readonly number[]): number | null {
  return quantile(values, 0);
}

export function spreadOf(values: readonly (number | null | undefined)[]): Spread | null {
  const numbers = known(values);
  const middle = median(numbers);
  if (middle === null) return null;
  return { median: middle, min: quantile(numbers, 0) ?? middle, max: quantile(numbers, 1) ?? middle };
}

const MAX_POINTS = 200;
/** Median absolute deviation → standard deviation of a normal distribution. */
const MAD_TO_SIGMA = 1.4826;
const MIN_R2 = 0.7;
/** Below this much difference over the whole range nobody could tell it from scheduling noise, ms. */
const MIN_RISE_MS = 5;

/**
 * Theil–Sen: the median of all slopes between points of different size, which single late answers don't move (Sen 1968).
 * Null where all sizes are alike.
 */
export function theilSen(given: Sweep['points']): Sweep | null {
  const points = given.slice(0, MAX_POINTS);
  const sizes = points.map(({ tokens }) => tokens);
  const range = (spreadOf(sizes)?.max ?? 0) - (smallest(sizes) ?? 0);
  const slopes = points.flatMap((a, index) =>
    points
      .slice(index + 1)
      .flatMap((b) => (Math.abs(b.tokens - a.tokens) >= range * 0.02 ? [(b.ttftMs - a.ttftMs) / (b.tokens - a.tokens)] : [])),
  );
  const msPerToken = range > 0 ? median(slopes) : null;
  if (msPerToken === null) return null;
  const interceptMs = median(points.map(({ tokens, ttftMs }) => ttftMs - msPerToken * tokens)) ?? 0;
  const residuals = points.map(({ tokens, ttftMs }) => ttftMs - interceptMs - msPerToken * tokens);
  const mean = points.reduce((sum, { ttftMs }) => sum + ttftMs, 0) / points.length;
  const squares = (values: readonly number[]): number => values.reduce((sum, value) => sum + value * value, 0);
  const total = squares(points.map(({ ttftMs }) => ttftMs - mean));
  const r2 = total === 0 ? 0 : Math.max(0, 1 - squares(residuals) / total);
  const noise = (median(residuals.map(Math.abs)) ?? 0) * MAD_TO_SIGMA;
  const rise = msPerToken * range;
  const trusted = rise >= MIN_RISE_MS && rise > 3 * noise && (r2 >= MIN_R2 || points.length <= 3);
  return { interceptMs, msPerToken, tokensPerSecond: trusted ? 1000 / msPerToken : null, r2, trusted, points };
}
