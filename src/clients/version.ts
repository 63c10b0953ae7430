// Comparing the version numbers that clients print. Numeric, aware of pre-releases, and never at odds with odd spellings.

interface Parts {
  readonly numbers: readonly number[];
  readonly preRelease: readonly string[];
}

function parts(version: string): Parts {
  const [, core = '', preRelease] = /^[\s=vV]*([0-9.]*)(?:-([0-9A-Za-z.-]+))?/.exec(version) ?? [];
  return { numbers: core.split('.').map((part) => Number(part) || 0), preRelease: preRelease ? preRelease.split('.') : [] };
}

function comparePreRelease(a: string, b: string): number {
  const [first, second] = [Number(a), Number(b)];
  const [firstIsNumber, secondIsNumber] = [Number.isInteger(first), Number.isInteger(second)];
  if (firstIsNumber && secondIsNumber) return first - second;
  if (firstIsNumber !== secondIsNumber) return firstIsNumber ? -1 : 1;
  return a < b ? -1 : Number(a > b);
}

/** Negative: `a` is older; positive: newer; 0: the same. Missing parts are 0, `1.0.0-beta.2` is older than `1.0.0`. */
export function compareVersions(a: string, b: string): number {
  const [first, second] = [parts(a), parts(b)];
  for (let i = 0; i < Math.max(first.numbers.length, second.numbers.length); i++) {
    const difference = (first.numbers[i] ?? 0) - (second.numbers[i] ?? 0);
    if (difference !== 0) return difference;
  }
  const [before, after] = [first.preRelease, second.preRelease];
  if (before.length === 0 || after.length === 0) return after.length - before.length;
  for (let i = 0; i < Math.min(before.length, after.length); i++) {
    const difference = comparePreRelease(before[i] ?? '', after[i] ?? '');
    if (difference !== 0) return difference;
  }
  return before.length - after.length;
}

/** `version` is this one or newer. */
export const atLeast = (version: string, other: string): boolean => compareVersions(version, other) >= 0;

/** `version` is older than this one. */
export const below = (version: string, other: string): boolean => compareVersions(version, other) < 0;

/** The first thing in a text that looks like a version (`2.1.332 (Claude Code)`, `codex-cli 0.171.0`); null where there is none. */
export function findVersion(text: string): string | null {
  return /(?<![0-9.])\d{1,9}\.\d{1,9}\.\d{1,9}(?!\.?\d)(?:-[0-9A-Za-z]+(?:\.[0-9A-Za-z]+)*)?/.exec(text.slice(0, 4096))?.[0] ?? null;
}
