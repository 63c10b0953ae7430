// What an edit means for the parsed content, and the elementary changes that lead there.

import type { JsonValue, KeyPath } from '../model.ts';
import type { ContentEdit } from './document.ts';
import { equal, isTable, removals, valueAt, withValue, written } from './intent.ts';
import type { Step } from './language.ts';
import { because, isReason, type Reason } from './reasons.ts';

export type KeyEdit = Exclude<ContentEdit, { op: 'replace-text' | 'remove-bom' | 'recode' }>;

/** What the parsed content may be afterwards. Two where a format can't tell an emptied table from none. */
export function intents(content: JsonValue | undefined, edit: KeyEdit): readonly JsonValue[] | Reason {
  const { path } = edit;
  const root = content ?? {};
  if (edit.op === 'set') {
    const result = withValue(content, path, written(edit.value));
    return result === undefined ? because('not-a-table', { parent: parentOf(path) }) : [result];
  }
  const old = valueAt(root, path);
  const without = removals(root, path);
  if (edit.op === 'remove') return without;
  if (old === undefined) return because('missing');
  const to = edit.op === 'move' ? edit.to : [...path.slice(0, -1), edit.to];
  if (to.length > path.length && path.every((step, index) => to[index] === step)) return because('into-itself');
  if (valueAt(root, to) !== undefined) return because('exists', { key: to.join('.') });
  const results = without.map((rest) => withValue(rest, to, old));
  return results.includes(undefined) ? because('not-a-table', { key: to.join('.'), parent: parentOf(to) }) : (results as JsonValue[]);
}

const parentOf = (path: KeyPath): string => path.slice(0, -1).join('.') || '(root)';

/** Setting a table over a table sets and removes its members, so that what both have keeps its place and its comments. */
export function stepsOf(content: JsonValue | undefined, edit: KeyEdit): readonly Step[] {
  if (edit.op === 'rename') return [{ op: 'rename', path: edit.path, to: edit.to }];
  if (edit.op === 'move') return [{ op: 'move', path: edit.path, to: edit.to }];
  if (edit.op === 'remove') return [{ op: 'remove', path: edit.path }];
  return setSteps(content === undefined ? undefined : valueAt(content, edit.path), edit.path, written(edit.value));
}

function setSteps(old: JsonValue | undefined, path: KeyPath, value: JsonValue): readonly Step[] {
  if (equal(old, value)) return [];
  if (!isTable(old) || !isTable(value) || Object.keys(value).length === 0) return [{ op: 'set', path, value }];
  const set = Object.keys(value).flatMap((key) =>
    setSteps(Object.hasOwn(old, key) ? old[key] : undefined, [...path, key], value[key] as JsonValue),
  );
  const gone = Object.keys(old).filter((key) => !Object.hasOwn(value, key));
  return [...set, ...gone.map((key): Step => ({ op: 'remove', path: [...path, key] }))];
}

/** Of a path in tables, down to the first table that is missing; null where only the value itself may be. */
function missingTable(content: JsonValue, path: KeyPath): KeyPath | null {
  let value: JsonValue | undefined = content;
  for (const [depth, step] of path.slice(0, -1).entries()) {
    if (!isTable(value)) return null;
    if (!Object.hasOwn(value, step)) return path.slice(0, depth + 1);
    value = value[step];
  }
  return null;
}

const isBelow = (path: KeyPath, table: KeyPath): boolean =>
  path.length > table.length && table.every((step, index) => path[index] === step);

/** Several edits as one change. */
export interface Together {
  readonly steps: readonly Step[];
  readonly content: JsonValue;
}

/** Null where one of them can't be, or may lead to more than one content. Keys of a table that is new are written at once, with it. */
export function together(content: JsonValue | undefined, edits: readonly KeyEdit[]): Together | null {
  const steps: Step[] = [];
  let now: JsonValue = content ?? {};
  let made: KeyPath | null = null;
  for (const edit of edits) {
    const allowed = intents(now, edit);
    if (isReason(allowed) || allowed.length !== 1) return null;
    const next = allowed[0] as JsonValue;
    if (made !== null && edit.op === 'set' && isBelow(edit.path, made)) {
      steps.pop();
      steps.push({ op: 'set', path: made, value: valueAt(next, made) as JsonValue });
    } else {
      made = edit.op === 'set' ? missingTable(now, edit.path) : null;
      steps.push(...stepsOf(now, edit));
    }
    now = next;
  }
  return { steps, content: now };
}
