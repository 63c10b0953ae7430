// What every client must do, over versions that behave differently: what is written is read back, a second write changes nothing,
// and every value has an origin that is really there.

import { describe, expect, it } from 'vitest';

import type { ChannelIntent, Client } from '../../src/clients/client.ts';
import { helperId } from '../../src/clients/client.ts';
import { CLIENTS } from '../../src/clients/index.ts';
import type { ClientId, Facts, Origin, WireApi } from '../../src/model.ts';
import { factsAfter, planEdits } from '../../src/plan.ts';
import { Secret } from '../../src/secret.ts';
import { factsOf, type Home } from '../helpers/facts.ts';
import { SOURCES } from './sources.ts';

const KEY = 'sk-test-0123456789abcdef';
const VERSIONS: Readonly<Record<ClientId, readonly string[]>> = {
  codex: ['0.20.0', '0.47.0', '0.50.0', '0.80.0', '0.94.0', '0.115.0', '0.134.0', '0.148.0', '0.171.0', '9.0.0'],
  'claude-code': ['0.2.126', '1.0.60', '1.0.128', '2.0.0', '2.0.77', '2.1.0', '2.1.100', '2.1.332', '9.0.0'],
};
const WIRES: Readonly<Record<ClientId, WireApi>> = { codex: 'openai-responses', 'claude-code': 'anthropic-messages' };
const ENTRIES = CLIENTS.flatMap((client) => VERSIONS[client.id].map((version) => [client.id, version, client] as const));

const intentFor = (client: Client, more: Partial<ChannelIntent> = {}): ChannelIntent => ({
  baseUrl: 'https://gw.example/v1',
  model: 'm-main',
  smallModel: null,
  key: { secret: new Secret(KEY) },
  header: 'bearer',
  wireApi: WIRES[client.id],
  name: null,
  template: null,
  scope: 'user',
  models: ['m-main'],
  ...more,
});

function written(client: Client, facts: Facts, intent: ChannelIntent): Facts {
  const plan = planEdits(client.write(intent, client.read(facts), facts), facts);
  expect(plan.refusals).toEqual([]);
  return factsAfter(facts, plan);
}

const homeOf = (client: Client, version: string, home: Home = {}): Facts => factsOf({ ...home, installed: { [client.id]: version } });

it('every folder of a client is in the registry', () => {
  const folders = new Set(SOURCES.flatMap((path) => /^src\/clients\/([^/]+)\/index\.ts$/.exec(path)?.[1] ?? []));
  expect([...folders].sort()).toEqual(CLIENTS.map(({ id }) => id).sort());
});

describe.each(ENTRIES)('%s %s', (_, version, client) => {
  it('reads back the channel that was written', () => {
    const intent = intentFor(client);
    const { channel, ...state } = client.read(written(client, homeOf(client, version), intent));
    expect(channel).toMatchObject({ baseUrl: { value: intent.baseUrl }, model: { value: intent.model } });
    expect(channel?.credential?.setting.value.equals(KEY) || channel?.credential?.setting.value.equals(`Bearer ${KEY}`)).toBe(true);
    expect(state.configured).toBe(true);
    expect(channel?.requestUrl).toBe(client.requestUrl(intent.baseUrl, { ...state, channel } as never));
    const request = client.request({ ...state, channel } as never);
    expect(request?.url).toBe(channel?.requestUrl);
    expect(JSON.stringify(request)).not.toContain(KEY);
  });

  it('writes nothing the second time', () => {
    for (const more of [{}, { smallModel: 'm-small', models: ['m-main', 'm-small'] }, { header: 'x-api-key' as const }]) {
      const intent = intentFor(client, more);
      const after = written(client, homeOf(client, version), intent);
      expect(client.write(intent, client.read(after), after)).toEqual([]);
    }
  });

  it('changes to another gateway and back', () => {
    const first = written(client, homeOf(client, version), intentFor(client));
    const second = written(client, first, intentFor(client, { baseUrl: 'https://other.example/v1', model: 'other', models: ['other'] }));
    expect(client.read(second).channel).toMatchObject({ baseUrl: { value: 'https://other.example/v1' }, model: { value: 'other' } });
    const third = written(client, second, intentFor(client));
    expect(client.read(third).channel).toMatchObject({ baseUrl: { value: 'https://gw.example/v1' }, model: { value: 'm-main' } });
  });

  it('finds the origin of every value', () => {
    const facts = written(client, homeOf(client, version), intentFor(client));
    const { channel, layers } = client.read(facts);
    const origins = [channel?.baseUrl, channel?.model, ...(channel?.credentials ?? []).map(({ setting }) => setting)].map(
      (setting) => setting?.origin,
    );
    const isThere = (origin: Origin | undefined): boolean => {
      if (origin?.file === undefined || origin.path === undefined) return false;
      const layer = layers.find(({ file, scope }) => file === origin.file && scope === origin.scope);
      const place = layer?.document?.at(origin.path)?.valueRange;
      return place !== undefined && place.line === origin.line && place.column === origin.column;
    };
    expect(origins.filter((origin) => !isThere(origin))).toEqual([]);
  });

  it('makes sense of an empty machine, and asks for the files it reads', () => {
    const facts = homeOf(client, version);
    const state = client.read(facts);
    expect(state).toMatchObject({ id: client.id, version, configured: false, logins: [], keyHelper: null });
    const wanted = new Set(client.wants(facts).files);
    expect(state.layers.map(({ file }) => file).filter((file) => !wanted.has(file))).toEqual([]);
    expect(client.wants(facts).files.every((file) => file.startsWith('/'))).toBe(true);
  });
});

describe.each(CLIENTS.map((client) => [client.id, client] as const))('%s', (id, client) => {
  it('treats a version it does not know as the newest, and says so', () => {
    expect(client.read(homeOf(client, '99.0.0')).versionBasis).toBe('newer-than-known');
    expect(client.read(homeOf(client, client.newestKnownVersion)).versionBasis).toBe('installed');
    expect(client.read(factsOf({}))).toMatchObject({ versionBasis: 'assumed', version: client.newestKnownVersion });
  });

  it('never lets a key into text', () => {
    const facts = written(client, homeOf(client, client.newestKnownVersion), intentFor(client));
    const { channel, logins } = client.read(facts);
    expect(JSON.stringify({ channel, logins })).not.toContain(KEY);
    expect(JSON.stringify(client.write(intentFor(client), client.read(factsOf({})), factsOf({})))).not.toContain(KEY);
    expect(id).toBe(client.id);
  });
});

it('a helper has one name', () => {
  expect(helperId({ command: 'a', args: ['b', 'c'] })).toBe('a b c');
});
