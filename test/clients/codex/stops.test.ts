import { describe, expect, it } from 'vitest';

import type { CodexStop } from '../../../src/clients/client.ts';
import { codex } from '../../../src/clients/codex/index.ts';
import type { Home } from '../../helpers/facts.ts';
import { config, KEY, readConfig } from './homes.ts';

const env = { GW_API_KEY: KEY };
const unselected = (table: string): string => `${config()}\n[model_providers.other]\n${table}\n`;
const authFile = (text: string): Home => ({ env, files: { '~/.codex/auth.json': text } });

describe('what stops the client', () => {
  it.each<[what: string, version: string, text: string, kind: CodexStop['kind'] | null, home?: Home]>([
    ['nothing', '0.171.0', config(), null],
    ['syntax', '0.171.0', 'model = “m”\n', 'syntax'],
    ['type', '0.171.0', config('supports_websockets = "false"'), 'wrong-type'],
    ['chat', '0.94.0', unselected('name = "o"\nwire_api = "chat"'), null],
    ['chat removed', '0.95.0', unselected('name = "o"\nwire_api = "chat"'), 'wire-api'],
    ['unknown wire', '0.50.0', config().replace('"responses"', '"anthropic"'), 'wire-api'],
    ['websocket wire', '0.92.0', config().replace('"responses"', '"responses_websocket"'), null],
    ['reserved ignored', '0.113.0', unselected('name = "o"').replace('.other]', '.openai]'), null],
    ['reserved', '0.115.0', unselected('name = "o"').replace('.other]', '.lmstudio]'), 'reserved-id'],
    ['bedrock profile', '0.171.0', unselected('aws = { profile = "x" }').replace('.other]', '.amazon-bedrock]'), null],
    ['similar id', '0.171.0', unselected('name = "o"').replace('.other]', '.openai-custom]'), null],
    ['no name', '0.105.0', unselected('base_url = "https://x.example"'), 'no-name'],
    ['blank name', '0.171.0', unselected('name = " "'), 'no-name'],
    ['blank name in an old version', '0.50.0', unselected('name = ""'), null],
    ['orphan sub-table', '0.171.0', `${config()}[model_providers.my.relay]\nname = "x"\n`, 'no-name'],
    ['undefined provider', '0.171.0', 'model_provider = "GW"\n[model_providers.gw]\nname = "gw"\n', 'undefined-provider'],
    ['built-in provider', '0.171.0', 'model_provider = "ollama"\n', null],
    ['undefined profile', '0.133.0', `profile = "x"\n${config()}`, 'undefined-profile'],
    ['legacy profile', '0.134.0', `profile = "x"\n${config()}[profiles.x]\nmodel = "m"\n`, 'legacy-profile'],
    ['unused profile', '0.171.0', `${config()}[profiles.x]\nmodel = "m"\n`, null],
    ['auth and env_key', '0.171.0', config('env_key = "GW_API_KEY"\nauth = { command = "c" }'), 'auth-conflict'],
    ['auth unknown', '0.105.0', config('env_key = "GW_API_KEY"\nauth = { command = "c" }'), null],
    ['empty command', '0.171.0', config('auth = { command = "" }'), 'auth-conflict'],
    ['empty model', '0.171.0', config().replace('m-main', ''), 'empty-model'],
    ['empty model sent', '0.140.0', config().replace('m-main', ''), null],
    ['auth.json broken', '0.140.0', config(), 'auth-file', authFile('{"OPENAI_API_KEY":"x",}')],
    ['auth.json empty', '0.23.0', config(), 'auth-file', authFile('')],
    ['auth.json with BOM', '0.140.0', config(), 'auth-file', authFile('\ufeff{"OPENAI_API_KEY":"x"}')],
    ['auth.json ignored', '0.155.0', config(), null, authFile('\ufeff{"OPENAI_API_KEY":"x"}')],
    ['a folder', '0.171.0', config(), 'unreadable', { files: { '/etc/codex/config.toml': { state: 'directory' } } }],
    ['a dangling link', '0.171.0', config(), null, { env, files: { '/etc/codex/config.toml': { state: 'dangling' } } }],
    ['a broken file nobody reads', '0.50.0', config(), null, { env, files: { '/etc/codex/config.toml': 'x' } }],
    ['a broken untrusted project', '0.171.0', config(), null, { env, files: { '~/project/.codex/config.toml': 'x' } }],
    ['a BOM', '0.171.0', `\ufeff${config()}`, null],
    ['UTF-16', '0.171.0', '', 'encoding', { files: { '~/.codex/config.toml': { bytes: Buffer.from('\ufeffmodel = "m"\n', 'utf16le') } } }],
  ])('%s [%s]', (_, version, text, kind, home = { env }) => {
    const state = readConfig(version, text, home);
    expect(state.stops.map((stop) => stop.kind)).toEqual(kind === null ? [] : [kind]);
    if (kind !== null) {
      expect(codex.request(state)).toBeNull();
      expect(state.channel?.requestUrl ?? null).toBeNull();
    }
  });

  it('names the place', () => {
    const [stop] = readConfig('0.171.0', unselected('name = "o"\nwire_api = "chat"')).stops;
    expect(stop?.origin).toMatchObject({ scope: 'user', key: 'model_providers.other.wire_api', line: 12 });
  });

  it('tells of a home that is not there, until something stands in it', () => {
    const home = { env: { CODEX_HOME: '/cx' }, files: { '/cx': { state: 'absent' as const } } };
    expect(readConfig('0.171.0', config(), home)).toMatchObject({ stops: [{ kind: 'home-missing' }], channel: null });
    expect(readConfig('0.171.0', config(), { ...home, files: { ...home.files, '/cx/config.toml': config() } }).stops).toEqual([]);
  });

  it('still lets the gateway be asked in the other protocol', () => {
    const state = readConfig('0.171.0', config().replace('"responses"', '"chat"'), { env });
    expect(codex.request(state)).toBeNull();
    expect(codex.request(state, { wireApi: 'openai-responses' })?.url).toMatch(/\/responses$/);
  });
});
