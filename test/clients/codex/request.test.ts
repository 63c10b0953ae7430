import { describe, expect, it } from 'vitest';

import type { RequestOptions } from '../../../src/clients/client.ts';
import { codex } from '../../../src/clients/codex/index.ts';
import { websocketRequest, websocketUrl } from '../../../src/clients/codex/websocket.ts';
import { Secret } from '../../../src/secret.ts';
import type { HttpRequest } from '../../../src/wire/types.ts';
import type { Home } from '../../helpers/facts.ts';
import { config, GATEWAY, KEY, login, readConfig } from './homes.ts';

const env = { GW_API_KEY: KEY };
const ask = (version: string, text = config(), home: Home = { env }, options?: RequestOptions): HttpRequest | null =>
  codex.request(readConfig(version, text, home), options);
const bodyOf = (request: HttpRequest | null): Record<string, unknown> => JSON.parse(request?.body ?? 'null');
const headersOf = (request: HttpRequest | null): Record<string, string> =>
  Object.fromEntries((request?.headers ?? []).map(([name, value]) => [name, value instanceof Secret ? value.reveal() : value]));

describe('the faithful request', () => {
  it('has the shape of the newest version', () => {
    const request = ask('0.171.0');
    expect(request).toMatchObject({
      method: 'POST',
      url: `${GATEWAY}/responses`,
      wireApi: 'openai-responses',
      model: 'm-main',
      stream: true,
    });
    expect(Object.keys(bodyOf(request)).sort()).toEqual(
      [
        'include',
        'input',
        'model',
        'parallel_tool_calls',
        'prompt_cache_key',
        'reasoning',
        'store',
        'stream',
        'tool_choice',
        'tools',
      ].sort(),
    );
    expect(bodyOf(request).tools).toMatchObject([{ type: 'function' }, { type: 'custom' }, { type: 'web_search' }]);
    expect(headersOf(request)).toEqual({ authorization: `Bearer ${KEY}`, 'content-type': 'application/json', accept: 'text/event-stream' });
    expect(JSON.stringify(request)).not.toContain(KEY);
  });

  it.each([
    ['0.20.0', ['function'], true],
    ['0.50.0', ['function', 'custom'], true],
    ['0.105.0', ['function', 'custom', 'web_search'], true],
    ['0.171.0', ['function', 'custom', 'web_search'], false],
  ])('[%s] tools and instructions', (version, types, hasInstructions) => {
    const body = bodyOf(ask(version));
    expect((body.tools as { type: string }[]).map(({ type }) => type)).toEqual(types);
    expect('instructions' in body).toBe(hasInstructions);
  });

  it('obeys settings of the model', () => {
    const root = 'model_reasoning_effort = "high"\nmodel_reasoning_summary = "none"\nmodel_verbosity = "low"\nweb_search = "disabled"';
    const body = bodyOf(ask('0.171.0', config(undefined, root)));
    expect(body).toMatchObject({ reasoning: { effort: 'high' }, text: { verbosity: 'low' } });
    expect(body.reasoning).not.toHaveProperty('summary');
    expect(body.tools).toHaveLength(2);
  });

  it('speaks chat where the version does', () => {
    const request = ask('0.94.0', config().replace('wire_api = "responses"\n', ''));
    expect(request?.url).toBe(`${GATEWAY}/chat/completions`);
    expect(bodyOf(request)).toMatchObject({
      model: 'm-main',
      stream: true,
      messages: [{ role: 'system' }, { role: 'user' }],
      tools: [{ type: 'function' }],
    });
  });

  it('carries the headers of the provider, secrets masked', () => {
    const request = ask(
      '0.171.0',
      config(
        'env_key = "GW_API_KEY"\nhttp_headers = { "X-Team" = "blue", "X-Secret" = "s-0123456789abcdef", "Bad Name" = "x", "X-N" = "a\\nb" }',
      ),
    );
    expect(headersOf(request)).toMatchObject({ 'x-team': 'blue', 'x-secret': 's-0123456789abcdef' });
    expect(Object.keys(headersOf(request))).not.toContain('bad name');
    expect(Object.keys(headersOf(request))).not.toContain('x-n');
    expect(JSON.stringify(request)).not.toContain('s-0123456789abcdef');
  });

  it.each<[what: string, version: string, key: string, sent: string | null | undefined]>([
    ['line break', '0.50.0', `${KEY}\n`, null],
    ['line break', '0.80.0', `${KEY}\n`, undefined],
    ['line break', '0.171.0', `${KEY}\r\n`, undefined],
    ['blank', '0.171.0', `${KEY} `, `Bearer ${KEY} `],
    ['curly quotes', '0.171.0', `“${KEY}”`, `Bearer “${KEY}”`],
    ['Bearer', '0.171.0', `Bearer ${KEY}`, `Bearer Bearer ${KEY}`],
  ])('key with %s [%s]', (_, version, key, sent) => {
    const request = ask(version, config(), { env: { GW_API_KEY: key } });
    if (sent === null) expect(request).toBeNull();
    else expect(headersOf(request).authorization).toBe(sent);
  });

  it('sends credentials of the address as the version does', () => {
    const text = config(undefined, '', 'https://u:p@gw.example/v1');
    expect(headersOf(ask('0.50.0', text)).authorization).toBe('Basic dTpw');
    expect(headersOf(ask('0.105.0', text)).authorization).toBe(`Bearer ${KEY}`);
    expect(headersOf(ask('0.171.0', config('', '', 'https://u:p@gw.example/v1'))).authorization).toBe('Basic dTpw');
  });

  it.each<[what: string, text: string, home: Home]>([
    ['an unset variable', config(), {}],
    ['an impossible address', config(undefined, '', 'gw.example/v1'), { env }],
    ['a login only', config('requires_openai_auth = true'), { files: { '~/.codex/auth.json': login() } }],
    ['a helper that was not run', config('auth = { command = "c" }'), {}],
    ['a provider of the cloud', 'model_provider = "amazon-bedrock"\n', {}],
  ])('is not sent with %s', (_, text, home) => {
    expect(ask('0.171.0', text, home)).toBeNull();
  });

  it('goes without a key where none is bound', () => {
    expect(headersOf(ask('0.171.0', config('')))).not.toHaveProperty('authorization');
  });
});

describe('follow-ups', () => {
  it('change one thing at a time', () => {
    const request = ask('0.171.0', config(), { env }, { baseUrl: 'http://x.example', small: true, model: 'n', stream: false });
    expect(request).toMatchObject({ url: 'http://x.example/responses', model: 'n', stream: false });
    expect(Object.keys(bodyOf(request)).sort()).toEqual(['input', 'model', 'store', 'stream']);
    expect(headersOf(request)).toMatchObject({ accept: 'application/json', authorization: `Bearer ${KEY}` });
  });

  it('take another credential, or none', () => {
    expect(headersOf(ask('0.171.0', config(), {}, { credential: { kind: 'x-api-key', secret: new Secret('k') } }))).toMatchObject({
      'x-api-key': 'k',
    });
    const keyless = headersOf(ask('0.171.0', config(), { env }, { credential: { kind: 'bearer', secret: null } }));
    expect(keyless).not.toHaveProperty('authorization');
  });

  it('leave fields out', () => {
    const without = ['store', 'reasoning.summary', 'tools.1', 'nothing.here'];
    const body = bodyOf(ask('0.171.0', config(), { env }, { without }));
    expect(body).not.toHaveProperty('store');
    expect(body.reasoning).toEqual({});
    expect(body.tools).toMatchObject([{ type: 'function' }, { type: 'web_search' }]);
  });

  it('speak Messages at a root', () => {
    const request = ask('0.171.0', config(), { env }, { wireApi: 'anthropic-messages', baseUrl: 'https://gw.example', small: true });
    expect(request?.url).toBe('https://gw.example/v1/messages');
    expect(headersOf(request)['anthropic-version']).toBe('2023-06-01');
  });
});

describe('the websocket upgrade', () => {
  const saved = { '~/.codex/auth.json': `{"OPENAI_API_KEY":"${KEY}"}` };
  it.each<[what: string, version: string, text: string, isAsked: boolean]>([
    ['own provider', '0.171.0', config(), false],
    ['supports_websockets', '0.171.0', config('env_key = "GW_API_KEY"\nsupports_websockets = true'), true],
    ['openai_base_url', '0.115.0', `openai_base_url = "${GATEWAY}"\n`, false],
    ['openai_base_url', '0.116.0', `openai_base_url = "${GATEWAY}"\n`, true],
    ['official', '0.171.0', 'model = "m"\n', false],
  ])('%s [%s]', (_, version, text, isAsked) => {
    const state = readConfig(version, text, { env, files: saved });
    expect(websocketUrl(state)).toBe(isAsked ? `${GATEWAY}/responses` : null);
    expect(websocketRequest(state)?.method).toBe(isAsked ? 'GET' : undefined);
  });

  it('never carries a login', () => {
    const state = readConfig('0.171.0', `openai_base_url = "${GATEWAY}"\n`, { files: { '~/.codex/auth.json': login() } });
    expect(websocketRequest(state)).toBeNull();
  });
});

describe('the route', () => {
  const route = (version: string, home: Home, url = `${GATEWAY}/responses`) => {
    const state = readConfig(version, config(), home);
    return codex.route(state, url);
  };

  it('takes the proxies of the environment and of .env', () => {
    expect(route('0.171.0', { env: { HTTPS_PROXY: 'http://p:1' } }).proxy).toBe('http://p:1');
    expect(route('0.171.0', { env: { HTTP_PROXY: 'http://p:1' } }).proxy).toBeNull();
    expect(route('0.171.0', { env: { http_proxy: 'http://p:1' } }, 'http://127.0.0.1:9/v1').proxy).toBe('http://p:1');
    expect(route('0.171.0', { env: { http_proxy: 'http://p:1', no_proxy: '127.0.0.1' } }, 'http://127.0.0.1:9/v1').proxy).toBeNull();
    expect(route('0.171.0', { env: { ALL_PROXY: 'socks5://p:1' } }).proxy).toBe('socks5://p:1');
    expect(route('0.171.0', { files: { '~/.codex/.env': 'HTTPS_PROXY=http://p:2\n' } }).proxy).toBe('http://p:2');
  });

  it.each([
    ['0.105.0', ['SSL']],
    ['0.140.0', ['CODEX']],
  ])('trusts the file this version reads [%s]', (version, extraCa) => {
    const files = { '/ssl.pem': 'SSL', '/codex.pem': 'CODEX' };
    expect(route(version, { files, env: { SSL_CERT_FILE: '/ssl.pem', CODEX_CA_CERTIFICATE: '/codex.pem' } })).toMatchObject({
      extraCa,
      verifyTls: true,
    });
  });

  it('ignores what Node.js programs read', () => {
    expect(
      route('0.171.0', { files: { '/x.pem': 'X' }, env: { NODE_EXTRA_CA_CERTS: '/x.pem', NODE_TLS_REJECT_UNAUTHORIZED: '0' } }),
    ).toEqual({
      proxy: null,
      extraCa: [],
      verifyTls: true,
      socks: true,
    });
  });
});
