// Root keys of config.toml that stand in a table: a line appended at the end of the file belongs to the last table.

import { CLOSED_CHILDREN, OPEN_TABLES, PROVIDER_KEYS, ROOT_KEYS } from '../../clients/codex/schema.ts';
import { isTable } from '../../clients/field-type.ts';
import type { JsonValue, KeyPath } from '../../model.ts';

/** In maps of free names only what nobody would call a variable, header or parameter of his own is a stray key. */
const UNMISTAKABLE: ReadonlySet<string> = new Set([
  'approval_policy',
  'cli_auth_credentials_store',
  'forced_login_method',
  'model_context_window',
  'model_provider',
  'model_reasoning_effort',
  'model_reasoning_summary',
  'model_verbosity',
  'openai_base_url',
  'sandbox_mode',
]);

const MAX_DEPTH = 6;

/** Invented tables that are a form of their own: file/ignored-form. */
const INVENTED: ReadonlySet<string> = new Set(['env', 'openai', 'anthropic', 'api', 'provider', 'providers']);

function isStray(key: string, value: JsonValue, table: KeyPath): boolean {
  if (!ROOT_KEYS.has(key) || isTable(value)) return false;
  const [first = '', ...rest] = table;
  if (OPEN_TABLES.has(first) || INVENTED.has(first)) return false;
  if (first === 'model_providers' && rest.length === 1 && PROVIDER_KEYS.has(key)) return false;
  const closed = CLOSED_CHILDREN.has(first) ? rest.length === 1 : rest.length === 0;
  return closed || UNMISTAKABLE.has(key);
}

/** Paths of root keys that stand where none of that name belongs, in the order of the file. */
export function strayRootKeys(root: JsonValue | null): KeyPath[] {
  const found: KeyPath[] = [];
  const visit = (table: { readonly [key: string]: JsonValue }, path: KeyPath): void => {
    for (const [key, value] of Object.entries(table)) {
      if (path.length > 0 && isStray(key, value, path)) found.push([...path, key]);
      else if (isTable(value) && path.length < MAX_DEPTH) visit(value, [...path, key]);
    }
  };
  if (isTable(root ?? undefined)) visit(root as { readonly [key: string]: JsonValue }, []);
  return found;
}
