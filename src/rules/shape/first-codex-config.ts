// config.json and config.yaml of the first Codex (TypeScript, 0.1.25xx): `model`, `provider`, `providers.<id>.{name, baseURL, envKey}`.

import { isTable } from '../../clients/field-type.ts';
import type { JsonValue } from '../../model.ts';

export interface FirstCodexConfig {
  readonly model: string | null;
  readonly provider: {
    readonly id: string;
    readonly name: string | null;
    readonly baseUrl: string | null;
    readonly envKey: string | null;
  } | null;
}

const MAX_LINES = 2000;

type Table = { [key: string]: JsonValue };

const scalar = (text: string): string => {
  const quoted = /^(["'])(.*)\1\s*(?:#.*)?$/.exec(text);
  return quoted ? (quoted[2] ?? '') : text.replace(/\s+#.*$/, '').trim();
};

/** Nested mappings of plain values, the only YAML that such a file has; anything else is skipped. */
function parseMappings(text: string): Table {
  const root: Table = {};
  const open: { readonly indent: number; readonly table: Table }[] = [{ indent: -1, table: root }];
  for (const line of text.split(/\r?\n/, MAX_LINES)) {
    const [, blanks, name, value] = /^( *)["']?([\w./-]+)["']?\s*:(?:\s+(.*))?$/.exec(line) ?? [];
    if (blanks === undefined || name === undefined) continue;
    while ((open.at(-1)?.indent ?? -1) >= blanks.length) open.pop();
    const parent = open.at(-1)?.table ?? root;
    const content = (value ?? '').trim();
    if (content === '' || content.startsWith('#')) {
      const table: Table = {};
      parent[name] = table;
      open.push({ indent: blanks.length, table });
    } else parent[name] = scalar(content);
  }
  return root;
}

const text = (value: JsonValue | undefined): string | null => (typeof value === 'string' && value.trim() !== '' ? value : null);

/** Null where the content is of another kind. */
export function readFirstCodexConfig(content: string, root: JsonValue | null): FirstCodexConfig | null {
  const table = isTable(root ?? undefined) ? (root as Table) : parseMappings(content);
  const id = text(table.provider);
  const providers = isTable(table.providers) ? table.providers : {};
  const only = Object.keys(providers).length === 1 ? (Object.keys(providers)[0] ?? null) : null;
  const chosen = id ?? only;
  const details = chosen === null ? undefined : providers[chosen];
  const model = text(table.model);
  if (model === null && chosen === null) return null;
  const fields = isTable(details) ? details : {};
  return {
    model,
    provider:
      chosen === null
        ? null
        : { id: chosen, name: text(fields.name), baseUrl: text(fields.baseURL) ?? text(fields.baseUrl), envKey: text(fields.envKey) },
  };
}
