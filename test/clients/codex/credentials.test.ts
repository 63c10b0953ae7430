import { describe, expect, it } from 'vitest';

import type { Home } from '../../helpers/facts.ts';
import { config, credentialOf, KEY, login, read, readConfig } from './homes.ts';

const savedKey = { '~/.codex/auth.json': JSON.stringify({ OPENAI_API_KEY: 'sk-saved-0123456789' }) };
const env = { GW_API_KEY: KEY };
const bound = 'requires_openai_auth = true';
const token = 'experimental_bearer_token = "sk-token-0123456789"';
const header = 'http_headers = { Authorization = "Bearer sk-header-0123456789" }';

describe('which credential goes out', () => {
  it.each<[what: string, version: string, table: string, home: Home, sent: string]>([
    ['env_key', '0.8.0', 'env_key = "GW_API_KEY"', { env }, 'GW_API_KEY'],
    ['env_key beside a saved key', '0.171.0', 'env_key = "GW_API_KEY"', { env, files: savedKey }, 'GW_API_KEY'],
    ['env_key beside an account', '0.105.0', 'env_key = "GW_API_KEY"', { env, files: { '~/.codex/auth.json': login() } }, 'GW_API_KEY'],
    ['env_key and requires_openai_auth', '0.171.0', `env_key = "GW_API_KEY"\n${bound}`, { env, files: savedKey }, 'GW_API_KEY'],
    ['env_key without a value', '0.171.0', 'env_key = "GW_API_KEY"', { files: savedKey }, '-'],
    ['env_key of blanks', '0.171.0', 'env_key = "GW_API_KEY"', { env: { GW_API_KEY: ' \n' } }, '-'],
    ['token unknown', '0.47.0', token, {}, '-'],
    ['token', '0.50.0', token, {}, 'experimental_bearer_token'],
    ['token first', '0.63.0', `env_key = "GW_API_KEY"\n${token}`, { env }, 'experimental_bearer_token > GW_API_KEY'],
    ['env_key first', '0.80.0', `env_key = "GW_API_KEY"\n${token}`, { env }, 'GW_API_KEY > experimental_bearer_token'],
    ['token beats the login', '0.171.0', `${token}\n${bound}`, { files: savedKey }, 'experimental_bearer_token'],
    ['login file unknown', '0.8.0', bound, { files: savedKey }, '-'],
    ['saved key', '0.20.0', bound, { files: savedKey }, 'OPENAI_API_KEY'],
    ['CODEX_API_KEY unknown', '0.42.0', bound, { files: savedKey, env: { CODEX_API_KEY: 'k' } }, 'OPENAI_API_KEY'],
    ['CODEX_API_KEY', '0.45.0', bound, { files: savedKey, env: { CODEX_API_KEY: 'k' } }, 'CODEX_API_KEY > OPENAI_API_KEY'],
    ['OPENAI_API_KEY read', '0.34.0', bound, { env: { OPENAI_API_KEY: 'k' } }, 'OPENAI_API_KEY'],
    ['OPENAI_API_KEY no longer', '0.36.0', bound, { env: { OPENAI_API_KEY: 'k' } }, '-'],
    ['leak of the saved key', '0.148.0', '', { files: savedKey }, 'OPENAI_API_KEY'],
    ['no leak any more', '0.150.0', '', { files: savedKey }, '-'],
    ['leak of the account', '0.140.0', '', { files: { '~/.codex/auth.json': login() } }, 'login access_token'],
    ['account demanded', '0.171.0', bound, { files: { '~/.codex/auth.json': login() } }, 'login access_token'],
    ['account unbound', '0.155.0', '', { files: { '~/.codex/auth.json': login() } }, '-'],
    [
      'account before key',
      '0.23.0',
      bound,
      { files: { '~/.codex/auth.json': login({ OPENAI_API_KEY: 'sk-saved' }) } },
      'login access_token',
    ],
    ['key before account', '0.40.0', bound, { files: { '~/.codex/auth.json': login({ OPENAI_API_KEY: 'sk-saved' }) } }, 'OPENAI_API_KEY'],
    ['header', '0.8.0', header, {}, 'Authorization'],
    ['header loses to env_key', '0.171.0', `env_key = "GW_API_KEY"\n${header}`, { env }, 'GW_API_KEY > Authorization'],
    ['header of a variable', '0.171.0', 'env_http_headers = { "api-key" = "GW_API_KEY" }', { env }, 'GW_API_KEY'],
    ['wrong field in auth.json', '0.171.0', bound, { files: { '~/.codex/auth.json': '{"api_key":"x"}' } }, '-'],
  ])('%s [%s]', (_, version, table, home, sent) => {
    expect(credentialOf(readConfig(version, config(table), home))).toBe(sent);
  });

  it('reads an older preference for the key', () => {
    const files = { '~/.codex/auth.json': login({ OPENAI_API_KEY: 'sk-saved' }) };
    expect(credentialOf(readConfig('0.23.0', config(bound, 'preferred_auth_method = "apikey"'), { files }))).toBe('OPENAI_API_KEY');
  });

  it('does not look into auth.json where the store is a keyring', () => {
    expect(credentialOf(readConfig('0.171.0', config(bound, 'cli_auth_credentials_store = "keyring"'), { files: savedKey }))).toBe('-');
  });

  it('takes the word Bearer off a header and keeps the kind of others', () => {
    const [written] = readConfig('0.171.0', config(header)).channel?.credentials ?? [];
    expect(written).toMatchObject({ kind: 'bearer', header: 'authorization' });
    expect(written?.setting.value.reveal()).toBe('sk-header-0123456789');
    const [other] = readConfig('0.171.0', config('http_headers = { "X-Api-Key" = "k-0123456789" }')).channel?.credentials ?? [];
    expect(other).toMatchObject({ kind: 'x-api-key', header: 'x-api-key' });
  });

  it('lists logins without calling a key in use one', () => {
    expect(readConfig('0.171.0', config(bound), { files: { '~/.codex/auth.json': login() } }).logins).toMatchObject([
      { kind: 'chatgpt', sentToGateway: true },
    ]);
    expect(readConfig('0.155.0', config(''), { files: { '~/.codex/auth.json': login() } }).logins).toMatchObject([
      { kind: 'chatgpt', sentToGateway: false },
    ]);
    expect(readConfig('0.171.0', config(bound), { files: savedKey }).logins).toEqual([]);
    expect(readConfig('0.171.0', config(), { env, files: savedKey }).logins).toMatchObject([{ kind: 'api-key', sentToGateway: false }]);
  });

  it('does not count an account that stays with the vendor as sent', () => {
    const state = read('0.171.0', { files: { '~/.codex/auth.json': login() } });
    expect(state.channel?.requestUrl).toBe('https://chatgpt.com/backend-api/codex/responses');
    expect(state.logins).toMatchObject([{ kind: 'chatgpt', sentToGateway: false }]);
  });

  it('takes the key of a helper that was run', () => {
    const text = config('auth = { command = "print-key", args = ["--now"] }');
    expect(readConfig('0.171.0', text).keyHelper).toMatchObject({ command: 'print-key', args: ['--now'], fromProject: false });
    expect(readConfig('0.105.0', text).keyHelper).toBeNull();
  });
});
