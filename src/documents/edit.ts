// Editing with proof: parse before, splice, parse after, and compare with what the edit means for the parsed original. What can't be
// proven to change this and nothing else is refused.

import type { DocumentFormat, JsonValue, KeyPath } from '../model.ts';
import type { ContentEdit, EditResult, TextEdit } from './document.ts';
import { dotenvLanguage } from './dotenv/language.ts';
import { decode, encode } from './encoding.ts';
import { equal, isTable, removals, valueAt, withValue, written } from './intent.ts';
import { jsonLanguage } from './json/language.ts';
import type { Habits, Language, Opened, Step } from './language.ts';
import { endsWithEol, keepsLineEnds, mainEol } from './lines.ts';
import { openDocument } from './read.ts';
import { because, isReason, type Reason, refusalOf } from './reasons.ts';
import { splice } from './splice.ts';
import { tomlLanguage } from './toml/language.ts';

const LANGUAGES: Readonly<Partial<Record<DocumentFormat, Language>>> = { json: jsonLanguage, toml: tomlLanguage, dotenv: dotenvLanguage };
/** No step needs more than a few; a chain that does not end is a bug. */
const MAX_STEPS = 2000;

/** Of other formats than JSON, whose state file may be long: every step parses the whole text again. In UTF-16 units. */
const MAX_LENGTH = 4 * 1024 * 1024;

type KeyEdit = Exclude<ContentEdit, { op: 'replace-text' | 'remove-bom' | 'recode' }>;
type ReplaceText = Extract<ContentEdit, { op: 'replace-text' }>;

const isReplaceText = (edit: ContentEdit): edit is ReplaceText => edit.op === 'replace-text';
const isKeyEdit = (edit: ContentEdit): edit is KeyEdit => 'path' in edit;

/** What the parsed content may be afterwards. Two where a format can't tell an emptied table from none. */
function intents(content: JsonValue | undefined, edit: KeyEdit): readonly JsonValue[] | Reason {
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
function stepsOf(content: JsonValue | undefined, edit: KeyEdit): readonly Step[] {
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

interface State {
  readonly habits: Habits;
  readonly text: string;
  readonly opened: Opened;
}

const commentsOf = ({ text, opened }: State): readonly string[] => opened.comments.map(({ start, end }) => text.slice(start, end));

/** Comments of a text that its edits take out. */
function commentsWithin({ text, opened }: State, edits: readonly TextEdit[]): readonly string[] {
  const deleted = edits.filter(({ start, end }) => end > start).sort((a, b) => a.start - b.start);
  let index = 0;
  return opened.comments.flatMap(({ start, end }) => {
    while (index < deleted.length && (deleted[index] as TextEdit).end < end) index++;
    return (deleted[index]?.start ?? Number.POSITIVE_INFINITY) <= start ? [text.slice(start, end)] : [];
  });
}

/** Are all of `some` among `all`, as often? */
function areAmong(some: readonly string[], all: readonly string[]): boolean {
  const left = new Map<string, number>();
  for (const item of all) left.set(item, (left.get(item) ?? 0) + 1);
  return some.every((item) => {
    const count = left.get(item) ?? 0;
    left.set(item, count - 1);
    return count > 0;
  });
}

/** `gone`: comments inside text that was taken out on purpose. */
function isProven(before: State, after: State, gone: readonly string[], allowed: readonly JsonValue[]): boolean {
  const [old, now] = [commentsOf(before), commentsOf(after)];
  return (
    allowed.some((content) => equal(content, after.opened.content ?? {})) &&
    areAmong(now, old) &&
    areAmong(old, [...now, ...gone]) &&
    areAmong(after.opened.oddities, before.opened.oddities) &&
    keepsLineEnds(before.text, after.text)
  );
}

/** One step after another until none is left. `gone` collects the comments that they take out. */
function carryAll(language: Language, before: State, steps: Step[], gone: string[]): State | Reason {
  let state = before;
  for (let count = 0; steps.length > 0; count++) {
    if (count > MAX_STEPS) return because('unproven');
    const result = state.opened.carry(steps.shift() as Step);
    if (isReason(result)) return result;
    gone.push(...commentsWithin(state, result.edits));
    steps.unshift(...(result.next ?? []));
    const after = reopened(language, state, splice(state.text, result.edits));
    if (isReason(after)) return after;
    state = after;
  }
  return state;
}

function reopened(language: Language, state: State, text: string | null): State | Reason {
  if (text === state.text) return state;
  const opened = text === null ? because('unproven') : language.open(text, state.habits, true);
  return isReason(opened) ? because('unproven') : { ...state, text: text as string, opened };
}

/** A last line without line end stays one, also where the file was emptied on the way. */
function openEnded(before: string, after: string): string {
  return before.trim() === '' || endsWithEol(before) ? after : after.replace(/(?:\r?\n)+$/, '');
}

function carryOut(language: Language, before: State, edit: KeyEdit): State | Reason {
  const allowed = intents(before.opened.content, edit);
  if (isReason(allowed)) return allowed;
  const gone: string[] = [];
  const last = carryAll(language, before, [...stepsOf(before.opened.content, edit)], gone);
  const state = isReason(last) ? last : reopened(language, last, openEnded(before.text, last.text));
  if (isReason(state)) return state;
  return isProven(before, state, gone, allowed) ? state : because('unproven');
}

/**
 * All text replacements of a list at once: their offsets are those of the text before any of them. Where the text still does not parse
 * afterwards, fewer kinds of problems must be left, and no new one.
 */
function replaceText(format: DocumentFormat, text: string, edits: readonly ReplaceText[], file: string): string | Reason {
  if (edits.some(({ start, end, expect }) => text.slice(start, end) !== expect)) return because('changed-text');
  const after = splice(text, edits);
  const bytes = after === null ? null : encode(after, false);
  if (after === null || bytes === null) return because('unproven');
  const kinds = (source: Uint8Array): ReadonlySet<string> => new Set(openDocument(format, source, file).problems.map(({ kind }) => kind));
  const now = kinds(bytes);
  const old = kinds(new TextEncoder().encode(text));
  return now.size === 0 || (now.size < old.size && [...now].every((kind) => old.has(kind))) ? after : because('unproven');
}

function editText(
  format: DocumentFormat,
  text: string,
  hasBom: boolean,
  edits: readonly ContentEdit[],
  file: string,
): string | { reason: Reason; key: string } {
  const replacements = edits.filter(isReplaceText);
  const replaced = replacements.length === 0 ? text : replaceText(format, text, replacements, file);
  if (typeof replaced !== 'string') return { reason: replaced, key: '' };
  const keyEdits = edits.filter(isKeyEdit);
  if (keyEdits.length === 0) return replaced;
  if (format !== 'json' && replaced.length > MAX_LENGTH) return { reason: because('too-large'), key: keyEdits[0]?.path.join('.') ?? '' };
  const language = LANGUAGES[format];
  const habits = { hasBom, eol: mainEol(replaced) };
  const opened = language?.open(replaced, habits) ?? because('format');
  if (!language || isReason(opened)) return { reason: opened as Reason, key: keyEdits[0]?.path.join('.') ?? '' };
  let state: State = { habits, text: replaced, opened };
  for (const edit of keyEdits) {
    const next = carryOut(language, state, edit);
    if (isReason(next)) return { reason: next, key: edit.path.join('.') };
    state = next;
  }
  return state.text;
}

/**
 * Applies edits one after another, each proven; either all of them or none. `before` is null for a new file. Text replacements and
 * re-encoding come first, whatever their place in the list.
 */
export function editDocument(format: DocumentFormat, before: Uint8Array | null, edits: readonly ContentEdit[], file: string): EditResult {
  const known = before && lastEdits.get(before);
  if (known && known.file === file && known.edits.length === edits.length && edits.every((edit, index) => edit === known.edits[index]))
    return known.result;
  const result = edited(format, before, edits, file);
  if (before) lastEdits.set(before, { file, edits, result });
  return result;
}

/** A plan for one client is made again as part of the plan for all. */
const lastEdits = new WeakMap<Uint8Array, { readonly file: string; readonly edits: readonly ContentEdit[]; readonly result: EditResult }>();

function edited(format: DocumentFormat, before: Uint8Array | null, edits: readonly ContentEdit[], file: string): EditResult {
  const refused = (reason: Reason, key = ''): EditResult => ({ refused: refusalOf(file, key, reason) });
  const decoded = decode(before ?? new Uint8Array());
  const isRecoded = edits.some(({ op }) => op === 'recode') && decoded.encoding !== 'utf-8';
  if (decoded.encoding === 'invalid' || (decoded.encoding !== 'utf-8' && !isRecoded)) return refused(because('encoding'));
  const hasBom = decoded.hasBom && !isRecoded && !edits.some(({ op }) => op === 'remove-bom');
  const text = editText(format, decoded.text, hasBom, edits, file);
  if (typeof text !== 'string') return refused(text.reason, text.key);
  const bytes = encode(text, hasBom);
  return bytes ? { bytes } : refused(because('value'), edits.find(isKeyEdit)?.path.join('.'));
}
