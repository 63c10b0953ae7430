// A channel → the edits of config.toml that make Codex use it (reference/codex.md, section 9).

import { sameOrigin } from '../../base-url.ts';
import { equal } from '../../documents/intent.ts';
import type { Edit, Facts, JsonValue, KeyPath } from '../../model.ts';
import { Secret } from '../../secret.ts';
import type { ChannelIntent, CodexProvider, CodexState } from '../client.ts';
import { isTable } from '../field-type.ts';
import { bearerToken } from './headers.ts';
import { rootOf } from './layers.ts';
import { pathOf } from './places.ts';
import { TABLES } from './providers.ts';
import { does, NEVER_WRITTEN_IDS } from './versions.ts';

const STANDARD_ID = 'gw';
type Table = { readonly [key: string]: JsonValue };

/** The file that is written, and what stands in it. */
interface Target {
  readonly file: string;
  readonly root: Table;
  readonly tables: Table;
}

function targetOf(intent: ChannelIntent, state: CodexState, facts: Facts): Target {
  const path = pathOf(facts);
  const file = intent.scope === 'user' ? path.join(state.home, 'config.toml') : path.join(facts.cwd, '.codex', 'config.toml');
  const layer = state.layers.find((other) => other.file === file);
  const root = layer ? rootOf(layer) : {};
  const tables = root[TABLES];
  return { file, root, tables: isTable(tables) ? tables : {} };
}

const tableOf = (target: Target, id: string): Table => {
  const table = Object.hasOwn(target.tables, id) ? target.tables[id] : undefined;
  return isTable(table) ? table : {};
};

const isAt = (table: Table, baseUrl: string): boolean => typeof table.base_url === 'string' && sameOrigin(table.base_url.trim(), baseUrl);

/** The selected table where it is the same place or was named; else a free id. An id like `gw` that already leads to this place is used again. */
export function chooseId(intent: ChannelIntent, selected: CodexProvider | null, known: readonly string[], target: Target): string {
  const named = intent.name ?? intent.template?.id ?? null;
  if (selected && Object.hasOwn(target.tables, selected.id) && !NEVER_WRITTEN_IDS.has(selected.id)) {
    const isNamed = selected.id === intent.name || selected.id === intent.template?.id;
    if (isNamed || isAt(tableOf(target, selected.id), intent.baseUrl)) return selected.id;
  }
  const wanted = named === null || named === '' ? STANDARD_ID : NEVER_WRITTEN_IDS.has(named) ? `${named}-custom` : named;
  const taken = new Set([...known, ...Object.keys(target.tables)]);
  for (let count = 1; ; count += 1) {
    const id = count === 1 ? wanted : `${wanted}-${count}`;
    if (!taken.has(id) || isAt(tableOf(target, id), intent.baseUrl)) return id;
  }
}

/** What shall stand at a path below the provider's table; undefined: nothing. */
type Wanted = readonly (readonly [path: KeyPath, value: JsonValue | Secret | undefined])[];

const headerNames = (table: Table, key: string, header: string): string[] => {
  const headers = table[key];
  return isTable(headers) ? Object.keys(headers).filter((name) => name.toLowerCase() === header) : [];
};

const HEADER_SPELLING: Readonly<Record<string, string>> = { authorization: 'Authorization', 'x-api-key': 'x-api-key' };

/** `auth = { command, args }`: the command line, run by the system's own shell. */
const authTable = (line: string, isWindows: boolean): JsonValue =>
  isWindows ? { command: 'cmd.exe', args: ['/d', '/s', '/c', line] } : { command: 'sh', args: ['-c', line] };

/** The key in the one form this version reads, and every other form that would beat it or stay behind stale. */
function wantedKey(intent: ChannelIntent, table: Table, version: string, isWindows: boolean): Wanted {
  const { key } = intent;
  const header = intent.header === 'x-api-key' ? 'x-api-key' : 'authorization';
  const isPlain = header === 'authorization';
  const helper = 'helper' in key && isPlain && does(version, 'authCommand') ? authTable(key.helper, isWindows) : null;
  const variable = 'env' in key && helper === null ? key.env : null;
  const form =
    helper !== null
      ? 'auth'
      : variable !== null
        ? isPlain
          ? 'env_key'
          : 'env_http_headers'
        : isPlain && does(version, 'bearerToken')
          ? 'experimental_bearer_token'
          : 'http_headers';
  const removed = ['env_key', 'env_key_instructions', 'experimental_bearer_token', 'auth', 'requires_openai_auth']
    .filter(
      (name) =>
        table[name] !== undefined && table[name] !== false && name !== form && !(name === 'env_key_instructions' && form === 'env_key'),
    )
    .map((name) => [[name], undefined] as const);
  const staleHeaders = ['http_headers', 'env_http_headers'].flatMap((name) =>
    ['authorization', header].flatMap((carrier) => headerNames(table, name, carrier).map((spelling) => [name, spelling] as const)),
  );
  if (form === 'auth' || form === 'env_key' || form === 'experimental_bearer_token') {
    return [[[form], helper ?? variable ?? key.secret], ...removed, ...withoutHeaders(staleHeaders, table)];
  }
  const spelling = headerNames(table, form, header)[0] ?? HEADER_SPELLING[header] ?? header;
  const value = variable ?? (isPlain ? new Secret(`Bearer ${bearerToken(key.secret.reveal()) ?? key.secret.reveal()}`) : key.secret);
  const stale = staleHeaders.filter(([name, other]) => !(name === form && other === spelling));
  return [[[form, spelling], value], ...removed, ...withoutHeaders(stale, table, form)];
}

/** Removes headers; a table of headers that would be left empty goes whole. */
function withoutHeaders(headers: readonly (readonly [string, string])[], table: Table, kept?: string): Wanted {
  const unique = [...new Map(headers.map((path) => [path.join('\n'), path])).values()];
  return ['http_headers', 'env_http_headers'].flatMap((name): Wanted => {
    const gone = unique.filter(([key]) => key === name);
    const all = table[name];
    if (gone.length === 0 || !isTable(all)) return [];
    return gone.length === Object.keys(all).length && name !== kept
      ? [[[name], undefined]]
      : gone.map((path) => [path, undefined] as const);
  });
}

function at(table: Table, path: KeyPath): JsonValue | undefined {
  let value: JsonValue | undefined = table;
  for (const key of path) value = isTable(value) && Object.hasOwn(value, key) ? value[key] : undefined;
  return value;
}

function wantedTable(intent: ChannelIntent, table: Table, id: string, version: string, isWindows: boolean): Wanted {
  const hasName = typeof table.name === 'string' && table.name.trim() !== '';
  const wire = intent.wireApi === 'openai-chat' && !does(version, 'responsesOnly') ? 'chat' : 'responses';
  const envName = 'env' in intent.key ? intent.key.env : null;
  const writesKey = intent.scope === 'user' || envName !== null;
  return [
    // The id, not the vendor's name: some names ("OpenAI") switch the client's behaviour.
    ...(hasName ? [] : [[['name'], id] as const]),
    [['base_url'], intent.baseUrl],
    [['wire_api'], wire],
    ...(writesKey ? wantedKey(intent, table, version, isWindows) : []),
  ];
}

/** A root key, or the profile's where a legacy profile of the same file decides. */
function effectivePath(key: string, state: CodexState, target: Target): KeyPath {
  const origin = state.setting([key])?.origin;
  const name = state.profile?.value;
  return origin?.scope === 'profile' && origin.file === target.file && name !== undefined ? ['profiles', name, key] : [key];
}

function editsFor(file: string, prefix: KeyPath, table: Table, wanted: Wanted): Edit[] {
  return wanted.flatMap(([below, value]): Edit[] => {
    const path = [...prefix, ...below];
    const present = at(table, below);
    if (value === undefined) return present === undefined ? [] : [{ op: 'remove', file, path }];
    const isEqual = value instanceof Secret ? typeof present === 'string' && value.equals(present) : equal(present, value);
    return isEqual ? [] : [{ op: 'set', file, path, value }];
  });
}

export function writeChannel(intent: ChannelIntent, state: CodexState, facts: Facts): readonly Edit[] {
  const target = targetOf(intent, state, facts);
  const id = chooseId(
    intent,
    state.provider,
    state.providers.map((provider) => provider.id),
    target,
  );
  const table = tableOf(target, id);
  const root = [
    [effectivePath('model', state, target), intent.model],
    [effectivePath('model_provider', state, target), id],
  ] as const;
  return [
    ...editsFor(target.file, [], target.root, root),
    ...editsFor(target.file, [TABLES, id], table, wantedTable(intent, table, id, state.version, facts.platform === 'win32')),
  ];
}
