// The arbiter with pretended clients: how they are started, what stays behind, and whose word counts.

import { describe, expect, test } from 'vitest';

import { claudeCode } from '../../src/clients/claude-code/index.ts';
import type { ClientState } from '../../src/clients/client.ts';
import { codex } from '../../src/clients/codex/index.ts';
import type { ExecOptions } from '../../src/host.ts';
import { classify } from '../../src/probe/failures/index.ts';
import type { ClientEvidence, Probed } from '../../src/probe/types.ts';
import { askClient } from '../../src/probe/with-client.ts';
import type { Trace } from '../../src/wire/types.ts';
import { stateOf } from '../helpers/facts.ts';
import { type Canned, memoryHost } from '../helpers/memory-host.ts';

const KEY = 'sk-test-0123456789abcdef';
const codexState = stateOf(codex, {
  env: { GW_KEY: KEY, HTTPS_PROXY: 'http://proxy:8080', OPENAI_API_KEY: 'sk-other-0123456789' },
  installed: { codex: '0.171.0' },
  files: {
    '~/.codex/config.toml':
      'model = "m"\nmodel_provider = "gw"\n[model_providers.gw]\nname = "gw"\nbase_url = "https://gw.example/v1"\nwire_api = "responses"\nenv_key = "GW_KEY"\nhttp_headers = { x-team = "a" }\n',
  },
});
const claudeState = stateOf(claudeCode, {
  env: { CLAUDE_CODE_OAUTH_TOKEN: 'sk-ant-oat01-login' },
  installed: { 'claude-code': '2.1.332' },
  files: {
    '~/.claude/settings.json': JSON.stringify({
      env: {
        ANTHROPIC_BASE_URL: 'https://gw.example',
        ANTHROPIC_AUTH_TOKEN: KEY,
        ANTHROPIC_MODEL: 'm',
        CLAUDE_CODE_MAX_OUTPUT_TOKENS: '100',
      },
    }),
  },
});

/** Evidence of a request that was answered so. */
function evidenceFor(state: ClientState, answer: Partial<Pick<Trace, 'status' | 'body' | 'error'>>): ClientEvidence {
  const request = state.client.request(state);
  if (!request) throw new Error('no request');
  const marks = {
    dns: 1,
    tcp: 2,
    proxy: null,
    tls: null,
    sent: 3,
    headers: 4,
    firstEvent: null,
    firstToken: null,
    firstVisible: null,
    lastToken: null,
    end: 5,
  };
  const { status = null, body = '', error = null } = answer;
  const trace: Trace = {
    request,
    viaProxy: false,
    marks,
    status,
    headers: { 'content-type': 'application/json' },
    body,
    bodyBytes: body.length,
    bodyCut: false,
    events: [],
    reading: null,
    error,
    receivedAt: null,
  };
  const context = {
    clientId: state.id,
    version: state.version,
    wireApi: request.wireApi,
    requestUrl: request.url,
    model: request.model,
    key: null,
  };
  const faithful: Probed = {
    purpose: 'faithful',
    note: '',
    baseUrl: '',
    wireApi: request.wireApi,
    trace,
    outcome: classify(trace, context),
  };
  return {
    client: state.id,
    faithful,
    notSent: null,
    otherModels: [],
    candidates: [],
    otherHeader: null,
    otherWires: [],
    noKey: null,
    inventedKey: null,
    smallBody: null,
    parts: [],
    direct: null,
    websocket: null,
    shadowed: [],
    models: null,
    all: [faithful],
  };
}

const NOT_ADMITTED = { status: 403, body: '{"error":"Client not allowed","message":"Your client is not authorized to use this API key"}' };
const codexSays = (message: string): string => `${JSON.stringify({ type: 'turn.failed', error: { message } })}\n`;
const WORKS = '{"type":"item.completed","item":{"type":"agent_message","text":"pong"}}\n{"type":"turn.completed"}\n';

const machine = (command: string, program: Canned) =>
  memoryHost({
    programs: { [command]: (args, options) => (args[0] === '--version' ? { stdout: '0.171.0' } : program(args, options)) },
    env: { SECRET_OF_MINE: 'x', PATH: '/usr/bin' },
  });
const ask = (host: ReturnType<typeof machine>, state: ClientState, evidence: ClientEvidence) =>
  askClient(host, state, evidence, { timeoutMs: 5_000 });

describe('how a client is started', () => {
  test('codex: an empty home with only the channel, the key in a variable, nothing left behind', async () => {
    let seen: { args: readonly string[]; options: ExecOptions } | null = null;
    let config = '';
    const host = machine('codex', (args, options) => {
      seen = { args, options };
      config = host.files.picture()[`${options.env?.CODEX_HOME}/config.toml`] ?? '';
      return { stdout: WORKS };
    });
    await ask(host, codexState, evidenceFor(codexState, NOT_ADMITTED));
    const { args, options } = seen as unknown as { args: readonly string[]; options: ExecOptions };
    expect(args.join(' ')).toBe('exec --json --skip-git-repo-check --sandbox read-only ping');
    expect(options.alone?.until?.({ stdout: WORKS, stderr: '' })).toBe(true);
    expect(options.env).toMatchObject({ HTTPS_PROXY: 'http://proxy:8080', CHANNEL_DOCTOR_CODEX_KEY: KEY });
    for (const name of ['SECRET_OF_MINE', 'OPENAI_API_KEY', 'GW_KEY']) expect(options.env).not.toHaveProperty(name);
    expect(options.env?.HOME).not.toBe('/home/u');
    expect(options.cwd?.startsWith(String(options.env?.HOME))).toBe(true);
    expect(config).toMatch(/^file 600 /);
    expect(config).toContain('base_url = "https://gw.example/v1"');
    expect(config).toContain('x-team = "a"');
    expect(config).toContain('unbounded_connection_retries = false');
    expect(config).not.toContain(KEY);
    expect(Object.keys(host.files.picture()).filter((path) => path.includes('channel-doctor'))).toEqual([]);
  });

  test('claude: the channel and what changes a request, no login, one turn', async () => {
    let seen: { args: readonly string[]; options: ExecOptions } | null = null;
    const host = machine('claude', (args, options) => {
      seen = { args, options };
      return { stdout: '{"type":"result","subtype":"success","is_error":false,"result":"pong"}\n' };
    });
    const found = await ask(host, claudeState, evidenceFor(claudeState, NOT_ADMITTED));
    const { args, options } = seen as unknown as { args: readonly string[]; options: ExecOptions };
    expect(args.join(' ')).toBe('-p ping --output-format json --max-turns 1');
    expect(options.env).toMatchObject({
      ANTHROPIC_BASE_URL: 'https://gw.example',
      ANTHROPIC_AUTH_TOKEN: KEY,
      ANTHROPIC_MODEL: 'm',
      CLAUDE_CODE_MAX_OUTPUT_TOKENS: '100',
      CLAUDE_CODE_MAX_RETRIES: '0',
      API_TIMEOUT_MS: '5000',
    });
    expect(options.env).not.toHaveProperty('CLAUDE_CODE_OAUTH_TOKEN');
    expect(found.faithful?.outcome).toEqual({ ok: true, failure: null, speaks: true });
    expect(found.arbiter).toMatchObject({ ok: true, status: 200 });
  });
});

describe('whose word counts', () => {
  const says = (message: string, answer: Parameters<typeof evidenceFor>[1]) =>
    ask(
      machine('codex', () => ({ code: 1, stdout: codexSays(message) })),
      codexState,
      evidenceFor(codexState, answer),
    );

  test('a relay that admits certain clients only: inconclusive without, decided with the client', async () => {
    const evidence = evidenceFor(codexState, NOT_ADMITTED);
    expect(evidence.faithful?.outcome.ok).toBeNull();
    const works = await ask(
      machine('codex', () => ({ code: null, stdout: WORKS, stopped: true })),
      codexState,
      evidence,
    );
    expect(works.faithful?.outcome).toMatchObject({ ok: true, failure: null });
    const fails = await says('unexpected status 401 Unauthorized: Invalid API key, url: https://gw.example/v1/responses', NOT_ADMITTED);
    expect(fails.faithful?.outcome).toMatchObject({ ok: false, failure: { id: 'auth/invalid-key', severity: 'error' } });
  });

  test('the same failure is explained by our own request', async () => {
    const refused = { error: { phase: 'tcp', code: 'ECONNREFUSED', detail: 'connect ECONNREFUSED' } } as const;
    const found = await says('Connection failed: error sending request', refused);
    expect(found.faithful?.outcome).toMatchObject({ ok: false, failure: { id: 'net/refused' } });
  });

  test('another status means that the client met something else', async () => {
    const found = await says('unexpected status 401 Unauthorized: Invalid API key', {
      status: 503,
      body: '{"error":{"message":"overloaded"}}',
    });
    expect(found.faithful?.outcome.failure?.id).toBe('auth/invalid-key');
  });

  test('a channel that works for us and fails for the client has failed', async () => {
    const found = await says('stream disconnected before completion: something nobody knows', { status: 403, body: 'no' });
    expect(found.faithful?.outcome.ok).toBe(false);
    expect(found.faithful?.outcome.failure).not.toBeNull();
  });

  test('no verdict, or no client: the request stands', async () => {
    const evidence = evidenceFor(codexState, NOT_ADMITTED);
    const silent = await ask(
      machine('codex', () => ({ code: 2, stderr: 'error: unexpected argument\n' })),
      codexState,
      evidence,
    );
    expect(silent.faithful).toEqual(evidence.faithful);
    expect(silent.arbiter).toMatchObject({ ok: null, evidence: expect.stringContaining('unexpected argument') });
    const absent = await ask(memoryHost(), codexState, evidence);
    expect(absent.arbiter?.installed).toBeNull();
  });

  test('nothing is started where nothing was sent', async () => {
    const host = machine('codex', () => {
      throw new Error('started');
    });
    const evidence = { ...evidenceFor(codexState, NOT_ADMITTED), faithful: null, notSent: 'untrusted-project' as const };
    expect(await ask(host, codexState, evidence)).toBe(evidence);
  });

  test('a key that an old client prints is not passed on, whole or broken in two', async () => {
    const broken = 'sk-test-01234567\n89abcdefghij';
    const state = stateOf(claudeCode, {
      installed: { 'claude-code': '2.1.100' },
      files: {
        '~/.claude/settings.json': JSON.stringify({
          env: { ANTHROPIC_BASE_URL: 'https://gw.example', ANTHROPIC_API_KEY: KEY, ANTHROPIC_AUTH_TOKEN: broken },
        }),
      },
    });
    const evidence = { ...evidenceFor(claudeState, NOT_ADMITTED), client: 'claude-code' as const };
    for (const key of [KEY, broken]) {
      const said = `API Error: Headers.append: "Bearer ${key}" is an invalid header value.`;
      const host = machine('claude', () => ({
        stdout: `${JSON.stringify({ type: 'result', subtype: 'success', is_error: true, result: said })}\n`,
      }));
      const found = await ask(host, state, evidence);
      expect(found.arbiter?.evidence).toContain('Headers.append');
      expect(found.arbiter?.evidence).not.toMatch(/01234567|89abcdefghij/);
    }
  });
});
