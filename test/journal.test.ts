import { describe, expect, it } from 'vitest';

import { changesOf, Journal, type JournalEntry, ownFolders, readTrustedFiles, trustFiles } from '../src/journal.ts';
import { memoryHost, NOW } from './helpers/memory-host.ts';

const FOLDER = '/home/u/.local/state/channel-doctor/journal';
const entry = (id: string): JournalEntry => ({
  id,
  command: 'fix',
  createdAt: new Date(NOW).toISOString(),
  state: 'done',
  files: [{ path: '/a', realPath: '/b', backup: `${FOLDER}/${id}/1.bak`, beforeMode: 0o600, after: '00', afterMode: 0o600 }],
  folders: [],
});

describe('the folders of the program', () => {
  it.each([
    ['nothing set', {}, '/home/u/.config/channel-doctor', '/home/u/.local/state/channel-doctor'],
    ['both set', { XDG_CONFIG_HOME: '/x/c', XDG_STATE_HOME: '/x/s' }, '/x/c/channel-doctor', '/x/s/channel-doctor'],
    [
      'relative or empty values',
      { XDG_CONFIG_HOME: 'c', XDG_STATE_HOME: '' },
      '/home/u/.config/channel-doctor',
      '/home/u/.local/state/channel-doctor',
    ],
  ])('%s', (_, env, config, state) => {
    expect(ownFolders(memoryHost({ env }))).toEqual({ config, state });
  });

  it('have Windows paths on Windows', () => {
    expect(ownFolders(memoryHost({ platform: 'win32' })).state).toBe('C:\\Users\\u\\.local\\state\\channel-doctor');
  });
});

describe('the journal', () => {
  it('counts the runs of one second', async () => {
    const host = memoryHost();
    const journal = new Journal(host);
    const ids: string[] = [];
    for (let run = 0; run < 12; run += 1) {
      const id = await journal.newId();
      ids.push(id);
      await journal.write(entry(id));
    }
    expect(ids.slice(0, 2)).toEqual(['20261130T201500Z-1', '20261130T201500Z-2']);
    expect((await journal.list()).map(({ id }) => id)).toEqual(ids.toReversed());
  });

  it('lists the newest first, and leaves out what is no entry', async () => {
    const files = { [`${FOLDER}/20261130T201500Z-1.json`]: '{"broken', [`${FOLDER}/notes.json`]: '{}', [`${FOLDER}/../../x.json`]: '{}' };
    const journal = new Journal(memoryHost({ files }));
    for (const id of ['20261129T000000Z-1', '20261130T000000Z-1', '20251231T235959Z-7']) await journal.write(entry(id));
    expect((await journal.list()).map(({ id }) => id)).toEqual(['20261130T000000Z-1', '20261129T000000Z-1', '20251231T235959Z-7']);
  });

  it.each(['../../../etc/passwd', '20261130T201500Z-1/../x', '', 'x'])('reads nothing for the id %j', async (id) => {
    expect(await new Journal(memoryHost()).read(id)).toBeNull();
  });

  it('names changed files and their backups', () => {
    expect(changesOf(entry('20261130T201500Z-1'))).toEqual([
      { id: '20261130T201500Z-1', file: '/a', backup: `${FOLDER}/20261130T201500Z-1/1.bak` },
    ]);
  });

  it('names folders that were made for their own sake, not those on the way to a file', () => {
    const made = {
      ...entry('20261130T201500Z-1'),
      folders: ['/b', '/home/u', '/home/u/cx'],
      files: [{ ...entry('x').files[0], path: '/b/c/file' }],
    };
    expect(changesOf(made as JournalEntry).map(({ file }) => file)).toEqual(['/b/c/file', '/home/u/cx']);
  });

  it('leaves no temporary file where the last step fails', async () => {
    const host = memoryHost({ files: { [FOLDER]: { folder: true } } });
    host.files.failAt(2, 'EIO');
    await expect(new Journal(host).write(entry('20261130T201500Z-1'))).rejects.toThrow('EIO');
    expect(await host.files.list(FOLDER)).toEqual([]);
  });
});

describe('trusted project files', () => {
  it('are remembered, each with its hash', async () => {
    const host = memoryHost();
    await trustFiles(host, new Map([['/p/a', '1']]));
    await trustFiles(
      host,
      new Map([
        ['/p/b', '2'],
        ['/p/a', '3'],
      ]),
    );
    expect(await readTrustedFiles(host, ownFolders(host))).toEqual(
      new Map([
        ['/p/a', '3'],
        ['/p/b', '2'],
      ]),
    );
    expect(await host.mode('~/.local/state/channel-doctor/trusted-files.json')).toBe(0o600);
  });

  it.each(['', '{', '[]', 'null', '{"a": 1}'])('are none where the file holds %j', async (text) => {
    const host = memoryHost({ files: { '~/.local/state/channel-doctor/trusted-files.json': text } });
    const trusted = await readTrustedFiles(host, ownFolders(host));
    expect([...trusted.values()].filter((hash) => typeof hash === 'string')).toEqual([]);
  });
});
