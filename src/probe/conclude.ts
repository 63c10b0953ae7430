// What the further probes showed about a failure, as sentences, and the class that it belongs to after all.

import type { Sentence } from '../model.ts';
import { FAILURES } from './failures/index.ts';
import { safeText, secretsOf } from './failures/safe-text.ts';
import { sameAnswer } from './failures/same-answer.ts';
import { type KeyVerdict, keyVerdict } from './other-keys.ts';
import { blamedParts, bodyOf, culpritOf, LOWER_LIMIT } from './parts.ts';
import { SHOWN } from './shown.ts';
import type { ClientEvidence, Failure, Probed, RequestPart } from './types.ts';

const works = (probed: Probed | null): boolean => probed?.outcome.ok === true;

/** Status and words, `403 Forbidden`, as they may be shown. */
function saidIn({ trace, outcome }: Probed): string {
  const { status = trace.status, said = '' } = outcome.failure?.args ?? {};
  return safeText(`${status ?? '-'} ${said}`, secretsOf(trace), 120);
}

function aboutSmall({ smallBody }: ClientEvidence, faithful: Probed): readonly Sentence[] {
  if (smallBody === null) return [];
  if (works(smallBody)) return [{ text: SHOWN.smallWorks, args: {} }];
  return sameAnswer(smallBody.trace, faithful.trace) ? [{ text: SHOWN.smallFails, args: {} }] : [];
}

function worksWithout(part: RequestPart, faithful: Probed): Sentence {
  if (part.options.maxTokens === undefined) return { text: SHOWN.partWorks, args: { part: part.name } };
  const sent = String(bodyOf(faithful.trace.request).max_tokens ?? '-');
  return { text: SHOWN.limitWorks, args: { limit: LOWER_LIMIT, sent } };
}

function aboutParts(
  { parts }: ClientEvidence,
  faithful: Probed,
  { blamed, passed, culprit }: { blamed: readonly RequestPart[]; passed: readonly RequestPart[]; culprit: RequestPart | null },
): readonly Sentence[] {
  if (culprit) return [worksWithout(culprit, faithful)];
  if (passed.length > 1) return [{ text: SHOWN.severalWork, args: { parts: passed.map(({ name }) => name).join(' / ') } }];
  const [most] = parts
    .filter(({ part }) => blamed.some(({ name }) => name === part.name))
    .sort((a, b) => b.part.covers.length - a.part.covers.length);
  if (!most || most.probed.trace.status === null) return [];
  if (sameAnswer(most.probed.trace, faithful.trace)) return [{ text: SHOWN.partFails, args: { part: most.part.name } }];
  return [{ text: SHOWN.partNext, args: { part: most.part.name, other: saidIn(most.probed) } }];
}

/** Classes that name nothing: found by their status, or by words that say no more than it. */
const isVague = ({ id, args }: Failure): boolean =>
  ['unknown', 'server/error', 'server/bad-gateway'].includes(id) || (id === 'request/bad-value' && !args.field);

function overPart(failure: Failure, part: RequestPart, faithful: Probed): Failure {
  const found = FAILURES.find(({ id }) => id === part.failure);
  if (!found || !isVague(failure)) return failure;
  const args = { ...failure.args, field: part.name, wire: faithful.wireApi };
  const variant = found.variant(args);
  return { id: found.id, severity: found.severity, args, ...(variant ? { variant } : {}) };
}

/** The wording of the class that a verdict calls for, where its own would say something else. */
const VARIANTS: Readonly<Record<string, Partial<Record<KeyVerdict, string>>>> = {
  // Many gateways answer a bare 401 to an unknown key and to none.
  'auth/invalid-key': { known: 'known' },
  'perm/model-or-group': { alike: 'alike', 'as-invented': 'unknown-key' },
};

function overKey(failure: Failure, verdict: KeyVerdict, { inventedKey, noKey }: ClientEvidence): Failure {
  const variant = VARIANTS[failure.id]?.[verdict];
  const other = verdict === 'known' ? inventedKey : noKey;
  const shown = [{ text: SHOWN[verdict], args: { other: other ? saidIn(other) : '-' } }];
  return { ...failure, ...(variant ? { variant } : {}), shown };
}

export function concluded(failure: Failure, faithful: Probed, evidence: ClientEvidence): Failure {
  const verdict = keyVerdict(evidence);
  if (verdict) return overKey(failure, verdict, evidence);
  const passed = evidence.parts.filter(({ probed }) => works(probed)).map(({ part }) => part);
  const culprit = culpritOf(passed);
  const blamed = blamedParts(
    failure,
    evidence.parts.map(({ part }) => part),
  );
  const shown = [...aboutSmall(evidence, faithful), ...aboutParts(evidence, faithful, { blamed, passed, culprit })];
  if (shown.length === 0) return failure;
  return { ...(culprit ? overPart(failure, culprit, faithful) : failure), shown };
}
