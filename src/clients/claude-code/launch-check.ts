// `claude -p` with nothing but the channel: claude-code.md, sections 3, 5 and 8.

import type { ExecResult } from '../../host.ts';
import type { ClientState } from '../client.ts';
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

/** The channel, and what changes a request. */
const CHANNEL_VARIABLES = /^(?:ANTHROPIC_|CLAUDE_CODE_|MAX_THINKING_TOKENS$|DISABLE_(?:PROMPT_CACHING|INTERLEAVED_THINKING))/;
/** Logins are never sent; the rest belongs to the session that started this program. */
const NOT_PASSED = /^CLAUDE_CODE_(?:OAUTH|ENTRYPOINT|SSE_PORT|SESSION|SIMPLE|ENABLE_TELEMETRY|CLIENT_CERT_PASS)|FILE_DESCRIPTOR|TELEMETRY/;

/** One request, no retries, no side requests, and time for this one alone. */
const knobs = (timeoutMs: number): Record<string, string> => ({
  CLAUDE_CODE_MAX_RETRIES: '0',
  API_TIMEOUT_MS: String(timeoutMs),
  CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
  DISABLE_AUTOUPDATER: '1',
  DISABLE_TELEMETRY: '1',
  DISABLE_ERROR_REPORTING: '1',
});

function channelVariables(state: ClientState): Record<string, string> {
  const written = state.variableNames.filter((name) => CHANNEL_VARIABLES.test(name) && !NOT_PASSED.test(name));
  const env = Object.fromEntries(written.map((name) => [name, state.variable(name)?.value ?? '']));
  // A key that a helper printed stands in no variable.
  for (const { kind, setting, isLogin } of state.channel?.credentials ?? []) {
    const name = kind === 'x-api-key' ? 'ANTHROPIC_API_KEY' : 'ANTHROPIC_AUTH_TOKEN';
    const isInHeaders = setting.origin.env === 'ANTHROPIC_CUSTOM_HEADERS' || setting.origin.key?.endsWith('ANTHROPIC_CUSTOM_HEADERS');
    if (!isLogin && !isInHeaders && !env[name]?.trim()) env[name] = setting.value.reveal();
  }
  const model = state.channel?.model;
  return { ...env, ...(model ? { ANTHROPIC_MODEL: model.value } : {}) };
}

function prepare(state: ClientState, { folder, join, timeoutMs }: LaunchPlace): Launch {
  const env = { ...routeVariables(state), ...channelVariables(state), ...knobs(timeoutMs), CLAUDE_CONFIG_DIR: join(folder, 'claude') };
  // One turn: whatever tool the answer asks for, its result goes nowhere.
  return { args: ['-p', PROMPT, '--output-format', 'json', '--max-turns', '1'], env, files: [] };
}

// ---------------------------------------------------------------- what it prints

const INVALID_KEY = '{"type":"error","error":{"type":"authentication_error","message":"invalid x-api-key"}}';
const withoutAdvice = (text: string): string =>
  text
    .replace(/ · Please run \/login\s*$/, '')
    .replace(/\.? This is a server-side issue, usually temporary[\s\S]*$/, '')
    .trim();

/** Codes in brackets, as Node and Bun name them. */
function transport(code: string): NonNullable<ClientSaid['error']> {
  if (/^(?:ENOTFOUND|EAI_\w+)$/.test(code)) return { phase: 'dns', code };
  if (/^(?:ECONNREFUSED|EHOSTUNREACH|ENETUNREACH|ETIMEDOUT)$/.test(code)) return { phase: 'tcp', code };
  if (/WRONG_VERSION_NUMBER|EPROTO/.test(code)) return { phase: 'tls', code: 'NOT_TLS' };
  if (/CERT|SIGNATURE|SELF_SIGNED|TLS/.test(code)) return { phase: 'tls', code };
  return { phase: 'headers', code };
}

/** The sentences of claude-code.md section 5, all versions; the first that fits. */
const SENTENCES: readonly (readonly [RegExp, (found: RegExpExecArray) => Omit<ClientSaid, 'ok' | 'said'>])[] = [
  [/Request rejected \((\d{3})\)(?: · ([\s\S]*))?/, ([, status, body = '']) => ({ status: Number(status), body: withoutAdvice(body) })],
  [/API Error: (\d{3})\b[ :]*([\s\S]*)/, ([, status, body = '']) => ({ status: Number(status), body: withoutAdvice(body) })],
  [/issue with the selected model/, () => ({ status: 404, body: '' })],
  [/Not logged in|Invalid API key|Invalid auth token|run \/login/, () => ({ status: 401, body: INVALID_KEY })],
  [/Credit balance is too low/, () => ({ status: 400, body: '{"error":{"message":"Your credit balance is too low"}}' })],
  [/Request too large/, () => ({ status: 413, body: '' })],
  [/Prompt is too long/i, () => ({ status: 400, body: '', failure: 'request/context-length' })],
  [/timed out/i, () => ({ status: null, body: '', error: { phase: 'headers', code: 'NO_ANSWER' } })],
  [/TooManyRedirects|redirect/i, () => ({ status: 302, body: '' })],
  [/Self-signed certificate detected/, () => ({ status: null, body: '', error: { phase: 'tls', code: 'DEPTH_ZERO_SELF_SIGNED_CERT' } })],
  [/\(((?:E[A-Z]{3,}|[A-Z]+_[A-Z_]*)[A-Z0-9_]*)\)/, ([, code = '']) => ({ status: null, body: '', error: transport(code) })],
  [/Connection lost mid-response/, () => ({ status: 200, body: '', failure: 'stream/truncated' })],
  [
    /without receiving any events|empty or malformed|no_events|reading '|error_during_execution/,
    () => ({ status: 200, body: '', failure: 'stream/not-sse' }),
  ],
  [/invalid header value|has invalid value|ByteString|Connection error/i, () => ({ status: null, body: '' })],
];

function meaning(message: string): Omit<ClientSaid, 'ok' | 'said'> {
  for (const [pattern, read] of SENTENCES) {
    const found = pattern.exec(message);
    if (found) return read(found);
  }
  return { status: null, body: '' };
}

const statusIn = (value: unknown): number | null => (typeof value === 'number' && value >= 100 && value < 600 ? value : null);
const text = (value: unknown): string => (typeof value === 'string' ? value : '');

function read(result: ExecResult): ClientSaid {
  const told = jsonLines(result.stdout).findLast((line) => line.type === 'result');
  if (!told) return silent(result);
  const subtype = text(told.subtype);
  const errors = Array.isArray(told.errors) ? text(told.errors[0]) : '';
  const said = text(told.result) || errors || subtype;
  // Stopped before the tool that the model asked for: it has answered.
  if (subtype === 'error_max_turns') return { ok: true, said: 'the model asked for a tool', status: 200, body: '' };
  // Exit status and subtype also claim success for failed turns (facts 16 and 4).
  if (subtype === 'success' && told.is_error !== true && text(told.result).trim() !== '')
    return { ok: true, said: 'success', status: 200, body: '' };
  const meant = meaning(said);
  return { ok: false, said, ...meant, status: statusIn(told.api_error_status) ?? meant.status };
}

export const claudeCodeLaunchCheck: LaunchCheck = { prepare, isOver: () => false, read };
