// Starting a client on a channel for one session, while every file of the user stays as it is.

import type { Args, Facts, Text } from '../model.ts';
import { Secret } from '../secret.ts';
import type { ChannelIntent, ClientState } from './client.ts';

type Variables = Readonly<Record<string, string | Secret>>;

/** Settings that must beat the user's files: they stand in a private file that is gone when the session ends. */
export interface SessionSettings {
  /** The client's flag that takes the file. */
  readonly flag: string;
  readonly env: Variables;
  /** Other keys of the file. */
  readonly others: Readonly<Record<string, string>>;
}

export interface SessionStart {
  /** Before the user's own arguments. Never a credential: `ps` shows them. */
  readonly args: readonly string[];
  /** On top of the inherited environment; null takes a variable away. */
  readonly env: Readonly<Record<string, string | Secret | null>>;
  readonly settings: SessionSettings | null;
  readonly notes: readonly { readonly text: Text; readonly args: Args }[];
}

export interface SessionOptions {
  readonly facts: Facts;
  /** The user's own arguments. */
  readonly args: readonly string[];
  /** What a project's file says about proxies and certificates is obeyed. */
  readonly trustProject: boolean;
}

/** @throws UserError where this version, or a file that nothing beats, would not let the session be on this channel. */
export type Launcher = (intent: ChannelIntent, state: ClientState, options: SessionOptions) => SessionStart;

const revealed = (value: string | Secret): string => (value instanceof Secret ? value.reveal() : value);

/** The environment that the client gets. Names are compared as the platform does. */
export function environmentFor(start: SessionStart, { env, platform }: Pick<Facts, 'env' | 'platform'>): Record<string, string> {
  const fold = (name: string): string => (platform === 'win32' ? name.toUpperCase() : name);
  const ours = new Set(Object.keys(start.env).map(fold));
  const kept = Object.entries(env).filter(([name]) => !ours.has(fold(name)));
  const added = Object.entries(start.env).flatMap(([name, value]): [string, string][] => (value === null ? [] : [[name, revealed(value)]]));
  return Object.fromEntries([...kept, ...added]);
}

/** The private settings file. */
export function settingsBytes({ env, others }: SessionSettings): Uint8Array {
  const root = { ...others, env: Object.fromEntries(Object.entries(env).map(([name, value]) => [name, revealed(value)])) };
  return new TextEncoder().encode(`${JSON.stringify(root, null, 2)}\n`);
}
