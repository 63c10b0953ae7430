// A JSON document as JSON.parse, which both clients use, takes it.

import type { JsonValue, KeyPath } from '../../model.ts';
import type { DuplicateKey, Range, SyntaxProblem } from '../document.ts';
import { valueAt } from '../intent.ts';
import type { Lines } from '../lines.ts';
import { type Place, plainProblem, problemsByKind, type Reading } from '../open.ts';
import { mergeConflictAt } from '../punctuation.ts';
import { splice } from '../splice.ts';
import { REASON } from '../syntax-reasons.ts';
import { removal } from './remove.ts';
import { scanJson } from './scan.ts';
import { isContainer, type JsonNode, type JsonTree, memberOf } from './syntax.ts';

/** Comments and trailing commas are no mistakes in a file named so. */
const TOLERATED: ReadonlySet<string> = new Set(['json-comment', 'json-trailing-comma']);

function parsed(text: string): { root: JsonValue } | null {
  try {
    return { root: JSON.parse(text) as JsonValue };
  } catch {
    return null;
  }
}

const parses = (text: string | null): boolean => text !== null && (text.trim() === '' || parsed(text) !== null);

function problemsOf(text: string, tree: JsonTree, lines: Lines): readonly SyntaxProblem[] {
  const conflict = mergeConflictAt(text);
  if (conflict !== null && tree.error) return [plainProblem('merge-conflict', conflict, REASON.conflict, lines)];
  const isCured =
    !tree.error &&
    parses(
      splice(
        text,
        tree.deviations.flatMap(({ edits }) => edits),
      ),
    );
  const byKind = problemsByKind(tree.deviations, isCured, lines);
  if (tree.error) return [...byKind, plainProblem('syntax', tree.error.at, tree.error.detail, lines)];
  return byKind.length > 0 ? byKind : [plainProblem('syntax', 0, REASON.noJson, lines)];
}

export function locate(root: JsonNode, path: KeyPath): Place | null {
  let node = root;
  let key = { start: root.start, end: root.start };
  for (const step of path) {
    const member = memberOf(node, step);
    if (!member) return null;
    node = member.value;
    key = member.key;
  }
  return { key, value: node, table: node.type === 'object' ? key : null };
}

/** A hostile file could hold any number. */
const MAX_DUPLICATES = 100;

/** Along the values that count: what is inside a losing duplicate is no duplicate of anything. */
function* duplicatesIn(text: string, node: JsonNode, path: KeyPath, tree: JsonTree, lines: Lines): Iterable<DuplicateKey> {
  if (!isContainer(node)) return;
  const winners = new Map(node.members.map((member) => [member.name, member]));
  const ranges = new Map<string, Range>();
  for (const member of node.members) {
    const winner = winners.get(member.name);
    const here = [...path, member.name];
    if (winner === member || !winner) yield* duplicatesIn(text, member.value, here, tree, lines);
    else {
      const range = ranges.get(member.name) ?? lines.range(winner.key);
      ranges.set(member.name, range);
      yield { path: here, loser: lines.range(member.key), winner: range, repair: removal(text, node, member, tree.comments) };
    }
  }
}

function firstOf<T>(items: Iterable<T>, limit: number): readonly T[] {
  const first: T[] = [];
  for (const item of items) {
    if (first.push(item) === limit) break;
  }
  return first;
}

export function readJson(text: string, lines: Lines, path: string): Reading {
  const tree = scanJson(text);
  const nothing: Reading = { root: null, problems: [], duplicates: [], locate: () => null };
  if (!tree.error && tree.root === null && tree.deviations.length === 0) return nothing;
  const mayDeviate = path.endsWith('.jsonc') && !tree.error && tree.deviations.every(({ kind }) => TOLERATED.has(kind));
  const source = mayDeviate
    ? splice(
        text,
        tree.deviations.flatMap(({ edits }) => edits),
      )
    : text;
  const found = source === null || tree.error ? null : parsed(source);
  const { root } = tree;
  if (!found || !root) return mayDeviate ? nothing : { ...nothing, problems: problemsOf(text, tree, lines) };
  return {
    root: found.root,
    problems: [],
    duplicates: firstOf(duplicatesIn(text, root, [], tree, lines), MAX_DUPLICATES),
    locate(path) {
      const place = locate(root, path);
      return place && { ...place, content: valueAt(found.root, path) as JsonValue };
    },
  };
}
