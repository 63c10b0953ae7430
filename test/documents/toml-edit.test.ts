// Where new TOML goes, what moves along, and what is refused.

import { describe, expect, it } from 'vitest';

import type { ContentEdit } from '../../src/documents/document.ts';
import { openDocument } from '../../src/documents/index.ts';
import { Secret } from '../../src/secret.ts';
import { bytesOf, edited, move, remove, rename, set } from './bytes.ts';

type Row = readonly [name: string, before: string | null, edit: ContentEdit | readonly ContentEdit[], after: string | RegExp];

const check = (rows: readonly Row[]): void => {
  it.each(rows)('%s', (_, before, edit, after) => {
    const result = edited('toml', before, ...[edit].flat());
    if (typeof after === 'string') expect(result).toBe(after);
    else expect(result).toMatch(after);
  });
};

const MANAGED = '# >>> tool >>>\n[t]\nx = 1\n# <<< tool <<<\n';

describe('a new key', () => {
  check([
    ['in a new file', null, set(['model'], 'm'), 'model = "m"\n'],
    [
      'keeps signs in column',
      'model          = "a" # x\nmodel_provider = "b"\n',
      set(['profile'], 'p'),
      'model          = "a" # x\nmodel_provider = "b"\nprofile        = "p"\n',
    ],
    ['without blanks where there are none', "a='x'\n", set(['b'], 1), "a='x'\nb=1\n"],
    ['behind the last root key', 'a = 1\n\n# t\n[t]\n', set(['b'], 2), 'a = 1\nb = 2\n\n# t\n[t]\n'],
    ['below a schema directive', '#:schema x\n# t\n[t]\n', set(['b'], 2), '#:schema x\nb = 2\n\n# t\n[t]\n'],
    ['behind comments only', '# a\n', set(['b'], 2), '# a\nb = 2\n'],
    [
      'beside a block of another tool',
      'a = 1\n# BEGIN x\nb = 2\n# END x\n[t]\n',
      set(['c'], 3),
      'a = 1\nc = 3\n# BEGIN x\nb = 2\n# END x\n[t]\n',
    ],
    ['behind a block of another tool', '# BEGIN x\nb = 2\n# END x\n[t]\n', set(['c'], 3), '# BEGIN x\nb = 2\n# END x\nc = 3\n\n[t]\n'],
    ['above a block that begins the file', MANAGED, set(['c'], 3), `c = 3\n\n${MANAGED}`],
    [
      'in a table that begins in a block',
      '# >>> tool >>>\n[t]\nx = 1\n# <<< tool <<<\ny = 1\n',
      set(['t', 'z'], 3),
      '# >>> tool >>>\n[t]\nx = 1\n# <<< tool <<<\ny = 1\nz = 3\n',
    ],
    ['at the end of a block at the end', MANAGED, set(['t', 'z'], 3), `${MANAGED}z = 3\n`],
    [
      'never inside a block',
      '# >>> tool >>>\n[t]\nx = 1\n[u]\ny = 1\n# <<< tool <<<\n',
      set(['t', 'z'], 3),
      /^refused: .*another tool manages/,
    ],
    ['a marker without end is a comment', '# >>> tool >>>\n[t]\nx = 1\n', set(['t', 'z'], 3), '# >>> tool >>>\n[t]\nx = 1\nz = 3\n'],
    ['in an element of a list', '[[h]]\na = 1\n[[h]]\na = 2\n', set(['h', '0', 'b'], 3), '[[h]]\na = 1\nb = 3\n[[h]]\na = 2\n'],
    ['in braces', 'a = { b = 1 } # c\n', set(['a', 'c'], 'x'), 'a = { b = 1, c = "x" } # c\n'],
    ['in nested braces', 'a = { b = { c = 1 } }\n', set(['a', 'b', 'd', 'e'], 1), 'a = { b = { c = 1, d.e = 1 } }\n'],
    ['below a plain value', 'a = 1\n', set(['a', 'b'], 1), /^refused: .*plain value/],
    ['below a list', 'a = [1]\n', set(['a', 'b'], 1), /^refused/],
    ['with a Windows path', 'a = 1\n', set(['p', 'C:\\x', 'k'], 'C:\\y'), "a = 1\n\n[p.'C:\\x']\nk = 'C:\\y'\n"],
    ['null has no form', 'a = 1\n', set(['b'], null), /^refused: .*cannot be written/],
  ]);

  it('reveals a secret', () => {
    const secret = new Secret('sk-test-000000000000');
    expect(edited('toml', '', { op: 'set', file: 'f', path: ['k'], value: secret })).toBe('k = "sk-test-000000000000"\n');
  });
});

describe('a new table', () => {
  const gw = { name: 'G', http_headers: { A: '1' }, retries: 2 };
  const printed = '[model_providers.gw]\nname = "G"\nretries = 2\n\n[model_providers.gw.http_headers]\nA = "1"\n';
  check([
    ['at the end, after a blank line', 'a = 1', set(['model_providers', 'gw'], gw), `a = 1\n\n${printed.trimEnd()}`],
    ['after a blank line that is there', 'a = 1\n\n', set(['model_providers', 'gw'], gw), `a = 1\n\n${printed}`],
    ['in a new file', null, set(['model_providers', 'gw'], gw), printed],
    ['for a deep key', '[a]\nx = 1\n', set(['a', 'b', 'c'], 1), '[a]\nx = 1\n\n[a.b]\nc = 1\n'],
    ['empty', 'x = 1\n', set(['a'], {}), 'x = 1\n\n[a]\n'],
    ['as dotted keys', 'm.a.x = 1\nz = 1\n', set(['m', 'b'], { x: 1, y: { w: 2 } }), 'm.a.x = 1\nm.b.x = 1\nm.b.y.w = 2\nz = 1\n'],
    ['in braces', 'm = { a = { x = 1 } }\n', set(['m', 'b'], { x: 1 }), 'm = { a = { x = 1 }, b = { x = 1 } }\n'],
    ['in an element of a list', '[[h]]\na = 1\n', set(['h', '0', 'b'], { c: 1 }), '[[h]]\na = 1\nb.c = 1\n'],
  ]);
});

describe('an old value', () => {
  check([
    ['keeps its quotes', "a = 'x' # c\n", set(['a'], 'y'), "a = 'y' # c\n"],
    ['in an item of a list', 'a = [\n  "x", # 1\n  "y",\n]\n', set(['a', '1'], 'z'), 'a = [\n  "x", # 1\n  "z",\n]\n'],
    ['in braces in a list', 'a = [{ b = 1 }] # c\n', set(['a', '0', 'b'], 2), 'a = [{ b = 2 }] # c\n'],
    ['becomes a table over its members', '[a]\nx = 1 # c\ny = 2\n', set(['a'], { x: 1, z: 3 }), '[a]\nx = 1 # c\nz = 3\n'],
    ['from a table to text', '[a]\nx = 1\n\n[b]\n', set(['a'], 'x'), 'a = "x"\n\n[b]\n'],
    ['from text to a table', 'a = "x" # c\n', set(['a'], { b: 1 }), 'a = { b = 1 } # c\n'],
    ['unchanged when it is the same', 'a = 1_000\n', set(['a'], 1000), 'a = 1_000\n'],
    ['of another kind', 'a = 1.0\n', set(['a'], 1), 'a = 1\n'],
    ['in a file that does not parse', 'a = 1\na = 2\n', set(['a'], 1), /^refused: .*does not parse \(line/],
  ]);
});

describe('removing', () => {
  check([
    ['what is not there', 'a = 1\n', remove(['b']), 'a = 1\n'],
    ['the last line without line end', 'a = 1\r\nb = 2', remove(['b']), 'a = 1'],
    ['a table and one blank line', '[a]\nx = 1\n\n[b]\ny = 1\n# in b\nz = 1\n\n# c\n[c]\n', remove(['b']), '[a]\nx = 1\n\n# c\n[c]\n'],
    ['a table at the end', '[a]\nx = 1\n\n[b]\ny = 1\n', remove(['b']), '[a]\nx = 1\n'],
    ['tables of a list', '[[h]]\na = 1\n\n[[h]]\na = 2\n[c]\n', remove(['h']), '[c]\n'],
    ['dotted keys', 'a.b = 1\nx = 1\na.c = 2\n', remove(['a']), 'x = 1\n'],
    ['dotted keys in braces', 'g = { h.a = 1, h.b = 2, c = 3 }\n', remove(['g', 'h']), 'g = { c = 3 }\n'],
    ['the last in braces', 'g = { c = 3, h.a = 1, h.b = 2 }\n', remove(['g', 'h']), 'g = { c = 3 }\n'],
    ['only what is no marker', '[t]\n# BEGIN x\nx = 1\n# END x\ny = 1\n', remove(['t']), '# BEGIN x\n# END x\n'],
  ]);
});

describe('renaming', () => {
  check([
    ['everywhere', '[p]\na.x = 1\n[p.a.z]\n[q]\n', rename(['p', 'a'], 'b c'), '[p]\n"b c".x = 1\n[p."b c".z]\n[q]\n'],
    ['in braces', 'p = { a = 1, b = 2 }\n', rename(['p', 'a'], 'c'), 'p = { c = 1, b = 2 }\n'],
    ['elements of a list', '[[h]]\n[h.x]\n[[h]]\n', rename(['h'], 'g'), '[[g]]\n[g.x]\n[[g]]\n'],
    ['onto something that exists', 'a = 1\nb = 2\n', rename(['a'], 'b'), /^refused: .*exists already/],
    ['what is not there', 'a = 1\n', rename(['c'], 'b'), /^refused: .*does not exist/],
  ]);
});

describe('moving', () => {
  check([
    [
      'a root key out of a table, its own comment line stays',
      '[tui]\na = 1\n\n# by a script:\nmodel = "m" # c\n\n[x]\n',
      move(['tui', 'model'], ['model']),
      'model = "m" # c\n\n[tui]\na = 1\n\n# by a script:\n\n[x]\n',
    ],
    ['two keys in order', '[t]\na = 1\nb = 2\n', [move(['t', 'a'], ['a']), move(['t', 'b'], ['b'])], 'a = 1\nb = 2\n\n[t]\n'],
    [
      'a table with its sub-tables',
      '[m.my.gw] # h\nx = 1\n[m.my.gw.h]\ny = 1\n',
      move(['m', 'my', 'gw'], ['m', 'my.gw']),
      '[m."my.gw"] # h\nx = 1\n[m."my.gw".h]\ny = 1\n',
    ],
    [
      'dotted root keys',
      'm.my.gw.x = 1 # c\nm.my.gw.y = 2\n',
      move(['m', 'my', 'gw'], ['m', 'my.gw']),
      'm."my.gw".x = 1 # c\nm."my.gw".y = 2\n',
    ],
    ['an inline table', '[a]\nb = { c = 1 } # d\n', move(['a', 'b'], ['e', 'b']), '[a]\n\n[e]\nb = { c = 1 } # d\n'],
    ['a member of braces', 'a = { b = 0x1F, c = 2 }\n', move(['a', 'b'], ['b']), 'a = { c = 2 }\nb = 0x1F\n'],
    ['onto something that exists', 'a = 1\n[t]\na = 2\n', move(['t', 'a'], ['a']), /^refused: .*exists already/],
    ['into itself', '[a]\nb = 1\n', move(['a'], ['a', 'b', 'c']), /^refused/],
  ]);
});

describe('places', () => {
  const document = openDocument(
    'toml',
    bytesOf('a = 1\n\n[m."g w"] # h\n  x = "y"\n[m.z.q]\nd.e = [1, { k = "v" }]\n[[l]]\nn = 1\n[[l]]\nn = 2\n'),
  );
  it.each([
    [['a'], 1, 5],
    [['m', 'g w'], 3, 1],
    [['m', 'g w', 'x'], 4, 7],
    [['m', 'z'], 5, 4],
    [['m', 'z', 'q', 'd', 'e'], 6, 7],
    [['m', 'z', 'q', 'd', 'e', '0'], 6, 8],
    [['l'], 7, 1],
    [['l', '1', 'n'], 10, 5],
  ])('%j', (path, line, column) => {
    expect(document.at(path)?.valueRange).toMatchObject({ line, column });
  });
  it('knows headers from implied tables', () => {
    expect(document.tableAt(['m', 'g w'])).toMatchObject({ line: 3, column: 1 });
    expect(document.tableAt(['m', 'z'])).toBeNull();
    expect(document.tableAt(['x'])).toBeNull();
    expect(document.at(['m', 'nothing'])).toBeNull();
    expect(document.at(['m', 'z', 'q', 'd', 'e', '1', 'k'])?.value).toBe('v');
  });
});

describe('size', () => {
  it('is edited in linear time', () => {
    const table = (index: number): string => `\n# ${'x'.repeat(120)}\n[projects."/home/u/src/${index}"]\ntrust_level = "trusted" # yes\n`;
    const text = `model = "m"\n${Array.from({ length: 5000 }, (_, index) => table(index)).join('')}`;
    const before = performance.now();
    const after = edited('toml', text, set(['model'], 'n'), set(['model_providers', 'gw'], { name: 'G' }));
    expect(performance.now() - before).toBeLessThan(5000);
    expect(after).toBe(`${text.replace('"m"', '"n"')}\n[model_providers.gw]\nname = "G"\n`);
  });
});
