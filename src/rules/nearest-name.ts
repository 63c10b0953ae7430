// Which known name was meant by a misspelt one.

const MAX_LENGTH = 80;

/** Edits (insert, delete, replace, swap of neighbours) between two names; long names count as far apart. */
export function distance(a: string, b: string): number {
  if (a.length > MAX_LENGTH || b.length > MAX_LENGTH) return MAX_LENGTH;
  let beforeLast: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, column) => column);
  for (let row = 1; row <= a.length; row++) {
    const current = [row];
    for (let column = 1; column <= b.length; column++) {
      const same = a[row - 1] === b[column - 1];
      let cost = Math.min((last[column] ?? 0) + 1, (current[column - 1] ?? 0) + 1, (last[column - 1] ?? 0) + (same ? 0 : 1));
      const swapped = row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1];
      if (swapped) cost = Math.min(cost, (beforeLast[column - 2] ?? 0) + 1);
      current.push(cost);
    }
    [beforeLast, last] = [last, current];
  }
  return last[b.length] ?? MAX_LENGTH;
}

/** The one candidate that is nearest and within `max` edits; null where there is none or it is a tie. */
export function nearestName(name: string, candidates: readonly string[], max: number): string | null {
  const ranked = [...new Set(candidates)]
    .map((candidate) => ({ candidate, edits: distance(name, candidate) }))
    .sort((a, b) => a.edits - b.edits);
  const [first, second] = ranked;
  if (!first || first.edits === 0 || first.edits > max || second?.edits === first.edits) return null;
  return first.candidate;
}
