// A refusal that does not say why: what do no key and an invented one get?

import type { ClientState, Snapshot } from '../clients/client.ts';
import type { Secret } from '../secret.ts';
import { inventedKey } from '../wire/invented-key.ts';
import { sameAnswer } from './failures/same-answer.ts';
import type { ProbeSession } from './session.ts';
import type { ClientEvidence, Failure, Probed } from './types.ts';

type Answers = Pick<ClientEvidence, 'noKey' | 'inventedKey'>;

/** What vendors let all their keys begin with, and nothing that is the user's. */
function publicPrefix({ templates }: Snapshot, key: Secret): string {
  const known = [...templates.flatMap((template) => template.key.prefixes), 'sk-'].filter((prefix) => key.hasPrefix(prefix));
  return known.sort((a, b) => b.length - a.length)[0] ?? '';
}

/** `random` gives two hexadecimal digits a byte. */
export async function otherKeys(
  session: ProbeSession,
  state: ClientState,
  snapshot: Snapshot,
  faithful: Probed,
  random: (bytes: number) => string,
): Promise<Answers> {
  const { failure, unexplained = false } = faithful.outcome;
  const [sent] = state.channel?.credentials.filter(({ isLogin }) => !isLogin) ?? [];
  if (!sent || !(unexplained || failure?.id.startsWith('auth/'))) return { noKey: null, inventedKey: null };
  const { kind, setting } = sent;
  const invented = (): Secret => inventedKey(setting.value, publicPrefix(snapshot, setting.value), random);
  const [noKey, inventedOne] = await Promise.all([
    session.probe('no-key', 'is a key wanted at all?', { small: true, credential: { kind: 'bearer', secret: null } }),
    unexplained ? session.probe('invented-key', 'is the key known?', { small: true, credential: { kind, secret: invented() } }) : null,
  ]);
  return { noKey, inventedKey: inventedOne };
}

export type KeyVerdict = 'alike' | 'as-invented' | 'known';

const refusesAccess = (failure: Failure | null): boolean => /^(?:auth|perm)\//.test(failure?.id ?? '');

/** How the answers to small requests compare that differ in nothing but the key; null where they tell nothing. */
export function keyVerdict({ smallBody, noKey, inventedKey: invented }: ClientEvidence): KeyVerdict | null {
  if (!smallBody || !noKey || !invented || !smallBody.outcome.unexplained) return null;
  if (!refusesAccess(invented.outcome.failure) || !refusesAccess(noKey.outcome.failure)) return null;
  if (!sameAnswer(smallBody.trace, invented.trace)) return 'known';
  return sameAnswer(smallBody.trace, noKey.trace) ? 'alike' : 'as-invented';
}
