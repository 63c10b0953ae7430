// Which channels are measured: the one that flags name, saved ones, else those that the clients here use.

import type { ClientState, Snapshot } from '../clients/client.ts';
import { type Context, namedClients, timeoutMs, flagValue } from '../context.ts';
import { type DetectOptions, detect, interpret } from '../detect.ts';
import { usageError } from '../errors.ts';
import { learnSecrets } from '../examine.ts';
import type { Text } from '../model.ts';
import { whyNotSent } from '../probe/may-send.ts';
import { listRequest } from '../probe/models.ts';
import type { Send } from '../probe/session.ts';
import { type GivenKey, readKey } from '../setup/key.ts';
import { propose } from '../setup/propose.ts';
import { emptyFacts, speakers } from '../setup/stand-in.ts';
import { noAddress, type Wanted, wantedFrom } from '../setup/wanted.ts';
import type { Trace } from '../wire/types.ts';
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

export const namesChannel = (context: Context): boolean => (['base-url', 'provider', 'template'] as const).some((flag) => flagValue(context, flag) !== null);

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
  return {
    channel: { baseUrl: channel.baseUrl?.value ?? new URL(request.url).origin, model: request.model ?? '', wireApi, name },
    request,
    route,
    list: listRequest(state, request),
    context: { clientId: state.id, version: state.version, wireApi, requestUrl: request.url, model: request.model, key: credential, proxy: route.proxy },
    before: before.filter((trace) => trace.request.url === request.url && trace.marks.firstToken !== null && !trace.reused),
  };
}

interface FromFlags {
  readonly wanted: Wanted;
  readonly key: GivenKey;
  readonly options: DetectOptions;
  /** Null: nothing may be sent; the likeliest address is taken. */
  readonly send: Send | null;
}

async function candidatesFor(context: Context, { wanted, key, options, send }: FromFlags): Promise<readonly Target[]> {
  const targets: Target[] = [];
  const named = namedClients(context);
  const wires = wanted.wire ? speakers(wanted.wire, named) : [...speakers(null, named), ...speakers('openai-chat', named)];
  for (const { client, version, wire } of wires) {
    if (wanted.baseUrl === null && !wanted.template?.roots[wire]) continue;
    const before: Trace[] = [];
    const recording: Send | null =
      send &&
      (async (...call) => {
        const trace = await send(...call);
        before.push(trace);
        return trace;
      });
    const facts = emptyFacts(context, client.id, version);
    const own = { wanted: { ...wanted, wire, scope: 'user' as const }, key: { ...key, env: null }, facts, timeoutMs: timeoutMs(context) };
    const proposal = await propose(client, { ...own, send: recording });
    const snapshot = interpret(proposal.facts, { ...options, clients: [client.id] });
    const [target] = snapshot.clients.flatMap((state) => targetOf(state, flagValue(context, 'name'), null, before) ?? []);
    if (target) targets.push(target);
    // The others are tried only where this one does not answer.
    if (before.some((trace) => trace.marks.firstToken !== null)) break;
  }
  return targets;
}

async function fromFlags(context: Context, options: DetectOptions, send: Send | null): Promise<Channels> {
  const plain = flagValue(context, 'model');
  const models = modelsIn(context);
  const one: Context = models.length > 1 ? { ...context, given: { ...context.given, flags: { ...context.given.flags, model: models[0] ?? '' } } } : context;
  const wanted = wantedFrom(plain === null ? context : one, options.templates);
  if (wanted.baseUrl === null && wanted.template === null) throw noAddress();
  const key = await readKey(context);
  context.masker.learn(key.secret);
  const channels: (readonly Target[])[] = [];
  for (const model of models) {
    const own = model === null ? wanted : { ...wanted, model: () => model };
    const targets = await candidatesFor(context, { wanted: own, key, options, send });
    if (targets.length === 0) throw usageError(NO_REQUEST, { url: wanted.baseUrl ?? wanted.template?.id ?? '' });
    channels.push(targets);
  }
  return channels;
}

/** The channels of a snapshot's clients, as `check` would use them; reasons why some may not be used go to stderr. */
export function channelsOf(context: Context, snapshot: Snapshot): Channels {
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

/**
 * @throws UserError (exit 2) where there is none.
 */
export async function channelsToMeasure(context: Context, options: DetectOptions, send: Send | null): Promise<Channels> {
  if (namesChannel(context)) return fromFlags(context, options, send);
  const snapshot = await detect(context.host, options);
  learnSecrets(context, snapshot);
  const channels = channelsOf(context, snapshot);
  if (channels.length === 0) throw usageError(NO_CHANNEL);
  return channels;
}
