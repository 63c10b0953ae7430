// The report of `check`, `fix` and `probe` as `--json` prints it (schema/report.schema.json). Part of the public types: nothing is imported here.

export type Severity = 'error' | 'warning' | 'info';
export type ClientId = 'codex' | 'claude-code';
export type WireApi = 'anthropic-messages' | 'openai-responses' | 'openai-chat';

/** Where a value stands. Lines and columns count from 1, columns in Unicode code points. */
export interface Origin {
  readonly scope: string;
  readonly file?: string;
  /** A variable of the environment, or of the file named. */
  readonly env?: string;
  readonly key?: string;
  readonly line?: number;
  readonly column?: number;
}

/** A value in effect, and what it overrides, strongest first. Credentials are masked. */
export interface Setting {
  readonly value: string;
  readonly origin: Origin | null;
  readonly shadows: readonly { readonly value: string; readonly origin: Origin | null }[];
}

export interface ReportedChannel {
  readonly provider: string | null;
  readonly baseUrl: Setting | null;
  readonly credential: (Setting & { readonly kind: 'bearer' | 'x-api-key' | 'header' | 'login' }) | null;
  readonly model: Setting | null;
  readonly wireApi: WireApi;
  /** Exactly what the client will request; null where it would send nothing. */
  readonly requestUrl: string | null;
}

/** Durations in milliseconds; null is "did not happen" or "not seen". */
export interface Timings {
  readonly dnsMs: number | null;
  readonly connectMs: number | null;
  readonly tlsMs: number | null;
  readonly ttfbMs: number | null;
  readonly firstEventMs: number | null;
  /** First generated token, reasoning included. */
  readonly ttftMs: number | null;
  /** First visible token. */
  readonly ttfotMs: number | null;
  readonly totalMs: number | null;
}

export interface ReportedProbe {
  /** Null: inconclusive. */
  readonly ok: boolean | null;
  /** A failure class, such as `auth/invalid-key`; null when `ok`. */
  readonly failure: string | null;
  readonly by: 'request' | 'client';
  readonly status: number | null;
  readonly url: string;
  readonly timings: Timings;
  readonly evidence: string | null;
}

export interface ReportedClient {
  readonly id: ClientId;
  readonly installed: { readonly version: string | null; readonly path: string } | null;
  readonly sources: readonly {
    readonly scope: string;
    readonly file: string;
    readonly state: 'read' | 'absent' | 'broken' | 'unreadable';
  }[];
  /** Null when nothing is configured. */
  readonly channel: ReportedChannel | null;
  /** Null offline, or when nothing could be sent. */
  readonly probe: ReportedProbe | null;
}

export interface ReportedEdit {
  readonly op: string;
  readonly file: string;
  readonly key?: string | null;
  readonly to?: unknown;
}

export interface ReportedFinding {
  readonly id: string;
  readonly severity: Severity;
  readonly client: ClientId | null;
  readonly origin: Origin | null;
  readonly message: string;
  readonly advice: string;
  readonly fix: { readonly safety: 'safe' | 'unsafe'; readonly applied: boolean; readonly edits: readonly ReportedEdit[] } | null;
}

export interface ReportedChange {
  /** Of the run; `channel-doctor undo ID` takes it back. */
  readonly id: string;
  readonly file: string;
  readonly backup: string | null;
}

export interface Report {
  readonly schema: 'channel-doctor/report@1';
  readonly version: string;
  readonly command: string;
  readonly status: 'healthy' | 'warnings' | 'broken';
  readonly clients: readonly ReportedClient[];
  readonly findings: readonly ReportedFinding[];
  /** What this run wrote. */
  readonly changes: readonly ReportedChange[];
  readonly summary: { readonly errors: number; readonly warnings: number; readonly infos: number; readonly fixed: number };
}
