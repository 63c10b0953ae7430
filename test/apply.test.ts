import { describe, expect, it } from 'vitest';

import { ChangeRun, undoRun } from '../src/apply.ts';
import type { UserError } from '../src/errors.ts';
import { Journal } from '../src/journal.ts';
import type { Plan } from '../src/model.ts';
import { type MemoryHost, type MemoryMachine, memoryHost } from './helpers/memory-host.ts';
import { planFor } from './helpers/planned.ts';

const SETTINGS = '/home/u/.claude/settings.json';
const CONFIG = '/home/u/.codex/config.toml';
const AUTH = '/home/u/.codex/auth.json';
const OWN = '/home/u/.local/state/channel-doctor';
const HOME: MemoryMachine = {
  files: {
    [SETTINGS]: { text: '{"old": 1}', mode: 0o644 },
    [CONFIG]: { text: 'old = 1\n', mode: 0o600 },
  },
};
const WISHES = { [SETTINGS]: { text: '{"new": 1}', mode: 0o600 }, [CONFIG]: 'new = 1\n', [AUTH]: '{"key": 1}', '/home/u/.new/a/b': 'c' };

const isOwn = (path: string): boolean => path.startsWith('/home/u/.local');
/** All but the program's own folders, which are free. */
const visible = (host: MemoryHost): Record<string, string> =>
  Object.fromEntries(Object.entries(host.files.picture()).filter(([path]) => !isOwn(path)));
const ownFiles = (host: MemoryHost): [string, string][] =>
  Object.entries(host.files.picture()).filter(([path, what]) => path.startsWith(OWN) && what.startsWith('file'));
const refusalOf = (action: Promise<void>): Promise<UserError | null> =>
  action.then(
    () => null,
    (error: UserError) => error,
  );

async function applied(
  host: MemoryHost,
  ...rounds: Readonly<Record<string, string | { text: string; mode?: number }>>[]
): Promise<ChangeRun> {
  const run = new ChangeRun(host, 'fix');
  for (const wishes of rounds) await run.apply(await planFor(host, wishes));
  return run;
}
async function undone(host: MemoryHost): Promise<void> {
  const [entry] = await new Journal(host).list();
  if (entry) await undoRun(host, entry);
}

describe('applying a plan', () => {
  it('writes every file with its mode, new folders private, and leaves nothing beside them', async () => {
    const host = memoryHost(HOME);
    await applied(host, WISHES);
    expect([await host.text(SETTINGS), await host.mode(SETTINGS)]).toEqual(['{"new": 1}', 0o600]);
    expect([await host.text(AUTH), await host.mode(AUTH)]).toEqual(['{"key": 1}', 0o600]);
    expect([await host.mode('~/.new'), await host.mode('~/.new/a')]).toEqual([0o700, 0o700]);
    expect(await host.files.list('/home/u/.codex')).toEqual(['auth.json', 'config.toml']);
    expect(await host.files.list('/home/u/.claude')).toEqual(['settings.json']);
  });

  it('keeps its own files to their owner', async () => {
    const host = memoryHost(HOME);
    await applied(host, WISHES);
    const own = Object.entries(host.files.picture()).filter(([path]) => path.startsWith(OWN));
    expect(own.length).toBeGreaterThan(3);
    for (const [path, what] of own)
      expect([path, what.split(' ').slice(0, 2).join(' ')]).toEqual([path, what.startsWith('file') ? 'file 600' : 'folder 700']);
  });

  it('does nothing for an empty plan', async () => {
    const host = memoryHost(HOME);
    const before = host.files.picture();
    const run = await applied(host, {});
    expect(host.files.picture()).toEqual(before);
    expect(run.entry).toBeNull();
  });

  it('writes through links and keeps them', async () => {
    const host = memoryHost({
      files: {
        '~/dotfiles/claude/settings.json': { text: 'old', mode: 0o640 },
        '~/.claude': { link: 'dotfiles/claude' },
        [CONFIG]: { link: '../dotfiles/codex.toml' },
        '~/dotfiles/codex.toml': 'old',
      },
    });
    await applied(host, { [SETTINGS]: 'new', [CONFIG]: 'new' });
    const picture = host.files.picture();
    expect(picture['/home/u/.claude']).toBe('link  dotfiles/claude');
    expect(picture[CONFIG]).toBe('link  ../dotfiles/codex.toml');
    expect(picture['/home/u/dotfiles/claude/settings.json']).toBe('file 640 new');
    expect(picture['/home/u/dotfiles/codex.toml']).toBe('file 644 new');
    await undone(host);
    expect(await host.text('~/dotfiles/codex.toml')).toBe('old');
  });

  it('works with the paths of Windows', async () => {
    const path = 'C:\\Users\\u\\.claude\\settings.json';
    const host = memoryHost({ platform: 'win32', files: { [path]: 'old' } });
    await applied(host, { [path]: 'new', 'C:\\Users\\u\\.codex\\config.toml': 'a = 1\n' });
    expect(await host.text('c:\\users\\u\\.CLAUDE\\settings.json')).toBe('new');
    await undone(host);
    expect(await host.text(path)).toBe('old');
    expect(await host.text('C:\\Users\\u\\.codex\\config.toml')).toBeNull();
  });
});

describe('a step fails', () => {
  const stepsOfSuccess = async (): Promise<number> => {
    const host = memoryHost(HOME);
    host.files.failAt(Number.POSITIVE_INFINITY);
    await applied(host, WISHES);
    return host.files.steps;
  };

  it.each(['ENOSPC', 'EIO', 'EACCES'])('with %s at any step: everything is as before, and no copy of a key stays', async (code) => {
    const steps = await stepsOfSuccess();
    expect(steps).toBeGreaterThan(10);
    for (let step = 1; step <= steps; step += 1) {
      const host = memoryHost(HOME);
      const before = visible(host);
      host.files.failAt(step, code, { once: code !== 'ENOSPC' });
      const error = await refusalOf(applied(host, WISHES).then(() => {}));
      if (error === null && code === 'ENOSPC') continue;
      expect(error, `step ${step}`).toMatchObject({ name: 'UserError', exit: 3, args: { code } });
      expect(visible(host), `step ${step}`).toEqual(before);
      expect(ownFiles(host), `step ${step}`).toEqual([]);
    }
  });

  it('in the second round: the first round stays and can be undone', async () => {
    const host = memoryHost(HOME);
    const before = visible(host);
    const run = await applied(host, { [SETTINGS]: '{"first": 1}' });
    const afterFirst = visible(host);
    const plan = await planFor(host, { [SETTINGS]: '{"second": 1}', [CONFIG]: 'second = 1\n' });
    host.files.failAt(4, 'ENOSPC');
    expect(await refusalOf(run.apply(plan))).toMatchObject({ exit: 3 });
    host.files.failNoMore();
    expect(visible(host)).toEqual(afterFirst);
    await undone(host);
    expect(visible(host)).toEqual(before);
  });

  it('on the way back too: says so, and keeps what undo needs', async () => {
    const host = memoryHost(HOME);
    const before = visible(host);
    const plan = await planFor(host, { [SETTINGS]: 'new', [CONFIG]: 'new' });
    let renames = 0;
    host.files.onStep((_, what, path) => {
      if (what === 'rename' && !isOwn(path)) renames += 1;
      if (renames !== 2) return;
      renames += 1;
      host.files.failAt(1, 'EIO');
    });
    const error = await refusalOf(new ChangeRun(host, 'fix').apply(plan));
    expect(error?.text.en).toContain('channel-doctor undo');
    host.files.onStep(() => {});
    host.files.failNoMore();
    await undone(host);
    expect(await host.text(SETTINGS)).toBe('{"old": 1}');
    expect(Object.keys(before).every((path) => path in visible(host))).toBe(true);
  });
});

describe('refuses with exit 3 and writes nothing', () => {
  const cases: readonly (readonly [string, MemoryMachine['files'], (host: MemoryHost) => void])[] = [
    ['a file was edited since', {}, (host) => host.files.put(SETTINGS, '{"mine": 1}')],
    ['a file was removed since', {}, (host) => host.files.delete(SETTINGS)],
    ['a new file appeared since', {}, (host) => host.files.put(AUTH, '{"mine": 1}')],
    [
      'a link leads elsewhere since',
      { '~/a': '{"old": 1}', '~/b': '{"old": 1}', [SETTINGS]: { link: '/home/u/a' } },
      (host) => host.files.put(SETTINGS, { link: '/home/u/b' }),
    ],
    [
      'a folder stands where the file was',
      {},
      (host) => {
        host.files.delete(SETTINGS);
        host.files.put(SETTINGS, { folder: true });
      },
    ],
    ['the folder may not be written', {}, (host) => host.files.put('/home/u/.codex', { folder: true, mode: 0o555 })],
    ['the file is write-protected', { [SETTINGS]: { text: '{"old": 1}', mode: 0o444 } }, () => {}],
  ];
  it.each(cases)('%s', async (_, files, happens) => {
    const host = memoryHost({ files: { ...HOME.files, ...files } });
    const plan = await planFor(host, { [CONFIG]: 'new', [SETTINGS]: 'new', [AUTH]: 'new' });
    happens(host);
    const before = host.files.picture();
    expect(await refusalOf(new ChangeRun(host, 'fix').apply(plan))).toMatchObject({ name: 'UserError', exit: 3 });
    expect(host.files.picture()).toEqual(before);
  });

  it('another program writes between the first file and the second', async () => {
    const host = memoryHost(HOME);
    const plan = await planFor(host, { [CONFIG]: 'new', [SETTINGS]: 'new' });
    const before = visible(host);
    host.files.onStep((_, what, path) => {
      if (what === 'rename' && path === CONFIG) host.files.put(SETTINGS, '{"mine": 1}');
    });
    expect(await refusalOf(new ChangeRun(host, 'fix').apply(plan))).toMatchObject({ exit: 3, args: { file: SETTINGS } });
    expect(visible(host)).toEqual({ ...before, [SETTINGS]: 'file 644 {"mine": 1}' });
    expect(ownFiles(host)).toEqual([]);
  });

  it('but changes the mode of a write-protected file, where that is all', async () => {
    const host = memoryHost({ files: { [SETTINGS]: { text: 'x', mode: 0o444 } } });
    await applied(host, { [SETTINGS]: { text: 'x', mode: 0o400 } });
    expect(await host.mode(SETTINGS)).toBe(0o400);
  });
});

describe('undo', () => {
  it('restores bytes and modes, and removes new files and folders', async () => {
    const host = memoryHost(HOME);
    const before = visible(host);
    await applied(host, WISHES);
    expect(visible(host)).not.toEqual(before);
    await undone(host);
    expect(visible(host)).toEqual(before);
    expect((await new Journal(host).list()).map(({ state }) => state)).toEqual(['undone']);
  });

  it('takes all rounds of a run back at once', async () => {
    const host = memoryHost(HOME);
    const before = visible(host);
    const run = await applied(
      host,
      { [SETTINGS]: '1', [AUTH]: '1' },
      { [SETTINGS]: '2', [CONFIG]: '2' },
      { [AUTH]: '3', '/home/u/.new/a': '3' },
    );
    expect(await new Journal(host).list()).toHaveLength(1);
    expect(run.entry?.files.map(({ path }) => path)).toEqual([SETTINGS, AUTH, CONFIG, '/home/u/.new/a']);
    await undone(host);
    expect(visible(host)).toEqual(before);
  });

  it('removes folders that a plan asked for, unless something is in them now', async () => {
    const folders: Plan['folders'] = [
      { path: '/home/u/empty', mode: 0o700 },
      { path: '/home/u/used', mode: 0o700 },
    ];
    const host = memoryHost(HOME);
    await new ChangeRun(host, 'fix').apply({ files: [], folders, refusals: [] });
    expect(await host.mode('~/empty')).toBe(0o700);
    host.files.put('/home/u/used/mine', 'x');
    await undone(host);
    expect(Object.keys(visible(host)).filter((path) => /empty|used/.test(path))).toEqual(['/home/u/used', '/home/u/used/mine']);
  });

  it.each([
    ['one was edited since', (host: MemoryHost) => host.files.put(CONFIG, 'mine = 1\n')],
    ['one is gone', (host: MemoryHost) => host.files.delete(CONFIG)],
    ['a new one was edited since', (host: MemoryHost) => host.files.put(AUTH, 'mine')],
    ['a backup is gone', (host: MemoryHost) => host.files.delete(`${OWN}/journal/20261130T201500Z-1/2.bak`)],
    ['a folder may not be written', (host: MemoryHost) => host.files.put('/home/u/.codex', { folder: true, mode: 0o555 })],
  ])('refuses with exit 3 and restores nothing where %s', async (_, happens) => {
    const host = memoryHost(HOME);
    await applied(host, WISHES);
    happens(host);
    const before = host.files.picture();
    expect(await refusalOf(undone(host))).toMatchObject({ name: 'UserError', exit: 3 });
    expect(host.files.picture()).toEqual(before);
  });

  it('is all or nothing on a full disk too', async () => {
    for (let step = 1; step < 40; step += 1) {
      const host = memoryHost(HOME);
      const before = visible(host);
      await applied(host, WISHES);
      const written = visible(host);
      host.files.failAt(step);
      const error = await refusalOf(undone(host));
      expect(visible(host), `step ${step}`).toEqual(error ? written : before);
      if (!error) return;
    }
    expect.unreachable('undo never ended');
  });

  it('takes back what a run had written when it was killed, at any step', async () => {
    for (let step = 1; step < 60; step += 1) {
      const host = memoryHost(HOME);
      const before = visible(host);
      const images: MemoryHost[] = [];
      host.files.onStep((number) => {
        if (number === step) images.push(memoryHost({ files: filesOf(host) }));
      });
      await applied(host, WISHES);
      const [killed] = images;
      if (!killed) return;
      await undone(killed);
      const left = visible(killed);
      for (const [path, what] of Object.entries(before))
        if (what.startsWith('file')) expect(left[path], `step ${step}: ${path}`).toBe(what);
      expect(left[AUTH], `step ${step}`).toBeUndefined();
    }
    expect.unreachable('the run never ended');
  });
});

/** The files of a host, to start another machine from. */
function filesOf(host: MemoryHost): Record<string, { text: string; mode: number }> {
  const files = Object.entries(host.files.picture()).flatMap(([path, what]) => {
    const match = /^file (\d+) ([\s\S]*)$/.exec(what);
    return match ? [[path, { text: match[2] ?? '', mode: Number.parseInt(match[1] ?? '', 8) }] as const] : [];
  });
  return Object.fromEntries(files);
}
