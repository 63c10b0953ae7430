// Where a saved channel's key comes from: what the flags say about it, how it is fetched, and how the clients fetch it themselves.

import { type KeySource, type SavedChannel, storedKey } from '../channels.ts';
import type { ChannelKey } from '../clients/client.ts';
import { type Context, flagValue, has, pathOf } from '../context.ts';
import { usageError } from '../errors.ts';
import { KEY } from '../flags.ts';
import type { ClientId, Text } from '../model.ts';
import type { Secret } from '../secret.ts';
import { type GivenKey, readKey } from './key.ts';

const GONE: Text = {
  en: 'The key of {name} is not in the store any more. Give it once: channel-doctor use {name} --key-stdin (or --key-env, --key-command)',
  zh: '找不到渠道 {name} 保存的密钥。请重新提供一次：channel-doctor use {name} --key-stdin（或 --key-env、--key-command）',
};

const UNSET: Text = {
  en: 'The channel {name} takes its key from the variable {variable}, which is not set here. Export it, or give the key another way: --key-stdin, --key-command',
  zh: '渠道 {name} 的密钥来自环境变量 {variable}，但当前环境没有设置它。请先 export，或换一种方式提供密钥：--key-stdin、--key-command',
};

/** Does the command line say where the key comes from? */
export const givesKey = (context: Context): boolean => KEY.some((flag) => has(context, flag) || flagValue(context, flag) !== null);

/** A key given by value is kept in the store, one by reference as the reference; in the order in which flags count. */
export function keySourceOf(context: Context): KeySource {
  const [name, file, command] = [flagValue(context, 'key-env'), flagValue(context, 'key-file'), flagValue(context, 'key-command')];
  if (has(context, 'key-stdin')) return { from: 'store' };
  if (name !== null) return { from: 'env', name };
  if (file !== null) return { from: 'file', path: pathOf(context, file) };
  return command === null ? { from: 'store' } : { from: 'command', command };
}

/** Fetches the key from where the channel says; the masker knows it from then on. @throws UserError where it is not there. */
export async function fetchKey(context: Context, { name, key }: Pick<SavedChannel, 'name' | 'key'>): Promise<GivenKey> {
  const from = (flags: Context['given']['flags']): Promise<GivenKey> => readKey({ ...context, given: { ...context.given, flags } });
  switch (key.from) {
    case 'env':
      if (!context.host.env[key.name]) throw usageError(UNSET, { name, variable: key.name });
      return from({ 'key-env': key.name });
    case 'command':
      return from({ 'key-command': key.command });
    case 'file':
      return from({ 'key-file': key.path });
    case 'ask':
      return readKey(context);
    case 'store': {
      const secret = await storedKey(context.host, name);
      if (secret === null) throw usageError(GONE, { name });
      context.masker.learn(secret);
      return { secret, env: null };
    }
  }
}

/** The variable of a client that runs no helpers. */
function variableFor(name: string): string {
  const word = name
    .toUpperCase()
    .replace(/[^A-Z0-9]+/g, '_')
    .replace(/^_+|_+$/g, '');
  return /^[A-Z]/.test(word) ? `${word}_API_KEY` : 'GATEWAY_API_KEY';
}

const quoted = (path: string): string => `'${path.replaceAll("'", "'\\''")}'`;

/** A command line for the system's own shell that prints the key. */
function helperFor(key: KeySource, platform: NodeJS.Platform): string | null {
  const isWindows = platform === 'win32';
  switch (key.from) {
    case 'env':
      return isWindows ? `echo %${key.name}%` : `printenv ${key.name}`;
    case 'file':
      return isWindows ? `type "${key.path}"` : `cat ${quoted(key.path)}`;
    case 'command':
      return key.command;
    default:
      return null;
  }
}

/** How a client gets this key: by value from the store, else by itself each time. Codex reads a variable without help. */
export function channelKey(
  { name, key }: Pick<SavedChannel, 'name' | 'key'>,
  secret: Secret,
  client: ClientId,
  platform: NodeJS.Platform,
): ChannelKey {
  const helper = helperFor(key, platform);
  if (helper === null) return { secret };
  const env = key.from === 'env' ? key.name : variableFor(name);
  return client === 'codex' && key.from === 'env' ? { secret, env } : { secret, env, helper };
}
