// Which channels are measured: the one that flags name, saved ones, else those that the clients here use.

import type { ClientState, Snapshot } from '../clients/client.ts';
import { CLIENTS } from '../clients/index.ts';
import { type Context, flagValue, namedClients, timeoutMs } from '../context.ts';
import { type DetectOptions, detect, interpret } from '../detect.ts';
import { usageError } from '../errors.ts';
import { learnSecrets } from '../examine.ts';
import type { Text } from '../model.ts';
import { factsAfter, planEdits } from '../plan.ts';
import { whyNotSent } from '../probe/may-send.ts';
import { listRequest } from '../probe/models.ts';
import type { Send } from '../probe/session.ts';
import { savedNamed } from '../setup/choose-saved.ts';
import { type GivenKey, readKey } from '../setup/key.ts';
import { fetchKey } from '../setup/key-source.ts';
import { propose } from '../setup/propose.ts';
import { savedIntent } from '../setup/saved-route.ts';
import { emptyFacts, speakers } from '../setup/stand-in.ts';
import { noAddress, type Wanted, wantedFrom } from '../setup/wanted.ts';
import { ranOutOfTime } from '../wire/late.ts';
import type { Route, Trace } from '../wire/types.ts';
import type { Target } from './meter.ts';

const NO_CHANNEL: Text = {
  en: 'Nothing to measure: no client here has a channel that a request may be sent to. Give --base-url URL with --model M, or see channel-doctor check',
  zh: '没有可测量的渠道：这里的客户端都没有可以发送请求的渠道。请用 --base-url URL 和 --model M 指定，或运行 channel-doctor check 查看原因',
};
const NOT_SENT: Text = {
  en: '{client} is left out: no request may be sent ({why}); channel-doctor check says more',
  zh: '跳过 {client}：不能发送请求（{why}）；详见 channel-doctor check',
};
const NO_REQUEST: Text = { en: 'No request can be built for {url}', zh: '无法为 {url} 构造请求' };

/** Each inner list: the wire APIs that one channel may speak, the likeliest first. */
export type Channels = readonly (readonly Target[])[];

export const namesChannel = (context: Context): boolean =>
  (['base-url', 'provider', 'template'] as const).some((flag) => flagValue(context, flag) !== null);

/** `--model a,b`; `codex=a,claude-code=b` names one for each client and stays whole. */
export function modelsIn(context: Context): readonly (string | null)[] {
  const value = flagValue(context, 'model');
  if (value === null || /(^|,)\s*(codex|claude-code|claude|cc)\s*=/.test(value)) return [null];
  const models = value.split(',').flatMap((model) => (model.trim() === '' ? [] : [model.trim()]));
  return models.length > 0 ? [...new Set(models)] : [null];
}

function targetOf(state: ClientState, name: string | null, model: string | null, before: readonly Trace[]): Target | null {
  const request = state.client.request(state, { small: true, ...(model === null ? {} : { model }) });
  const { channel } = state;
  if (request === null || channel === null) return null;
  const credential = request.headers.flatMap(([, value]) => (typeof value === 'string' ? [] : [value]))[0] ?? null;
  const route = state.client.route(state, request.url);
  const { wireApi } = request;
  const own = before.filter((trace) => trace.request.url === request.url && !trace.reused);
  return {
    channel: { baseUrl: channel.baseUrl?.value ?? new URL(request.url).origin, model: request.model ?? '', wireApi, name },
    request,
    route,
    list: listRequest(state, request),
    context: {
      clientId: state.id,
      version: state.version,
      wireApi,
      requestUrl: request.url,
      model: request.model,
      key: credential,
      proxy: route.proxy,
    },
    before: own.filter(({ marks }) => marks.firstToken !== null),
    inVain: own.find((trace) => trace.marks.firstToken === null && ranOutOfTime(trace)) ?? null,
  };
}

/** Channels that are known to be meant, before anything is sent. */
export interface Prepared {
  /** How many will be measured. */
  readonly count: number;
  /** Hosts or names, for people. */
  readonly where: string;
  /** Null: nothing may be sent; addresses are taken as they are likeliest meant. @throws UserError (exit 2) where a model or address is missing. */
  readonly resolve: (send: Send | null) => Promise<Channels>;
}

type Own = { readonly wanted: Wanted; readonly key: GivenKey; readonly options: DetectOptions };

const isSilent = (traces: readonly Trace[]): boolean => traces.length > 0 && traces.every(({ error }) => error !== null);

async function candidatesFor(context: Context, { wanted, key, options }: Own, send: Send | null): Promise<readonly Target[]> {
  const targets: Target[] = [];
  const named = namedClients(context);
  const wires = wanted.wire ? speakers(wanted.wire, named) : [...speakers(null, named), ...speakers('openai-chat', named)];
  for (const { client, version, wire } of wires) {
    if (wanted.baseUrl === null && !wanted.template?.roots[wire]) continue;
    const before: Trace[] = [];
    const recording: Send = async (...call) => {
      const trace = await (send as Send)(...call);
      before.push(trace);
      return trace;
    };
    const facts = emptyFacts(context, client.id, version);
    const own = { wanted: { ...wanted, wire, scope: 'user' as const }, key: { ...key, env: null }, facts, timeoutMs: timeoutMs(context) };
    const proposal = await propose(client, { ...own, send: send === null ? null : recording });
    const snapshot = interpret(proposal.facts, { ...options, clients: [client.id] });
    const [target] = snapshot.clients.flatMap((state) => targetOf(state, wanted.name, null, before) ?? []);
    if (target) targets.push(target);
    // The other wire APIs are tried only where this one is refused: an address that is silent is so for all of them, and each wait is long.
    if (before.some((trace) => trace.marks.firstToken !== null) || isSilent(before)) break;
  }
  return targets;
}

async function fromFlags(context: Context, options: DetectOptions): Promise<Prepared> {
  const models = modelsIn(context);
  const [firstModel] = models;
  const flags = typeof firstModel === 'string' ? { ...context.given.flags, model: firstModel } : context.given.flags;
  const wanted = wantedFrom({ ...context, given: { ...context.given, flags } }, options.templates);
  if (wanted.baseUrl === null && wanted.template === null) throw noAddress();
  const key = await readKey(context);
  context.masker.learn(key.secret);
  const where = wanted.baseUrl === null ? (wanted.template?.name ?? '') : new URL(wanted.baseUrl).host;
  const resolve = async (send: Send | null): Promise<Channels> => {
    const channels: (readonly Target[])[] = [];
    for (const model of models) {
      const targets = await candidatesFor(
        context,
        { wanted: model === null ? wanted : { ...wanted, model: () => model }, key, options },
        send,
      );
      if (targets.length === 0) throw usageError(NO_REQUEST, { url: where });
      channels.push(targets);
    }
    return channels;
  };
  return { count: models.length, where, resolve };
}

async function savedTargets(context: Context, name: string, options: DetectOptions): Promise<readonly Target[]> {
  const channel = await savedNamed(context.host, name);
  const { secret } = await fetchKey(context, channel);
  context.masker.learn(secret);
  const named = namedClients(context);
  return CLIENTS.filter(({ id }) => named?.includes(id) ?? true).flatMap((client) => {
    const facts = emptyFacts(context, client.id, client.newestKnownVersion);
    const intent = savedIntent(client, { channel, secret, templates: options.templates, facts, send: null, timeoutMs: timeoutMs(context) });
    if (intent === null) return [];
    const plan = planEdits(client.write({ ...intent, key: { secret } }, client.read(facts), facts), facts);
    return targetOf(client.read(factsAfter(facts, plan)), name, modelsIn(context)[0] ?? null, []) ?? [];
  });
}

async function fromSaved(context: Context, names: readonly string[], options: DetectOptions): Promise<Prepared> {
  const channels: (readonly Target[])[] = [];
  for (const name of names) {
    const targets = await savedTargets(context, name, options);
    if (targets.length === 0) throw usageError(NO_REQUEST, { url: name });
    channels.push(targets);
  }
  return { count: channels.length, where: names.join(', '), resolve: async () => channels };
}

/** The channels of a snapshot's clients, as `check` would use them; reasons why some may not be used go to stderr. */
function channelsOf(context: Context, snapshot: Snapshot): Channels {
  const models = modelsIn(context);
  return snapshot.clients.flatMap((state): Channels => {
    const why = whyNotSent(state, { ...snapshot, options: { ...snapshot.options, offline: false } });
    if (why !== null) {
      if (why !== 'no-channel') context.out.note(NOT_SENT, { client: state.client.name, why });
      return [];
    }
    return models.flatMap((model) => {
      const target = targetOf(state, state.id, model, []);
      return target ? [[target]] : [];
    });
  });
}

async function fromClients(context: Context, options: DetectOptions): Promise<Prepared> {
  const snapshot = await detect(context.host, options);
  learnSecrets(context, snapshot);
  const channels = channelsOf(context, snapshot);
  if (channels.length === 0) throw usageError(NO_CHANNEL);
  const hosts = channels.flatMap(([target]) => (target ? [new URL(target.request.url).host] : []));
  return { count: channels.length, where: [...new Set(hosts)].join(', '), resolve: async () => channels };
}

/** @throws UserError (exit 2) where there is nothing to measure. */
export async function channelsToMeasure(context: Context, options: DetectOptions): Promise<Prepared> {
  const saved =
    flagValue(context, 'channel')
      ?.split(',')
      .flatMap((name) => (name.trim() === '' ? [] : [name.trim()])) ?? [];
  if (saved.length > 0) return fromSaved(context, saved, options);
  return namesChannel(context) ? fromFlags(context, options) : fromClients(context, options);
}

/** How requests to any other address go from here: proxy and certificates of this environment. */
export function routeTo(context: Context, url: string): Route {
  const [speaker] = speakers('anthropic-messages', null);
  if (!speaker) return { proxy: null, extraCa: [], verifyTls: true };
  const { client, version } = speaker;
  return client.route(client.read(emptyFacts(context, client.id, version)), url);
}
