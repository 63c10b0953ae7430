// Field types and places of config.toml. Sources: the 24 keys of `struct ModelProviderInfo` in the 0.171.0 binary, error texts measured in
// 0.23.0–0.171.0, and codex-rs/core/config.schema.json of openai/codex for the other root keys.

import type { JsonValue } from '../../model.ts';
import { checkFields, type Field, type FieldType, isTable, type WrongType } from '../field-type.ts';

const ROOT_TEXTS = [
  'chatgpt_base_url',
  'cli_auth_credentials_store',
  'compact_prompt',
  'default_permissions',
  'developer_instructions',
  'file_opener',
  'forced_login_method',
  'instructions',
  'log_dir',
  'mcp_oauth_callback_url',
  'mcp_oauth_credentials_store',
  'model',
  'model_catalog_json',
  'model_instructions_file',
  'model_provider',
  'model_reasoning_effort',
  'model_reasoning_summary',
  'model_verbosity',
  'openai_base_url',
  'oss_provider',
  'personality',
  'plan_mode_reasoning_effort',
  'profile',
  'review_model',
  'sandbox_mode',
  'service_tier',
  'sqlite_home',
] as const;

const ROOT_BOOLEANS = [
  'allow_login_shell',
  'check_for_update_on_startup',
  'disable_paste_burst',
  'hide_agent_reasoning',
  'model_supports_reasoning_summaries',
  'show_raw_agent_reasoning',
  'suppress_unstable_features_warning',
] as const;

const ROOT_INTEGERS = [
  'background_terminal_max_timeout',
  'model_auto_compact_token_limit',
  'model_context_window',
  'project_doc_max_bytes',
  'tool_output_token_limit',
] as const;

const ROOT_LISTS = ['notify', 'project_doc_fallback_filenames', 'project_root_markers'] as const;

const PROVIDER: Readonly<Record<string, { readonly type: FieldType; readonly since?: string }>> = {
  name: { type: 'text' },
  base_url: { type: 'text' },
  model_catalog_url: { type: 'text', since: '0.171.0' },
  env_key: { type: 'text' },
  env_key_instructions: { type: 'text' },
  experimental_bearer_token: { type: 'text', since: '0.50.0' },
  auth: { type: 'table', since: '0.120.0' },
  gateway_oauth: { type: 'table', since: '0.171.0' },
  aws: { type: 'table', since: '0.140.0' },
  project_id: { type: 'text', since: '0.171.0' },
  location: { type: 'text', since: '0.171.0' },
  credential_file: { type: 'text', since: '0.171.0' },
  wire_api: { type: 'text' },
  capabilities: { type: 'table', since: '0.171.0' },
  query_params: { type: 'named-texts' },
  http_headers: { type: 'named-texts' },
  env_http_headers: { type: 'named-texts' },
  request_max_retries: { type: 'integer' },
  stream_max_retries: { type: 'integer' },
  stream_idle_timeout_ms: { type: 'integer' },
  websocket_connect_timeout_ms: { type: 'integer', since: '0.116.0' },
  requires_openai_auth: { type: 'boolean' },
  supports_websockets: { type: 'boolean', since: '0.92.0' },
  supports_standalone_web_search: { type: 'boolean', since: '0.171.0' },
};

/** What a provider table may hold in 0.171.0. */
export const PROVIDER_KEYS: ReadonlySet<string> = new Set(Object.keys(PROVIDER));

const of = (names: readonly string[], type: FieldType): Field[] => names.map((name) => ({ path: [name], type }));

const FIELDS: readonly Field[] = [
  ...of(ROOT_TEXTS, 'text'),
  ...of(ROOT_BOOLEANS, 'boolean'),
  ...of(ROOT_INTEGERS, 'integer'),
  ...of(ROOT_LISTS, 'texts'),
  ...of(['model_providers', 'profiles', 'projects', 'mcp_servers', 'features'], 'table'),
  { path: ['model_providers', '*'], type: 'table' },
  ...Object.entries(PROVIDER).map(([key, field]) => ({ ...field, path: ['model_providers', '*', key] })),
];

/** A feature is a switch; since some take a table of settings, only texts and numbers are wrong. */
function wrongFeatures(root: JsonValue): WrongType[] {
  const features = isTable(root) ? root.features : undefined;
  if (!isTable(features)) return [];
  const wrong = Object.entries(features).filter(([, value]) => typeof value !== 'boolean' && !isTable(value));
  return wrong.flatMap(([name, value]) =>
    checkFields({ features: { [name]: value } }, [{ path: ['features', name], type: 'boolean' }], '0'),
  );
}

/** Fields whose type makes this version refuse the file and not start. `root` is the parsed config.toml. */
export function wrongTypes(root: JsonValue, version: string): WrongType[] {
  return [...checkFields(root, FIELDS, version), ...wrongFeatures(root)];
}

/** Keys that count at the root of config.toml alone (`approval_policy` may be a table, hence no field type). */
export const ROOT_KEYS: ReadonlySet<string> = new Set([
  ...ROOT_TEXTS,
  ...ROOT_BOOLEANS,
  ...ROOT_INTEGERS,
  ...ROOT_LISTS,
  'approval_policy',
  'approvals_reviewer',
]);

/** Root keys that decide where requests go and with what. */
export const CHANNEL_KEYS: ReadonlySet<string> = new Set(['model', 'model_provider', 'openai_base_url', 'profile', 'oss_provider']);

/** Tables of named tables, each of a closed set of keys, none of which is a root key. */
export const CLOSED_CHILDREN: ReadonlySet<string> = new Set(['marketplaces', 'mcp_servers', 'model_providers', 'projects']);

/** Tables whose keys are the user's own or are named like root keys. */
export const OPEN_TABLES: ReadonlySet<string> = new Set([
  'agents',
  'apps',
  'auto_review',
  'debug',
  'desktop',
  'hooks',
  'otel',
  'permissions',
  'plugins',
  'profiles',
  'realtime',
]);
