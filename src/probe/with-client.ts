// The arbiter: the real client makes one request in an empty home, and what it says decides.

import { posix, win32 } from 'node:path';

import { claudeCodeLaunchCheck } from '../clients/claude-code/launch-check.ts';
import type { ClientState } from '../clients/client.ts';
import { codexLaunchCheck } from '../clients/codex/launch-check.ts';
import { installedVersion, neededEnvironment } from '../clients/installed.ts';
import type { ClientSaid, Launch, LaunchCheck, LaunchPlace } from '../clients/launch-check.ts';
import type { ExecResult, Host } from '../host.ts';
import type { ClientId, Installed } from '../model.ts';
import type { Secret } from '../secret.ts';
import type { Trace, TransportError } from '../wire/types.ts';
import { classify, FAILURES, type FailureContext } from './failures/index.ts';
import { safeText } from './failures/safe-text.ts';
import type { Arbiter, ClientEvidence, Failure, Outcome, Probed } from './types.ts';

const CHECKS: Readonly<Record<ClientId, LaunchCheck>> = { codex: codexLaunchCheck, 'claude-code': claudeCodeLaunchCheck };
/** A client needs one to three seconds to start, more on a busy machine; this much is allowed on top of the time for the request, ms. */
const START_MS = 8_000;
const MAX_EVIDENCE = 300;
const HOME_VARIABLES = [
  'HOME',
  'USERPROFILE',
  'APPDATA',
  'LOCALAPPDATA',
  'TEMP',
  'TMP',
  'TMPDIR',
  'XDG_CONFIG_HOME',
  'XDG_DATA_HOME',
  'XDG_CACHE_HOME',
  'XDG_STATE_HOME',
];

export interface ArbiterOptions {
  /** For its request, ms. */
  readonly timeoutMs: number;
  /** Called when the client is about to be started. */
  readonly onStart?: (installed: Installed) => void;
}

async function place(host: Host, path: string, text: string): Promise<void> {
  await host.files.makeFolder((host.platform === 'win32' ? win32 : posix).dirname(path), 0o700);
  await host.files.rename(await host.files.writeTemporary(path, new TextEncoder().encode(text), 0o600), path);
}

async function launch(host: Host, command: string, check: LaunchCheck, prepared: Launch, at: LaunchPlace): Promise<ExecResult> {
  const work = at.join(at.folder, 'work');
  await host.files.makeFolder(work, 0o700);
  if (prepared.env.CLAUDE_CONFIG_DIR) await host.files.makeFolder(prepared.env.CLAUDE_CONFIG_DIR, 0o700);
  for (const { path, text } of prepared.files) await place(host, path, text);
  const home = Object.fromEntries(HOME_VARIABLES.map((name) => [name, at.folder]));
  return host.exec(command, prepared.args, {
    cwd: work,
    env: { ...neededEnvironment(host.env), ...home, ...prepared.env },
    timeoutMs: at.timeoutMs + START_MS,
    alone: { until: (printed) => check.isOver(printed) },
  });
}

/** The exchange that the client reports, for the table of failures. */
function traceOf(faithful: Probed, said: ClientSaid): Trace {
  const { request, viaProxy } = faithful.trace;
  const error: TransportError | null = said.error ? { ...said.error, detail: said.said.slice(0, 500) } : null;
  const marks = {
    dns: null,
    tcp: null,
    proxy: null,
    tls: null,
    sent: null,
    headers: null,
    firstEvent: null,
    firstToken: null,
    firstVisible: null,
    lastToken: null,
    end: 0,
  };
  const body = { body: said.body, bodyBytes: said.body.length, bodyCut: false };
  // Codex passes the body of a 400 or a refused model on without the status.
  const status = said.status ?? (said.body === '' ? null : 400);
  return { request, viaProxy, marks, status, headers: {}, ...body, events: [], reading: null, error, receivedAt: null };
}

function failureNamed(id: string, trace: Trace, context: FailureContext): Failure | null {
  const found = FAILURES.find((known) => known.id === id);
  return found ? { id, severity: 'error', args: found.args(trace, context) } : null;
}

/** Our own request may explain better what the client only reports; another status means that the client met something else. */
function explains(faithful: Probed, said: ClientSaid): boolean {
  return (
    faithful.outcome.ok === false && faithful.outcome.failure !== null && (said.status === null || said.status === faithful.trace.status)
  );
}

function outcomeOf(state: ClientState, faithful: Probed, said: ClientSaid, version: string): Outcome {
  const { outcome, trace } = faithful;
  if (said.ok === null) return outcome;
  if (said.ok) return outcome.ok === true ? outcome : { ok: true, failure: null, speaks: true };
  if (explains(faithful, said)) return { ...outcome, ok: false };
  const reported = traceOf(faithful, said);
  const { request } = trace;
  const key = request.headers.flatMap(([, value]) => (typeof value === 'string' ? [] : [value]))[0] ?? null;
  const context: FailureContext = {
    clientId: state.id,
    version,
    wireApi: request.wireApi,
    requestUrl: request.url,
    model: request.model,
    key,
  };
  const classified = classify(reported, context);
  const failure =
    (said.failure && failureNamed(said.failure, reported, context)) || classified.failure || failureNamed('unknown', reported, context);
  return { ok: false, failure: failure && { ...failure, severity: 'error' }, speaks: classified.speaks };
}

const secretsOf = (state: ClientState): readonly Secret[] => (state.channel?.credentials ?? []).map(({ setting }) => setting.value);

/**
 * Lets the installed client decide. Nothing is started where our own request was not sent: then the key may not go there, or there is none.
 * `arbiter` of the result says what happened.
 */
export async function askClient(
  host: Host,
  state: ClientState,
  evidence: ClientEvidence,
  options: ArbiterOptions,
): Promise<ClientEvidence> {
  const { faithful } = evidence;
  if (!faithful) return evidence;
  const { client } = state;
  const installed = await installedVersion(host, client.command, client.npmPackage);
  if (!installed) return { ...evidence, arbiter: { installed: null, ok: null, status: null, evidence: '', totalMs: 0 } };
  options.onStart?.(installed);
  const check = CHECKS[client.id];
  const { join } = host.platform === 'win32' ? win32 : posix;
  const version = installed.version ?? state.version;
  const started = host.now();
  const said = await host.inTemporaryFolder(async (folder) => {
    const at: LaunchPlace = { version, folder, join, timeoutMs: options.timeoutMs };
    return check.read(await launch(host, installed.path, check, check.prepare(state, at), at));
  });
  const shown = safeText(`${client.command} ${installed.version ?? ''}: ${said.said}`, secretsOf(state), MAX_EVIDENCE);
  const arbiter: Arbiter = { installed, ok: said.ok, status: said.status, evidence: shown, totalMs: host.now() - started };
  return { ...evidence, arbiter, faithful: { ...faithful, outcome: outcomeOf(state, faithful, said, version) } };
}
