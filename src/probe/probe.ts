// Probes one client's channel: the faithful request first; only when it fails, what settles the cause, in parallel.

import type { ClientState, Snapshot } from '../clients/client.ts';
import { websocketRequest } from '../clients/codex/websocket.ts';
import { encryptedInstead } from '../clients/in-clear.ts';
import type { ModelUse } from '../model.ts';
import { claudeRetriesWithoutStream } from './failures/index.ts';
import { followUps, isProven } from './follow-ups.ts';
import { whyNotSent } from './may-send.ts';
import { limitsFor, ProbeSession, type Send, withinTime } from './session.ts';
import { settle } from './settle.ts';
import type { Candidate, ClientEvidence, Probed } from './types.ts';

export interface ProbeOptions {
  readonly send: Send;
  /** For one exchange, connect to last byte, ms. */
  readonly timeoutMs: number;
  /** Two hexadecimal digits a byte. */
  readonly random: (bytes: number) => string;
  /** Called with every exchange, in the order they ended, once all are over. */
  readonly onProbe?: (probed: Probed) => void;
}

const nothing = (state: ClientState, notSent: ClientEvidence['notSent']): ClientEvidence => ({
  client: state.id,
  faithful: null,
  notSent,
  otherModels: [],
  candidates: [],
  otherHeader: null,
  otherWires: [],
  noKey: null,
  inventedKey: null,
  smallBody: null,
  parts: [],
  direct: null,
  websocket: null,
  shadowed: [],
  models: null,
  all: [],
});

/** Claude Code asks again without `stream` when the stream was of no use; where that is answered, the turn works. */
async function retriedWithoutStream(session: ProbeSession, state: ClientState, first: Probed): Promise<Probed> {
  const { failure } = first.outcome;
  if (state.id !== 'claude-code' || !failure || first.outcome.ok || !claudeRetriesWithoutStream(failure.id, state.version, first.trace))
    return first;
  const second = await session.probe('retry-without-stream', 'the client asks again without stream', { stream: false });
  if (second?.outcome.ok !== true) return first;
  return { ...first, outcome: { ok: true, speaks: true, healed: true, failure: { ...failure, severity: 'warning' } } };
}

async function probeOtherModels(session: ProbeSession, state: ClientState, main: string | null): Promise<ClientEvidence['otherModels']> {
  const uses: ModelUse[] = [];
  for (const use of state.channel?.models ?? []) {
    if (use.setting.value !== main && !uses.some((other) => other.setting.value === use.setting.value)) uses.push(use);
  }
  const probed = await Promise.all(
    uses.map(async (use) => ({ use, probed: await session.probe('other-model', `the ${use.role} model`, { model: use.setting.value }) })),
  );
  return probed.flatMap(({ use, probed: exchange }) => (exchange ? [{ use, probed: exchange }] : []));
}

async function probeWebsocket(session: ProbeSession, state: ClientState): Promise<Probed | null> {
  const request = state.id === 'codex' ? websocketRequest(state) : null;
  if (!request) return null;
  // A forwarding proxy can't pass an upgrade on: clients tunnel it.
  const route = { ...state.client.route(state, request.url), tunnelAlways: true, fresh: true };
  return session.exchange('websocket', 'the upgrade this client tries first', state.channel?.baseUrl?.value ?? '', request, { route });
}

/** Waiting for a port that a firewall leaves without an answer must not make the check of a working channel slow, ms. */
const TWIN_MS = 8_000;

/** The same host over TLS, where the key goes to a public one without: asked whether the written base works or not. */
async function probeTwin(session: ProbeSession, state: ClientState): Promise<Probed | null> {
  const baseUrl = encryptedInstead(state);
  if (baseUrl === null) return null;
  return session.probe('candidate', `https: ${baseUrl}`, { baseUrl, small: true }, { atMostMs: TWIN_MS });
}

/** A configuration that Codex refuses at its start: would the channel work in the protocol that it speaks now? */
async function beyondTheStop(session: ProbeSession, state: ClientState): Promise<ClientEvidence> {
  const asked = state.channel
    ? await session.probe('other-wire', 'does /responses answer here?', { wireApi: 'openai-responses', small: true })
    : null;
  return { ...nothing(state, 'broken-config'), otherWires: asked ? [asked] : [], all: session.all };
}

/** All that can be known from the wire about one client, in at most three rounds of parallel requests. */
export async function probeClient(state: ClientState, snapshot: Snapshot, options: ProbeOptions): Promise<ClientEvidence> {
  const notSent = whyNotSent(state, snapshot);
  if (notSent !== null && notSent !== 'broken-config') return nothing(state, notSent);
  const session = new ProbeSession(state, withinTime(options.send, options.timeoutMs), limitsFor(options.timeoutMs));
  const found = await (notSent === null ? allRounds(session, state, snapshot, options.random) : beyondTheStop(session, state));
  for (const probed of session.all) options.onProbe?.(probed);
  return found;
}

async function allRounds(
  session: ProbeSession,
  state: ClientState,
  snapshot: Snapshot,
  random: ProbeOptions['random'],
): Promise<ClientEvidence> {
  const [first, otherModels, websocket, twin] = await Promise.all([
    session.probe('faithful', 'what the client would send'),
    probeOtherModels(session, state, state.channel?.model?.value ?? null),
    probeWebsocket(session, state),
    probeTwin(session, state),
  ]);
  if (first === null) return nothing(state, 'broken-config');
  const faithful = await retriedWithoutStream(session, state, first);
  const twins: Candidate[] = twin ? [{ baseUrl: twin.baseUrl, how: 'https', probed: twin, proven: isProven(twin, faithful) }] : [];
  const evidence: ClientEvidence = { ...nothing(state, null), faithful, otherModels, websocket, candidates: twins, all: session.all };
  const { ok, failure } = faithful.outcome;
  if (ok === true || failure === null) return evidence;
  const more = await followUps(session, state, snapshot, faithful, failure, random);
  return settle(state, { ...evidence, ...more, candidates: [...more.candidates, ...twins] });
}
