// Which version of Codex does what. Every entry is the first version that was measured to behave so, unless its note says otherwise;
// what lies between it and the last version measured to differ is not known. The measurements are those of reference/codex.md.

import { atLeast } from '../version.ts';

export const NEWEST_KNOWN = '0.171.0';

const FIRST = {
  /** The Rust program; 0.1.25xx was written in TypeScript and reads config.json instead of config.toml. */
  rust: '0.2.0',
  /** `$CODEX_HOME/.env`; not in 0.8.0. */
  dotenv: '0.20.0',
  /** 0.20.0 fills gaps only. */
  dotenvOverrides: '0.23.0',
  /** `requires_openai_auth` and auth.json; not in 0.8.0. */
  authFile: '0.20.0',
  /** With both, 0.20.0 and 0.23.0 send the account's token; measured again in 0.40.0, first without `preferred_auth_method` in 0.28.0. */
  savedKeyBeatsLogin: '0.28.0',
  /** 0.34.0 still sends it. */
  ignoresOpenaiApiKey: '0.36.0',
  /** Not in 0.42.0. */
  codexApiKey: '0.45.0',
  /** Read by 0.50.0; the string stands in the 0.47.0 binary. */
  managedConfig: '0.47.0',
  /** Not in 0.47.0. */
  bearerToken: '0.50.0',
  /** `ollama` and `lmstudio` become built in, `oss` becomes free; measured: 0.50.0 before, 0.105.0 after. */
  namedLocalProviders: '0.51.0',
  /** 0.50.0 joins base and path as they are; 0.80.0 trims slashes. The specification draws the line after 0.50. */
  trimsBaseUrl: '0.51.0',
  /** A key with a control character: 0.50.0 fails with "builder error", 0.80.0 sends no header. */
  dropsBadHeader: '0.51.0',
  /** Not in 0.50.0. */
  systemConfig: '0.80.0',
  /** Not in 0.63.0; 0.80.0 reads it even in an untrusted folder. */
  projectConfig: '0.80.0',
  /** In 0.50.0 and 0.63.0 the token wins. */
  envKeyBeatsToken: '0.80.0',
  projectNeedsTrust: '0.92.0',
  /** `supports_websockets` and, until chat was removed, `wire_api = "responses_websocket"`. */
  websocketProviders: '0.92.0',
  /** 0.94.0 speaks chat by default, 0.95.0 refuses it. */
  responsesOnly: '0.95.0',
  /** `auth_mode` in auth.json decides. */
  authMode: '0.105.0',
  openaiBaseUrl: '0.115.0',
  /** A table of a built-in provider's name is ignored in 0.113.0 and before. */
  refusesReservedIds: '0.115.0',
  websocketFirst: '0.116.0',
  /** 0.118.0 obeys it. */
  ignoresOpenaiBaseUrlVariable: '0.120.0',
  /** "provider name must not be empty"; up to 0.105.0 only an absent name is refused. */
  refusesBlankName: '0.120.0',
  /** `auth = { command }`; ignored in 0.105.0. */
  authCommand: '0.120.0',
  /** Works in 0.140.0; the string stands in the 0.120.0 binary, not in 0.105.0. */
  caCertificate: '0.120.0',
  /** 0.120.0 obeys it. */
  projectCannotSetProvider: '0.130.0',
  /** 0.133.0 reads `[profiles.x]`. */
  refusesLegacyProfile: '0.134.0',
  /** Fatal in 0.140.0, ignored in 0.155.0; the specification draws the line after 0.140. */
  toleratesBadAuthFile: '0.141.0',
  /** A provider without auth settings no longer gets what auth.json holds; 0.148.0 sends it. */
  keepsLoginFromUnboundProvider: '0.150.0',
  /** 0.140.0 sends an empty model, 0.171.0 does not start. */
  refusesEmptyModel: '0.171.0',
  /** 0.171.0 sends none for a model it does not know. */
  omitsInstructions: '0.171.0',
  /** [source] `custom` tools came with gpt-5-codex. */
  customTools: '0.36.0',
  /** [source] on by default. */
  webSearchTool: '0.80.0',
} as const satisfies Record<string, string>;

export type Behaviour = keyof typeof FIRST;

export const does = (version: string, behaviour: Behaviour): boolean => atLeast(version, FIRST[behaviour]);

/** Measured with a file that names no model; newest first. */
const DEFAULT_MODELS: readonly (readonly [since: string, model: string])[] = [
  ['0.105.0', 'gpt-5.2-codex'],
  ['0.50.0', 'gpt-5-codex'],
  ['0.0.0', 'gpt-5'],
];

export const defaultModel = (version: string): string => DEFAULT_MODELS.find(([since]) => atLeast(version, since))?.[1] ?? 'gpt-5';

/** Beta header of the Responses API, seen in 0.20.0. */
export const sendsResponsesBeta = (version: string): boolean => !atLeast(version, '0.28.0');

const LOCAL_PORTS: Readonly<Record<string, number>> = { oss: 11434, ollama: 11434, lmstudio: 1234 };

/** Ids that belong to providers inside the program, so that a table of that name is not used. */
export function builtInIds(version: string): readonly string[] {
  const local = does(version, 'namedLocalProviders') ? ['ollama', 'lmstudio'] : ['oss'];
  return ['openai', ...local, ...(does(version, 'refusesReservedIds') ? ['amazon-bedrock'] : [])];
}

export const isBuiltIn = (id: string, version: string): boolean => builtInIds(version).includes(id);

/** Built-in providers of models on this machine, with the port of their server. */
export const localPort = (id: string): number | null => LOCAL_PORTS[id] ?? null;

/** Never the id of a table that is written, whatever the version: the next one may refuse it. */
export const NEVER_WRITTEN_IDS: ReadonlySet<string> = new Set(['openai', 'ollama', 'lmstudio', 'oss', 'amazon-bedrock']);
