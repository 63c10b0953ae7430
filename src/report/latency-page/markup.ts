// Text → markup, and figures → text a person reads. Everything from outside goes through `escaped`.

import { say } from '../../i18n/index.ts';
import type { Args, Lang, Text } from '../../model.ts';

export const escaped = (text: string): string =>
  text
    .replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
    .replace(/[^\P{Cc}\t\n\r]|[\ufffe\uffff]|\p{Surrogate}/gu, '\ufffd');

export const sentence = (text: Text, lang: Lang, args: Args = {}): string => escaped(say(text, lang, args));

const grouped = (value: number, digits: number): string =>
  value.toLocaleString('en-US', { minimumFractionDigits: 0, maximumFractionDigits: digits });

/** `2,840 ms`, `0.42 ms`, `12.3 s`; a dash where there is no figure. */
export function time(ms: number | null | undefined): string {
  if (ms == null || !Number.isFinite(ms)) return '–';
  if (Math.abs(ms) >= 10_000) return `${grouped(ms / 1000, 1)} s`;
  return `${grouped(ms, Math.abs(ms) < 1 ? 2 : Math.abs(ms) < 100 ? 1 : 0)} ms`;
}

export function count(value: number | null | undefined, digits = 0): string {
  return value == null || !Number.isFinite(value) ? '–' : grouped(value, digits);
}

/** A share of a whole as a percentage for an attribute. */
export const percent = (share: number): string =>
  `${Math.round(Math.min(1, Math.max(0, Number.isFinite(share) ? share : 0)) * 10_000) / 100}%`;

/** About `wanted` round steps from 0 to at least `max`. */
export function ticks(max: number, wanted: number): readonly number[] {
  if (!(max > 0) || !Number.isFinite(max)) return [0, 1];
  const raw = max / wanted;
  const power = 10 ** Math.floor(Math.log10(raw));
  const step = [1, 2, 2.5, 5, 10].map((factor) => factor * power).find((size) => size >= raw) ?? raw;
  return Array.from({ length: Math.ceil(max / step - 1e-9) + 1 }, (_, index) => Number((index * step).toPrecision(12)));
}

/** An axis mark: the unit stands once, at the axis; all marks of one axis look alike. */
export function mark(value: number, max = value): string {
  if (max >= 20_000) return value === 0 ? '0' : `${grouped(value / 1000, 1)}k`;
  return grouped(value, max < 10 ? 2 : max < 100 ? 1 : 0);
}
