// One client's part of a set-up: which base, header and model this gateway needs from it, found by probing.

import { candidateBases, endsInVersion, withoutEndpoint, withoutQuery, withoutV1 } from '../base-url.ts';
import type { ChannelIntent, Client, ClientState } from '../clients/client.ts';
import { below } from '../clients/version.ts';
import { usageError } from '../errors.ts';
import type { CredentialKind, Edit, Facts, Plan, Text, WireApi } from '../model.ts';
import { factsAfter, planEdits } from '../plan.ts';
import { isProven } from '../probe/follow-ups.ts';
import { listedModels, listRequest } from '../probe/models.ts';
import { limitsFor, ProbeSession, type Send } from '../probe/session.ts';
import type { Probed } from '../probe/types.ts';
import { hasHole } from '../templates.ts';
import type { GivenKey } from './key.ts';
import type { Wanted } from './wanted.ts';

export interface Proposal {
  readonly client: Client;
  readonly intent: ChannelIntent;
  readonly edits: readonly Edit[];
  readonly plan: Plan;
  /** The facts as they would be after this client's edits alone. */
  readonly facts: Facts;
}

export interface ProposeOptions {
  readonly wanted: Wanted;
  readonly key: GivenKey;
  readonly facts: Facts;
  /** Null: offline, nothing is sent. */
  readonly send: Send | null;
  readonly timeoutMs: number;
}

/** `wire_api = "chat"` is gone from this version on (codex.md, section 4). */
const CHAT_REMOVED = '0.95.0';
const NO_MODEL: Text = {
  en: 'Which model should {client} use? Give --model M{hint}',
  zh: '{client} 要使用哪个模型？请用 --model M 指定{hint}',
};
const NO_ROOT: Text = {
  en: '{provider} has no address for {client} in its template; give --base-url URL',
  zh: '模板 {provider} 没有给 {client} 用的地址；请用 --base-url URL 指定',
};
const WRONG_WIRE: Text = { en: '{client} does not speak {wire}', zh: '{client} 不支持 {wire} 协议' };

export function wireFor(client: Client, state: ClientState, wanted: WireApi | null): WireApi {
  const own: readonly WireApi[] =
    client.id === 'claude-code'
      ? ['anthropic-messages']
      : below(state.version, CHAT_REMOVED)
        ? ['openai-responses', 'openai-chat']
        : ['openai-responses'];
  const wire = wanted ?? own[0];
  if (!wire || !own.includes(wire)) throw usageError(WRONG_WIRE, { client: client.name, wire: wire ?? '' });
  return wire;
}

/** Bases to try, the likeliest first; empty where the template has none for this wire API, or only ones with your own host in them. */
export function basesToTry(wanted: Wanted, wire: WireApi): readonly string[] {
  const roots = (wanted.template?.roots[wire] ?? []).map(({ url }) => url).filter((url) => !hasHole(url));
  if (wanted.baseUrl === null) return roots;
  const written = withoutQuery(wanted.baseUrl);
  const candidates = candidateBases(wanted.baseUrl, wire).map(({ baseUrl }) => baseUrl);
  const core = withoutEndpoint(written);
  const asMeant = wire === 'anthropic-messages' ? withoutV1(core) : core;
  return [...new Set([asMeant, ...candidates, core])];
}

/** Without the network: what the client's own documentation would write. */
function likeliest(bases: readonly string[], wire: WireApi): string {
  const versioned = wire === 'anthropic-messages' ? undefined : bases.find(endsInVersion);
  return versioned ?? bases[0] ?? '';
}

class Trial {
  readonly #options: ProposeOptions;
  readonly #client: Client;
  readonly #wire: WireApi;

  constructor(client: Client, wire: WireApi, options: ProposeOptions) {
    this.#client = client;
    this.#wire = wire;
    this.#options = options;
  }

  intent(parts: { baseUrl: string; model: string; header?: CredentialKind; models?: readonly string[] | null }): ChannelIntent {
    const { wanted, key } = this.#options;
    return {
      baseUrl: parts.baseUrl,
      model: parts.model,
      smallModel: wanted.smallModel,
      key: key.env === null ? { secret: key.secret } : { secret: key.secret, env: key.env },
      header: parts.header ?? 'bearer',
      wireApi: this.#wire,
      name: wanted.name,
      template: wanted.template,
      scope: wanted.scope,
      models: parts.models ?? null,
    };
  }

  propose(intent: ChannelIntent): Proposal {
    const { facts } = this.#options;
    const edits = this.#client.write(intent, this.#client.read(facts), facts);
    const plan = planEdits(edits, facts);
    return { client: this.#client, intent, edits, plan, facts: factsAfter(facts, plan) };
  }

  /** A state in which this channel alone is configured, for trying addresses before anything is planned. */
  session(intent: ChannelIntent, send: Send): { session: ProbeSession; state: ClientState } {
    const { facts, timeoutMs } = this.#options;
    const bare: Facts = { ...facts, files: new Map(), folders: new Map() };
    const userScope: ChannelIntent = { ...intent, scope: 'user' };
    const plan = planEdits(this.#client.write(userScope, this.#client.read(bare), bare), bare);
    const state = this.#client.read(factsAfter(bare, plan));
    return { session: new ProbeSession(state, send, limitsFor(timeoutMs)), state };
  }
}

interface Found {
  readonly baseUrl: string;
  readonly header: CredentialKind;
  readonly probed: Probed | null;
  readonly models: readonly string[] | null;
}

/** All bases at once; the first that streams wins, else the first that at least speaks the protocol. */
async function findBase(trial: Trial, bases: readonly string[], model: string, options: ProposeOptions & { send: Send }): Promise<Found> {
  const { session, state } = trial.session(trial.intent({ baseUrl: bases[0] ?? '', model }), options.send);
  const { secret } = options.key;
  const ask = (baseUrl: string, kind: CredentialKind): Promise<Probed | null> =>
    session.probe('candidate', `${kind} at ${baseUrl}`, { baseUrl, model, small: true, credential: { kind, secret } });
  const probed = await Promise.all(
    bases.map(async (baseUrl) => ({ baseUrl, header: 'bearer' as CredentialKind, probed: await ask(baseUrl, 'bearer') })),
  );
  let best = bestOf(probed);
  const failure = best.probed?.outcome.failure?.id ?? '';
  if (state.id === 'claude-code' && best.probed?.outcome.ok !== true && /^auth\/(missing|invalid-key)$/.test(failure)) {
    const swapped = await ask(best.baseUrl, 'x-api-key');
    if (swapped && (swapped.outcome.ok === true || isProven(swapped, best.probed ?? swapped)))
      best = { ...best, header: 'x-api-key', probed: swapped };
  }
  const listed = best.probed
    ? await session.exchange('models', 'which models are listed?', best.baseUrl, listRequest(state, best.probed.trace.request))
    : null;
  return { ...best, models: listed ? listedModels(listed.trace) : null };
}

function bestOf<T extends { probed: Probed | null }>(tried: readonly T[]): T {
  const [first] = tried;
  if (!first) throw new Error('no base to try');
  const streams = tried.find(({ probed }) => probed?.outcome.ok === true);
  const speaks = tried.find(({ probed }) => probed?.outcome.speaks === true && !(probed.outcome.failure?.id ?? '').startsWith('route/'));
  return streams ?? tried.find(({ probed }) => probed?.outcome.ok === null) ?? speaks ?? first;
}

/** The model from the flag, else the present one, else the template's. */
function modelsToTry(state: ClientState, wanted: Wanted, wire: WireApi): readonly string[] {
  const named = wanted.model(state.id);
  if (named !== null) return [named];
  const present = state.channel?.model;
  const own = present && present.origin.scope !== 'default' ? [present.value] : [];
  return [...own, ...(wanted.template?.roots[wire]?.[0]?.models ?? [])];
}

/**
 * What this client needs from the gateway, as edits proven on the text; nothing is written.
 * @throws UserError (exit 2) when no model is known.
 */
export async function propose(client: Client, options: ProposeOptions): Promise<Proposal> {
  const { wanted, facts, send } = options;
  const state = client.read(facts);
  const wire = wireFor(client, state, wanted.wire);
  const bases = basesToTry(wanted, wire);
  if (bases.length === 0) throw usageError(NO_ROOT, { provider: wanted.template?.name ?? '', client: client.name });
  const trial = new Trial(client, wire, options);
  const models = modelsToTry(state, wanted, wire);
  const [firstModel] = models;
  const noModel = (hint: string) => usageError(NO_MODEL, { client: client.name, hint });
  if (firstModel === undefined) {
    const listed = send ? (await findBase(trial, bases, 'unknown', { ...options, send })).models : null;
    throw noModel(listed && listed.length > 0 ? `: ${listed.slice(0, 8).join(', ')}` : '');
  }
  if (!send) return trial.propose(trial.intent({ baseUrl: likeliest(bases, wire), model: firstModel }));
  const found = await findBase(trial, bases, firstModel, { ...options, send });
  const served = models.find((model) => found.models?.includes(model));
  const model = found.probed?.outcome.ok === true ? firstModel : (served ?? firstModel);
  return trial.propose(trial.intent({ ...found, model }));
}
