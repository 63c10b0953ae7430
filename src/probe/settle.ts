// Refines the first verdict with what the follow-ups showed.

import { sameOrigin } from '../base-url.ts';
import type { ClientState } from '../clients/client.ts';
import { WIRES } from '../wire/index.ts';
import { concluded } from './conclude.ts';
import { withNearestModels } from './failures/index.ts';
import type { ClientEvidence, Failure, Probed } from './types.ts';

const ABSENT = ['route/not-found', 'route/website'];

/** Is there an endpoint behind this answer? A refused key alone is no proof: some gateways ask for it on every path. */
function isThere({ outcome, trace }: Probed): boolean {
  if (outcome.ok === true) return true;
  const id = outcome.failure?.id ?? '';
  return trace.status !== null && outcome.speaks && !/^(auth|route|net|tls|proxy)\//.test(id);
}

function withFailure(faithful: Probed, failure: Failure): Probed {
  return { ...faithful, outcome: { ...faithful.outcome, failure } };
}

/**
 * A 307 or 308 keeps method and body, so both clients follow it. Across origins, another port or scheme of the same host included, both drop
 * `Authorization` and keep every other header (Codex 0.171.0, Claude Code 2.1.332; codex.md, section 5; claude-code.md, section 0).
 */
function isFollowed({ trace }: Probed, candidates: ClientEvidence['candidates']): boolean {
  if (trace.status !== 307 && trace.status !== 308) return false;
  const proven = candidates.find((candidate) => candidate.how === 'redirect' && candidate.proven);
  const keepsKey = !trace.request.headers.some(([name]) => name === 'authorization');
  return proven !== undefined && (keepsKey || sameOrigin(trace.request.url, proven.baseUrl));
}

export function settle(state: ClientState, evidence: ClientEvidence): ClientEvidence {
  const { faithful } = evidence;
  const failure = faithful?.outcome.failure;
  if (!faithful || !failure) return evidence;
  const other = evidence.otherWires.find(isThere);
  if (ABSENT.includes(failure.id) && other && !evidence.candidates.some(({ proven }) => proven)) {
    const args = { ...failure.args, wanted: WIRES[faithful.wireApi].endpoint, found: new URL(other.trace.request.url).pathname };
    return { ...evidence, faithful: withFailure(faithful, { id: 'route/protocol-missing', severity: 'error', args }) };
  }
  if (isFollowed(faithful, evidence.candidates)) {
    const outcome = { ok: true, speaks: true, healed: true, failure: { ...failure, severity: 'warning' } } as const;
    return { ...evidence, faithful: { ...faithful, outcome } };
  }
  const model = state.channel?.model?.value;
  if (evidence.models && model && failure.id.startsWith('model/')) {
    return { ...evidence, faithful: withFailure(faithful, withNearestModels(failure, model, evidence.models)) };
  }
  return { ...evidence, faithful: withFailure(faithful, concluded(failure, faithful, evidence)) };
}
