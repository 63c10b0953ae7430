// What an edit changes, line by line. Credentials are masked by the way out.

import type { Plan, PlannedFile } from '../model.ts';
import type { Paint } from './paint.ts';
import { tilde } from './text.ts';

const CONTEXT_LINES = 2;
/** The cost of the best answer grows with the product of the lines; beyond this, lines that stand once in both texts cut it into pieces. */
const MAX_CELLS = 4_000_000;
/** Characters of a line, and lines of a file, that are shown. */
const MAX_LINE = 800;
const MAX_LINES = 1_000;

const linesOf = (bytes: Uint8Array | null): string[] => {
  if (bytes === null) return [];
  const text = new TextDecoder('utf-8').decode(bytes);
  const lines = text.split('\n');
  if (lines.at(-1) === '') lines.pop();
  return lines.map((line) => line.replace(/\r$/, ''));
};

type Line = { readonly kind: ' ' | '-' | '+'; readonly text: string };

function onlyOnce(lines: readonly string[]): ReadonlyMap<string, number> {
  const places = new Map<string, number>();
  for (const [index, line] of lines.entries()) places.set(line, places.has(line) ? -1 : index);
  return places;
}

/** Two changes far apart in a large file. Null where no line holds the texts together. */
function inPieces(before: readonly string[], after: readonly string[]): Line[] | null {
  const [old, now] = [onlyOnce(before), onlyOnce(after)];
  const out: Line[] = [];
  let [i, j] = [0, 0];
  let found = false;
  for (let place = 0; place < before.length; place += 1) {
    const line = before[place] ?? '';
    const other = now.get(line) ?? -1;
    if (old.get(line) !== place || other < j) continue;
    found = true;
    out.push(...middle(before.slice(i, place), after.slice(j, other)), { kind: ' ', text: line });
    [i, j] = [place + 1, other + 1];
  }
  if (!found) return null;
  out.push(...middle(before.slice(i), after.slice(j)));
  return out;
}

/** Only what is near a change. */
function nearChanges(lines: readonly Line[]): Line[] {
  const isNear = new Uint8Array(lines.length);
  lines.forEach(({ kind }, index) => {
    if (kind !== ' ') isNear.fill(1, Math.max(0, index - CONTEXT_LINES), index + CONTEXT_LINES + 1);
  });
  return lines.flatMap((line, index) => (isNear[index] ? [line] : isNear[index - 1] ? [{ kind: ' ' as const, text: '…' }] : []));
}

/** Longest common subsequence of the middle, once equal beginnings and ends are set aside. */
function middle(before: readonly string[], after: readonly string[]): Line[] {
  const removed = before.map((text): Line => ({ kind: '-', text }));
  const added = after.map((text): Line => ({ kind: '+', text }));
  if (before.length === 0 || after.length === 0) return [...removed, ...added];
  if (before.length * after.length > MAX_CELLS) return inPieces(before, after) ?? [...removed, ...added];
  const width = after.length + 1;
  const length = new Uint32Array((before.length + 1) * width);
  for (let i = before.length - 1; i >= 0; i -= 1) {
    for (let j = after.length - 1; j >= 0; j -= 1) {
      const equal = before[i] === after[j];
      length[i * width + j] = equal
        ? (length[(i + 1) * width + j + 1] ?? 0) + 1
        : Math.max(length[(i + 1) * width + j] ?? 0, length[i * width + j + 1] ?? 0);
    }
  }
  const out: Line[] = [];
  let [i, j] = [0, 0];
  while (i < before.length || j < after.length) {
    const [left, right] = [before[i], after[j]];
    if (left !== undefined && left === right) {
      out.push({ kind: ' ', text: left });
      i += 1;
      j += 1;
    } else if (right === undefined || (left !== undefined && (length[(i + 1) * width + j] ?? 0) >= (length[i * width + j + 1] ?? 0))) {
      out.push({ kind: '-', text: left ?? '' });
      i += 1;
    } else {
      out.push({ kind: '+', text: right });
      j += 1;
    }
  }
  return out;
}

export function diffLines(before: readonly string[], after: readonly string[]): Line[] {
  let start = 0;
  while (start < before.length && start < after.length && before[start] === after[start]) start += 1;
  let end = 0;
  while (end < before.length - start && end < after.length - start && before[before.length - 1 - end] === after[after.length - 1 - end])
    end += 1;
  const same = (text: string): Line => ({ kind: ' ', text });
  return [
    ...before.slice(Math.max(0, start - CONTEXT_LINES), start).map(same),
    ...nearChanges(middle(before.slice(start, before.length - end), after.slice(start, after.length - end))),
    ...before.slice(before.length - end, before.length - end + CONTEXT_LINES).map(same),
  ];
}

/** Of a line that is longer than anyone reads, what is around the first difference from the line it replaces. */
function excerpt(text: string, other: string): string {
  if (text.length <= MAX_LINE) return text;
  let same = 0;
  while (same < text.length && text.charCodeAt(same) === other.charCodeAt(same)) same += 1;
  const start = Math.max(0, same - MAX_LINE / 4);
  const end = start + MAX_LINE;
  return `${start > 0 ? '…' : ''}${text.slice(start, end)}${end < text.length ? '…' : ''}`;
}

/** What is shown: credentials masked before anything is cut, so that none is cut in two and missed. */
function shown(lines: readonly Line[], mask: (text: string) => string): Line[] {
  const first = (kind: Line['kind']): string => lines.find((line) => line.kind === kind)?.text ?? '';
  const [removed, added] = [mask(first('-')), mask(first('+'))];
  const cut = lines
    .slice(0, MAX_LINES)
    .map(({ kind, text }): Line => ({ kind, text: excerpt(mask(text), kind === '-' ? added : kind === '+' ? removed : '') }));
  return lines.length > MAX_LINES ? [...cut, { kind: ' ', text: `… (+${lines.length - MAX_LINES})` }] : cut;
}

function fileDiff(file: PlannedFile, paint: Paint, home: string, mask: (text: string) => string): string {
  const name = tilde(file.path, home);
  const lines = shown(diffLines(linesOf(file.before), linesOf(file.after)), mask).map(({ kind, text }) => {
    const line = `${kind} ${text}`;
    return kind === '+' ? paint.green(line) : kind === '-' ? paint.red(line) : paint.dim(line);
  });
  const mode =
    file.beforeMode !== null && file.beforeMode !== file.mode
      ? [paint.dim(`mode 0${file.beforeMode.toString(8)} → 0${file.mode.toString(8)}`)]
      : [];
  return [paint.bold(`${file.before === null ? '+++' : '---'} ${name}`), ...mode, ...lines].join('\n');
}

/** `mask` hides credentials in a text. */
export function planDiff(plan: Plan, paint: Paint, home: string, mask: (text: string) => string = (text) => text): string {
  const folders = plan.folders.map(({ path }) => paint.green(`+++ ${tilde(path, home)}/`));
  return `${[...folders, ...plan.files.map((file) => fileDiff(file, paint, home, mask))].join('\n\n')}\n`;
}
