// Field types of settings.json. Measured: `permissions.allow`, `permissions.defaultMode`, `model` (a wrong one drops the whole file in
// every version), the strict schema of 1.0.60. The other types are those of https://json.schemastore.org/claude-code-settings.json.

import type { JsonValue } from '../../model.ts';
import { checkFields, type Field, isTable, type WrongType } from '../field-type.ts';
import { atLeast, below } from '../version.ts';

const PERMISSION_MODES = ['acceptEdits', 'auto', 'bypassPermissions', 'default', 'delegate', 'dontAsk', 'plan'];

const FIELDS: readonly Field[] = [
  { path: ['env'], type: 'table' },
  { path: ['permissions'], type: 'table' },
  { path: ['permissions', 'allow'], type: 'texts' },
  { path: ['permissions', 'deny'], type: 'texts' },
  { path: ['permissions', 'ask'], type: 'texts', since: '1.0.90' },
  { path: ['permissions', 'additionalDirectories'], type: 'texts' },
  // 0.2.126 and 1.0.0 take any word.
  { path: ['permissions', 'defaultMode'], type: PERMISSION_MODES, since: '1.0.60' },
  { path: ['model'], type: 'text' },
  { path: ['apiKeyHelper'], type: 'text' },
  { path: ['awsAuthRefresh'], type: 'text' },
  { path: ['awsCredentialExport'], type: 'text' },
  { path: ['otelHeadersHelper'], type: 'text' },
  { path: ['outputStyle'], type: 'text' },
  { path: ['cleanupPeriodDays'], type: 'integer' },
  { path: ['includeCoAuthoredBy'], type: 'boolean' },
  { path: ['enableAllProjectMcpServers'], type: 'boolean' },
  { path: ['alwaysThinkingEnabled'], type: 'boolean' },
  { path: ['spinnerTipsEnabled'], type: 'boolean' },
  { path: ['disableAllHooks'], type: 'boolean' },
  { path: ['enabledMcpjsonServers'], type: 'texts' },
  { path: ['disabledMcpjsonServers'], type: 'texts' },
  { path: ['companyAnnouncements'], type: 'texts' },
  { path: ['hooks'], type: 'table' },
  { path: ['statusLine'], type: 'table' },
];

/** Fields whose type makes this version drop the whole file, innermost cause only. `root` is the parsed settings.json. */
export function wrongTypes(root: JsonValue, version: string): WrongType[] {
  if (root === null) return [];
  return isTable(root) ? checkFields(root, FIELDS, version) : [{ path: [], expected: '{ … }' }];
}

const KEYS_OF_1_0_60: ReadonlySet<string> = new Set([
  'apiKeyHelper',
  'awsAuthRefresh',
  'awsCredentialExport',
  'cleanupPeriodDays',
  'disabledMcpjsonServers',
  'enableAllProjectMcpServers',
  'enabledMcpjsonServers',
  'env',
  'feedbackSurveyState',
  'forceLoginMethod',
  'forceLoginOrgUUID',
  'hooks',
  'includeCoAuthoredBy',
  'model',
  'otelHeadersHelper',
  'permissions',
]);

/** Top-level keys that make this version drop the whole file: only 1.0.60 has a strict schema, not 1.0.0 and not 1.0.90. */
export function unknownKeys(root: JsonValue, version: string): string[] {
  if (!atLeast(version, '1.0.60') || !below(version, '1.0.90') || !isTable(root)) return [];
  return Object.keys(root).filter((key) => !KEYS_OF_1_0_60.has(key));
}
