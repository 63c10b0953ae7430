// What was set up is kept under a name, so that `use` and `run` find it again.

import { sameOrigin } from '../base-url.ts';
import { readChannels, type SavedChannel, type SavedRoute, saveChannel } from '../channels.ts';
import type { ChannelIntent } from '../clients/client.ts';
import type { Context } from '../context.ts';
import { UserError } from '../errors.ts';
import type { ClientId, Text } from '../model.ts';
import type { Secret } from '../secret.ts';
import { keySourceOf } from './key-source.ts';

const KEPT: Text = {
  en: 'Saved as {name}: channel-doctor use {name} switches back to it, channel-doctor run CLIENT --name {name} starts a session on it',
  zh: '已保存为 {name}：channel-doctor use {name} 可切换回来，channel-doctor run CLIENT --name {name} 可临时使用',
};
const NOT_KEPT: Text = {
  en: 'The set-up stands, but it could not be saved for channel-doctor use: {file} cannot be written ({code})',
  zh: '设置已完成，但无法保存供 channel-doctor use 使用：{file} 无法写入（{code}）',
};

interface Written {
  readonly client: { readonly id: ClientId };
  readonly intent: ChannelIntent;
}

const routeOf = ({ baseUrl, wireApi, header, model, smallModel }: ChannelIntent): SavedRoute => ({
  baseUrl,
  wireApi,
  header,
  model,
  smallModel,
});

const hostName = (baseUrl: string): string =>
  (URL.canParse(baseUrl) ? new URL(baseUrl).host.replace(/[^\p{L}\p{N}.-]+/gu, '-') : '').replace(/^-+/, '');

const leadsTo = (saved: SavedChannel, baseUrl: string): boolean =>
  Object.values(saved.clients).some((route) => sameOrigin(route.baseUrl, baseUrl));

/** `--name`, else the template's id, else the host; the host too where a template's id names another gateway already. */
function nameFor(
  { name, template, baseUrl }: ChannelIntent,
  saved: ReadonlyMap<string, SavedChannel | { readonly invalid: string }>,
): string {
  if (name !== null) return name;
  const host = hostName(baseUrl) || 'gateway';
  const present = template ? saved.get(template.id) : undefined;
  return template && (present === undefined || 'invalid' in present || leadsTo(present, baseUrl)) ? template.id : host;
}

/**
 * Keeps what was written. A channel of the same name at the same place keeps its other clients. Never throws: the set-up stands without it.
 * @returns the name, null where it could not be kept.
 */
export async function keepChannel(context: Context, written: readonly Written[], secret: Secret): Promise<string | null> {
  const [first] = written;
  if (!first) return null;
  const { host } = context;
  try {
    const saved = await readChannels(host);
    const name = nameFor(first.intent, saved);
    const present = saved.get(name);
    const others = present && !('invalid' in present) && leadsTo(present, first.intent.baseUrl) ? present.clients : {};
    const routes = Object.fromEntries(written.map(({ client, intent }) => [client.id, routeOf(intent)]));
    const channel = { name, provider: first.intent.template?.id ?? null, key: keySourceOf(context), clients: { ...others, ...routes } };
    await saveChannel(host, channel, secret);
    context.out.note(KEPT, { name });
    return name;
  } catch (error) {
    if (error instanceof UserError) context.out.error(error.text, error.args);
    else {
      const { code = 'UNKNOWN', path = '' } = error as NodeJS.ErrnoException;
      context.out.error(NOT_KEPT, { code, file: path });
    }
    return null;
  }
}
