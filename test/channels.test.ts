// Saved channels: what the files hold, who may read them, and what happens to files that are not as they should be.

import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';

import { type KeySource, readChannels, type SavedChannel, saveChannel, storedKey, usable } from '../src/channels.ts';
import { UserError } from '../src/errors.ts';
import { Secret } from '../src/secret.ts';
import { type MemoryHost, memoryHost } from './helpers/memory-host.ts';

const CHANNELS = '~/.config/channel-doctor/channels.json';
const KEYS = '~/.config/channel-doctor/keys.json';
const KEY = 'sk-test-0123456789abcdef';
const SECRET = new Secret(KEY);
const ROUTE = {
  baseUrl: 'https://gw.example/v1',
  wireApi: 'openai-responses',
  header: 'bearer',
  model: 'm-main',
  smallModel: null,
} as const;

const isValid = new Ajv2020({ strict: false }).compile(
  JSON.parse(readFileSync(new URL('../schema/channels.schema.json', import.meta.url), 'utf8')),
);

const channel = (key: KeySource = { from: 'store' }, more: Partial<SavedChannel> = {}): SavedChannel => ({
  name: 'mine',
  provider: null,
  key,
  clients: { codex: ROUTE },
  ...more,
});

async function refused(work: Promise<unknown>): Promise<UserError> {
  const error = await work.then(
    () => null,
    (reason: unknown) => reason,
  );
  if (!(error instanceof UserError)) throw new Error('it was not refused');
  return error;
}

const saved = async (host: MemoryHost, name = 'mine'): Promise<SavedChannel> => {
  const found = (await readChannels(host)).get(name);
  if (!found) throw new Error(`${name} is not saved`);
  return usable(host, name, found);
};

describe('a channel that is saved', () => {
  it.each<KeySource>([
    { from: 'store' },
    { from: 'ask' },
    { from: 'env', name: 'GW_KEY' },
    { from: 'command', command: 'pass show "gw/key"' },
    { from: 'file', path: '/home/u/a key' },
  ])('is read back, with its key %j', async (key) => {
    const host = memoryHost();
    await saveChannel(host, channel(key), SECRET);
    expect(await saved(host)).toEqual(channel(key));
    expect(await storedKey(host, 'mine')).toEqual(key.from === 'store' ? SECRET : null);
    expect(await host.text(CHANNELS)).not.toContain(KEY);
    expect(isValid(JSON.parse((await host.text(CHANNELS)) ?? ''))).toBe(true);
    expect((await host.text(KEYS)) ?? '').toEqual(key.from === 'store' ? expect.stringContaining(KEY) : '');
  });

  it('is private, also in a folder that was not', async () => {
    const host = memoryHost({ files: { '~/.config/channel-doctor': { folder: true, mode: 0o755 } } });
    await saveChannel(host, channel(), SECRET);
    expect(await Promise.all([CHANNELS, KEYS, '~/.config/channel-doctor'].map((path) => host.mode(path)))).toEqual([0o600, 0o600, 0o700]);
  });

  it('stands where XDG_CONFIG_HOME says', async () => {
    const host = memoryHost({ env: { XDG_CONFIG_HOME: '/home/u/dotfiles' } });
    await saveChannel(host, channel(), SECRET);
    expect(await host.text('~/dotfiles/channel-doctor/channels.json')).toContain('"mine"');
  });

  it('replaces one of its name and leaves the others', async () => {
    const host = memoryHost();
    await saveChannel(host, channel(), SECRET);
    await saveChannel(host, channel({ from: 'env', name: 'K' }, { name: '别的渠道' }), null);
    await saveChannel(
      host,
      channel({ from: 'store' }, { clients: { 'claude-code': { ...ROUTE, wireApi: 'anthropic-messages' } } }),
      new Secret('sk-new-0123456789'),
    );
    expect([...(await readChannels(host)).keys()]).toEqual(['mine', '别的渠道']);
    expect(Object.keys((await saved(host)).clients)).toEqual(['claude-code']);
    expect((await storedKey(host, 'mine'))?.equals('sk-new-0123456789')).toBe(true);
  });

  it('forgets a stored key that now comes from elsewhere, and no other', async () => {
    const host = memoryHost();
    await saveChannel(host, channel(), SECRET);
    await saveChannel(host, channel({ from: 'store' }, { name: 'other' }), SECRET);
    await saveChannel(host, channel({ from: 'command', command: 'pass gw' }), SECRET);
    expect(await storedKey(host, 'mine')).toBeNull();
    expect(await storedKey(host, 'other')).not.toBeNull();
  });

  it('keeps what else the file holds, and a link among dotfiles', async () => {
    const host = memoryHost({
      files: {
        [CHANNELS]: { link: '/home/u/dotfiles/channels.json' },
        '~/dotfiles/channels.json': '{\n    "note": "mine",\n    "channels": {}\n}\n',
      },
    });
    await saveChannel(host, channel(), SECRET);
    expect(await host.text('~/dotfiles/channels.json')).toMatch(/^\{\n {4}"note": "mine",\n[\s\S]*"mine": \{/);
    expect((await host.files.read(host.path(CHANNELS))).isLink).toBe(true);
  });
});

describe('a file that is not as it should be', () => {
  it.each([
    ['broken', '{ "channels": ', 3],
    ['a list', '[]', 3],
    ['a folder', { folder: true as const }, 3],
    ['unreadable', { text: '{}', mode: 0o000 }, 3],
  ])('%s: refused, and kept', async (_, file, exit) => {
    const host = memoryHost({ files: { [CHANNELS]: file } });
    expect((await refused(readChannels(host))).exit).toBe(exit);
    expect((await refused(saveChannel(host, channel(), SECRET))).exit).toBe(exit);
    expect(await storedKey(host, 'mine')).toBeNull();
  });

  it.each([
    ['no key', { clients: { codex: ROUTE } }, 'key'],
    ['an unknown source', { key: { from: 'moon' }, clients: { codex: ROUTE } }, 'key'],
    ['a variable without name', { key: { from: 'env' }, clients: { codex: ROUTE } }, 'key'],
    ['no clients', { key: { from: 'store' } }, 'clients'],
    ['an unknown client alone', { key: { from: 'store' }, clients: { vim: ROUTE } }, 'clients'],
    ['no model', { key: { from: 'store' }, clients: { codex: { ...ROUTE, model: 5 } } }, 'clients.codex'],
    ['an unknown protocol', { key: { from: 'store' }, clients: { codex: { ...ROUTE, wireApi: 'smtp' } } }, 'clients.codex'],
    ['no object', 'x', 'mine'],
  ])('an entry with %s is named, and stops no other', async (_, entry, what) => {
    const text = JSON.stringify({ channels: { mine: entry, good: { key: { from: 'ask' }, clients: { codex: ROUTE } } } });
    const host = memoryHost({ files: { [CHANNELS]: text } });
    expect(isValid(JSON.parse(text))).toBe(false);
    const all = await readChannels(host);
    expect(all.get('mine')).toEqual({ invalid: what });
    expect(await saved(host, 'good')).toMatchObject({ key: { from: 'ask' } });
    expect((await refused(saved(host))).args).toMatchObject({ name: 'mine', what });
  });
});
