// `.env` as Codex's dotenvy reads it: tests of dotenvy itself, and what was measured on Codex 0.171.

import { describe, expect, it } from 'vitest';

import { dotenvEntries, openDocument } from '../../src/documents/index.ts';
import { bytesOf, edited, move, remove, rename, set } from './bytes.ts';

const entriesOf = (text: string, environment?: Record<string, string>) => dotenvEntries(openDocument('dotenv', bytesOf(text)), environment);
const valuesOf = (text: string, environment?: Record<string, string>) =>
  entriesOf(text, environment).map(({ name, value }) => [name, value]);

describe('reading', () => {
  it.each<[string, string, [string, string][]]>([
    [
      'plain',
      'KEY=1\nKEY2="2"\nKEY3=\'3\'\nKEY4=\'fo ur\'\nKEY5="fi ve"\nKEY6=s\\ ix\n',
      [
        ['KEY', '1'],
        ['KEY2', '2'],
        ['KEY3', '3'],
        ['KEY4', 'fo ur'],
        ['KEY5', 'fi ve'],
        ['KEY6', 's ix'],
      ],
    ],
    [
      'empty',
      'KEY7=\nKEY8=     \nKEY9=   # foo\n',
      [
        ['KEY7', ''],
        ['KEY8', ''],
        ['KEY9', ''],
      ],
    ],
    [
      'export and a comment',
      'export K="v" # c\r\nexport   L=1\r\n',
      [
        ['K', 'v'],
        ['L', '1'],
      ],
    ],
    [
      'blanks around the sign',
      ' K = v \nL =\t"w"',
      [
        ['K', 'v'],
        ['L', 'w'],
      ],
    ],
    ['garbage is skipped', 'hello\nvery bacon = yes\n=x\nK=v w\nL=1\n', [['L', '1']]],
    [
      'a number sign inside',
      'K=a#b\nL=a #b\n',
      [
        ['K', 'a#b'],
        ['L', 'a'],
      ],
    ],
    [
      'escapes',
      'A=\\$x\nB="a \\"m\\""\nC=\'s $f\'\\\'\'t\'\nD="x\\ny"\nE=h\\8u\n',
      [
        ['A', '$x'],
        ['B', 'a "m"'],
        ['C', "s $f't"],
        ['D', 'x\ny'],
      ],
    ],
    [
      'unquoted and double-quoted dollars expand',
      'A=sk-dot#x$Y\nB="a$A"\nC=${A}-b\nD=\'$A\'\n',
      [
        ['A', 'sk-dot#x'],
        ['B', 'ask-dot#x'],
        ['C', 'sk-dot#x-b'],
        ['D', '$A'],
      ],
    ],
    [
      'an unfinished expansion',
      'A=1\nB=>${A{<\nC=2\n',
      [
        ['A', '1'],
        ['C', '2'],
      ],
    ],
    [
      'a value over lines',
      'A="x\ny" # c\nB=1\n',
      [
        ['A', 'x\ny'],
        ['B', '1'],
      ],
    ],
    ['a quote that is never closed', 'A=1\nB="x\nC=2\n', [['A', '1']]],
    [
      'the last one counts',
      'A=1\nA=2\n',
      [
        ['A', '1'],
        ['A', '2'],
      ],
    ],
    ['a byte order mark makes the first one vanish', '\ufeffA=1\nB=2\n', [['B', '2']]],
    ['a commented line', '# A=1\n  # B="\nC=3\n', [['C', '3']]],
  ])('%s', (_, text, values) => {
    expect(valuesOf(text)).toEqual(values);
  });

  it('looks at the environment first', () => {
    expect(valuesOf('A=1\nB=$A\n', { A: 'env' })).toEqual([
      ['A', '1'],
      ['B', 'env'],
    ]);
  });

  it('tells quotes, dollars and places', () => {
    expect(entriesOf('# c\n  export A=a$B\nC="x" # d\nD=\'y\'\nE="p"\'q\'\n')).toMatchObject([
      { name: 'A', raw: 'a$B', quoting: 'none', hasUnquotedDollar: true, line: 2, column: 10 },
      { name: 'C', raw: '"x"', quoting: 'double', hasUnquotedDollar: false, line: 3, column: 1 },
      { name: 'D', raw: "'y'", quoting: 'single', hasUnquotedDollar: false },
      { name: 'E', raw: '"p"\'q\'', quoting: 'mixed', value: 'pq' },
    ]);
  });

  it('is an object of what counts', () => {
    const document = openDocument('dotenv', bytesOf('A=1\nB=x\nA=2\n'));
    expect(document).toMatchObject({ root: { A: '2', B: 'x' }, problems: [] });
    expect(document.at(['A'])).toMatchObject({ value: '2', key: { line: 3 }, valueRange: { line: 3, column: 3 } });
  });
});

describe('editing', () => {
  it.each<[string, string | null, Parameters<typeof edited>[2], string | RegExp]>([
    ['a new file', null, set(['K'], 'sk-1'), 'K=sk-1\n'],
    ['a new line', 'A=1', set(['K'], 'v'), 'A=1\nK=v'],
    ['with Windows line ends', 'A=1\r\n', set(['K'], 'v'), 'A=1\r\nK=v\r\n'],
    ['in place', 'export K="old" # c\nB=1\n', set(['K'], 'new'), 'export K="new" # c\nB=1\n'],
    ['the last of two', 'K=1\nK=2\n', set(['K'], '3'), 'K=1\nK=3\n'],
    ['quotes for a dollar', 'K=sk-test-01$Y0001\n', set(['K'], 'sk-test-01$Y0001'), "K='sk-test-01$Y0001'\n"],
    ['quotes for blanks and number signs', 'K=1\n', set(['K'], 'a b#c'), "K='a b#c'\n"],
    ['escapes where single quotes do not do', 'K=1\n', set(['K'], 'it\'s $5 "x" \\'), 'K="it\'s \\$5 \\"x\\" \\\\"\n'],
    ['several lines', 'K=1\n', set(['K'], 'a\nb'), 'K="a\\nb"\n'],
    ['removal of all that have the name', 'K=1\nA=1\nK=2', remove(['K']), 'A=1'],
    ['removal of the variable another one uses', 'K=1\nA=$K\n', remove(['K']), 'A=$K\n'],
    ['a new name', 'export K=1 # c\n', rename(['K'], 'L'), 'export L=1 # c\n'],
    ['a name that exists', 'K=1\nL=2\n', move(['K'], ['L']), /^refused/],
    ['a name that is none', '', set(['a-b'], '1'), /^refused/],
    ['a table', '', set(['A', 'B'], '1'), /^refused/],
  ])('%s', (_, before, edit, after) => {
    const result = edited('dotenv', before, edit);
    if (typeof after === 'string') expect(result).toBe(after);
    else expect(result).toMatch(after);
  });

  it('sees the first variable again once the mark is gone', () => {
    const text = '\ufeffK=1\n';
    expect(edited('dotenv', text, { op: 'remove-bom', file: 'f' })).toBe('K=1\n');
    expect(edited('dotenv', text, set(['K'], '2'), { op: 'remove-bom', file: 'f' })).toBe('K=2\n');
    expect(edited('dotenv', text, set(['K'], '2'))).toBe('\ufeffK=1\nK=2\n');
  });
});
