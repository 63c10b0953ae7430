// Letting the real client make one request: how it is started in an empty home, and what its answer says.

import type { ExecResult } from '../host.ts';
import type { TransportError } from '../wire/types.ts';
import type { ClientState } from './client.ts';

/** Where and how long. */
export interface LaunchPlace {
  /** The installed version; the state may have been read for another one. */
  readonly version: string;
  /** An empty folder that is the home, the configuration and the temporary folder of the client. */
  readonly folder: string;
  join(...parts: readonly string[]): string;
  /** For one request, ms. */
  readonly timeoutMs: number;
}

export interface Launch {
  /** Words without quotes and percent signs, as Windows batch files take them. Never a credential. */
  readonly args: readonly string[];
  /** Besides what any program needs. Credentials stand here alone. */
  readonly env: Readonly<Record<string, string>>;
  readonly files: readonly { readonly path: string; readonly text: string }[];
}

/** What the client told, in terms of the exchange it had. */
export interface ClientSaid {
  /** Null where it says nothing about the channel: it did not start, or was ended before it knew. */
  readonly ok: boolean | null;
  /** Its own sentence, as printed: may hold a key (claude-code.md, fact 22). */
  readonly said: string;
  /** Of the answer that it reports; null where it names none. */
  readonly status: number | null;
  /** What it passes on of the answer's body; empty where it replaces the gateway's words by its own. */
  readonly body: string;
  /** Where the sentence stands for one class and no other. */
  readonly failure?: string;
  readonly error?: Pick<TransportError, 'phase' | 'code'>;
}

export interface LaunchCheck {
  prepare(state: ClientState, place: LaunchPlace): Launch;
  /** Has it printed all that matters? Codex takes seconds to end after that. */
  isOver(printed: { readonly stdout: string; readonly stderr: string }): boolean;
  read(result: ExecResult): ClientSaid;
}

/** Answers with one word, costs next to nothing. */
export const PROMPT = 'ping';

const ROUTE_VARIABLES = /^(?:https?_proxy|all_proxy|no_proxy|node_tls_reject_unauthorized|ssl_cert_(?:file|dir))$/i;
const AUTHORITIES = ['NODE_EXTRA_CA_CERTS', 'SSL_CERT_FILE', 'CODEX_CA_CERTIFICATE'];

/** The variables by which the client finds its way through the network, as this version would see them. */
export function routeVariables(state: ClientState): Record<string, string> {
  const names = state.variableNames.filter((name) => ROUTE_VARIABLES.test(name) && !AUTHORITIES.includes(name));
  const env = Object.fromEntries(names.map((name) => [name, state.variable(name)?.value ?? '']));
  // Absolute: the client runs in another folder. Which variable counts, and from where, depends on the version.
  const name = state.id === 'codex' ? state.caFile?.origin.env : 'NODE_EXTRA_CA_CERTS';
  return state.caFile && name ? { ...env, [name]: state.caFile.value.path } : env;
}

const LINE_ENDS = /\r?\n/;
const MAX_LINES = 20_000;

/** The JSON objects among the printed lines. */
export function jsonLines(text: string): readonly Readonly<Record<string, unknown>>[] {
  return text
    .split(LINE_ENDS, MAX_LINES)
    .filter((line) => line.startsWith('{'))
    .flatMap((line) => {
      try {
        const value: unknown = JSON.parse(line);
        return typeof value === 'object' && value !== null ? [value as Record<string, unknown>] : [];
      } catch {
        return [];
      }
    });
}

/** Why it told nothing: not started, ended by us, or its last words. */
export function silent(result: ExecResult): ClientSaid {
  const lines = `${result.stderr}\n${result.stdout}`
    .split(LINE_ENDS)
    .map((line) => line.trim())
    .filter(Boolean);
  const trouble = lines.find((line) => /^(?:error\b|fatal\b|.*\berror:)/i.test(line)) ?? lines.at(-1) ?? '';
  const how = result.error ?? (result.timedOut ? 'no answer in time' : `exit ${result.code ?? '-'}`);
  return { ok: null, said: trouble === '' ? how : `${how}: ${trouble}`, status: null, body: '' };
}
