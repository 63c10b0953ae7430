// What a gateway offers each client, in plain words, before any model is chosen.

import type { Client, ClientState } from '../clients/client.ts';
import { say } from '../i18n/index.ts';
import type { Args, Lang, Text, WireApi } from '../model.ts';
import type { Send } from '../probe/session.ts';
import { sentencesOf } from '../texts.ts';
import { basesToTry, likeliest, wireFor, wiresOf } from './address.ts';
import { modelsToTry } from './propose.ts';
import { type Found, findBase } from './survey.ts';
import { mayBeAsked, type ProposeOptions, Trial } from './trial.ts';

/** `absent`: the address answers, but not in this client's protocol. `unclear`: something else is in the way. `unknown`: nothing was sent. */
export type Verdict = 'answers' | 'unclear' | 'absent' | 'refuses-key' | 'unreachable' | 'no-address' | 'unknown';

export interface Offer {
  readonly client: Client;
  readonly state: ClientState;
  readonly wire: WireApi;
  readonly trial: Trial;
  readonly found: Found;
  /** Where the client's own documentation would look for its endpoint. */
  readonly expectedUrl: string;
  readonly verdict: Verdict;
}

/** A gateway that knows the endpoint answers a model it does not know in the endpoint's own shape. */
const NO_MODEL = 'unknown';

function verdictOf({ probed }: Found): Verdict {
  if (!probed) return 'unknown';
  const { ok, failure } = probed.outcome;
  const id = failure?.id ?? '';
  if (ok !== false) return 'answers';
  if (id.startsWith('auth/')) return 'refuses-key';
  if (/^(route\/(?!upstream-path)|request\/wrong-protocol)/.test(id)) return 'absent';
  if (/^(net|tls|proxy)\//.test(id)) return 'unreachable';
  return probed.outcome.speaks ? 'answers' : 'unclear';
}

async function offerBy(client: Client, wire: WireApi, options: ProposeOptions): Promise<Offer> {
  const { wanted, facts } = options;
  const state = client.read(facts);
  const trial = new Trial(client, wire, options);
  const bases = basesToTry(wanted, wire);
  const send: Send | null = bases.every((base) => mayBeAsked(base, options)) ? options.send : null;
  const expected = likeliest(bases, wire);
  const offer = { client, state, wire, trial, expectedUrl: expected === '' ? '' : (client.requestUrl(expected, state, wire) ?? expected) };
  const unasked: Found = { baseUrl: expected, header: 'bearer', probed: null, models: null };
  if (bases.length === 0) return { ...offer, found: unasked, verdict: 'no-address' };
  if (!send) return { ...offer, found: unasked, verdict: 'unknown' };
  const [model = NO_MODEL] = modelsToTry(state, wanted, wire);
  const found = await findBase(trial, bases, model, { ...options, send });
  return { ...offer, found, verdict: verdictOf(found) };
}

/** In the protocol that the version prefers, else in another that it speaks. */
export async function offerFor(client: Client, options: ProposeOptions): Promise<Offer> {
  const { wanted, facts } = options;
  const state = client.read(facts);
  const first = await offerBy(client, wireFor(client, state, wanted.wire), options);
  const [, other] = wiresOf(client, state);
  if (wanted.wire !== null || other === undefined || !['absent', 'no-address'].includes(first.verdict)) return first;
  const second = await offerBy(client, other, options);
  return second.verdict === 'answers' ? second : first;
}

const WORDS = {
  answers: { en: '{path} answers: {client} can use this gateway', zh: '{path} 有应答：{client} 可以使用这个网关' },
  answersByKey: {
    en: '{path} answers, with the key in x-api-key: {client} can use this gateway',
    zh: '{path} 有应答（密钥放在 x-api-key 里）：{client} 可以使用这个网关',
  },
  absent: {
    en: '{path} is absent: {client} can’t use this gateway directly',
    zh: '没有 {path}：{client} 不能直接使用这个网关',
  },
  'no-address': {
    en: '{provider} has no address for {client}: it stays as it is',
    zh: '{provider} 没有给 {client} 用的地址：保持原样',
  },
  unknown: { en: '{client}: nothing was sent, so nothing is known about {host}', zh: '{client}：没有发送请求，无法了解 {host}' },
} satisfies Record<string, Text>;

const partOf = (url: string, part: 'pathname' | 'host'): string => (URL.canParse(url) ? new URL(url)[part] : url);

/** One sentence: what was found, and what it means for the client. */
export function offerWords({ client, found, verdict, expectedUrl }: Offer, provider: string, lang: Lang): string {
  const path = partOf(verdict === 'answers' ? (found.probed?.trace.request.url ?? expectedUrl) : expectedUrl, 'pathname');
  const args: Args = { client: client.name, path, provider, host: partOf(found.baseUrl, 'host') };
  const failure = found.probed?.outcome.failure;
  // What is wrong with key or way is no matter of the client.
  if (['refuses-key', 'unreachable', 'unclear'].includes(verdict) && failure) return sentencesOf(failure, lang).title;
  const word = verdict === 'answers' && found.header === 'x-api-key' ? 'answersByKey' : verdict;
  return word in WORDS ? say(WORDS[word as keyof typeof WORDS], lang, args) : client.name;
}
