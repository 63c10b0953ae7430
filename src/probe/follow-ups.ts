// What is asked once the faithful request has failed: only questions whose answer tells causes apart.

import {
  candidateBases,
  httpsTwin,
  isLoopback,
  parseBase,
  pastedEndpoint,
  rootsOfPage,
  withoutEndpoint,
  withoutQuery,
  withoutV1,
} from '../base-url.ts';
import type { ClientState, Snapshot } from '../clients/client.ts';
import { encryptedInstead } from '../clients/in-clear.ts';
import type { Credential, CredentialKind, Setting, Valued, WireApi } from '../model.ts';
import type { Secret } from '../secret.ts';
import { rootsFor } from '../templates.ts';
import { mayGetKeyOf } from './may-send.ts';
import { listedModels, listRequest } from './models.ts';
import { narrowed } from './narrow.ts';
import { otherKeys } from './other-keys.ts';
import type { ProbeSession } from './session.ts';
import type { Candidate, ClientEvidence, Failure, Probed } from './types.ts';

type FollowUps = Pick<
  ClientEvidence,
  'candidates' | 'otherHeader' | 'otherWires' | 'noKey' | 'inventedKey' | 'smallBody' | 'parts' | 'direct' | 'shadowed' | 'models'
>;

const CONNECTION = /^(net|tls|proxy)\//;
const SETTLED = /^(quota|rate|perm|server)\//;
const isAuth = (id: string): boolean => id.startsWith('auth/');
const isModel = (id: string): boolean => id.startsWith('model/') || id.startsWith('perm/');

/** Is the address itself in doubt? An answer in the protocol's own shape says no, unless the value looks wrong. */
function addressInDoubt(faithful: Probed, written: string): boolean {
  const id = faithful.outcome.failure?.id ?? 'unknown';
  if (CONNECTION.test(id)) return false;
  if (SETTLED.test(id)) return false;
  if (!faithful.outcome.speaks) return true;
  return pastedEndpoint(written) !== null || withoutQuery(written) !== written || id.startsWith('route/');
}

function candidateList(state: ClientState, snapshot: Snapshot, faithful: Probed, written: string): Omit<Candidate, 'probed' | 'proven'>[] {
  const id = faithful.outcome.failure?.id ?? '';
  const list: Omit<Candidate, 'probed' | 'proven'>[] = [];
  const add = (baseUrl: string, how: Candidate['how']): void => {
    if (baseUrl !== written && !list.some((other) => other.baseUrl === baseUrl)) list.push({ baseUrl, how });
  };
  const wire = state.channel?.wireApi ?? 'openai-responses';
  const url = parseBase(written);
  if (addressInDoubt(faithful, written)) {
    for (const { baseUrl, how } of candidateBases(written, wire)) add(baseUrl, how);
    for (const root of rootsFor(snapshot.templates, written, wire)) if (mayGetKeyOf(written, root)) add(root, 'template');
    if (id === 'route/website') for (const root of rootsOfPage(written, wire)) add(root, 'page-cut');
    const target = redirectedBase(state, faithful, written);
    if (target) add(target, 'redirect');
  }
  // Where a key is at stake the twin was asked at once.
  if (url?.protocol === 'http:' && encryptedInstead(state) === null && (!isLoopback(url.hostname) || id === 'tls/https-expected'))
    add(httpsTwin(written), 'https');
  if (url?.hostname === 'localhost' && CONNECTION.test(id)) add(written.replace(/localhost/i, '127.0.0.1'), 'ipv4');
  return list;
}

/** The base that a redirect points to, where the key may go there. */
function redirectedBase(state: ClientState, faithful: Probed, written: string): string | null {
  const { location } = faithful.trace.headers;
  const { url } = faithful.trace.request;
  if (faithful.outcome.failure?.id !== 'route/redirect' || !location || !URL.canParse(location, url)) return null;
  const target = new URL(location, url).href;
  if (!mayGetKeyOf(url, target)) return null;
  const base = withoutEndpoint(withoutQuery(target));
  const root = state.channel?.wireApi === 'anthropic-messages' ? withoutV1(base) : base;
  return root === written ? null : root;
}

/** cli.md, "Proven". */
export function isProven(candidate: Probed, faithful: Probed): boolean {
  if (candidate.outcome.ok === true) return true;
  const id = candidate.outcome.failure?.id ?? '';
  const refuses = /^(auth\/(missing|invalid-key|expired-key|disabled-key)|model\/|quota\/|perm\/|rate\/)/.test(id);
  return refuses && candidate.outcome.speaks && !faithful.outcome.speaks && candidate.trace.status !== faithful.trace.status;
}

const WIRES: readonly WireApi[] = ['anthropic-messages', 'openai-responses', 'openai-chat'];

/** Bases at which another protocol's endpoint would be looked for. */
function otherWireProbes(session: ProbeSession, state: ClientState, written: string): Promise<(Probed | null)[]> {
  const own = state.channel?.wireApi;
  const core = withoutV1(withoutEndpoint(written));
  return Promise.all(
    WIRES.filter((wire) => wire !== own).flatMap((wireApi) => {
      const bases = wireApi === 'anthropic-messages' ? [core] : [`${core}/v1`, withoutEndpoint(written)];
      return [...new Set(bases)].map((baseUrl) =>
        session.probe('other-wire', `does ${wireApi} answer here?`, { wireApi, baseUrl, small: true }),
      );
    }),
  );
}

const otherKind = (kind: CredentialKind): CredentialKind => (kind === 'bearer' ? 'x-api-key' : 'bearer');

async function otherHeader(session: ProbeSession, state: ClientState): Promise<ClientEvidence['otherHeader']> {
  const sent = state.channel?.credentials.filter(({ isLogin }) => !isLogin) ?? [];
  const [only] = sent;
  if (!only || only.kind === 'header') return null;
  const kind = sent.length === 1 ? otherKind(only.kind) : only.kind;
  const probed = await session.probe('other-header', `the same key as ${kind} alone`, {
    small: true,
    credential: { kind, secret: only.setting.value },
  });
  return probed ? { kind, probed } : null;
}

/** The key that belongs to a shadowed address: the one from the same place, never another. */
function keyBeside(state: ClientState, place: Valued<unknown>): Credential | { kind: CredentialKind; secret: Secret } | null {
  const isSame = (other: Valued<unknown>): boolean => other.origin.scope === place.origin.scope && other.origin.file === place.origin.file;
  for (const credential of state.channel?.credentials ?? []) {
    if (credential.isLogin) continue;
    const { setting, kind } = credential;
    const own = [setting, ...setting.shadows].find(isSame);
    if (own) return { kind, secret: own.value };
  }
  return null;
}

async function shadowedValues(session: ProbeSession, state: ClientState, failure: string): Promise<ClientEvidence['shadowed']> {
  const { channel } = state;
  if (!channel) return [];
  const tries: Promise<ClientEvidence['shadowed'][number] | null>[] = [];
  const attempt = (
    what: ClientEvidence['shadowed'][number]['what'],
    setting: Setting<unknown>,
    index: number,
    options: Parameters<ProbeSession['probe']>[2],
  ): void => {
    tries.push(
      session
        .probe('shadowed', `the ${what} that is overridden`, { ...options, small: true })
        .then((probed) => (probed ? { what, setting, index, probed } : null)),
    );
  };
  channel.baseUrl?.shadows.forEach((shadow, index) => {
    const key = keyBeside(state, shadow);
    if (channel.baseUrl && key && 'secret' in key && parseBase(shadow.value))
      attempt('baseUrl', channel.baseUrl, index, { baseUrl: shadow.value, credential: key });
  });
  const { model } = channel;
  if (model && isModel(failure))
    model.shadows.forEach(({ value }, index) => {
      if (value !== model.value && value.trim() !== '') attempt('model', model, index, { model: value });
    });
  for (const { setting, kind, isLogin } of channel.credentials) {
    setting.shadows.forEach((shadow, index) => {
      const hasOwnAddress = channel.baseUrl?.shadows.some(
        ({ origin }) => origin.scope === shadow.origin.scope && origin.file === shadow.origin.file,
      );
      if (!isLogin && !hasOwnAddress && !shadow.value.equals(setting.value))
        attempt('credential', setting, index, { credential: { kind, secret: shadow.value } });
    });
  }
  return (await Promise.all(tries)).filter((found) => found !== null);
}

async function withoutProxy(session: ProbeSession, state: ClientState, faithful: Probed): Promise<Probed | null> {
  const route = state.client.route(state, faithful.trace.request.url);
  if (route.proxy === null) return null;
  return session.probe('direct', 'the same without the proxy', { small: true }, { route: { ...route, proxy: null } });
}

/** `random` gives two hexadecimal digits a byte. */
export async function followUps(
  session: ProbeSession,
  state: ClientState,
  snapshot: Snapshot,
  faithful: Probed,
  failure: Failure,
  random: (bytes: number) => string,
): Promise<FollowUps> {
  const written = state.channel?.baseUrl?.value ?? '';
  const { id } = failure;
  const inDoubt = addressInDoubt(faithful, written);
  const speaksHttp = faithful.trace.status !== null;
  const when = <T>(condition: boolean, ask: () => Promise<T | null>): Promise<T | null> => (condition ? ask() : Promise.resolve(null));
  const [candidates, wires, header, keys, request, direct, shadowed, models] = await Promise.all([
    Promise.all(
      candidateList(state, snapshot, faithful, written).map(async (candidate): Promise<Candidate> => {
        const probed = await session.probe('candidate', `${candidate.how}: ${candidate.baseUrl}`, {
          baseUrl: candidate.baseUrl,
          small: true,
        });
        return { ...candidate, probed, proven: probed !== null && isProven(probed, faithful) };
      }),
    ),
    when(inDoubt && speaksHttp, () => otherWireProbes(session, state, written)),
    when(isAuth(id) || faithful.outcome.unexplained === true, () => otherHeader(session, state)),
    otherKeys(session, state, snapshot, faithful, random),
    narrowed(session, state, faithful, failure),
    when(true, () => withoutProxy(session, state, faithful)),
    shadowedValues(session, state, id),
    when(isModel(id), () => session.exchange('models', 'which models are listed?', written, listRequest(state, faithful.trace.request))),
  ]);
  return {
    candidates,
    otherWires: (wires ?? []).filter((probed) => probed !== null),
    otherHeader: header,
    ...keys,
    ...request,
    direct,
    shadowed,
    models: models ? listedModels(models.trace) : null,
  };
}
