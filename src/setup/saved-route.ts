// A saved channel → what one client needs to be on it, as edits proven on the text; nothing is written.

import { sameOrigin } from '../base-url.ts';
import type { SavedChannel } from '../channels.ts';
import type { ChannelIntent, Client } from '../clients/client.ts';
import { helperId } from '../clients/client.ts';
import type { Facts, HelperResult } from '../model.ts';
import { factsAfter, planEdits } from '../plan.ts';
import { listedModels, listRequest } from '../probe/models.ts';
import { limitsFor, ProbeSession, type Send } from '../probe/session.ts';
import type { Secret } from '../secret.ts';
import type { Template } from '../templates.ts';
import { channelKey } from './key-source.ts';
import type { Proposal } from './propose.ts';

/** A list is help, not proof: it is not waited for as long as an answer, ms. */
const LIST_MS = 10_000;

export interface SavedOptions {
  readonly channel: SavedChannel;
  readonly secret: Secret;
  readonly templates: readonly Template[];
  readonly facts: Facts;
  /** Null: offline, nothing is sent. */
  readonly send: Send | null;
  readonly timeoutMs: number;
  /** Instead of the saved ones. */
  readonly model?: string | null;
  readonly smallModel?: string | null;
}

/** A table of Codex that leads there already is used again, whatever it is called; of several the one of the channel's name. */
function nameFor(client: Client, { channel, facts }: SavedOptions, baseUrl: string): string {
  const state = client.read(facts);
  if (state.id !== 'codex') return channel.name;
  const there = state.providers.filter(({ get }) => sameOrigin(String(get('base_url')?.value ?? ''), baseUrl)).map(({ id }) => id);
  return there.includes(channel.name) ? channel.name : (there[0] ?? channel.name);
}

/** Null where the channel was not saved for this client. */
export function savedIntent(client: Client, options: SavedOptions): ChannelIntent | null {
  const { channel, secret, templates, facts } = options;
  const route = channel.clients[client.id];
  if (!route) return null;
  return {
    baseUrl: route.baseUrl,
    model: options.model ?? route.model,
    smallModel: options.smallModel ?? route.smallModel,
    key: channelKey(channel, secret, client.id, facts.platform),
    header: route.header,
    wireApi: route.wireApi,
    name: nameFor(client, options, route.baseUrl),
    template: templates.find(({ id }) => id === channel.provider) ?? null,
    scope: 'user',
    models: null,
  };
}

/** What the gateway lists, asked with this channel alone configured; null where it does not say. */
export async function modelsOf(
  client: Client,
  intent: ChannelIntent,
  { facts, send, timeoutMs, secret }: SavedOptions,
): Promise<readonly string[] | null> {
  if (send === null) return null;
  const bare: Facts = { ...facts, files: new Map(), folders: new Map() };
  const plan = planEdits(client.write({ ...intent, key: { secret } }, client.read(bare), bare), bare);
  const state = client.read(factsAfter(bare, plan));
  const request = client.request(state, { small: true });
  if (request === null) return null;
  const session = new ProbeSession(state, send, limitsFor(Math.min(timeoutMs, LIST_MS)));
  const listed = await session.exchange('models', 'which models are listed?', intent.baseUrl, listRequest(state, request));
  return listedModels(listed.trace);
}

/** The helper that this channel gives the client need not be run again: what it prints is known. */
function knownHelper(client: Client, facts: Facts, secret: Secret): ReadonlyMap<string, HelperResult> {
  const { keyHelper } = client.read(facts);
  return keyHelper ? new Map([...facts.helpers, [helperId(keyHelper), { code: 0, output: secret, stderr: '' }]]) : facts.helpers;
}

export function proposalFor(client: Client, intent: ChannelIntent, { facts, secret }: SavedOptions): Proposal {
  const edits = client.write(intent, client.read(facts), facts);
  const plan = planEdits(edits, facts);
  const after = factsAfter(facts, plan);
  return { client, intent, edits, plan, facts: 'helper' in intent.key ? { ...after, helpers: knownHelper(client, after, secret) } : after };
}
