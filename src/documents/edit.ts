// Editing with proof: parse before, splice, parse after, and compare with what the edit means for the parsed original. What can't be
// proven to change this and nothing else is refused.

import type { DocumentFormat, JsonValue } from '../model.ts';
import type { ContentEdit, EditResult } from './document.ts';
import { dotenvLanguage } from './dotenv/language.ts';
import { decode, encode } from './encoding.ts';
import { jsonLanguage } from './json/language.ts';
import type { Language, Step } from './language.ts';
import { endsWithEol, mainEol } from './lines.ts';
import { commentsWithin, isProven, type State } from './prove.ts';
import { openDocument } from './read.ts';
import { because, isReason, type Reason, refusalOf } from './reasons.ts';
import { splice } from './splice.ts';
import { intents, type KeyEdit, stepsOf, together } from './steps.ts';
import { tomlLanguage } from './toml/language.ts';

const LANGUAGES: Readonly<Partial<Record<DocumentFormat, Language>>> = { json: jsonLanguage, toml: tomlLanguage, dotenv: dotenvLanguage };
/** No step needs more than a few; a chain that does not end is a bug. */
const MAX_STEPS = 2000;

/** Of other formats than JSON, whose state file may be long: every step parses the whole text again. In UTF-16 units. */
const MAX_LENGTH = 4 * 1024 * 1024;

type ReplaceText = Extract<ContentEdit, { op: 'replace-text' }>;

const isReplaceText = (edit: ContentEdit): edit is ReplaceText => edit.op === 'replace-text';
const isKeyEdit = (edit: ContentEdit): edit is KeyEdit => 'path' in edit;

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
  if (before.trim() === '' || endsWithEol(before)) return after;
  let end = after.length;
  while (after[end - 1] === '\n') end -= after[end - 2] === '\r' ? 2 : 1;
  return after.slice(0, end);
}

function carryOut(language: Language, before: State, steps: readonly Step[], allowed: readonly JsonValue[]): State | Reason {
  const gone: string[] = [];
  const last = carryAll(language, before, [...steps], gone);
  const state = isReason(last) ? last : reopened(language, last, openEnded(before.text, last.text));
  if (isReason(state)) return state;
  return isProven(before, state, gone, allowed) ? state : because('unproven');
}

/** What can't be proven as one change is tried edit by edit: it may work then, and if it does not, the one that fails is known. */
function carryEdits(language: Language, opened: State, edits: readonly KeyEdit[]): State | { reason: Reason; key: string } {
  const change = edits.length > 1 ? together(opened.opened.content, edits) : null;
  const whole = change && carryOut(language, opened, change.steps, [change.content]);
  if (whole && !isReason(whole)) return whole;
  let state = opened;
  for (const edit of edits) {
    const { content } = state.opened;
    const allowed = intents(content, edit);
    const next = isReason(allowed) ? allowed : carryOut(language, state, stepsOf(content, edit), allowed);
    if (isReason(next)) return { reason: next, key: edit.path.join('.') };
    state = next;
  }
  return state;
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
  const result = carryEdits(language, { habits, text: replaced, opened }, keyEdits);
  return 'reason' in result ? result : result.text;
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
