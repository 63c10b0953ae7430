// The nouns of the product. Every stage takes and returns these; nothing here has an effect.

import type { Document } from './documents/document.ts';
import type { Secret } from './secret.ts';

export type Lang = 'en' | 'zh';
/** A sentence in every language; `{name}` marks an argument. */
export type Text = Readonly<Record<Lang, string>>;
/** A text among them is said in the reader's language. */
export type Args = Readonly<Record<string, string | number | Text>>;

export type ClientId = 'codex' | 'claude-code';
export type WireApi = 'anthropic-messages' | 'openai-responses' | 'openai-chat';
export type Severity = 'error' | 'warning' | 'info';
/** Where a value stands. The order of strength is each client's own. */
export type Scope =
  | 'managed'
  | 'flag'
  | 'local'
  | 'project'
  | 'profile'
  | 'user'
  | 'system'
  | 'global'
  | 'login'
  | 'dotenv'
  | 'env'
  | 'start-up'
  | 'default';

export type JsonValue = null | boolean | number | bigint | string | Date | readonly JsonValue[] | { readonly [key: string]: JsonValue };
/** A key in a document, outermost first: `['env', 'ANTHROPIC_BASE_URL']`. */
export type KeyPath = readonly string[];

/** Where a value comes from. Lines and columns count from 1, columns in Unicode code points. */
export interface Origin {
  readonly scope: Scope;
  readonly file?: string;
  readonly env?: string;
  /** The dotted spelling of the key, as reports show it. */
  readonly key?: string;
  /** The same key, exact; for edits, never shown. */
  readonly path?: KeyPath;
  readonly line?: number;
  readonly column?: number;
}

export interface Valued<T> {
  readonly value: T;
  readonly origin: Origin;
}
/** A value that won, and the ones it beats, strongest first. */
export interface Setting<T = string> extends Valued<T> {
  readonly shadows: readonly Valued<T>[];
}

// ---------------------------------------------------------------- facts: what was found, uninterpreted

export type FileState = 'file' | 'absent' | 'directory' | 'dangling' | 'unreadable' | 'other';

export interface FileFact {
  readonly path: string;
  readonly state: FileState;
  /** Null unless `state` is `file`. */
  readonly bytes: Uint8Array | null;
  /** The file itself, links resolved; the path where nothing is there yet. */
  readonly realPath: string;
  readonly isLink: boolean;
  /** Permission bits (0o777 mask), null where there is no file or the system has none. */
  readonly mode: number | null;
  /** System code (EACCES, ELOOP, …) where reading failed. */
  readonly code?: string;
  /** With `code` ENOTDIR: what stands where a folder of this path would have to be. */
  readonly obstacle?: string;
}

export interface Installed {
  /** Null when the program is there but would not say its version. */
  readonly version: string | null;
  readonly path: string;
}

export interface GitFacts {
  /** Every work tree that holds one of the files asked about. */
  readonly roots?: readonly string[];
  readonly root: string;
  /** Absolute paths of files that git tracks, of those asked about. */
  readonly tracked: ReadonlySet<string>;
  readonly ignored: ReadonlySet<string>;
}

/** Everything read from the machine, before any meaning is given to it. */
export interface Facts {
  readonly platform: NodeJS.Platform;
  readonly home: string;
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  /** Milliseconds since the epoch. */
  readonly now: number;
  readonly files: ReadonlyMap<string, FileFact>;
  readonly folders: ReadonlyMap<string, readonly string[]>;
  readonly installed: Readonly<Record<ClientId, Installed | null>>;
  readonly git: GitFacts | null;
  /** SHA-256 of project files that `init` wrote on this machine, by absolute path. */
  readonly trustedFiles: ReadonlyMap<string, string>;
  /** What key helpers printed, by command line; only with `--run-helpers`. */
  readonly helpers: ReadonlyMap<string, HelperResult>;
}

export interface HelperResult {
  readonly code: number | null;
  readonly output: Secret | null;
  readonly stderr: string;
}

// ---------------------------------------------------------------- what the facts mean

export type DocumentFormat = 'json' | 'toml' | 'dotenv' | 'shell' | 'text';

/** One place that a client reads settings from. */
export interface Layer {
  readonly scope: Scope;
  readonly file: string;
  readonly format: DocumentFormat;
  readonly fact: FileFact;
  /** Null when the file is absent or unreadable; a document that does not parse is there, with `root` null. */
  readonly document: Document | null;
  /** Does this client and version take anything from this file, in the state it is in? */
  readonly inEffect: boolean;
  /** Why not, where a reader of the configuration would expect it to count. */
  readonly ignoredBecause?:
    | 'absent'
    | 'unreadable'
    | 'syntax'
    | 'bom'
    | 'encoding'
    | 'wrong-type'
    | 'unknown-key'
    | 'untrusted'
    | 'version';
}

export type CredentialKind = 'bearer' | 'x-api-key' | 'header';

/** One credential that goes out with each request. */
export interface Credential {
  readonly kind: CredentialKind;
  /** Lower-case name of the header that carries it. */
  readonly header: string;
  readonly setting: Setting<Secret>;
  /** A stored login: it may be reported, it is never sent. */
  readonly isLogin: boolean;
}

export interface ModelUse {
  readonly role: 'main' | 'small' | 'haiku' | 'sonnet' | 'opus' | 'sub-agent';
  readonly setting: Setting;
}

/** A client's route to a model. */
export interface Channel {
  readonly provider: string | null;
  /** As written; null means the vendor's own API. */
  readonly baseUrl: Setting | null;
  readonly credentials: readonly Credential[];
  /** The one that reports show: the first that is no login, else the first. */
  readonly credential: Credential | null;
  readonly model: Setting | null;
  /** All distinct models that this client and version will ask for by itself, main first. */
  readonly models: readonly ModelUse[];
  readonly wireApi: WireApi;
  /** Exactly what the client will request; null where it would refuse to send. */
  readonly requestUrl: string | null;
  /** Sent besides the protocol's own. */
  readonly headers: readonly (readonly [string, string | Secret])[];
}

export type VersionBasis = 'installed' | 'newer-than-known' | 'assumed';

// ---------------------------------------------------------------- findings, edits, changes

/** One change of one file. Values may be secrets; they are masked wherever an edit is shown. */
export type Edit =
  | { readonly op: 'set'; readonly file: string; readonly path: KeyPath; readonly value: JsonValue | Secret }
  | { readonly op: 'remove'; readonly file: string; readonly path: KeyPath }
  /** Renames a table or key everywhere it stands in the file: `path` is the old one, `to` its new last part. */
  | { readonly op: 'rename'; readonly file: string; readonly path: KeyPath; readonly to: string }
  | { readonly op: 'move'; readonly file: string; readonly path: KeyPath; readonly to: KeyPath }
  /** Replaces decoded text between two offsets (UTF-16 units, BOM excluded); `expect` must stand there. */
  | {
      readonly op: 'replace-text';
      readonly file: string;
      readonly start: number;
      readonly end: number;
      readonly expect: string;
      readonly text: string;
    }
  | { readonly op: 'remove-bom'; readonly file: string }
  /** Rewrites a UTF-16 file with BOM as UTF-8 without. */
  | { readonly op: 'recode'; readonly file: string }
  | { readonly op: 'chmod'; readonly file: string; readonly mode: number }
  | { readonly op: 'mkdir'; readonly file: string; readonly mode: number };

export interface Fix {
  readonly safety: 'safe' | 'unsafe';
  readonly edits: readonly Edit[];
  /** True where only a probe can prove it and none was sent. */
  readonly unproven?: boolean;
}

/** A sentence and its arguments, put together in the reader's language. */
export interface Sentence {
  readonly text: Text;
  readonly args: Args;
}

/** What is wrong, as data. Sentences are made by the reporter. */
export interface Finding {
  readonly id: string;
  readonly severity: Severity;
  readonly client: ClientId | null;
  readonly origin: Origin | null;
  readonly args: Args;
  readonly fix: Fix | null;
  readonly applied?: boolean;
  readonly variant?: string;
  /** What further probes showed about it; told after the reason. */
  readonly shown?: readonly Sentence[];
}

export interface PlannedFile {
  readonly path: string;
  readonly realPath: string;
  /** Null: the file (or folder) is new. */
  readonly before: Uint8Array | null;
  readonly beforeMode: number | null;
  readonly after: Uint8Array;
  readonly mode: number;
}
export interface PlannedFolder {
  readonly path: string;
  readonly mode: number;
}
export interface Refusal {
  readonly file: string;
  readonly reason: Text;
  readonly args: Args;
}
export interface Plan {
  readonly files: readonly PlannedFile[];
  readonly folders: readonly PlannedFolder[];
  readonly refusals: readonly Refusal[];
}

export interface Change {
  readonly id: string;
  readonly file: string;
  /** Null where there was nothing to keep. */
  readonly backup: string | null;
}
