// What a gateway offers one client: the base it answers at, the header it reads, the models it lists.

import { rootsOfPage } from '../base-url.ts';
import type { CredentialKind } from '../model.ts';
import { isProven } from '../probe/follow-ups.ts';
import { listedModels, listRequest } from '../probe/models.ts';
import type { Send } from '../probe/session.ts';
import type { Probed } from '../probe/types.ts';
import { ranOutOfTime } from '../wire/late.ts';
import type { ProposeOptions, Trial } from './trial.ts';

export interface Found {
  readonly baseUrl: string;
  readonly header: CredentialKind;
  readonly probed: Probed | null;
  readonly models: readonly string[] | null;
}

/** All bases at once; the first that streams wins, else the first that at least speaks the protocol. Behind a web page: the roots of its host. */
export async function findBase(
  trial: Trial,
  bases: readonly string[],
  model: string,
  options: ProposeOptions & { send: Send },
): Promise<Found> {
  const { session, state } = trial.session(trial.intent({ baseUrl: bases[0] ?? '', model }), options.send);
  const { secret } = options.key;
  const ask = (baseUrl: string, kind: CredentialKind): Promise<Probed | null> =>
    session.probe('candidate', `${kind} at ${baseUrl}`, { baseUrl, model, small: true, credential: { kind, secret } });
  const askAll = (some: readonly string[]) =>
    Promise.all(some.map(async (baseUrl) => ({ baseUrl, header: 'bearer' as CredentialKind, probed: await ask(baseUrl, 'bearer') })));
  let best = bestOf(await askAll(bases));
  if (best.probed?.outcome.failure?.id === 'route/website') {
    const roots = rootsOfPage(best.baseUrl, best.probed.wireApi).filter((root) => !bases.includes(root));
    best = bestOf([best, ...(await askAll(roots))]);
  }
  const failure = best.probed?.outcome.failure?.id ?? '';
  if (state.id === 'claude-code' && best.probed?.outcome.ok !== true && /^auth\/(missing|invalid-key)$/.test(failure)) {
    const swapped = await ask(best.baseUrl, 'x-api-key');
    if (swapped && (swapped.outcome.ok === true || isProven(swapped, best.probed ?? swapped)))
      best = { ...best, header: 'x-api-key', probed: swapped };
  }
  // Where no answer came there is none to a second question.
  const isReached = best.probed && !/^(?:net|tls|proxy)\//.test(best.probed.outcome.failure?.id ?? '') && !ranOutOfTime(best.probed.trace);
  const listed =
    best.probed && isReached
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
