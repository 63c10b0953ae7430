// `codex exec` with nothing but the channel: codex.md, sections 4 to 6 and 8.

import { printKey, printValue } from '../../documents/toml/print.ts';
import type { ExecResult } from '../../host.ts';
import type { JsonValue } from '../../model.ts';
import { Secret } from '../../secret.ts';
import type { ClientState, CodexState } from '../client.ts';
import {
  type ClientSaid,
  jsonLines,
  type Launch,
  type LaunchCheck,
  type LaunchPlace,
  PROMPT,
  routeVariables,
  silent,
} from '../launch-check.ts';
import { does } from './versions.ts';

const ID = 'channel-doctor';
const KEY_VARIABLE = 'CHANNEL_DOCTOR_CODEX_KEY';
/** What changes the body of a request. */
const BODY_SETTINGS = ['model_reasoning_effort', 'model_reasoning_summary', 'model_verbosity', 'web_search', 'model_context_window'];
/** Copied from the provider as they are. */
const PROVIDER_SETTINGS = ['query_params', 'supports_websockets', 'stream_idle_timeout_ms'];

type Table = Record<string, JsonValue>;

const tableText = (name: string | null, table: Table): string =>
  `${name === null ? '' : `\n[${name}]\n`}${Object.entries(table)
    .map(([key, value]) => `${printKey(key)} = ${printValue(value)}\n`)
    .join('')}`;

/** Credentials and private headers, each in a variable of its own. */
function secretHeaders(state: CodexState): { names: Table; env: Record<string, string> } {
  const names: Table = {};
  const env: Record<string, string> = {};
  const add = (header: string, secret: Secret): void => {
    const variable = `CHANNEL_DOCTOR_CODEX_HEADER_${Object.keys(names).length}`;
    names[header] = variable;
    env[variable] = secret.reveal();
  };
  for (const { kind, header, setting, isLogin } of state.channel?.credentials ?? []) {
    if (!isLogin && (kind !== 'bearer' || header !== 'authorization')) add(header, setting.value);
  }
  for (const [name, value] of state.channel?.headers ?? []) if (value instanceof Secret) add(name, value);
  return { names, env };
}

const bearerOf = (state: CodexState): Secret | null =>
  state.channel?.credentials.find(({ kind, header, isLogin }) => kind === 'bearer' && header === 'authorization' && !isLogin)?.setting
    .value ?? null;

function providerTables(state: CodexState): { text: string; env: Record<string, string> } {
  const { channel, provider } = state;
  const bearer = bearerOf(state);
  const { names, env } = secretHeaders(state);
  const copied = PROVIDER_SETTINGS.flatMap((key): [string, JsonValue][] => {
    const value = provider?.get(key)?.value;
    return value === undefined || value === null ? [] : [[key, value]];
  });
  const plain = Object.fromEntries(
    (channel?.headers ?? []).filter((pair): pair is readonly [string, string] => typeof pair[1] === 'string'),
  );
  const table: Table = {
    name: ID,
    ...(channel?.baseUrl ? { base_url: channel.baseUrl.value } : {}),
    wire_api: channel?.wireApi === 'openai-chat' ? 'chat' : 'responses',
    ...(bearer ? { env_key: KEY_VARIABLE } : {}),
    ...Object.fromEntries(copied),
    ...(Object.keys(plain).length > 0 ? { http_headers: plain } : {}),
    ...(Object.keys(names).length > 0 ? { env_http_headers: names } : {}),
    request_max_retries: 0n,
    stream_max_retries: 0n,
  };
  return { text: tableText(`model_providers.${ID}`, table), env: { ...env, ...(bearer ? { [KEY_VARIABLE]: bearer.reveal() } : {}) } };
}

function prepare(given: ClientState, { version, folder, join }: LaunchPlace): Launch {
  const state = given as CodexState;
  const { channel } = state;
  const bearer = bearerOf(state);
  // The built-in provider differs from a table of one's own: it opens a websocket first.
  const isBuiltIn = state.provider === null && channel?.provider === 'openai' && does(version, 'openaiBaseUrl') && bearer !== null;
  const own = isBuiltIn ? { text: '', env: { CODEX_API_KEY: bearer.reveal(), ...organisation(state) } } : providerTables(state);
  const settings = BODY_SETTINGS.flatMap((key): [string, JsonValue][] => {
    const value = state.setting([key])?.value;
    return value === undefined || value === null ? [] : [[key, value]];
  });
  const root: Table = {
    ...(channel?.model ? { model: channel.model.value } : {}),
    ...(isBuiltIn ? (channel?.baseUrl ? { openai_base_url: channel.baseUrl.value } : {}) : { model_provider: ID }),
    ...Object.fromEntries(settings),
    approval_policy: 'never',
    sandbox_mode: 'read-only',
  };
  // Endless reconnecting from 0.148 on; and no commands, whatever the answer asks for. Older versions ignore unknown features.
  const features: Table = { unbounded_connection_retries: false, shell_tool: false, unified_exec: false };
  const home = join(folder, 'codex');
  const text = `${tableText(null, root)}${own.text}${tableText('features', features)}${tableText('tools', { view_image: false })}`;
  return {
    args: ['exec', '--json', '--skip-git-repo-check', '--sandbox', 'read-only', PROMPT],
    env: { ...routeVariables(state), ...own.env, CODEX_HOME: home, RUST_LOG: 'off' },
    files: [{ path: join(home, 'config.toml'), text }],
  };
}

function organisation(state: CodexState): Record<string, string> {
  const names = ['OPENAI_ORGANIZATION', 'OPENAI_PROJECT'];
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = state.variable(name)?.value;
      return value ? [[name, value] as const] : [];
    }),
  );
}

// ---------------------------------------------------------------- what it prints

interface Told {
  answered: boolean;
  complete: boolean;
  /** The model asked for a tool: it answered. */
  usesTool: boolean;
  message: string | null;
}

const textIn = (value: unknown, key: string): string => {
  const found = typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[key] : undefined;
  return typeof found === 'string' ? found : '';
};

/** Both forms: `{"type":"turn.completed"}` since 0.44, `{"id":"1","msg":{"type":"task_complete"}}` before. */
function toldIn(stdout: string): Told {
  const told: Told = { answered: false, complete: false, usesTool: false, message: null };
  for (const line of jsonLines(stdout)) {
    const event = typeof line.msg === 'object' && line.msg !== null ? (line.msg as Record<string, unknown>) : line;
    const type = textIn(event, 'type');
    const item = type.startsWith('item.') ? textIn(event.item, 'type') : type;
    if (item === 'agent_message') told.answered ||= (textIn(event.item, 'text') || textIn(event, 'message')).trim() !== '';
    if (/^(?:command_execution|file_change|mcp_tool_call|web_search|exec_command_begin|patch_apply_begin)/.test(item)) told.usesTool = true;
    if (type === 'turn.completed' || type === 'task_complete') told.complete = true;
    if (type === 'turn.failed') told.message = textIn(event.error, 'message');
    if (type === 'error' && !/^Reconnecting/.test(textIn(event, 'message'))) told.message ??= textIn(event, 'message');
  }
  return told;
}

/** The sentences of codex.md section 6, all versions. */
const SENTENCES: readonly (readonly [RegExp, (found: RegExpExecArray) => Omit<ClientSaid, 'ok' | 'said'>])[] = [
  [
    /unexpected status (\d{3})[^:]*: (.*)$/s,
    ([, status, body = '']) => ({ status: Number(status), body: body.replace(/, url: \S+(?:, [a-z-]+: \S+)*$/, '') }),
  ],
  [/last status: (\d{3})/, ([, status]) => ({ status: Number(status), body: '' })],
  [/^Quota exceeded/i, () => ({ status: 429, body: '{"error":{"code":"insufficient_quota","message":"quota exceeded"}}' })],
  [/experiencing high demand/, () => ({ status: 500, body: '' })],
  [
    /ran out of room in the model.s context/i,
    () => ({ status: 400, body: '{"error":{"code":"context_length_exceeded"}}', failure: 'request/context-length' }),
  ],
  [/idle timeout waiting/, () => ({ status: 200, body: '', error: { phase: 'stream', code: 'IDLE' } })],
  [/stream closed before response\.completed/, () => ({ status: 200, body: '', failure: 'stream/truncated' })],
  [/failed to parse \w+|missing field/, () => ({ status: 200, body: '', failure: 'stream/events-missing' })],
  [
    /decoding response body|network error|Transport error/,
    () => ({ status: 200, body: '', error: { phase: 'stream', code: 'INCOMPLETE' } }),
  ],
  [/error sending request|waiting for network|Connection failed|builder error|Missing environment/, () => ({ status: null, body: '' })],
  [/too many redirects|following redirect/, () => ({ status: 302, body: '' })],
  [/^stream disconnected before completion: (.*)$/s, ([, message = '']) => ({ status: 200, body: JSON.stringify({ error: { message } }) })],
  [/^\s*\{/, ({ input }) => ({ status: null, body: input })],
];

function meaning(message: string): Omit<ClientSaid, 'ok' | 'said'> {
  for (const [pattern, read] of SENTENCES) {
    const found = pattern.exec(message);
    if (found) return read(found);
  }
  // 0.171 shows a refused model's sentence alone.
  return { status: null, body: JSON.stringify({ error: { message } }) };
}

function read(result: ExecResult): ClientSaid {
  const { answered, complete, usesTool, message } = toldIn(result.stdout);
  if (answered || usesTool)
    return { ok: true, said: usesTool && !answered ? 'the model asked for a tool' : 'turn completed', status: 200, body: '' };
  if (message !== null) return { ok: false, said: message, ...meaning(message) };
  if (complete) return { ok: false, said: 'the turn ended without an answer', status: 200, body: '', failure: 'stream/events-missing' };
  const reconnecting = jsonLines(result.stdout).some((line) => /^Reconnecting/.test(textIn(line, 'message')));
  return reconnecting ? { ok: false, said: 'Reconnecting…', status: null, body: '' } : silent(result);
}

function isOver({ stdout }: { readonly stdout: string }): boolean {
  if (!/turn\.(?:completed|failed)|task_complete|command_execution|exec_command_begin|"type":"error"/.test(stdout)) return false;
  const { complete, usesTool, message } = toldIn(stdout);
  return complete || usesTool || message !== null;
}

export const codexLaunchCheck: LaunchCheck = { prepare, isOver, read };
