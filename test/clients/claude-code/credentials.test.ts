import { describe, expect, test } from 'vitest';
import { claudeCode } from '../../../src/clients/claude-code/index.ts';
import type { ClaudeCodeState } from '../../../src/clients/client.ts';
import { Secret } from '../../../src/secret.ts';
import { factsOf } from '../../helpers/facts.ts';
import { GATEWAY, headersOf, NEWEST, read, SETTINGS, settings } from './homes.ts';

const ALL = ['0.2.126', '1.0.60', '2.0.77', '2.1.100', '2.1.200', NEWEST];
const OLD = ALL.slice(0, -1);

const gateway = (env: Record<string, unknown>, files: Record<string, string> = {}) => ({
  files: { ...files, [SETTINGS]: settings({ ANTHROPIC_BASE_URL: GATEWAY, ...env }) },
});
const sent = (version: string, home: ReturnType<typeof gateway>) => {
  const headers = headersOf(read(version, home));
  return headers && [headers.authorization ?? null, headers['x-api-key'] ?? null];
};

describe('which headers carry a key', () => {
  test.each<[readonly string[], Record<string, string>, (string | null)[] | null]>([
    [ALL, { ANTHROPIC_AUTH_TOKEN: 'T' }, ['Bearer T', null]],
    [ALL, { ANTHROPIC_API_KEY: 'K' }, [null, 'K']],
    [ALL, { ANTHROPIC_AUTH_TOKEN: 'T', ANTHROPIC_API_KEY: 'K' }, ['Bearer T', 'K']],
    [ALL, { ANTHROPIC_AUTH_TOKEN: 'T', ANTHROPIC_API_KEY: '' }, ['Bearer T', null]],
    [ALL, {}, null],
    [ALL, { ANTHROPIC_AUTH_TOKEN: '' }, null],
    [ALL, { ANTHROPIC_API_KEY: 'K', ANTHROPIC_CUSTOM_HEADERS: 'Authorization: zzz' }, ['zzz', 'K']],
    [ALL, { ANTHROPIC_AUTH_TOKEN: 'T', ANTHROPIC_CUSTOM_HEADERS: 'authorization: Bearer zzz' }, ['Bearer zzz', null]],
    [['0.2.126', '1.0.60'], { ANTHROPIC_CUSTOM_HEADERS: 'x-api-key: zzz' }, null],
    [['2.0.77', '2.1.100', NEWEST], { ANTHROPIC_CUSTOM_HEADERS: 'x-api-key: zzz' }, [null, 'zzz']],
    [ALL, { ANTHROPIC_AUTH_TOKEN: 'T\r\n', ANTHROPIC_API_KEY: ' K ' }, ['Bearer T', 'K']],
    [OLD, { ANTHROPIC_AUTH_TOKEN: ' T' }, ['Bearer  T', null]],
    [[NEWEST], { ANTHROPIC_AUTH_TOKEN: ' T' }, ['Bearer T', null]],
    [['2.1.100'], { ANTHROPIC_AUTH_TOKEN: 'T\u00a0' }, ['Bearer T\u00a0', null]],
    [['2.1.200'], { ANTHROPIC_AUTH_TOKEN: 'T\u00a0' }, null],
    [[NEWEST], { ANTHROPIC_AUTH_TOKEN: 'T\u00a0' }, ['Bearer T', null]],
    [ALL, { ANTHROPIC_AUTH_TOKEN: 'Té' }, ['Bearer Té', null]],
    [ALL, { ANTHROPIC_AUTH_TOKEN: 'Bearer T' }, ['Bearer Bearer T', null]],
    [ALL, { ANTHROPIC_AUTH_TOKEN: 'T，' }, null],
    [ALL, { ANTHROPIC_AUTH_TOKEN: 'T\u200b' }, null],
    [ALL, { ANTHROPIC_API_KEY: 'K\nK' }, null],
  ])('%j %j', (versions, env, expected) => {
    for (const version of versions) expect([version, sent(version, gateway(env))]).toEqual([version, expected]);
  });

  test('the written value, its origin and what it beats are kept', () => {
    const state = read(NEWEST, { ...gateway({ ANTHROPIC_AUTH_TOKEN: 'T\n' }), env: { ANTHROPIC_AUTH_TOKEN: 'old' } });
    const { setting } = state.channel?.credential ?? {};
    expect([setting?.value.reveal(), setting?.origin.key, setting?.shadows[0]?.value.reveal()]).toEqual([
      'T\n',
      'env.ANTHROPIC_AUTH_TOKEN',
      'old',
    ]);
  });

  test('custom headers go along, those that may hold a credential as secrets', () => {
    const state = read(
      NEWEST,
      gateway({ ANTHROPIC_AUTH_TOKEN: 'T', ANTHROPIC_CUSTOM_HEADERS: 'X-Tenant: blue\nno colon\nX-My-Key: s3cr3t\n' }),
    );
    expect(headersOf(state)).toMatchObject({ 'x-tenant': 'blue', 'x-my-key': 's3cr3t' });
    expect(state.channel?.headers).toEqual([
      ['x-tenant', 'blue'],
      ['x-my-key', expect.any(Secret)],
    ]);
    expect(headersOf(state, { credential: { kind: 'bearer', secret: null } })).not.toHaveProperty('x-my-key');
  });

  test('a header that cannot be sent stops the request', () => {
    expect(sent(NEWEST, gateway({ ANTHROPIC_AUTH_TOKEN: 'T', ANTHROPIC_CUSTOM_HEADERS: '{"X-A": "1"}' }))).toBeNull();
  });
});

describe('key helpers', () => {
  const run = (env: Record<string, string>, file: string, code = 0) => {
    const facts = factsOf({
      files: {
        [SETTINGS]: settings({ ANTHROPIC_BASE_URL: GATEWAY, ...env }),
        [file]: settings({ ANTHROPIC_BASE_URL: GATEWAY, ...env }, { apiKeyHelper: 'get-key' }),
      },
    });
    const helpers = new Map([['get-key', { code, output: code === 0 ? new Secret('H') : null, stderr: '' }]]);
    return claudeCode.read({ ...facts, helpers }) as ClaudeCodeState;
  };
  const PROJECT = '~/project/.claude/settings.json';
  test.each([
    [{}, SETTINGS, ['Bearer H', 'H']],
    [{ ANTHROPIC_AUTH_TOKEN: 'T' }, SETTINGS, ['Bearer T', 'H']],
    [{ ANTHROPIC_API_KEY: 'K' }, SETTINGS, ['Bearer H', 'K']],
    [{ ANTHROPIC_AUTH_TOKEN: 'T' }, PROJECT, ['Bearer T', undefined]],
  ])('%j with a helper in %s', (env, file, expected) => {
    const headers = headersOf(run(env, file));
    expect([headers?.authorization, headers?.['x-api-key']]).toEqual(expected);
  });

  test('one that was not run or failed yields nothing', () => {
    expect(headersOf(run({}, SETTINGS, 3))).toBeNull();
    expect(read(NEWEST, { files: { [SETTINGS]: settings({}, { apiKeyHelper: 'get-key' }) } }).keyHelper).toMatchObject({
      command: 'get-key',
      fromProject: false,
    });
  });

  test('a project’s helper is marked', () => {
    expect(run({}, PROJECT).keyHelper?.fromProject).toBe(true);
  });
});

describe('stored logins', () => {
  const oauth = { '~/.claude/.credentials.json': '{"claudeAiOauth":{"accessToken":"sk-login-1"}}' };
  const console = { '~/.claude.json': '{"primaryApiKey":"sk-login-2"}' };
  const TOKEN = { ANTHROPIC_AUTH_TOKEN: 'T' };
  const API_KEY = { ANTHROPIC_API_KEY: 'K' };
  test.each<[string, Record<string, string>, Record<string, string>, boolean]>([
    ['1.0.0', oauth, TOKEN, true],
    ['1.0.60', oauth, TOKEN, false],
    [NEWEST, oauth, TOKEN, false],
    ['0.2.126', oauth, API_KEY, true],
    [NEWEST, oauth, API_KEY, false],
    [NEWEST, oauth, {}, true],
    ['1.0.60', console, TOKEN, true],
    [NEWEST, console, TOKEN, true],
    [NEWEST, console, API_KEY, false],
    [NEWEST, console, { ...TOKEN, ...API_KEY }, false],
    [NEWEST, console, {}, true],
    [NEWEST, {}, { CLAUDE_CODE_OAUTH_TOKEN: 'sk-login-3' }, true],
    [NEWEST, {}, { CLAUDE_CODE_OAUTH_TOKEN: 'sk-login-3', ...TOKEN }, false],
  ])('%s %j %j goes to the gateway: %s', (version, files, env, expected) => {
    const state = read(version, gateway(env, files));
    expect(state.logins.map(({ sentToGateway }) => sentToGateway)).toEqual([expected]);
    expect(JSON.stringify(headersOf(state) ?? '')).not.toContain('sk-login');
  });

  test('to the vendor itself it is no leak', () => {
    const state = read(NEWEST, { files: oauth });
    expect(state.logins).toMatchObject([{ kind: 'claude-ai', sentToGateway: false }]);
    expect(state.channel?.credential?.isLogin).toBe(true);
    expect(claudeCode.request(state)).toBeNull();
  });

  test('an old version knows no variable for it', () => {
    expect(read('0.2.126', gateway({ CLAUDE_CODE_OAUTH_TOKEN: 'x' })).logins).toEqual([]);
  });
});
