// The text edits that carry out one change of a JSON document.

import type { JsonValue, KeyPath } from '../../model.ts';
import type { TextEdit } from '../document.ts';
import { isList, listIndex } from '../intent.ts';
import { endsWithEol, indentAt } from '../lines.ts';
import { because, type Reason } from '../reasons.ts';
import { insertion } from '../splice.ts';
import { addition, styleOf } from './insert.ts';
import { isPrintable, type JsonStyle, printJson } from './print.ts';
import { removal } from './remove.ts';
import { isContainer, type JsonContainer, type JsonNode, type JsonTree, memberOf } from './syntax.ts';

type Printer = (style: JsonStyle, indent: string) => string;

/** The innermost value on the path that exists, and what of the path is left. */
function descend(root: JsonNode, path: KeyPath): { node: JsonNode; rest: KeyPath } {
  let node = root;
  for (const [depth, step] of path.entries()) {
    const member = memberOf(node, step);
    if (!member) return { node, rest: path.slice(depth) };
    node = member.value;
  }
  return { node, rest: [] };
}

/** Wraps a value in the objects that a path still lacks. */
const nested = (rest: KeyPath, value: JsonValue): JsonValue => rest.reduceRight<JsonValue>((inner, step) => ({ [step]: inner }), value);

function newDocument(text: string, path: KeyPath, value: JsonValue): readonly TextEdit[] {
  const style = styleOf(text, null);
  const printed = printJson(nested(path, value), style, '') + style.eol;
  if (text.trim() === '') return [{ start: 0, end: text.length, text: printed }];
  const separator = endsWithEol(text) ? '' : style.eol;
  return [insertion(text.length, separator + (endsWithEol(text) ? printed : printed.trimEnd()))];
}

/** Keeps a list or object on one line, or on several, as the one it replaces was. */
function replacement(text: string, node: JsonNode, tree: JsonTree, value: JsonValue): TextEdit {
  const style = styleOf(text, tree.root);
  const wasOneLine = isContainer(node) && node.members.length > 0 && !text.slice(node.start, node.end).includes('\n');
  const isOneLine = wasOneLine || (!isContainer(node) && isList(value) && value.length <= 1);
  return {
    start: node.start,
    end: node.end,
    text: printJson(value, isOneLine ? { ...style, unit: null } : style, indentAt(text, node.start)),
  };
}

function added(text: string, tree: JsonTree, parent: JsonNode, path: KeyPath, rest: KeyPath, value: Printer): readonly TextEdit[] | Reason {
  const [step = '', ...below] = rest;
  const where = path.slice(0, path.length - rest.length).join('.');
  if (!isContainer(parent)) return because('not-a-table', { parent: where || '(root)' });
  if (parent.type === 'list' && listIndex(step, parent.members.length) !== parent.members.length)
    return because('not-a-table', { parent: where });
  const name = parent.type === 'list' ? null : step;
  return addition(text, parent, tree, (style, indent) => {
    const key = name === null ? '' : JSON.stringify(name) + style.colon;
    return key + wrapped(below, style, indent, value);
  });
}

/** Prints missing objects around a value that has its own printer. */
function wrapped(below: KeyPath, style: JsonStyle, indent: string, value: Printer): string {
  const [step, ...rest] = below;
  if (step === undefined) return value(style, indent);
  const inner = indent + (style.unit ?? '');
  const member = JSON.stringify(step) + style.colon + wrapped(rest, style, inner, value);
  return style.unit === null ? `{${style.gap}${member}${style.gap}}` : `{${style.eol}${inner}${member}${style.eol}${indent}}`;
}

export function setJson(text: string, tree: JsonTree, path: KeyPath, value: JsonValue): readonly TextEdit[] | Reason {
  if (!isPrintable(value)) return because('value');
  if (!tree.root) return newDocument(text, path, value);
  const { node, rest } = descend(tree.root, path);
  if (rest.length > 0) return added(text, tree, node, path, rest, (style, indent) => printJson(value, style, indent));
  return [replacement(text, node, tree, value)];
}

function ownerOf(tree: JsonTree, path: KeyPath): JsonContainer | null {
  if (!tree.root) return null;
  const { node, rest } = descend(tree.root, path.slice(0, -1));
  return rest.length === 0 && isContainer(node) ? node : null;
}

const isDuplicated = (owner: JsonContainer, name: string): boolean => owner.members.filter((member) => member.name === name).length > 1;

export function removeJson(text: string, tree: JsonTree, path: KeyPath): readonly TextEdit[] | Reason {
  const owner = ownerOf(tree, path);
  const name = path.at(-1);
  const member = owner && name !== undefined ? memberOf(owner, name) : null;
  if (!owner || !member) return [];
  if (owner.type === 'object' && isDuplicated(owner, member.name)) return because('duplicate');
  return removal(text, owner, member, tree.comments);
}

export function renameJson(tree: JsonTree, path: KeyPath, to: string): readonly TextEdit[] | Reason {
  const owner = ownerOf(tree, path);
  const member = owner?.type === 'object' ? memberOf(owner, path.at(-1) ?? '') : null;
  if (!owner || !member) return because('missing');
  if (isDuplicated(owner, member.name)) return because('duplicate');
  if (memberOf(owner, to)) return because('exists', { key: [...path.slice(0, -1), to].join('.') });
  return [{ start: member.key.start, end: member.key.end, text: JSON.stringify(to) }];
}

/** The value as written, its lines shifted to a new indentation. */
function shifted(raw: string, from: string, to: string): string {
  if (from === to) return raw;
  return raw.replace(/\n([ \t]*)/g, (_, blanks: string) => `\n${blanks.startsWith(from) ? to + blanks.slice(from.length) : blanks}`);
}

/** First half of a move: the value appears at its new place; removing the old one is a step of its own. */
export function copyJson(text: string, tree: JsonTree, path: KeyPath, to: KeyPath): readonly TextEdit[] | Reason {
  if (!tree.root) return because('missing');
  const source = descend(tree.root, path);
  if (source.rest.length > 0) return because('missing');
  const owner = ownerOf(tree, path);
  if (owner?.type === 'object' && isDuplicated(owner, path.at(-1) ?? '')) return because('duplicate');
  const target = descend(tree.root, to);
  if (target.rest.length === 0) return because('exists', { key: to.join('.') });
  const raw = text.slice(source.node.start, source.node.end);
  const from = indentAt(text, source.node.start);
  return added(text, tree, target.node, to, target.rest, (style, indent) => (style.unit === null ? raw : shifted(raw, from, indent)));
}
