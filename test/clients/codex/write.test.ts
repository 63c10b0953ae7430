import { describe, expect, it } from 'vitest';

import type { ChannelIntent } from '../../../src/clients/client.ts';
import { codex } from '../../../src/clients/codex/index.ts';
import type { ContentEdit } from '../../../src/documents/document.ts';
import { editDocument } from '../../../src/documents/edit.ts';
import type { Edit } from '../../../src/model.ts';
import { Secret } from '../../../src/secret.ts';
import { factsOf, HOME, type Home } from '../../helpers/facts.ts';
import { config, GATEWAY, KEY } from './homes.ts';

const FILE = `${HOME}/.codex/config.toml`;
const intent = (more: Partial<ChannelIntent> = {}): ChannelIntent => ({
  baseUrl: GATEWAY,
  model: 'm-main',
  smallModel: null,
  key: { secret: new Secret(KEY) },
  header: 'bearer',
  wireApi: 'openai-responses',
  name: null,
  template: null,
  scope: 'user',
  models: null,
  ...more,
});

function write(version: string, before: string | null, more: Partial<ChannelIntent> = {}, rest: Home = {}) {
  const home: Home = { ...rest, installed: { codex: version }, files: before === null ? {} : { '~/.codex/config.toml': before } };
  const facts = factsOf(home);
  const edits = codex.write(intent(more), codex.read(facts), facts);
  return { edits, text: apply(before, edits), home };
}

function apply(before: string | null, edits: readonly Edit[]): string {
  const bytes = before === null ? null : new TextEncoder().encode(before);
  if (edits.length === 0) return before ?? '';
  const result = editDocument('toml', bytes, edits as readonly ContentEdit[], FILE);
  if ('refused' in result) throw new Error(result.refused.reason.en);
  return new TextDecoder().decode(result.bytes);
}

const NEW = (key: string): string =>
  `model = "m-main"\nmodel_provider = "gw"\n\n[model_providers.gw]\nname = "gw"\nbase_url = "${GATEWAY}"\nwire_api = "responses"\n${key}\n`;

describe('writing a channel', () => {
  it('makes the canonical file', () => {
    expect(write('0.171.0', null).text).toBe(NEW(`experimental_bearer_token = "${KEY}"`));
    expect(write('0.171.0', null, { key: { secret: new Secret(KEY), env: 'GW_API_KEY' } }).text).toBe(NEW('env_key = "GW_API_KEY"'));
  });

  const texts: [what: string, text: string | null][] = [
    ['no file', null],
    ['an empty file', ''],
    ['comments only', '# model = "x"\n'],
    ['a first table', '[tui]\nnotifications = true\n'],
    ['its own table', config()],
    [
      'its own table with every form of a key',
      config(`env_key = "OLD"\nexperimental_bearer_token = "old"\nhttp_headers = { authorization = "Bearer old", "X-Team" = "blue" }`),
    ],
    ['a helper', config('auth = { command = "c" }')],
    ['a login', config('requires_openai_auth = true\nenv_http_headers = { Authorization = "OLD" }')],
    ['another place', config('env_key = "OLD"', '', 'https://old.example/v1')],
    ['a chat table', config().replace('"responses"', '"chat"')],
    [
      'dotted keys',
      'model_provider = "r"\nmodel_providers.r.name = "R"\nmodel_providers.r.base_url = "https://gw.example/api/"\nmodel_providers.r.env_key = "K"\n',
    ],
    [
      'an inline table',
      `model_provider = "r"\n[model_providers]\nr = { name = "R", base_url = "https://gw.example/api", env_key = "K" } # mine\n`,
    ],
    ['a built-in provider', 'model_provider = "openai"\nopenai_base_url = "https://old.example/v1"\n'],
    ['an id that is not ASCII', config().replace('"gw"', '"中转"').replace('.gw]', '."中转"]')],
    ['root keys under a table', '[tui]\nmodel_provider = "relay"\nmodel = "x"\n'],
  ];

  it.each(
    texts.flatMap(([what, text]) =>
      ['0.8.0', '0.47.0', '0.50.0', '0.94.0', '0.105.0', '0.133.0', '0.171.0'].map((version) => [what, version, text] as const),
    ),
  )('reads back what was written: %s [%s]', (_, version, before) => {
    for (const key of [{ secret: new Secret(KEY) }, { secret: new Secret(KEY), env: 'GW_API_KEY' }]) {
      const { text } = write(version, before, { key });
      const home: Home = { installed: { codex: version }, files: { '~/.codex/config.toml': text }, env: { GW_API_KEY: KEY } };
      const facts = factsOf(home);
      const state = codex.read(facts);
      expect(state.channel?.requestUrl).toBe(`${GATEWAY}/responses`);
      expect(state.channel?.model?.value).toBe('m-main');
      expect(state.channel?.credentials).toHaveLength(1);
      expect(state.channel?.credential?.setting.value.reveal()).toBe(KEY);
      expect(state.channel?.credential?.setting.shadows).toEqual([]);
      expect(codex.request(state)).not.toBeNull();
      expect(codex.write(intent({ key }), state, facts)).toEqual([]);
    }
  });

  it('edits the selected table of the same origin in place', () => {
    const before = `# mine\n${config('env_key = "OLD" # stale', '', 'https://gw.example/api')}\n[tui]\nx = 1 # keep\n`;
    const { text } = write('0.171.0', before);
    expect(text).toContain(`base_url = "${GATEWAY}"`);
    expect(text).not.toContain('env_key');
    expect(text).toContain('x = 1 # keep');
    expect(text.match(/\[model_providers/g)).toHaveLength(1);
  });

  it.each<[what: string, before: string, more: Partial<ChannelIntent>, id: string]>([
    ['another origin', config(undefined, '', 'https://old.example/v1').replaceAll('gw"', 'relay"').replace('.gw]', '.relay]'), {}, 'gw'],
    ['another port', config(undefined, '', 'https://gw.example:8443/v1'), {}, 'gw-2'],
    ['the id named', config(undefined, '', 'https://old.example/v1'), { name: 'gw' }, 'gw'],
    ['a name', '', { name: 'work' }, 'work'],
    ['a reserved name', '', { name: 'openai' }, 'openai-custom'],
    ['a taken name', '[model_providers.work]\nname = "w"\nbase_url = "https://old.example"\n', { name: 'work' }, 'work-2'],
    [
      'an earlier table of this place',
      `${config(undefined, '', 'https://old.example/v1').replaceAll('gw"', 'x"').replace('.gw]', '.x]')}[model_providers.gw]\nname = "gw"\nbase_url = "${GATEWAY}"\n`,
      {},
      'gw',
    ],
  ])('chooses an id: %s', (_, before, more, id) => {
    const { edits, text } = write('0.171.0', before, more);
    const root = edits.find((edit) => edit.op === 'set' && edit.path.join('.') === 'model_provider');
    const chosen = root?.op === 'set' ? root.value : codex.read(factsOf({ files: { '~/.codex/config.toml': text } })).channel?.provider;
    expect(chosen).toBe(id);
    if (id !== 'gw' && before.includes('old.example')) expect(text).toContain('old.example');
  });

  it('writes into a profile that decides, and leaves one that stops the client', () => {
    const before = `profile = "work"\nmodel = "x"\n\n[profiles.work]\nmodel = "y"\n`;
    const old = write('0.133.0', before).text;
    expect(old).toContain('[profiles.work]\nmodel = "m-main"');
    expect(old).toContain('model = "x"');
    expect(old).toContain('model_provider = "gw"');
    const recent = write('0.171.0', before).text;
    expect(recent).toContain('profile = "work"');
    expect(recent).toContain('[profiles.work]\nmodel = "y"');
  });

  it('leaves other providers alone', () => {
    const other = '[model_providers.old]\nname = "old"\nwire_api = "chat"\n';
    expect(write('0.171.0', other).text).toContain(other);
  });

  it('uses the header a gateway reads', () => {
    expect(write('0.171.0', null, { header: 'x-api-key' }).edits).toContainEqual({
      op: 'set',
      file: FILE,
      path: ['model_providers', 'gw', 'http_headers', 'x-api-key'],
      value: new Secret(KEY),
    });
  });

  it('never writes the key into a project', () => {
    const { edits } = write('0.120.0', null, { scope: 'project' });
    expect(edits.every((edit) => edit.file === `${HOME}/project/.codex/config.toml`)).toBe(true);
    expect(edits.some((edit) => edit.op === 'set' && edit.value instanceof Secret)).toBe(false);
  });
});
