import { describe, expect, it } from 'vitest';

import type { Edit, FileFact } from '../src/model.ts';
import { factsAfter, planEdits } from '../src/plan.ts';
import { Secret } from '../src/secret.ts';
import { factsOf, type Home } from './helpers/facts.ts';

const SETTINGS = '/home/u/.claude/settings.json';
const CONFIG = '/home/u/.codex/config.toml';
const set = (file: string, path: string[], value: string | Secret): Edit => ({ op: 'set', file, path, value });
const planOf = (home: Home, ...edits: Edit[]) => planEdits(edits, factsOf(home));
const text = (bytes: Uint8Array | undefined): string => new TextDecoder().decode(bytes);
const withFact = (fact: Partial<FileFact> & { path: string }) => {
  const facts = factsOf({});
  const absent: FileFact = { path: fact.path, state: 'absent', bytes: null, realPath: fact.path, isLink: false, mode: null };
  return { ...facts, files: new Map([[fact.path, { ...absent, ...fact }]]) };
};

describe('planning edits', () => {
  it('gathers the edits of a file, in order', () => {
    const { files, folders, refusals } = planOf(
      { files: { [SETTINGS]: '{"a": "1"}\n' } },
      set(SETTINGS, ['a'], '2'),
      set(CONFIG, ['b'], '3'),
      set(SETTINGS, ['c'], '4'),
    );
    expect(files.map(({ path }) => path)).toEqual([SETTINGS, CONFIG]);
    expect(JSON.parse(text(files[0]?.after))).toEqual({ a: '2', c: '4' });
    expect(text(files[1]?.after)).toBe('b = "3"\n');
    expect(files[1]).toMatchObject({ before: null, beforeMode: null, mode: 0o600 });
    expect([folders, refusals]).toEqual([[], []]);
  });

  it('leaves out a file that would stay as it is', () => {
    expect(planOf({ files: { [SETTINGS]: '{"a": "1"}' } }, set(SETTINGS, ['a'], '1')).files).toEqual([]);
  });

  it.each([
    ['a new file is private', undefined, 'x', 0o600],
    ['an ordinary value keeps the mode', 0o644, 'x', 0o644],
    ['a credential makes the file private', 0o644, new Secret('sk-test-0123456789abcdef'), 0o600],
    ['a credential opens nothing', 0o400, new Secret('sk-test-0123456789abcdef'), 0o400],
  ])('%s', (_, mode, value, expected) => {
    const home: Home = mode === undefined ? {} : { files: { [SETTINGS]: { text: '{}', mode } } };
    expect(planOf(home, set(SETTINGS, ['k'], value)).files).toMatchObject([{ mode: expected }]);
  });

  it('takes the mode of a chmod, alone or beside other edits', () => {
    const home: Home = { files: { [SETTINGS]: { text: '{}', mode: 0o644 } } };
    const chmod: Edit = { op: 'chmod', file: SETTINGS, mode: 0o600 };
    expect(planOf(home, chmod).files).toMatchObject([{ beforeMode: 0o644, mode: 0o600 }]);
    expect(planOf(home, set(SETTINGS, ['k'], 'v'), chmod).files).toMatchObject([{ mode: 0o600 }]);
    expect(planOf({ files: { [SETTINGS]: { text: '{}', mode: 0o600 } } }, chmod).files).toEqual([]);
  });

  it('writes two names of one file once', () => {
    const facts = factsOf({ files: { '/real.json': '{}' } });
    const link = (path: string): [string, FileFact] => [
      path,
      { path, state: 'file', bytes: new TextEncoder().encode('{}'), realPath: '/real.json', isLink: true, mode: 0o600 },
    ];
    const plan = planEdits([set('/a.json', ['a'], '1'), set('/b.json', ['b'], '2')], {
      ...facts,
      files: new Map([...facts.files, link('/a.json'), link('/b.json')]),
    });
    expect(plan.files).toHaveLength(1);
    expect(JSON.parse(text(plan.files[0]?.after))).toEqual({ a: '1', b: '2' });
  });

  it('takes very many edits of one file in linear time', () => {
    const edits = Array.from(
      { length: 60_000 },
      (_, at): Edit => ({ op: 'replace-text', file: CONFIG, start: at, end: at, expect: '', text: '' }),
    );
    const before = performance.now();
    expect(planOf({ files: { [CONFIG]: `a = "${'x'.repeat(60_000)}"\n` } }, ...edits).refusals).toEqual([]);
    expect(performance.now() - before).toBeLessThan(5000);
  });

  it('passes folders on', () => {
    expect(planOf({}, { op: 'mkdir', file: '/home/u/.codex', mode: 0o700 })).toEqual({
      files: [],
      folders: [{ path: '/home/u/.codex', mode: 0o700 }],
      refusals: [],
    });
  });
});

describe('what can not be planned is refused, with a reason in both languages', () => {
  it.each<[string, Partial<FileFact>]>([
    ['a folder', { state: 'directory' }],
    ['a dangling link', { state: 'dangling', isLink: true }],
    ['an unreadable file', { state: 'unreadable', code: 'EACCES' }],
    ['a pipe', { state: 'other' }],
    ['a file where a folder is needed', { state: 'absent', code: 'ENOTDIR' }],
    ['a file that does not parse', { state: 'file', bytes: new TextEncoder().encode('{"a": ') }],
    ['a file that is no text', { state: 'file', bytes: Uint8Array.of(0xff, 0x00, 0xc3) }],
  ])('%s', (_, fact) => {
    const { files, refusals } = planEdits([set(SETTINGS, ['a'], '1')], withFact({ path: SETTINGS, ...fact }));
    expect(files).toEqual([]);
    expect(refusals).toMatchObject([
      { file: SETTINGS, reason: { en: expect.stringMatching(/\S/), zh: expect.stringMatching(/\p{Script=Han}/u) } },
    ]);
  });

  it('and the other files are planned all the same', () => {
    const facts = withFact({ path: SETTINGS, state: 'directory' });
    const { files, refusals } = planEdits([set(SETTINGS, ['a'], '1'), set(CONFIG, ['a'], '1')], facts);
    expect([files.map(({ path }) => path), refusals.map(({ file }) => file)]).toEqual([[CONFIG], [SETTINGS]]);
  });
});

describe('the facts after a plan', () => {
  it('have the new content under every name, and new names in their folders', () => {
    const facts = factsOf({ files: { [SETTINGS]: '{"a": "1"}', '/home/u/.codex/auth.json': '{}' } });
    const after = factsAfter(facts, planEdits([set(SETTINGS, ['a'], '2'), set(CONFIG, ['b'], '3')], facts));
    expect(text(after.files.get(SETTINGS)?.bytes ?? undefined)).toBe('{"a": "2"}');
    expect(after.files.get(CONFIG)).toMatchObject({ state: 'file', mode: 0o600 });
    expect(after.folders.get('/home/u/.codex')).toEqual(['auth.json', 'config.toml']);
    expect(text(facts.files.get(SETTINGS)?.bytes ?? undefined)).toBe('{"a": "1"}');
  });

  it('are the facts before where nothing is planned', () => {
    const facts = factsOf({});
    expect(factsAfter(facts, planEdits([], facts))).toBe(facts);
  });
});
