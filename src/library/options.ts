// What the functions of the library take. Part of the public types.

import type { ClientId, WireApi } from './report.ts';

export interface CommonOptions {
  /** Default: those found. */
  readonly clients?: readonly ClientId[];
  /** Of messages and advice; default: by the environment, as the program chooses. */
  readonly lang?: 'en' | 'zh';
  /** The project folder; default: the current folder. */
  readonly cwd?: string;
  /** Instead of this process's environment, all of it: home folder, PATH, variables of clients, proxies. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** No network at all. */
  readonly offline?: boolean;
  /** For one probe, connect to last byte; default 30000. */
  readonly timeoutMs?: number;
  /** Lets probes send the key where a project's file points. */
  readonly trustProject?: boolean;
  /** Runs the key helpers that the user's own files name. */
  readonly runHelpers?: boolean;
  /** Lets the installed client make the request itself. */
  readonly withClient?: boolean;
  /** What the program would say on stderr, line by line, masked. */
  readonly onNote?: (line: string) => void;
}

export type CheckOptions = CommonOptions;

export interface FixOptions extends CommonOptions {
  /** Also applies fixes that need a decision. */
  readonly unsafe?: boolean;
  /** Sends and writes nothing. */
  readonly dryRun?: boolean;
}

/** One of `baseUrl`, `provider` and `template`, and one way to the key. */
export interface ChannelOptions {
  readonly baseUrl?: string;
  /** Id of a provider template. */
  readonly provider?: string;
  /** Path of a provider template of your own. */
  readonly template?: string;
  readonly model?: string;
  readonly smallModel?: string;
  readonly wire?: WireApi;
  /** The key itself. */
  readonly key?: string;
  readonly keyEnv?: string;
  readonly keyFile?: string;
  readonly keyCommand?: string;
}

export interface ProbeOptions extends CommonOptions, ChannelOptions {}

export interface MeasureOptions extends CommonOptions, ChannelOptions {
  /** Saved channels, side by side. */
  readonly channels?: readonly string[];
  /** Rounds of every load; default 3. */
  readonly runs?: number;
  /** One short round. */
  readonly quick?: boolean;
  /** Input tokens of the long load, output tokens of the other. */
  readonly tokens?: number | readonly [number, number];
  readonly promptFile?: string;
  /** Time for a whole answer of `expectTokens`. */
  readonly budgetMs?: number;
  readonly expectTokens?: number;
  readonly maxTtftMs?: number;
  readonly maxTpotMs?: number;
  /** A file of timings that a client recorded; nothing is sent. */
  readonly log?: string;
}
