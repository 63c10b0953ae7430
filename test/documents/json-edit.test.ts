// JSON edits keep the layout of the place they go to.

import { describe, expect, it } from 'vitest';

import type { ContentEdit } from '../../src/documents/document.ts';
import { openDocument } from '../../src/documents/index.ts';
import { Secret } from '../../src/secret.ts';
import { bytesOf, edited, move, remove, rename, set } from './bytes.ts';

type Row = readonly [name: string, before: string | null, edit: ContentEdit | readonly ContentEdit[], after: string | RegExp];

it.each<Row>([
  ['a new file', null, [set(['env', 'A'], '1'), set(['model'], 'm')], '{\n  "env": {\n    "A": "1"\n  },\n  "model": "m"\n}\n'],
  ['a file of blanks', ' ', set(['a'], 1), '{\n  "a": 1\n}\n'],
  [
    'four blanks',
    '{\n    "a": {\n        "b": 1\n    }\n}\n',
    set(['c', 'd'], 1),
    '{\n    "a": {\n        "b": 1\n    },\n    "c": {\n        "d": 1\n    }\n}\n',
  ],
  ['on one line with blanks', '{ "a": 1 }', set(['b'], { c: 1 }), '{ "a": 1, "b": { "c": 1 } }'],
  [
    'an object on one line in a file of several',
    '{\n  "a": { "b": 1 }\n}\n',
    set(['a', 'c'], [1, 2]),
    '{\n  "a": { "b": 1, "c": [1, 2] }\n}\n',
  ],
  ['a list on one line stays on one line', '{\n  "a": ["x"]\n}\n', set(['a'], ['y', 'z']), '{\n  "a": ["y", "z"]\n}\n'],
  [
    'a list on several lines stays so',
    '{\n  "a": [\n    "x"\n  ]\n}\n',
    set(['a'], ['y', 'z']),
    '{\n  "a": [\n    "y",\n    "z"\n  ]\n}\n',
  ],
  ['text becomes a list', '{\n  "a": "x"\n}\n', set(['a'], ['x']), '{\n  "a": ["x"]\n}\n'],
  ['an item of a list', '{"a":[1,2]}', set(['a', '1'], 3), '{"a":[1,3]}'],
  [
    'an object over an object',
    '{\n  "a": { "x": 1, "y": 2 } // c\n}\n',
    set(['a'], { x: 1, z: 3 }),
    '{\n  "a": { "x": 1, "z": 3 } // c\n}\n',
  ],
  [
    'large numbers stay as written',
    '{"n": 12345678901234567890, "f": 1.0, "a": 1}',
    set(['a'], 2),
    '{"n": 12345678901234567890, "f": 1.0, "a": 2}',
  ],
  ['the only member', '{ "a": 1 }\n', remove(['a']), '{}\n'],
  ['the only member on its line', '{\n  "a": 1\n}\n', remove(['a']), '{}\n'],
  ['the first of one line', '{ "a": 1, "b": 2 }', remove(['a']), '{ "b": 2 }'],
  ['the last of one line', '{ "a": 1, "b": 2 }', remove(['b']), '{ "a": 1 }'],
  ['the last of a hand-made list', '["a",\n  "b", "c" ]', remove(['2']), '["a",\n  "b" ]'],
  ['with Windows line ends', '{\r\n  "a": 1,\r\n  "b": 2\r\n}\r\n', remove(['b']), '{\r\n  "a": 1\r\n}\r\n'],
  ['the comment of the line before stays', '{\n  "a": 1, // a\n  "b": 2 }', remove(['b']), '{\n  "a": 1 // a\n   }'],
  ['what is not there', '{"a":1}', remove(['b', 'c']), '{"a":1}'],
  ['a duplicated key', '{"a":1,"a":2}', remove(['a']), /^refused: .*more than once/],
  ['a new name', '{ "a" : 1 }', rename(['a'], 'b'), '{ "b" : 1 }'],
  ['a name that exists', '{"a":1,"b":2}', rename(['a'], 'b'), /^refused: .*exists already/],
  [
    'a move into a new object',
    '{\n  "A": "1",\n  "B": "2"\n}\n',
    [move(['A'], ['env', 'A']), move(['B'], ['env', 'B'])],
    '{\n  "env": {\n    "A": "1",\n    "B": "2"\n  }\n}\n',
  ],
  [
    'a move of lines',
    '{\n  "a": {\n    "b": {\n      "c": 1e2\n    }\n  }\n}\n',
    move(['a', 'b'], ['b']),
    '{\n  "a": {},\n  "b": {\n    "c": 1e2\n  }\n}\n',
  ],
  ['a move of a minified value', '{"a":{"b":[1,2]}}', move(['a', 'b'], ['c']), '{"a":{},"c":[1,2]}'],
  ['a parent that is null', '{"env":null}', set(['env', 'A'], '1'), /^refused: .*plain value/],
  ['a list as root', '[]', set(['a'], 1), /^refused/],
  ['half a surrogate pair', '{}', set(['a'], '\ud800'), '{\n  "a": "\\ud800"\n}'],
  ['a date', '{}', set(['a'], new Date(0)), /^refused: .*cannot be written/],
  ['a key __proto__', '{"__proto__": 1}', set(['b'], 1), '{"__proto__": 1, "b": 1}'],
])('%s', (_, before, edit, after) => {
  const result = edited('json', before, ...[edit].flat());
  if (typeof after === 'string') expect(result).toBe(after);
  else expect(result).toMatch(after);
});

it('reveals a secret', () => {
  const edit: ContentEdit = { op: 'set', file: 'f', path: ['env', 'K'], value: new Secret('sk-test-000000000000') };
  expect(edited('json', '{"env":{}}', edit)).toBe('{"env":{"K":"sk-test-000000000000"}}');
});

describe('places', () => {
  const document = openDocument('json', bytesOf('{\n  "env": { "A": "1", "A": "2" },\n  "l": [1, { "x": null }]\n}\n'));
  it.each([
    [['env'], 2, 10],
    [['env', 'A'], 2, 27],
    [['l', '1', 'x'], 3, 19],
  ])('%j', (path, line, column) => {
    expect(document.at(path)?.valueRange).toMatchObject({ line, column });
  });
  it('gives the value that counts', () => {
    expect(document.at(['env', 'A'])?.value).toBe('2');
    expect(document.at(['l', '2'])).toBeNull();
    expect(document.tableAt(['env'])).toMatchObject({ line: 2, column: 3 });
    expect(document.line(2)).toBe('  "env": { "A": "1", "A": "2" },');
  });
});

it('bounds depth without losing its footing', () => {
  for (const text of ['['.repeat(100_000), `${'['.repeat(100_000)}${']'.repeat(100_000)}`, '{"a":'.repeat(50_000)]) {
    expect(openDocument('json', bytesOf(text)).problems[0]).toMatchObject({ kind: 'syntax', detail: { en: 'nested more than 500 deep' } });
    expect(edited('json', text, set(['a'], 1))).toMatch(/^refused/);
  }
});
