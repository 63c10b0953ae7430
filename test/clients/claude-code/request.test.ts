import { describe, expect, test } from 'vitest';
import { claudeCode } from '../../../src/clients/claude-code/index.ts';
import { Secret } from '../../../src/secret.ts';
import { bodyOf, channelHome, GATEWAY, headersOf, KEY, NEWEST, read, SETTINGS } from './homes.ts';

const C = 'claude-code-20250219';
const I = 'interleaved-thinking-2025-05-14';

describe('the faithful request', () => {
  const EARLY = ['model', 'messages', 'temperature', 'system', 'tools', 'metadata', 'max_tokens', 'stream'];
  const MIDDLE = EARLY.filter((name) => name !== 'temperature');
  const LATE = ['model', 'messages', 'system', 'tools', 'metadata', 'max_tokens', 'thinking', 'context_management'];
  test.each([
    ['0.2.126', C, EARLY, 20000],
    ['1.0.0', `${C},${I}`, EARLY, 20000],
    ['1.0.60', `${C},fine-grained-tool-streaming-2025-05-14`, EARLY, 32000],
    ['2.0.0', `${C},${I},fine-grained-tool-streaming-2025-05-14`, EARLY, 32000],
    ['2.1.0', `${C},${I}`, MIDDLE, 32000],
    ['2.1.100', `${C},${I},context-management-2025-06-27,prompt-caching-scope-2026-01-05,effort-2025-11-24`, [...LATE, 'stream'], 32000],
    [
      NEWEST,
      `${C},${I},context-management-2025-06-27,mid-conversation-tool-changes-2026-07-01,thinking-token-count-2026-05-13,advanced-tool-use-2025-11-20,effort-2025-11-24`,
      [...LATE, 'output_config', 'stream'],
      32000,
    ],
  ])('%s', (version, betas, fields, maxTokens) => {
    const state = read(version, channelHome());
    expect(headersOf(state)).toEqual({
      'content-type': 'application/json',
      accept: 'application/json',
      'anthropic-version': '2023-06-01',
      'anthropic-beta': betas,
      authorization: `Bearer ${KEY}`,
    });
    expect(Object.keys(bodyOf(state))).toEqual(fields);
    expect(bodyOf(state)).toMatchObject({ model: 'm-main', max_tokens: maxTokens, stream: true });
    expect(claudeCode.request(state)).toMatchObject({
      method: 'POST',
      url: `${GATEWAY}/v1/messages?beta=true`,
      wireApi: 'anthropic-messages',
      model: 'm-main',
    });
  });

  test('carries no identity', () => {
    const request = claudeCode.request(read(NEWEST, channelHome()));
    expect(JSON.stringify(request)).not.toMatch(/user-agent|x-app|x-stainless|session|billing|claude-cli|Claude Code/i);
  });

  test.each([
    [{ CLAUDE_CODE_MAX_OUTPUT_TOKENS: '8192' }, { max_tokens: 8192 }, []],
    [{ CLAUDE_CODE_MAX_OUTPUT_TOKENS: 'many' }, { max_tokens: 32000 }, []],
    [{ MAX_THINKING_TOKENS: '0' }, {}, ['thinking', 'context_management']],
    [{ CLAUDE_CODE_DISABLE_EXPERIMENTAL_BETAS: '1' }, { thinking: { type: 'adaptive' } }, ['context_management']],
  ])('%j', (env, has, lacks) => {
    const body = bodyOf(read(NEWEST, channelHome(env)));
    expect(body).toMatchObject(has);
    for (const name of lacks) expect(body).not.toHaveProperty(name);
  });

  test('without experimental betas', () => {
    expect(headersOf(read(NEWEST, channelHome({ CLAUDE_CODE_DISABLE_EXPERIMENTAL_BETAS: '1' })))?.['anthropic-beta']).toBe(
      `${C},${I},effort-2025-11-24`,
    );
    expect(headersOf(read('2.0.77', channelHome({ CLAUDE_CODE_DISABLE_EXPERIMENTAL_BETAS: '1' })))?.['anthropic-beta']).toBe(`${C},${I}`);
  });
});

describe('options', () => {
  const state = read(NEWEST, channelHome({ ANTHROPIC_API_KEY: 'K' }));
  test('another base', () => {
    expect(claudeCode.request(state, { baseUrl: 'http://127.0.0.1:1' })?.url).toBe('http://127.0.0.1:1/v1/messages?beta=true');
  });
  test('a small body has neither betas nor tools', () => {
    expect(headersOf(state, { small: true })).not.toHaveProperty('anthropic-beta');
    expect(Object.keys(bodyOf(state, { small: true }))).toEqual(['model', 'max_tokens', 'messages', 'stream']);
  });
  test('another credential replaces all of the client’s own', () => {
    const headers = headersOf(state, { credential: { kind: 'x-api-key', secret: new Secret('other') } });
    expect([headers?.['x-api-key'], headers?.authorization]).toEqual(['other', undefined]);
    const none = headersOf(state, { credential: { kind: 'bearer', secret: null } });
    expect([none?.['x-api-key'], none?.authorization]).toEqual([undefined, undefined]);
  });
  test('another protocol takes the key as a bearer token', () => {
    const onlyKey = read(NEWEST, channelHome({ ANTHROPIC_AUTH_TOKEN: '', ANTHROPIC_API_KEY: 'K' }));
    expect(headersOf(onlyKey, { wireApi: 'openai-chat' })).toEqual({
      'content-type': 'application/json',
      accept: 'application/json',
      authorization: 'Bearer K',
    });
    expect(bodyOf(onlyKey, { wireApi: 'openai-responses' })).toHaveProperty('input');
  });
  test('without fields, without stream', () => {
    const body = bodyOf(state, { without: ['context_management', 'output_config.effort', 'nothing.here'], stream: false });
    expect(body).not.toHaveProperty('context_management');
    expect(body).toMatchObject({ output_config: {}, stream: false });
    expect(headersOf(state, { without: ['anthropic-beta'] })).not.toHaveProperty('anthropic-beta');
  });
});

describe('nothing is sent', () => {
  test.each([
    ['a base that is no URL', NEWEST, channelHome({ ANTHROPIC_BASE_URL: 'gw.example' })],
    ['Bedrock', NEWEST, channelHome({ CLAUDE_CODE_USE_BEDROCK: '1' })],
    ['Bedrock "0" in an old version', '1.0.60', channelHome({ CLAUDE_CODE_USE_BEDROCK: '0' })],
    ['a broken .claude.json', NEWEST, channelHome({}, { files: { '~/.claude.json': '{"a":1,,}' } })],
    ['a broken managed file', NEWEST, channelHome({}, { files: { '/etc/claude-code/managed-settings.json': '{' } })],
  ])('%s', (_, version, home) => {
    expect(claudeCode.request(read(version, home))).toBeNull();
  });

  test.each([
    [NEWEST, 'CLAUDE_CODE_USE_BEDROCK', '0', false],
    [NEWEST, 'CLAUDE_CODE_USE_VERTEX', 'true', true],
    [NEWEST, 'CLAUDE_CODE_USE_FOUNDRY', '1', true],
    ['2.0.0', 'CLAUDE_CODE_USE_FOUNDRY', '1', false],
    ['1.0.60', 'CLAUDE_CODE_USE_VERTEX', 'false', true],
    ['1.0.60', 'CLAUDE_CODE_USE_VERTEX', '', false],
  ])('%s %s=%s: %s', (version, name, value, isOn) => {
    expect(read(version, { ...channelHome(), env: { [name]: value } }).cloudSwitch !== null).toBe(isOn);
  });

  test('a broken user file does not stop the rest', () => {
    const env = { ANTHROPIC_BASE_URL: GATEWAY, ANTHROPIC_AUTH_TOKEN: KEY };
    expect(claudeCode.request(read(NEWEST, { files: { [SETTINGS]: '{' }, env }))).not.toBeNull();
  });
});
