// A TOML document as Codex takes it.

import type { JsonValue, KeyPath } from '../../model.ts';
import type { SyntaxProblem } from '../document.ts';
import { valueAt } from '../intent.ts';
import type { Lines } from '../lines.ts';
import { type Deviation, type Place, plainProblem, problemsByKind, type Reading } from '../open.ts';
import { mergeConflictAt } from '../punctuation.ts';
import { splice } from '../splice.ts';
import { REASON } from '../syntax-reasons.ts';
import { parseToml } from './judge.ts';
import { mergeConflicts } from './merge.ts';
import { type TomlFile, tomlFile } from './place.ts';
import { scanToml } from './scan.ts';
import type { KeyPart, TomlScan } from './syntax.ts';
import { descend, itemAt, type TableNode, type TomlNode } from './tree.ts';

const START = { start: 0, end: 0 };

function placeOfTable(node: TableNode): Place {
  const name = node.header?.parts.at(-1) ?? node.names[0] ?? START;
  if (node.inline) return { key: name, value: node.inline, table: name };
  return { key: name, value: node.header?.header ?? name, table: node.header?.header ?? null };
}

function placeOf(node: TomlNode): Place {
  if (node.type === 'table') return placeOfTable(node);
  if (node.type === 'list') return placeOfTable(node.elements[0] as TableNode);
  return { key: node.names[0] as KeyPart, value: node.value, table: null };
}

function locate(root: TableNode, path: KeyPath): Place | null {
  const { node, rest } = descend(root, path);
  if (rest.length === 0) return placeOf(node);
  const item = node.type === 'value' ? itemAt(node.value, rest) : null;
  return item && { key: item, value: item, table: null };
}

/** One merge cures all second definitions, so they are one deviation. */
function duplicateDeviation(file: TomlFile): readonly Deviation[] {
  const [first] = file.tree.conflicts;
  if (!first) return [];
  const { start, end } = first.at;
  return [{ start, end, kind: 'toml-duplicate', detail: REASON.twice, edits: mergeConflicts(file, file.tree.conflicts) ?? [] }];
}

function problemsOf(text: string, scan: TomlScan, lines: Lines): readonly SyntaxProblem[] {
  const marker = mergeConflictAt(text);
  if (marker !== null) return [plainProblem('merge-conflict', marker, REASON.conflict, lines)];
  const file = tomlFile(text, scan);
  const duplicates = scan.error ? [] : duplicateDeviation(file);
  const deviations = [...scan.deviations, ...duplicates].sort((a, b) => a.start - b.start);
  const cured =
    splice(
      text,
      deviations.flatMap(({ edits }) => edits),
    ) ?? text;
  const verdict = parseToml(cured);
  const byKind = problemsByKind(deviations, !scan.error && 'root' in verdict, lines);
  if (scan.error) return [...byKind, plainProblem('syntax', scan.error.at, scan.error.detail, lines)];
  if ('root' in verdict || duplicates.length > 0) return byKind;
  return [...byKind, plainProblem('syntax', lines.offset(verdict.line, verdict.column), verdict.detail, lines)];
}

export function readToml(text: string, lines: Lines): Reading {
  const verdict = parseToml(text);
  const scan = scanToml(text);
  const isRefused = !('root' in verdict) || scan.error?.isLimit === true || scan.deviations.some(({ kind }) => kind === 'toml-backslash');
  if (isRefused) return { root: null, problems: problemsOf(text, scan, lines), duplicates: [], locate: () => null };
  const { root } = tomlFile(text, scan).tree;
  return {
    root: verdict.root,
    problems: [],
    duplicates: [],
    locate(path) {
      const place = locate(root, path);
      const content = valueAt(verdict.root, path);
      return place && content !== undefined ? { ...place, content: content as JsonValue } : null;
    },
  };
}
