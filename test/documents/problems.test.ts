// What is wrong with a file that does not parse, and what cures it.

import { describe, expect, it } from 'vitest';

import type { Document } from '../../src/documents/document.ts';
import { editDocument } from '../../src/documents/edit.ts';
import { openDocument } from '../../src/documents/index.ts';
import { splice } from '../../src/documents/splice.ts';
import type { DocumentFormat } from '../../src/model.ts';
import { bytesOf, edited, textOf } from './bytes.ts';

const open = (format: DocumentFormat, text: string): Document => openDocument(format, bytesOf(text));
const kindsOf = (document: Document): string[] => document.problems.map(({ kind, range }) => `${kind}:${range.line}`);

/** Repairs one kind after another, as `fix` does, each as a proven edit. */
function cured(format: DocumentFormat, text: string): string {
  let current = text;
  for (let round = 0; round < 5; round++) {
    const document = open(format, current);
    const problem = document.problems.find(({ repair }) => repair !== null);
    if (!problem?.repair) return document.problems.length === 0 ? current : `left: ${kindsOf(document)}`;
    const edits = problem.repair.map((edit) => ({
      op: 'replace-text' as const,
      file: 'f',
      expect: document.text.slice(edit.start, edit.end),
      ...edit,
    }));
    current = edited(format, current, ...edits);
  }
  return `endless: ${current}`;
}

type Row = readonly [name: string, text: string, kinds: readonly string[], after: string | null];

const check = (format: DocumentFormat, rows: readonly Row[]): void => {
  it.each(rows)('%s', (_, text, kinds, after) => {
    const document = open(format, text);
    expect(kindsOf(document)).toEqual(kinds);
    expect(document.root).toBeNull();
    if (after !== null) expect(cured(format, text)).toBe(after);
    else expect(document.problems.every(({ repair }) => repair === null)).toBe(true);
  });
};

describe('json', () => {
  check('json', [
    ['trailing comma', '{\n  "a": 1,\n}\n', ['json-trailing-comma:2'], '{\n  "a": 1\n}\n'],
    ['trailing comma before a comment', '{"a": [1, 2, /* x */ ]}', ['json-trailing-comma:1', 'json-comment:1'], '{"a": [1, 2  ]}'],
    ['several trailing commas', '{"a":[1,],"b":{"c":2,},}', ['json-trailing-comma:1'], '{"a":[1],"b":{"c":2}}'],
    ['line comments', '{\n  // one\n  "a": 1, // two\n  "b": 2 # three\n}\n', ['json-comment:2'], '{\n  "a": 1,\n  "b": 2\n}\n'],
    ['block comment over lines', '/* a\n b */\n{"a": 1 /* c */}\n', ['json-comment:1'], '{"a": 1 }\n'],
    [
      'comment marks in strings stay',
      '{"u": "https://x//y", "h": "a # b", } // c',
      ['json-trailing-comma:1', 'json-comment:1'],
      '{"u": "https://x//y", "h": "a # b" }',
    ],
    ['curly quotes', '{“a”: “b”}', ['quote-characters:1'], '{"a": "b"}'],
    ['one curly quote at the end', '{"a": "https://x”}', ['quote-characters:1'], '{"a": "https://x"}'],
    ['one curly quote at the end of a key', '{"a”: "b", "c": "d"}', ['quote-characters:1'], '{"a": "b", "c": "d"}'],
    ['one curly quote at the start', '{"a": “b"}', ['quote-characters:1'], '{"a": "b"}'],
    ['curly quotes around straight ones', '{"a": “say "hi" now”}', ['quote-characters:1'], '{"a": "say \\"hi\\" now"}'],
    ['curly quotes inside stay', '{"a": "say “yes”"，"b":1}', ['quote-characters:1'], '{"a": "say “yes”","b":1}'],
    ['full-width quotes', '{＂a＂：＂b＂}', ['quote-characters:1'], '{"a":"b"}'],
    ['single curly quotes', '{‘a’: ‘b’}', ['quote-characters:1'], '{"a": "b"}'],
    ['full-width brackets', '｛"a"：［1，2］｝', ['quote-characters:1'], '{"a":[1,2]}'],
    ['an ideographic blank', '{\n\u3000"a": 1\n}', ['quote-characters:2'], '{\n "a": 1\n}'],
    [
      'curly quotes, a comma and a comment',
      '{\n  “a”: 1, // x\n}\n',
      ['quote-characters:2', 'json-trailing-comma:2', 'json-comment:2'],
      '{\n  "a": 1\n}\n',
    ],
    ['cut off', '{"a": {"b": 1', ['syntax:1'], null],
    ['a comment in a file that is cut off', '{ // c\n"a": {"b": 1\n', ['json-comment:1', 'syntax:3'], null],
    ['missing comma', '{\n  "a": 1\n  "b": 2\n}', ['syntax:3'], null],
    ['single quotes', "{'a': 1}", ['syntax:1'], null],
    ['unquoted key', '{a: 1}', ['syntax:1'], null],
    ['unescaped backslash', '{"a": "C:\\Users"}', ['syntax:1'], null],
    ['two commas', '{"a": 1,, "b": 2}', ['syntax:1'], null],
    ['text behind the end', '{} x', ['syntax:1'], null],
    ['conflict markers', '{\n<<<<<<< HEAD\n"a": 1\n=======\n"a": 2\n>>>>>>> x\n}\n', ['merge-conflict:2'], null],
    [
      'conflict markers with Windows line ends',
      '{\r\n"b": 1,\r\n<<<<<<< HEAD\r\n"a": 1\r\n=======\r\n"a": 2\r\n>>>>>>> x\r\n}\r\n',
      ['merge-conflict:3'],
      null,
    ],
  ]);

  it('knows the place of an error in code points', () => {
    expect(open('json', '{"😀": x}').problems[0]?.range).toMatchObject({ line: 1, column: 7 });
  });

  it('takes an empty file without complaint', () => {
    for (const text of ['', ' \n\n']) expect(open('json', text)).toMatchObject({ root: null, problems: [] });
  });

  it('accepts comments where the name of the file says so', () => {
    const document = openDocument('json', bytesOf('{ // c\n "a": [1,],\n}'), '/x/settings.jsonc');
    expect(document).toMatchObject({ root: { a: [1] }, problems: [] });
  });

  it('marks what takes a decision', () => {
    const isSafe = (text: string) => open('json', text).problems.map(({ kind, repairIsSafe }) => [kind, repairIsSafe]);
    expect(isSafe('{“a”: 1, // x\n}')).toEqual([
      ['quote-characters', true],
      ['json-trailing-comma', true],
      ['json-comment', false],
    ]);
  });

  it('lists duplicates, and removes the ones that lose', () => {
    const text = '{\n  "a": 1,\n  "b": { "c": 1, "c": 2, "c": 3 },\n  "a": 2\n}\n';
    const { duplicates, root } = open('json', text);
    expect(duplicates.map(({ path, loser, winner }) => [path.join('.'), loser.line, winner.line])).toEqual([
      ['a', 2, 4],
      ['b.c', 3, 3],
      ['b.c', 3, 3],
    ]);
    const after = splice(
      text,
      duplicates.flatMap(({ repair }) => repair),
    ) as string;
    expect(after).toBe('{\n  "b": { "c": 3 },\n  "a": 2\n}\n');
    expect(JSON.parse(after)).toEqual(root);
  });
});

const MODEL = 'model = "m"\n';

describe('toml', () => {
  check('toml', [
    ['Windows path in a value', 'a = "C:\\Users\\me" # c\n', ['toml-backslash:1'], "a = 'C:\\Users\\me' # c\n"],
    [
      'all paths once one is wrong',
      'a = "C:\\new"\nb = "C:\\Users"\nc = "C:\\\\ok"\nd = "tab\\t"\n',
      ['toml-backslash:1'],
      'a = \'C:\\new\'\nb = \'C:\\Users\'\nc = "C:\\\\ok"\nd = "tab\\t"\n',
    ],
    ['a path with an apostrophe', 'a = "C:\\Users\\it\'s"\n', ['toml-backslash:1'], 'a = "C:\\\\Users\\\\it\'s"\n'],
    ['a path that ends in a backslash', 'a = "C:\\dir\\"\nb = 1\n', ['toml-backslash:1'], "a = 'C:\\dir\\'\nb = 1\n"],
    ['a folder in a list', 'a = ["C:\\x\\", "D:\\y\\"]\n', ['toml-backslash:1'], "a = ['C:\\x\\', 'D:\\y\\']\n"],
    ['a share', 'a = "\\\\server\\share"\n', ['toml-backslash:1'], "a = '\\\\server\\share'\n"],
    ['an expression', 'a = "\\d+"\n', ['toml-backslash:1'], "a = '\\d+'\n"],
    ['quotes inside', 'a = "say \\"C:\\pub\\""\n', ['toml-backslash:1'], 'a = \'say "C:\\pub"\'\n'],
    ['a dotted key', 'projects."C:\\Users\\me".trust = "x"\n', ['toml-backslash:1'], 'projects.\'C:\\Users\\me\'.trust = "x"\n'],
    ['several lines', 'a = """\nC:\\Users\n"""\n', ['toml-backslash:1'], "a = '''\nC:\\Users\n'''\n"],
    ['an escape that only TOML 1.1 has', 'a = "C:\\emacs\\bin"\n', ['toml-backslash:1'], "a = 'C:\\emacs\\bin'\n"],
    ['curly quotes', 'a = “b” # “c”\n', ['quote-characters:1'], 'a = "b" # “c”\n'],
    [
      'curly quotes around a header name',
      '[model_providers.“my gw”]\nname = "x"\n',
      ['quote-characters:1'],
      '[model_providers."my gw"]\nname = "x"\n',
    ],
    ['curly quotes around a path', 'a = “C:\\x”\n', ['quote-characters:1'], "a = 'C:\\x'\n"],
    ['one curly quote at the end', 'a = "b”\nc = 1\n', ['quote-characters:1'], 'a = "b"\nc = 1\n'],
    ['single curly quotes in a list', 'a = [‘x’，‘y’]\n', ['quote-characters:1'], "a = ['x','y']\n"],
    ['full-width brackets of a header', '［a］\nb ＝ 1\n', ['quote-characters:1'], '[a]\nb = 1\n'],
    ['a full-width number sign', '＃ note\na = 1\n', ['quote-characters:1'], '# note\na = 1\n'],
    ['curly quotes and a path', 'a = “b”\nc = "C:\\Users"\n', ['quote-characters:1', 'toml-backslash:2'], 'a = "b"\nc = \'C:\\Users\'\n'],
    ['a key twice with one value', 'a = 1\nb = 2\na = 1 # again\n', ['toml-duplicate:3'], 'a = 1\nb = 2\n'],
    ['a key twice, spelt differently', 'a = "x"\n"a" = \'x\'\n', ['toml-duplicate:2'], 'a = "x"\n'],
    ['a key twice with two values', 'a = 1\na = 2\n', ['toml-duplicate:2'], null],
    [
      'a table twice',
      `${MODEL}[a]\nx = 1\n\n[b]\ny = 1\n\n[a]\nx = 1\nz = 2 # z\n`,
      ['toml-duplicate:8'],
      `${MODEL}[a]\nx = 1\nz = 2 # z\n\n[b]\ny = 1\n\n`,
    ],
    ['a table three times', '[a]\nx = 1\n[b]\n[a]\nz = 2\n[a]\nz = 2\nw = 3\n', ['toml-duplicate:4'], '[a]\nx = 1\nz = 2\nw = 3\n[b]\n'],
    ['a table twice with two values', '[a]\nx = 1\n[b]\n[a]\nx = 2\n', ['toml-duplicate:4'], null],
    ['inline and header', 'a = { x = 1 }\n[b]\n[a]\nx = 1\ny = 2\n', ['toml-duplicate:3'], 'a = { x = 1, y = 2 }\n[b]\n'],
    ['header and inline', '[p.a]\nx = 1\n[p]\na = { x = 1, y = 2 }\n', ['toml-duplicate:4'], '[p.a]\nx = 1\ny = 2\n[p]\n'],
    ['dotted and header', 'a.x = 1\n[b]\n[a]\nx = 1\ny = 2\n', ['toml-duplicate:3'], 'a.x = 1\na.y = 2\n[b]\n'],
    ['header and dotted', '[p.a]\nx = 1\n[p]\na.y = 2\n', ['toml-duplicate:4'], '[p.a]\nx = 1\ny = 2\n[p]\n'],
    ['twice in an inline table', 'a = { x = 1, y = 2, x = 1 }\n', ['toml-duplicate:1'], 'a = { x = 1, y = 2 }\n'],
    ['list and table', 'a = [1]\n[a]\nx = 1\n', ['toml-duplicate:2'], null],
    ['list of tables and table', '[[a]]\nx = 1\n[a]\nx = 1\n', ['toml-duplicate:3'], null],
    ['value and table', 'a = 1\n[a.b]\nx = 1\n', ['toml-duplicate:2'], null],
    ['a duplicate and a path', 'a = 1\na = 1\nb = "C:\\Users"\n', ['toml-duplicate:2', 'toml-backslash:3'], "a = 1\nb = 'C:\\Users'\n"],
    ['unclosed text', 'a = "b\nc = 1\n', ['syntax:1'], null],
    ['unclosed list', 'a = [1,\n\n[b]\nx = 1\n', ['syntax:4'], null],
    ['unquoted text', `${MODEL}base_url = https://x/v1\n`, ['syntax:2'], null],
    ['no value', 'a =\nb = 1\n', ['syntax:1'], null],
    ['a bare line', 'a = 1\nhello\n', ['syntax:2'], null],
    ['JSON in a TOML file', '{\n  "a": 1\n}\n', ['syntax:1'], null],
    ['conflict markers', 'a = 1\n<<<<<<< HEAD\nb = 1\n=======\nb = 2\n>>>>>>> x\n', ['merge-conflict:2'], null],
  ]);

  it('leaves conflict markers in a text alone', () => {
    expect(open('toml', 'a = """\n<<<<<<< HEAD\n=======\n>>>>>>> x\n"""\n').problems).toEqual([]);
  });

  it.each([
    ['one table defined again and again', (index: number) => `[projects]\na${index} = 1\n`],
    ['many tables defined twice', (index: number) => `[projects.p${index >> 1}]\na = 1\n`],
  ])('cures %s in linear time', (_, table) => {
    const before = performance.now();
    const after = cured('toml', Array.from({ length: 20_000 }, (_, index) => table(index)).join(''));
    expect(after).toMatch(/^\[projects/);
    expect(performance.now() - before).toBeLessThan(5000);
  });

  it('never quotes the file in a detail', () => {
    const { problems } = open('toml', 'experimental_bearer_token = sk-secret-value\n');
    expect(JSON.stringify(problems)).not.toContain('secret');
  });
});

describe('says why in both languages', () => {
  const detailOf = (format: 'json' | 'toml', text: string) => open(format, text).problems[0]?.detail;

  it.each([
    ['json', '{"a": 1,}', 'comma before }', '} 前面多了逗号'],
    ['json', '{"a" 1}', 'expected a colon', '这里应当是冒号'],
    ['json', '{"a": 1 "b": 2}', 'expected a comma or }', '这里应当是逗号或 }'],
    ['json', '{"a"：1}', 'a full-width or odd character in place of ":"', '应当写 ":" 的地方用了全角或特殊字符'],
    ['toml', 'a =\n', 'expected a value', '这里应当是一个值'],
    ['toml', 'a = [1 2]\n', 'expected comma or end of structure', '这里应当是逗号或结尾'],
  ] as const)('%s %s', (format, text, en, zh) => expect(detailOf(format, text)).toMatchObject({ en, zh }));

  it.each([
    'a = x\n',
    'a = 1x\n',
    'a = 012\n',
    'a = 1__0\n',
    'a = 2026-13-40\n',
    'a = "\u0001"\n',
    'a = "\\uzzzz"\n',
    'a = "\\ud800"\n',
    'a.b = 1\na = 2\n',
    'a = { b = 1, b = 2 }\n',
    '[a]\n[a]\n',
  ])('what smol-toml says of %j', (text) => {
    const detail = detailOf('toml', text);
    expect(detail?.en).toMatch(/^[a-z]/);
    expect(detail?.zh).toMatch(/\p{Script=Han}/u);
    expect(detail?.zh).not.toBe('不符合 TOML 语法');
  });
});

describe('encoding', () => {
  const utf16 = (text: string, isBig: boolean): Uint8Array => {
    const little = Buffer.from(`\ufeff${text}`, 'utf16le');
    return new Uint8Array(isBig ? little.swap16() : little);
  };

  it.each([
    ['little-endian', false],
    ['big-endian', true],
  ])('reads UTF-16 %s with a mark, and rewrites it', (_, isBig) => {
    const bytes = utf16('{"a": "中"}\r\n', isBig);
    const document = openDocument('json', bytes);
    expect(document).toMatchObject({ encoding: isBig ? 'utf-16be' : 'utf-16le', hasBom: true, root: { a: '中' } });
    expect(kindsOf(document)).toEqual(['encoding:1']);
    const result = editDocument('json', bytes, [{ op: 'recode', file: 'f' }], 'f');
    expect('bytes' in result && textOf(result.bytes)).toBe('{"a": "中"}\r\n');
    expect(editDocument('json', bytes, [{ op: 'remove', file: 'f', path: ['a'] }], 'f')).toHaveProperty('refused');
  });

  it.each([
    ['GBK', Buffer.from('61203d20312023d6d0', 'hex'), 1],
    ['half a character on line 2', Buffer.from('61203d20310a62203d2022e4b8220a', 'hex'), 2],
    ['UTF-16 without a mark', Buffer.from('{"a": 1}', 'utf16le'), 1],
    ['UTF-16 cut in the middle', Buffer.from('fffe7b007d', 'hex'), 1],
  ])('refuses %s', (_, bytes, line) => {
    const document = openDocument('toml', bytes);
    expect(document).toMatchObject({ encoding: 'invalid', root: null });
    expect(kindsOf(document)).toEqual([`encoding:${line}`]);
    expect(editDocument('toml', bytes, [{ op: 'recode', file: 'f' }], 'f')).toHaveProperty('refused');
  });

  it('removes a mark, before or after another repair', () => {
    const text = '\ufeff{"a": 1,}\n';
    const bom = { op: 'remove-bom' as const, file: 'f' };
    const comma = { op: 'replace-text' as const, file: 'f', start: 7, end: 8, expect: ',', text: '' };
    expect(edited('json', text, bom)).toBe('{"a": 1,}\n');
    expect(edited('json', text, comma)).toBe('\ufeff{"a": 1}\n');
    expect(edited('json', text, bom, comma)).toBe('{"a": 1}\n');
  });
});

describe('replacing text', () => {
  const replace = (start: number, end: number, expected: string, text: string) => ({
    op: 'replace-text' as const,
    file: 'f',
    start,
    end,
    expect: expected,
    text,
  });

  it('refuses a text that is not there', () => {
    expect(edited('json', '{"a": 1}', replace(6, 7, '2', '3'))).toMatch(/^refused: .*not the text/);
  });
  it('refuses what would not parse', () => {
    expect(edited('json', '{"a": 1}', replace(6, 7, '1', 'x'))).toMatch(/^refused/);
    expect(edited('toml', 'a = 1\n', replace(4, 5, '1', ''))).toMatch(/^refused/);
  });
  it('accepts progress', () => {
    expect(edited('json', '{"a": 1, } // c', replace(7, 8, ',', ''))).toBe('{"a": 1 } // c');
  });
  it('takes all offsets from the text before, and then the other edits', () => {
    const edits = [{ op: 'set' as const, file: 'f', path: ['b'], value: 2 }, replace(7, 8, ',', ''), replace(8, 13, ' // c', '')];
    expect(edited('json', '{"a": 1, // c\n}', ...edits)).toBe('{"a": 1, "b": 2\n}');
  });
});
