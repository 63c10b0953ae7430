// What the program may expect of a machine, asserted on the real one and on the one in memory.

import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { type Program, WORLDS, type World } from './host-worlds.ts';

const PROGRAMS: Readonly<Record<string, Program>> = {
  says: { script: 'printf "%s|" "$@"', canned: (args) => ({ stdout: args.map((word) => `${word}|`).join('') }) },
  fails: { script: 'echo trouble >&2; exit 7', canned: () => ({ code: 7, stderr: 'trouble\n' }) },
  reads: { script: 'cat', canned: (_, { input }) => ({ stdout: input ?? '' }) },
  shows: { script: 'printf "%s" "$WORD"', canned: (_, { env }) => ({ stdout: env?.WORD ?? '' }) },
  // A grandchild keeps the output open: the time limit must hold all the same.
  sleeps: { script: 'sleep 5; echo late', canned: () => ({ code: null, timedOut: true }) },
};
const LINES = { 'echo one; exit 3': { code: 3, stdout: 'one\n' }, 'sleep 5; echo late': { code: null, timedOut: true } };
const text = (bytes: Uint8Array | null): string | null => (bytes === null ? null : new TextDecoder().decode(bytes));
const bytes = (content: string): Uint8Array => new TextEncoder().encode(content);
const codeOf = (action: Promise<unknown>): Promise<string> =>
  action.then(
    () => 'done',
    (error: NodeJS.ErrnoException) => error.code ?? 'UNKNOWN',
  );

describe.each(WORLDS)('%s', (_, open) => {
  let world: World;
  const at = (name: string): string => join(world.root, name);
  beforeEach(() => {
    world = open({ programs: PROGRAMS, lines: LINES });
  });
  afterEach(() => world.close());

  describe('reads', () => {
    it('a file with its bytes and mode', async () => {
      world.put('a', { text: 'hello', mode: 0o640 });
      const { bytes: content, ...fact } = await world.host.files.read(at('a'));
      expect(text(content)).toBe('hello');
      expect(fact).toEqual({ path: at('a'), state: 'file', realPath: at('a'), isLink: false, mode: 0o640 });
    });

    it.each([
      ['nothing', 'none/below', { state: 'absent', bytes: null, isLink: false, mode: null }],
      ['a folder', 'folder', { state: 'directory', bytes: null, mode: 0o755 }],
      ['a pipe', 'pipe', { state: 'other', bytes: null }],
      ['a link to nothing', 'broken', { state: 'dangling', isLink: true, bytes: null, code: 'ENOENT' }],
      ['a link to itself', 'loop', { state: 'unreadable', isLink: true, code: 'ELOOP' }],
      ['what would be below a file', 'file/below', { state: 'absent', code: 'ENOTDIR' }],
      ['a link to a folder', 'linked', { state: 'directory', isLink: true }],
    ])('%s', async (_what, name, expected) => {
      world.put('folder', { folder: true, mode: 0o755 });
      world.put('pipe', { pipe: true });
      world.put('broken', { link: 'nowhere' });
      world.put('loop', { link: 'loop' });
      world.put('file', 'x');
      world.put('linked', { link: 'folder' });
      expect(await world.host.files.read(at(name))).toMatchObject({ path: at(name), ...expected });
    });

    it.each(['file/below', 'file/far/below', 'link/below'])('%s, and says which file is in the way', async (name) => {
      world.put('file', 'x');
      world.put('link', { link: 'file' });
      expect(await world.host.files.read(at(name))).toMatchObject({ code: 'ENOTDIR', obstacle: at(name.replace(/\/.*/, '')) });
    });

    it('a file piece by piece, and fails like the system', async () => {
      world.put('a', 'hello');
      const joined = async (name: string): Promise<string> => {
        const pieces: Uint8Array[] = [];
        for await (const piece of world.host.files.pieces(at(name))) pieces.push(piece);
        return Buffer.concat(pieces).toString();
      };
      expect(await joined('a')).toBe('hello');
      expect(await codeOf(joined('none'))).toBe('ENOENT');
    });

    it('through links of files and folders, and knows the real place', async () => {
      world.put('real/settings.json', { text: '{}', mode: 0o600 });
      world.put('file-link', { link: 'real/settings.json' });
      world.put('folder-link', { link: at('real') });
      expect(await world.host.files.read(at('file-link'))).toMatchObject({
        state: 'file',
        isLink: true,
        realPath: at('real/settings.json'),
      });
      expect(await world.host.files.read(at('folder-link/settings.json'))).toMatchObject({
        state: 'file',
        isLink: false,
        realPath: at('real/settings.json'),
      });
      expect(await world.host.files.read(at('folder-link/new.json'))).toMatchObject({ state: 'absent', realPath: at('real/new.json') });
      expect(await world.host.files.read(at('folder-link/a/b'))).toMatchObject({ state: 'absent', realPath: at('real/a/b') });
    });

    it('what it has no permission for as unreadable', async () => {
      if (!world.obeysModes) return;
      world.put('secret', { text: 'x', mode: 0o000 });
      world.put('closed/file', 'x');
      world.put('closed', { folder: true, mode: 0o000 });
      expect(await world.host.files.read(at('secret'))).toMatchObject({ state: 'unreadable', code: 'EACCES', bytes: null, mode: 0 });
      expect(await world.host.files.read(at('closed/file'))).toMatchObject({ state: 'unreadable', code: 'EACCES', bytes: null });
    });

    it('names of a folder in order, none where there is no folder', async () => {
      for (const name of ['d/b', 'd/a', 'd/C', 'd/sub/x']) world.put(name, '');
      world.put('link', { link: 'd' });
      expect(await world.host.files.list(at('d'))).toEqual(['C', 'a', 'b', 'sub']);
      expect(await world.host.files.list(at('link'))).toEqual(['C', 'a', 'b', 'sub']);
      expect(await world.host.files.list(at('none'))).toEqual([]);
      expect(await world.host.files.list(at('d/a'))).toEqual([]);
    });
  });

  describe('says whether it may write', () => {
    it.each([
      ['folder', true],
      ['folder/not/yet', true],
      ['file', false],
      ['file/below', false],
    ])('in %s: %s', async (name, expected) => {
      world.put('folder', { folder: true });
      world.put('file', 'x');
      expect(await world.host.files.writable(at(name))).toBe(expected);
    });

    it('not in a folder that only may be read', async () => {
      if (!world.obeysModes) return;
      world.put('fixed', { folder: true, mode: 0o555 });
      expect(await world.host.files.writable(at('fixed'))).toBe(false);
      expect(await world.host.files.writable(at('fixed/new'))).toBe(false);
      expect(await codeOf(world.host.files.writeTemporary(at('fixed/a'), bytes('x'), 0o600))).toBe('EACCES');
      expect(await codeOf(world.host.files.makeFolder(at('fixed/new'), 0o700))).toBe('EACCES');
    });
  });

  describe('writes', () => {
    it('a temporary file beside the path, with exactly this mode, and leaves the path alone', async () => {
      world.put('d/a', { text: 'old', mode: 0o600 });
      const name = await world.host.files.writeTemporary(at('d/a'), bytes('new'), 0o666);
      expect(name).not.toBe(at('d/a'));
      expect(name.startsWith(`${at('d')}/`)).toBe(true);
      expect(await world.host.files.read(name)).toMatchObject({ state: 'file', mode: 0o666 });
      expect(text((await world.host.files.read(at('d/a'))).bytes)).toBe('old');
      await world.host.files.rename(name, at('d/a'));
      expect(await world.host.files.list(at('d'))).toEqual(['a']);
      const { bytes: content, mode } = await world.host.files.read(at('d/a'));
      expect([text(content), mode]).toEqual(['new', 0o666]);
    });

    it('gives every temporary file a name of its own', async () => {
      const names = [
        await world.host.files.writeTemporary(at('a'), bytes(''), 0o600),
        await world.host.files.writeTemporary(at('a'), bytes(''), 0o600),
      ];
      expect(new Set(names).size).toBe(2);
    });

    it('folders with their parents, and names those it made, outermost first', async () => {
      expect(await world.host.files.makeFolder(at('x/y/z'), 0o700)).toEqual([at('x'), at('x/y'), at('x/y/z')]);
      expect(await world.host.files.makeFolder(at('x/y/z'), 0o700)).toEqual([]);
      expect(await world.host.files.makeFolder(at('x/w'), 0o700)).toEqual([at('x/w')]);
      expect((await world.host.files.read(at('x/y'))).mode).toBe(0o700);
    });

    it('follows a link when it changes a mode', async () => {
      world.put('a', { text: '', mode: 0o644 });
      world.put('l', { link: 'a' });
      await world.host.files.chmod(at('l'), 0o600);
      expect((await world.host.files.read(at('a'))).mode).toBe(0o600);
    });

    it('removes files that are there or not, and empty folders', async () => {
      world.put('a', '');
      world.put('empty', { folder: true });
      world.put('l', { link: 'a' });
      await world.host.files.remove(at('l'));
      expect((await world.host.files.read(at('a'))).state).toBe('file');
      await world.host.files.remove(at('a'));
      await world.host.files.remove(at('a'));
      await world.host.files.removeFolder(at('empty'));
      expect((await world.host.files.list(world.root)).filter((name) => name !== 'bin')).toEqual([]);
    });

    it.each([
      ['a folder below a file', 'ENOTDIR', (name: string) => world.host.files.makeFolder(name, 0o700), 'file/sub'],
      ['a folder where a file is', 'ENOTDIR', (name: string) => world.host.files.makeFolder(name, 0o700), 'file'],
      ['a file in no folder', 'ENOENT', (name: string) => world.host.files.writeTemporary(name, bytes(''), 0o600), 'none/a'],
      ['the mode of nothing', 'ENOENT', (name: string) => world.host.files.chmod(name, 0o600), 'none'],
      ['a name that is not there', 'ENOENT', (name: string) => world.host.files.rename(name, `${name}2`), 'none'],
      ['a file over a folder', 'EISDIR', (name: string) => world.host.files.rename(at('file'), name), 'full'],
      ['a folder that is not empty', 'ENOTEMPTY', (name: string) => world.host.files.removeFolder(name), 'full'],
      ['a folder that is a file', 'ENOTDIR', (name: string) => world.host.files.removeFolder(name), 'file'],
      ['a folder as if it were a file', 'ERR_FS_EISDIR', (name: string) => world.host.files.remove(name), 'full'],
    ])('refuses %s: %s', async (_what, code, action, name) => {
      world.put('file', 'x');
      world.put('full/a', 'x');
      expect(await codeOf(action(at(name)))).toBe(code);
    });
  });

  describe('runs', () => {
    const limits = { timeoutMs: 10_000 };

    it('a command found on PATH, and says where it is', async () => {
      expect(await world.host.which('says')).toMatch(/\/bin\/says$/);
      expect(await world.host.which('no-such-command')).toBeNull();
      expect(await world.host.exec('says', ['a b', '$HOME', ''], limits)).toEqual({
        code: 0,
        stdout: 'a b|$HOME||',
        stderr: '',
        timedOut: false,
      });
    });

    it.each([
      ['says how it failed', 'fails', {}, { code: 7, stderr: 'trouble\n' }],
      ['gives it its input', 'reads', { input: 'gäb\0e' }, { code: 0, stdout: 'gäb\0e' }],
      ['gives it no input but the end', 'reads', {}, { code: 0, stdout: '' }],
      ['gives it only this environment', 'shows', { env: { WORD: 'yes', PATH: '/usr/bin:/bin' } }, { stdout: 'yes' }],
    ])('%s', async (_what, command, options, expected) => {
      const path = (await world.host.which(command)) ?? '';
      expect(await world.host.exec(path, [], { ...limits, ...options })).toMatchObject(expected);
    });

    it('says what is not there', async () => {
      expect(await world.host.exec('no-such-command', [], limits)).toMatchObject({ code: null, error: 'ENOENT', timedOut: false });
    });

    it('a line through the shell', async () => {
      expect(await world.host.shell('echo one; exit 3', limits)).toMatchObject({ code: 3, stdout: 'one\n' });
    });

    it('nothing longer than it may', async () => {
      const started = performance.now();
      const results = await Promise.all([
        world.host.exec('sleeps', [], { timeoutMs: 150 }),
        world.host.shell('sleep 5; echo late', { timeoutMs: 150 }),
      ]);
      expect(results).toMatchObject([
        { code: null, timedOut: true },
        { code: null, timedOut: true },
      ]);
      expect(performance.now() - started).toBeLessThan(4000);
    });
  });

  it('tells the time and unguessable strings', () => {
    expect(world.host.now()).toBeGreaterThan(Date.parse('2020-01-01'));
    expect(world.host.random(8)).toMatch(/^[0-9a-f]{16}$/);
    expect(world.host.random(8)).not.toBe(world.host.random(8));
  });
});
