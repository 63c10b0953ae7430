// Texts of files that are slow to read for whoever reads them carelessly. Sizes are such that anything quadratic would take minutes.

import { describe, expect, test } from 'vitest';

import { editDocument } from '../../src/documents/edit.ts';
import { dotenvEntries, openDocument } from '../../src/documents/index.ts';
import { maskShapes } from '../../src/masking.ts';
import { planDiff } from '../../src/report/diff.ts';
import { paintFor, wrap } from '../../src/report/paint.ts';
import { memoryHost } from '../helpers/memory-host.ts';

const BOUND_MS = 6_000;
const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

function timed<T>(work: () => T): T {
  const started = performance.now();
  const result = work();
  expect(performance.now() - started).toBeLessThan(BOUND_MS);
  return result;
}

describe('json', () => {
  test.each([
    ['nested deep', `${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}`],
    ['nested deep, unclosed', '['.repeat(1_000_000)],
    ['nothing but quotes', '"'.repeat(1_000_000)],
    ['a string of backslashes', `{"a":"${'\\'.repeat(1_000_000)}`],
    ['comments that never close', '/*'.repeat(500_000)],
    ['typographic quotes throughout', `{“env”：{${'“a”：“b”，\n'.repeat(100_000)}}}`],
    ['commas throughout', `{"env":{${',\n'.repeat(300_000)}}}`],
    ['conflict markers throughout', '<<<<<<< HEAD\n'.repeat(100_000)],
    ['nothing but line ends', `{}${'\n'.repeat(3_000_000)}`],
  ])('%s', (_, text) => {
    const document = timed(() => openDocument('json', bytes(text), 'settings.json'));
    expect(document.problems.length).toBeLessThan(10);
  });

  test('one key fifty thousand times on one line', () => {
    const text = `{${'"env":{"A":"b"},'.repeat(50_000)}"z":1}`;
    const document = timed(() => openDocument('json', bytes(text), 'settings.json'));
    expect(document.duplicates).toHaveLength(100);
  });
});

describe('toml', () => {
  test.each([
    ['a key of a hundred thousand parts', `${'a.'.repeat(100_000)}b = 1\n`],
    ['a header of a hundred thousand parts', `[${'a.'.repeat(100_000)}b]\nx = 1\n`],
    ['lists nested deep', `a = ${'['.repeat(100_000)}${']'.repeat(100_000)}\n`],
    ['tables nested deep', `a = ${'{a='.repeat(50_000)}1${'}'.repeat(50_000)}\n`],
    ['text that never ends', `a = """${'x\n'.repeat(300_000)}`],
    ['nothing but quotes', '"'.repeat(1_000_000)],
    ['typographic quotes throughout', '“a” ＝ “b”\n'.repeat(50_000)],
  ])('%s is refused, not read', (_, text) => {
    const document = timed(() => openDocument('toml', bytes(text), 'config.toml'));
    expect(document.root).toBeNull();
    expect(document.problems.length).toBeGreaterThan(0);
    const set = { op: 'set', file: 'config.toml', path: ['model'], value: 'm' } as const;
    expect(timed(() => editDocument('toml', bytes(text), [set], 'config.toml'))).toHaveProperty('refused');
  });

  test('twenty thousand tables are read', () => {
    const text = Array.from({ length: 20_000 }, (_, index) => `[model_providers.p${index}]\nname = "p"\n`).join('');
    expect(timed(() => openDocument('toml', bytes(text), 'config.toml')).at(['model_providers', 'p19999', 'name'])?.value).toBe('p');
  });
});

test('a variable that doubles itself line after line ends at a bound', () => {
  const document = openDocument('dotenv', bytes(`A=x\n${'A=$A$A$A$A\n'.repeat(60)}`), '.env');
  expect(timed(() => dotenvEntries(document)).at(-1)?.value.length).toBeLessThanOrEqual(256 * 1024);
});

describe('start-up files', () => {
  test.each([
    ['the same line over and over', 'export A="b"\n'.repeat(70_000)],
    ['one endless line', 'export A=b; '.repeat(80_000)],
    ['a quote that never closes', `export A="${'b\n'.repeat(400_000)}`],
    ['unset over and over', 'A=b\nunset A\nexport A\n'.repeat(30_000)],
    ['expansions that never close', `export A=${'$' + '{a:-'}`.repeat(100_000)],
    ['here-documents that never end', 'cat <<EOF$(('.repeat(80_000)],
  ])('%s', async (_, text) => {
    const { readStartUpFiles } = await import('../../src/start-up.ts');
    const { factsOf } = await import('../helpers/facts.ts');
    const facts = factsOf({ files: { '~/.bashrc': text }, env: { SHELL: '/bin/bash' } });
    const [file] = timed(() => readStartUpFiles(facts));
    expect(file?.assignments.length ?? 0).toBeLessThanOrEqual(5_000);
  });
});

describe('what is printed', () => {
  test.each([
    ['a dotted word', 'a.'.repeat(150_000)],
    ['beginnings of keys', 'sk-'.repeat(100_000)],
    ['addresses without end', 'a://b:'.repeat(60_000)],
    ['names of secrets', 'token='.repeat(60_000)],
    ['beginnings of tokens', 'eyJaaaaaaaa.'.repeat(30_000)],
    ['Bearer and blanks', `${'Bearer '.repeat(50_000)}${' '.repeat(100_000)}`],
    ['quotes', `key="${'"'.repeat(300_000)}`],
  ])('%s is masked in time', (_, text) => {
    expect(timed(() => maskShapes(text)).length).toBeLessThanOrEqual(text.length);
  });

  test('a word of 200 KB is wrapped in time', () => {
    expect(timed(() => wrap('a'.repeat(200_000), 80))).toHaveLength(1);
    expect(timed(() => wrap('用户'.repeat(50_000), 80)).length).toBeGreaterThan(1_000);
  });

  test('a diff shows the change within a line of 1 MB, and no part of a key at its edge', () => {
    const key = 'sk-test-0123456789abcdef';
    const line = (model: string): string => `{"a":"${'x'.repeat(500_000)}","k":"${key}","model":"${model}","b":"${'y'.repeat(500_000)}"}`;
    const file = {
      path: '/home/u/s.json',
      realPath: '/home/u/s.json',
      before: bytes(line('old')),
      beforeMode: 0o600,
      after: bytes(line('new')),
      mode: 0o600,
    };
    const paint = paintFor(memoryHost(), { noColor: true, plain: false });
    const hide = (text: string): string => text.replaceAll(key, '****');
    const shown = timed(() => planDiff({ files: [file], folders: [], refusals: [] }, paint, '/home/u', hide));
    expect(shown.length).toBeLessThan(4_000);
    expect(shown).toContain('"model":"new"');
    expect(shown).not.toMatch(/0123|cdef/);
  });
});
