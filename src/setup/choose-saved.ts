// Saved channels as a list, as a question, and by name.

import { type KeySource, readChannels, type SavedChannel, usable } from '../channels.ts';
import type { ClientState } from '../clients/client.ts';
import { clientById } from '../clients/index.ts';
import { type Context, has } from '../context.ts';
import { detect } from '../detect.ts';
import { EXIT, type ExitStatus, usageError } from '../errors.ts';
import { detectOptions } from '../examine.ts';
import type { Host } from '../host.ts';
import { say, suggestion } from '../i18n/index.ts';
import type { ClientId, Text } from '../model.ts';
import { paintOf } from '../print.ts';
import { nearest } from '../probe/nearest.ts';
import { tilde } from '../report/text.ts';

type Found = SavedChannel | { readonly invalid: string };

const UNKNOWN: Text = {
  en: 'There is no saved channel {name}{hint}. Saved: {known}',
  zh: '没有名为 {name} 的已保存渠道{hint}。已保存：{known}',
};
const NONE: Text = {
  en: 'No channel is saved yet. init saves the one it sets up: channel-doctor init --name NAME',
  zh: '还没有保存任何渠道。init 会保存它设置好的渠道：channel-doctor init --name NAME',
};
const WHICH: Text = { en: 'Which channel?', zh: '使用哪个渠道？' };
const ROUTE: Text = { en: '{client}: ', zh: '{client}：' };
const IN_USE: Text = { en: 'in use', zh: '使用中' };
const KEYS: Readonly<Record<KeySource['from'], Text>> = {
  store: { en: 'key in the store', zh: '密钥已保存' },
  ask: { en: 'key asked for each time', zh: '每次询问密钥' },
  env: { en: 'key from {variable}', zh: '密钥来自 {variable}' },
  command: { en: 'key from a command', zh: '密钥来自命令' },
  file: { en: 'key from {path}', zh: '密钥来自 {path}' },
};
const INVALID: Text = { en: 'not usable: {what}', zh: '无法使用：{what}' };

/** @throws UserError (exit 2) for a name that nothing is saved under. */
export async function findSaved(host: Host, name: string): Promise<Found> {
  const saved = await readChannels(host);
  const found = saved.get(name);
  if (found) return found;
  const names = [...saved.keys()];
  if (names.length === 0) throw usageError(NONE);
  const [close] = nearest(name, names, 1);
  throw usageError(UNKNOWN, { name: name.slice(0, 60), hint: suggestion(close), known: names.join(', ') });
}

/** The saved channel of `--name`, for commands that start on one. @throws UserError where there is none or it is not usable. */
export const savedNamed = async (host: Host, name: string): Promise<SavedChannel> => usable(host, name, await findSaved(host, name));

function isOn({ clients }: SavedChannel, { id, channel }: ClientState): boolean {
  const route = clients[id];
  return route !== undefined && channel?.baseUrl?.value === route.baseUrl && channel.model?.value === route.model;
}

function keyText({ host, lang }: Context, key: KeySource): string {
  const variable = key.from === 'env' ? `$${key.name}` : '';
  const path = key.from === 'file' ? tilde(key.path, host.home) : '';
  return say(KEYS[key.from], lang, { variable, path });
}

/** On a terminal the name that was chosen; null where nobody can be asked, or nothing is there to choose from. */
export async function chooseSaved(context: Context): Promise<string | null> {
  if (has(context, 'json')) return null;
  const { askChoice, canAsk } = await import('../prompts.ts');
  const saved = await readChannels(context.host);
  const names = [...saved].flatMap(([name, found]) =>
    'invalid' in found ? [] : [{ value: name, label: name, detail: keyText(context, found.key) }],
  );
  return names.length > 0 && canAsk(context) ? askChoice(context, WHICH[context.lang], names) : null;
}

function lines(context: Context, saved: SavedChannel, active: readonly ClientId[]): string {
  const paint = paintOf(context);
  const routes = Object.entries(saved.clients).map(([id, { baseUrl, model }]) => {
    const mark = active.some((other) => other === id) ? `  ${paint.green(IN_USE[context.lang])}` : '';
    return `    ${say(ROUTE, context.lang, { client: clientById(id)?.name ?? id })}${baseUrl}  ${model}${mark}\n`;
  });
  return `${paint.bold(saved.name)}  ${paint.dim(keyText(context, saved.key))}\n${routes.join('')}`;
}

/** `use` without a name where nobody can be asked. */
export async function listSaved(context: Context): Promise<ExitStatus> {
  const saved = await readChannels(context.host);
  const { clients } = await detect(context.host, { ...(await detectOptions(context, [])), offline: true });
  const activeFor = (channel: SavedChannel): readonly ClientId[] => clients.filter((state) => isOn(channel, state)).map(({ id }) => id);
  if (has(context, 'json')) {
    const channels = [...saved].map(([name, found]) => ('invalid' in found ? { name, ...found } : { ...found, active: activeFor(found) }));
    const summary = { errors: 0, warnings: 0, infos: 0, fixed: 0 };
    const base = { schema: 'channel-doctor/report@1', version: context.version, command: 'use', status: 'healthy' };
    context.out.document({ ...base, clients: [], findings: [], changes: [], summary, channels });
    return EXIT.ok;
  }
  if (saved.size === 0) context.out.note(NONE);
  for (const [name, found] of saved) {
    context.out.result(
      'invalid' in found ? `${name}  ${say(INVALID, context.lang, { what: found.invalid })}\n` : lines(context, found, activeFor(found)),
    );
  }
  return EXIT.ok;
}
