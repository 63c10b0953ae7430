// Saved channels: `channels.json` holds everything but keys and may be kept among dotfiles; a key stands in `keys.json` beside it only where the
// user gave it by value. Both are 0600 in a folder of 0700.

import { editDocument } from './documents/edit.ts';
import { openDocument } from './documents/index.ts';
import { REASON } from './documents/syntax-reasons.ts';
import { refusal } from './errors.ts';
import type { Host } from './host.ts';
import { ownFolders, pathsOf, writeOwnFile } from './journal.ts';
import type { ClientId, CredentialKind, Edit, JsonValue, Text, WireApi } from './model.ts';
import { Secret } from './secret.ts';
import { whileWriting } from './writing.ts';

/** Where the key comes from each time. `ask`: it is kept nowhere. */
export type KeySource =
  | { readonly from: 'store' }
  | { readonly from: 'ask' }
  | { readonly from: 'env'; readonly name: string }
  | { readonly from: 'command'; readonly command: string }
  | { readonly from: 'file'; readonly path: string };

/** One client's way through the gateway, as it was found to work. */
export interface SavedRoute {
  readonly baseUrl: string;
  readonly wireApi: WireApi;
  readonly header: CredentialKind;
  readonly model: string;
  readonly smallModel: string | null;
}

export interface SavedChannel {
  readonly name: string;
  /** Id of its template. */
  readonly provider: string | null;
  readonly key: KeySource;
  readonly clients: Readonly<Partial<Record<ClientId, SavedRoute>>>;
}

export const CHANNELS_SCHEMA = 'channel-doctor/channels@1';
const PRIVATE_FOLDER = 0o700;
const NAME = /^[\p{L}\p{N}][\p{L}\p{N}._-]*$/u;
const CLIENTS: readonly ClientId[] = ['codex', 'claude-code'];
const WIRES: readonly WireApi[] = ['anthropic-messages', 'openai-responses', 'openai-chat'];
const HEADERS: readonly CredentialKind[] = ['bearer', 'x-api-key', 'header'];

const BROKEN: Text = {
  en: '{file} does not parse (line {line}: {detail}), so saved channels can be neither read nor written. Mend that line, or move the file away',
  zh: '{file} 无法解析（第 {line} 行：{detail}），因此无法读取或保存渠道。请修正该行，或移走这个文件',
};
const UNREADABLE: Text = {
  en: '{file} cannot be read ({code}). Give yourself permission to read it, then try again',
  zh: '无法读取 {file}（{code}）。请取得读取权限后再试',
};
const INVALID: Text = {
  en: 'The saved channel {name} in {file} is not usable: {what}. Mend it there, or save it again with init --name {name}',
  zh: '{file} 中保存的渠道 {name} 无法使用：{what}。请在文件里修正，或用 init --name {name} 重新保存',
};

type Table = { readonly [key: string]: JsonValue };
const isTable = (value: JsonValue | undefined): value is Table =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Date);
const text = (value: JsonValue | undefined): string | null => (typeof value === 'string' && value.trim() !== '' ? value : null);
const oneOf = <T extends string>(known: readonly T[], value: JsonValue | undefined): T | null =>
  known.find((word) => word === value) ?? null;

function keySource(value: JsonValue | undefined): KeySource | null {
  if (!isTable(value)) return null;
  const [name, command, path] = [text(value.name), text(value.command), text(value.path)];
  if (value.from === 'store' || value.from === 'ask') return { from: value.from };
  if (value.from === 'env' && name !== null) return { from: 'env', name };
  if (value.from === 'command' && command !== null) return { from: 'command', command };
  return value.from === 'file' && path !== null ? { from: 'file', path } : null;
}

function route(value: JsonValue | undefined): SavedRoute | null {
  if (!isTable(value)) return null;
  const [baseUrl, model, smallModel] = [text(value.baseUrl), text(value.model), text(value.smallModel)];
  const [wireApi, header] = [oneOf(WIRES, value.wireApi), oneOf(HEADERS, value.header)];
  return baseUrl !== null && model !== null && wireApi !== null && header !== null ? { baseUrl, wireApi, header, model, smallModel } : null;
}

/** The channel, or the dotted key that is not as the schema says. */
function channel(name: string, value: JsonValue | undefined): SavedChannel | string {
  if (!isTable(value)) return name;
  const key = keySource(value.key);
  if (key === null) return 'key';
  const written = isTable(value.clients) ? value.clients : {};
  const clients: Partial<Record<ClientId, SavedRoute>> = {};
  for (const id of CLIENTS) {
    if (written[id] === undefined) continue;
    const found = route(written[id]);
    if (found === null) return `clients.${id}`;
    clients[id] = found;
  }
  return Object.keys(clients).length === 0 ? 'clients' : { name, provider: text(value.provider), key, clients };
}

interface Store {
  readonly path: string;
  /** Links resolved: a link among dotfiles stays one. */
  readonly realPath: string;
  readonly bytes: Uint8Array | null;
  readonly root: Table;
}

async function open(host: Host, name: 'channels.json' | 'keys.json'): Promise<Store> {
  const path = pathsOf(host).join(ownFolders(host).config, name);
  const { state, code, bytes, realPath } = await host.files.read(path);
  if (state !== 'file' && state !== 'absent') throw refusal(UNREADABLE, { file: path, code: code ?? state });
  const document = bytes === null ? null : openDocument('json', bytes, path);
  const [problem] = document?.problems ?? [];
  if (problem) throw refusal(BROKEN, { file: path, line: problem.range.line, detail: problem.detail });
  const root = document?.root ?? {};
  if (!isTable(root)) throw refusal(BROKEN, { file: path, line: 1, detail: REASON.noObject });
  return { path, realPath, bytes, root };
}

async function write(host: Host, { path, realPath, bytes }: Store, edits: readonly Edit[]): Promise<void> {
  const content = edits.flatMap((edit) => (edit.op === 'set' || edit.op === 'remove' ? [edit] : []));
  const edited = editDocument('json', bytes, content, path);
  if ('refused' in edited) throw refusal(edited.refused.reason, edited.refused.args);
  const folder = pathsOf(host).dirname(path);
  await whileWriting(writeOwnFile(host, realPath, edited.bytes));
  const { mode } = await host.files.read(folder);
  if (mode !== null && (mode & ~PRIVATE_FOLDER) !== 0) await host.files.chmod(folder, PRIVATE_FOLDER);
}

/** What is saved, by name; of entries that are not as the schema says, what is wrong with them. @throws UserError (exit 3) for a file that does not parse. */
export async function readChannels(host: Host): Promise<ReadonlyMap<string, SavedChannel | { readonly invalid: string }>> {
  const { root } = await open(host, 'channels.json');
  const saved = isTable(root.channels) ? root.channels : {};
  return new Map(
    Object.entries(saved).map(([name, value]) => {
      const found = NAME.test(name) ? channel(name, value) : 'name';
      return [name, typeof found === 'string' ? { invalid: found } : found] as const;
    }),
  );
}

/** @throws UserError (exit 3) for an entry that is not as the schema says. */
export function usable(host: Host, name: string, found: SavedChannel | { readonly invalid: string }): SavedChannel {
  if (!('invalid' in found)) return found;
  throw refusal(INVALID, { name, what: found.invalid, file: pathsOf(host).join(ownFolders(host).config, 'channels.json') });
}

/** The key that stands in the store; null where there is none. */
export async function storedKey(host: Host, name: string): Promise<Secret | null> {
  const { root } = await open(host, 'keys.json');
  const key = isTable(root.keys) ? text(root.keys[name]) : null;
  return key === null ? null : new Secret(key);
}

/**
 * Keeps a channel under its name; what stood there before is replaced, what else the file holds stays. The key is written only with `from: 'store'`,
 * and one that was stored under this name before is forgotten otherwise.
 * @throws UserError (exit 3) for a file that does not parse or can't be read; system errors where it can't be written.
 */
export async function saveChannel(host: Host, { name, ...saved }: SavedChannel, secret: Secret | null): Promise<void> {
  const [channels, keys] = [await open(host, 'channels.json'), await open(host, 'keys.json')];
  const stored = saved.key.from === 'store' ? secret : null;
  const before = isTable(keys.root.keys) ? text(keys.root.keys[name]) : null;
  const keyPath = ['keys', name];
  if (stored !== null && !stored.equals(before ?? ''))
    await write(host, keys, [{ op: 'set', file: keys.path, path: keyPath, value: stored }]);
  if (saved.key.from !== 'store' && before !== null) await write(host, keys, [{ op: 'remove', file: keys.path, path: keyPath }]);
  const { key, provider, clients } = saved;
  const routes = Object.entries(clients).map(([id, found]): [string, JsonValue] => [id, { ...found }]);
  const value: JsonValue = { provider, key: { ...key }, clients: Object.fromEntries(routes) };
  const schema: Edit[] =
    channels.root.schema === CHANNELS_SCHEMA ? [] : [{ op: 'set', file: channels.path, path: ['schema'], value: CHANNELS_SCHEMA }];
  await write(host, channels, [...schema, { op: 'set', file: channels.path, path: ['channels', name], value }]);
}
