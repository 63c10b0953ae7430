// Random documents × random changes. FUZZ_RUNS sets how many; `npm run test:fuzz` runs ten thousand of each.

import fc from 'fast-check';
import { parse } from 'smol-toml';
import { type AST, parseTOML } from 'toml-eslint-parser';
import { describe, expect, it } from 'vitest';

import type { ContentEdit } from '../../src/documents/document.ts';
import { openDocument } from '../../src/documents/index.ts';
import { scanJson } from '../../src/documents/json/scan.ts';
import { contentOf } from '../../src/documents/json/syntax.ts';
import { scanToml } from '../../src/documents/toml/scan.ts';
import type { TomlPair, TomlValue } from '../../src/documents/toml/syntax.ts';
import type { DocumentFormat, JsonValue } from '../../src/model.ts';
import { bytesOf, edited } from './bytes.ts';
import { canonical, draw, editOf, meaning } from './random-edit.ts';
import { jsonText, looseJsonText } from './random-json.ts';
import { tomlText } from './random-toml.ts';

const numRuns = Number(process.env.FUZZ_RUNS ?? 500);
const timeout = Math.max(30_000, numRuns * 60);
const MAX_UNPROVEN = 0.02;

const tomlOf = (text: string): JsonValue => parse(text, { integersAsBigInt: true }) as JsonValue;

/** Is one text what is left of the other when characters are taken out? */
function isLeftOf(left: string, whole: string): boolean {
  let at = 0;
  for (const character of left) {
    at = whole.indexOf(character, at) + 1;
    if (at === 0) return false;
  }
  return true;
}

function expectBytesKept(format: DocumentFormat, before: string, after: string, edit: ContentEdit): void {
  if (edit.op === 'remove') expect(isLeftOf(after, before)).toBe(true);
  if (edit.op !== 'set' || before.trim() === '') return;
  const old = openDocument(format, bytesOf(before), 'f.jsonc').at(edit.path);
  // What is blank between empty brackets makes room for the first member.
  if (old === null) expect(isLeftOf(before.replace(/([{[])\s+(?=[}\]])/g, '$1'), after)).toBe(true);
  else if (typeof old.value !== 'object' && typeof edit.value !== 'object') {
    expect(after.startsWith(before.slice(0, old.valueRange.start))).toBe(true);
    expect(after.endsWith(before.slice(old.valueRange.end))).toBe(true);
  }
}

/** Counts refusals that are no answer to a question, but a change that could not be done. */
function property(format: DocumentFormat, texts: fc.Arbitrary<string>, contentOfText: (text: string) => JsonValue): void {
  let unproven = 0;
  fc.assert(
    fc.property(texts, draw, (text, drawn) => {
      const root = contentOfText(text);
      const edit = editOf(root, drawn);
      const after = edited(format, text, edit);
      if (after.startsWith('refused: ')) {
        if (process.env.FUZZ_SHOW && after.includes('proven')) console.log(JSON.stringify(text), JSON.stringify(edit));
        unproven += after.includes('proven') ? 1 : 0;
        return;
      }
      expect(canonical(contentOfText(after))).toBe(canonical(meaning(root, edit)));
      expectBytesKept(format, text, after, edit);
    }),
    { numRuns },
  );
  expect(unproven / numRuns).toBeLessThan(MAX_UNPROVEN);
}

/** A list of edits means what one after another means, and where that can be done it is done. */
function severalMeanOneByOne(format: DocumentFormat, texts: fc.Arbitrary<string>, contentOfText: (text: string) => JsonValue): void {
  const draws = fc.array(draw, { minLength: 2, maxLength: 4 });
  const below = fc.constantFrom([], ['fresh'], ['fresh', 'table']);
  fc.assert(
    fc.property(texts, draws, below, (text, drawn, fresh) => {
      const edits = drawn.map((one) => {
        const edit = editOf(contentOfText(text), one);
        return edit.op === 'set' && one.op === 'add' ? { ...edit, path: [...fresh, ...one.names] } : edit;
      });
      const together = edited(format, text, ...edits);
      let oneByOne = text;
      for (const edit of edits) {
        oneByOne = edited(format, oneByOne, edit);
        if (oneByOne.startsWith('refused: ')) break;
      }
      if (oneByOne.startsWith('refused: ')) return;
      if (!together.includes('proven')) expect(canonical(contentOfText(together))).toBe(canonical(contentOfText(oneByOne)));
    }),
    { numRuns },
  );
}

type Row = string;

function ours(text: string): { rows: Row[]; comments: string[] } {
  const { statements, comments, error, deviations } = scanToml(text);
  expect(error).toBeNull();
  expect(deviations).toEqual([]);
  const rows: Row[] = [];
  const visit = (value: TomlValue): void => {
    if (value.kind === 'array') value.items.forEach(visit);
    if (value.kind === 'inline') value.pairs.forEach(row);
  };
  const row = ({ parts, value }: TomlPair): void => {
    rows.push(
      `${JSON.stringify(parts.map((part) => part.name))} ${parts.map(({ start, end }) => `${start}-${end}`)} ${value.start}-${value.end}`,
    );
    visit(value);
  };
  for (const statement of statements) {
    if (statement.kind === 'pair') row(statement.pair);
    if (statement.kind === 'header') rows.push(`[${statement.isElement}] ${JSON.stringify(statement.parts.map((part) => part.name))}`);
  }
  return { rows, comments: comments.map(({ start, end }) => `${start}-${end}`) };
}

function theirs(text: string): { rows: Row[]; comments: string[] } {
  const program = parseTOML(text);
  const rows: Row[] = [];
  const names = (key: AST.TOMLKey): string => JSON.stringify(key.keys.map((part) => (part.type === 'TOMLBare' ? part.name : part.value)));
  const visit = (value: AST.TOMLContentNode): void => {
    if (value.type === 'TOMLArray') value.elements.forEach(visit);
    if (value.type === 'TOMLInlineTable') value.body.forEach(row);
  };
  const row = ({ key, value }: AST.TOMLKeyValue): void => {
    rows.push(`${names(key)} ${key.keys.map(({ range }) => range.join('-'))} ${value.range.join('-')}`);
    visit(value);
  };
  for (const node of program.body[0].body) {
    if (node.type === 'TOMLKeyValue') row(node);
    else {
      rows.push(`[${node.kind === 'array'}] ${names(node.key)}`);
      node.body.forEach(row);
    }
  }
  return { rows, comments: program.comments.map(({ range }) => range.join('-')) };
}

describe('toml', () => {
  it('does what an edit means, or refuses', () => property('toml', tomlText, tomlOf), timeout);
  it('takes several edits as one after another', () => severalMeanOneByOne('toml', tomlText, tomlOf), timeout);

  it(
    'is scanned as another parser scans it',
    () =>
      fc.assert(
        fc.property(tomlText, (text) => {
          expect(ours(text)).toEqual(theirs(text));
        }),
        { numRuns },
      ),
    timeout,
  );
});

describe('json', () => {
  const looseOf = (text: string): JsonValue => {
    const { root, error } = scanJson(text);
    expect(error).toBeNull();
    return root ? contentOf(root) : {};
  };

  it('does what an edit means, or refuses', () => property('json', jsonText, looseOf), timeout);
  it('takes several edits as one after another', () => severalMeanOneByOne('json', jsonText, looseOf), timeout);
  it('keeps comments and trailing commas', () => property('json', looseJsonText, looseOf), timeout);

  it(
    'is read as JSON.parse reads it',
    () =>
      fc.assert(
        fc.property(jsonText, (text) => {
          expect(openDocument('json', bytesOf(text)).root).toEqual(JSON.parse(text));
          expect(rounded(looseOf(text))).toEqual(JSON.parse(text));
        }),
        { numRuns },
      ),
    timeout,
  );
});

/** Whole numbers as JSON.parse gives them. */
function rounded(value: JsonValue): unknown {
  if (typeof value === 'bigint') return Number(value);
  if (Array.isArray(value)) return value.map(rounded);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, rounded(inner)]));
}
