// The Client interface, and what a client's configuration means once it is read.

import type { Document } from '../documents/document.ts';
import type {
  Channel,
  ClientId,
  CredentialKind,
  Edit,
  Facts,
  FileFact,
  Installed,
  JsonValue,
  KeyPath,
  Layer,
  Origin,
  Scope,
  Setting,
  VersionBasis,
  WireApi,
} from '../model.ts';
import type { Secret } from '../secret.ts';
import type { Template } from '../templates.ts';
import type { HttpRequest, Route } from '../wire/types.ts';

/** A stored login of the vendor. Its content is never sent anywhere by this program. */
export interface StoredLogin {
  readonly kind: 'console-key' | 'claude-ai' | 'chatgpt' | 'api-key';
  readonly origin: Origin;
  /** Would this version send it to the configured gateway? */
  readonly sentToGateway: boolean;
}

export interface KeyHelper {
  readonly command: string;
  readonly args: readonly string[] | null;
  readonly origin: Origin;
  /** Named by a project's file: never run. */
  readonly fromProject: boolean;
}

/** The name of a helper's result in `Facts.helpers`. */
export const helperId = (helper: Pick<KeyHelper, 'command' | 'args'>): string => [helper.command, ...(helper.args ?? [])].join(' ');

interface StateBase {
  readonly client: Client;
  readonly installed: Installed | null;
  /** The version the rules reason with. */
  readonly version: string;
  readonly versionBasis: VersionBasis;
  /** Any file, variable or login of this client is there. */
  readonly configured: boolean;
  /** Strongest first; absent ones included. */
  readonly layers: readonly Layer[];
  /** An environment variable as this client and version sees it, over all layers; null where none sets it. */
  variable(name: string): Setting | null;
  /** Names of all variables that any layer of this client sets (process environment included). */
  readonly variableNames: readonly string[];
  readonly channel: Channel | null;
  readonly logins: readonly StoredLogin[];
  readonly keyHelper: KeyHelper | null;
}

export interface CodexProvider {
  readonly id: string;
  readonly layer: Layer;
  /** Where its table stands in the layer's document. */
  readonly path: KeyPath;
  get(key: string): Setting<JsonValue> | null;
}

/** Why this version of Codex ends before any request. */
export interface CodexStop {
  readonly kind:
    | 'home-missing'
    | 'unreadable'
    | 'encoding'
    | 'syntax'
    | 'wrong-type'
    | 'no-name'
    | 'wire-api'
    | 'reserved-id'
    | 'auth-conflict'
    | 'undefined-provider'
    | 'legacy-profile'
    | 'undefined-profile'
    | 'empty-model'
    | 'auth-file';
  readonly origin: Origin;
}

export interface CodexState extends StateBase {
  readonly id: 'codex';
  readonly home: string;
  /** Empty where the configuration loads. */
  readonly stops: readonly CodexStop[];
  /** The variable that `env_key` names has no value in any layer: the client refuses to send. */
  readonly unsetKeyVariable: Setting | null;
  /** The file of further authorities that this version reads; null where no variable names one. */
  readonly caFile: Setting<FileFact> | null;
  /** A root key of config.toml as merged over the layers in effect (profile included). */
  setting(path: KeyPath): Setting<JsonValue> | null;
  /** All provider tables of layers in effect, strongest layer first. */
  readonly providers: readonly CodexProvider[];
  /** The one that requests go through; null for a built-in or undefined one. */
  readonly provider: CodexProvider | null;
  readonly providerId: Setting | null;
  readonly profile: Setting | null;
  /** Parsed auth.json, null where absent or broken. */
  readonly auth: Document | null;
  readonly projectTrusted: boolean;
}

export interface ClaudeCodeState extends StateBase {
  readonly id: 'claude-code';
  /** Where settings.json stands (`CLAUDE_CONFIG_DIR` or `~/.claude`). */
  readonly configFolder: string;
  /** `.claude.json`, the client's own state. */
  readonly globalConfig: Layer;
  /** A top-level key of the settings files, merged. */
  setting(path: KeyPath): Setting<JsonValue> | null;
  /** Set where a cloud switch sends requests past the base URL. */
  readonly cloudSwitch: Setting | null;
  /** What NODE_EXTRA_CA_CERTS names where this version reads it, whatever state it is in; null where nothing is named. */
  readonly caFile: Setting<FileFact> | null;
}

export type ClientState = CodexState | ClaudeCodeState;

/** Immutable picture that rules work on. */
export interface Snapshot {
  readonly facts: Facts;
  readonly clients: readonly ClientState[];
  readonly templates: readonly Template[];
  readonly startUp: readonly StartUpFile[];
  readonly options: { readonly offline: boolean; readonly trustProject: boolean; readonly runHelpers: boolean };
}

export interface Assignment {
  readonly name: string;
  /** Null where it is computed (`$(…)`, another variable). */
  readonly value: string | null;
  readonly exported: boolean;
  readonly line: number;
  readonly column: number;
}

/** A shell start-up file, read only. */
export interface StartUpFile {
  readonly path: string;
  readonly shell: 'bash' | 'zsh' | 'fish' | 'powershell' | 'posix';
  /** Is this a file that the user's own shell ($SHELL) reads? */
  readonly ownShell: boolean;
  readonly document: Document;
  /** In order; a later one wins. */
  readonly assignments: readonly Assignment[];
  /** Lines in another shell's syntax that look like an assignment of a variable. */
  readonly foreign: readonly { readonly name: string; readonly line: number; readonly column: number; readonly syntaxOf: string }[];
}

/**
 * The key, and how the client gets it: as it is; from a variable (`env`); or by itself, from the command line `helper`. A version that runs
 * no helpers takes `env` then.
 */
export type ChannelKey =
  | { readonly secret: Secret }
  | { readonly secret: Secret; readonly env: string }
  | { readonly secret: Secret; readonly env: string; readonly helper: string };

/** A channel that is to be written. */
export interface ChannelIntent {
  readonly baseUrl: string;
  readonly model: string;
  readonly smallModel: string | null;
  readonly key: ChannelKey;
  /** Which header the gateway reads. */
  readonly header: CredentialKind;
  readonly wireApi: WireApi;
  /** `--name`, else the template's id, else null. */
  readonly name: string | null;
  readonly template: Template | null;
  readonly scope: 'user' | 'project' | 'local';
  /** Ids known to be served, null when unknown. */
  readonly models: readonly string[] | null;
}

export interface RequestOptions {
  /** Instead of the channel's own, for candidates. */
  readonly baseUrl?: string;
  readonly model?: string;
  readonly credential?: { readonly kind: CredentialKind; readonly secret: Secret | null };
  readonly wireApi?: WireApi;
  /** A small body without tools and betas, for follow-ups. */
  readonly small?: boolean;
  readonly stream?: boolean;
  /** Body fields to leave out, by dotted name. */
  readonly without?: readonly string[];
  /** Instead of the limit that Claude Code would set. */
  readonly maxTokens?: number;
}

export interface Client {
  readonly id: ClientId;
  /** As the vendor writes it. */
  readonly name: string;
  /** The command on PATH. */
  readonly command: string;
  readonly npmPackage: string;
  readonly newestKnownVersion: string;
  /** Paths of files and folders (for listing) that must be read to judge this client; asked again until nothing new is named. */
  wants(facts: Facts): { readonly files: readonly string[]; readonly folders: readonly string[] };
  /** Pure: what the facts mean for this client. */
  read(facts: Facts): ClientState;
  /** Exactly the URL this version would request for a base; null where it would refuse. */
  requestUrl(baseUrl: string, state: ClientState, wireApi?: WireApi): string | null;
  /** The request this version would send, without its identity and never with a stored login; null where it would send none. */
  request(state: ClientState, options?: RequestOptions): HttpRequest | null;
  /** Proxy and certificates as this version would use them for a URL. */
  route(state: ClientState, url: string): Route;
  /** Edits that make the client use this channel. */
  write(intent: ChannelIntent, state: ClientState, facts: Facts): readonly Edit[];
}

/** A value's origin in a document. */
export function originIn(layer: { scope: Scope; file: string; document: Document | null }, path: KeyPath): Origin {
  const found = layer.document?.at(path);
  const range = found ? found.valueRange : layer.document?.tableAt(path);
  return { scope: layer.scope, file: layer.file, key: path.join('.'), path, ...(range ? { line: range.line, column: range.column } : {}) };
}

export const absentFile = (path: string): FileFact => ({ path, state: 'absent', bytes: null, realPath: path, isLink: false, mode: null });

/** What stands in the way of the folder that a user's file of the client would lie in; null for most. */
export const obstacleOf = ({ layers }: Pick<StateBase, 'layers'>): string | null =>
  layers.find(({ scope, fact }) => scope === 'user' && fact.obstacle !== undefined)?.fact.obstacle ?? null;
