// A gateway that refuses the client's request: does it take a small one, and one without what it blames? At most one round more finds the part.

import type { ClientState } from '../clients/client.ts';
import { blamedParts, isSameRequest, partsOf } from './parts.ts';
import type { ProbeSession } from './session.ts';
import type { ClientEvidence, Failure, Probed, RequestPart } from './types.ts';

type Narrowed = Pick<ClientEvidence, 'smallBody' | 'parts'>;
type Tried = ClientEvidence['parts'];

/** Over the request as such, or over something that its size and extras may have to do with. */
const OVER_THE_REQUEST = /^(?:request\/(?!wrong-protocol)|unknown$|server\/(?:error|bad-gateway)$|auth\/waf$)/;
/** No single part could be the reason. */
const OVER_THE_WHOLE = /^(?:request\/(?:too-large|context-length|moderation|compressed-body)|auth\/waf)$/;

async function without(session: ProbeSession, state: ClientState, faithful: Probed, parts: readonly RequestPart[]): Promise<Tried> {
  const tried = await Promise.all(
    parts.map(async (part) => {
      const request = state.client.request(state, part.options);
      if (request === null || isSameRequest(request, faithful.trace.request)) return null;
      const probed = await session.exchange('without-part', `the same without ${part.name}`, faithful.baseUrl, request);
      return { part, probed };
    }),
  );
  return tried.filter((found) => found !== null);
}

const works = ({ outcome }: Probed): boolean => outcome.ok === true;

export async function narrowed(session: ProbeSession, state: ClientState, faithful: Probed, failure: Failure): Promise<Narrowed> {
  const isRefused = OVER_THE_REQUEST.test(failure.id) || faithful.outcome.unexplained === true;
  if (!isRefused || faithful.trace.status === null) return { smallBody: null, parts: [] };
  const all = OVER_THE_WHOLE.test(failure.id) ? [] : partsOf(state.id, faithful.trace.request);
  const blamed = blamedParts(failure, all);
  const [smallBody, tried] = await Promise.all([
    session.probe('small-body', 'a small request', { small: true }),
    without(session, state, faithful, blamed),
  ]);
  // Asking again without a stream was a round too.
  const isLastRound = session.all.some(({ purpose }) => purpose === 'retry-without-stream');
  const isSettled = smallBody === null || !works(smallBody) || tried.some(({ probed }) => works(probed));
  if (isLastRound || isSettled) return { smallBody, parts: tried };
  const rest = all.filter((part) => !blamed.includes(part));
  return { smallBody, parts: [...tried, ...(await without(session, state, faithful, rest))] };
}
