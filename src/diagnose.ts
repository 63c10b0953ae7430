// Snapshot and traces → findings. One cause, one finding.

import type { ClientState, Snapshot } from './clients/client.ts';
import type { Finding } from './model.ts';
import type { ClientEvidence, Evidence } from './probe/types.ts';
import { RULES } from './rules/index.ts';
import { toFinding } from './rules/rule.ts';

/** Errors of these areas are true whether requests work or not, so they explain no failed request. */
const BESIDE_THE_REQUEST = ['security', 'setup'];
/** …except these, which stop requests. */
const STOPS_REQUESTS = ['security/project-redirects-key', 'security/forced-login', 'setup/client-outdated'];

const areaOf = (id: string): string => id.split('/')[0] ?? '';

export function explainsFailure(finding: Finding, client: string): boolean {
  if (finding.severity !== 'error' || (finding.client !== null && finding.client !== client)) return false;
  return !BESIDE_THE_REQUEST.includes(areaOf(finding.id)) || STOPS_REQUESTS.includes(finding.id);
}

const sameFinding = (a: Finding, b: Finding): boolean =>
  a.id === b.id && a.client === b.client && JSON.stringify(a.origin) === JSON.stringify(b.origin);

/** The failed probe as a finding of its own, where no error already explains it. */
function failureFinding(state: ClientState, wire: ClientEvidence, found: readonly Finding[]): Finding | null {
  const failure = wire.faithful?.outcome.failure;
  if (!failure) return null;
  if (found.some((finding) => finding.id === failure.id && finding.client === state.id)) return null;
  if (failure.id === 'route/redirect' && found.some(({ id, client }) => id === 'url/redirect' && client === state.id)) return null;
  if (failure.severity === 'error' && found.some((finding) => explainsFailure(finding, state.id))) return null;
  const origin = failure.id.startsWith('model/') ? (state.channel?.model?.origin ?? null) : failureOrigin(state, failure.id);
  const variant = failure.variant ? { variant: failure.variant } : {};
  return {
    id: failure.id,
    severity: failure.severity,
    client: state.id,
    origin,
    args: { client: state.client.name, ...failure.args },
    fix: null,
    ...variant,
    ...(failure.shown ? { shown: failure.shown } : {}),
  };
}

function failureOrigin(state: ClientState, id: string): Finding['origin'] {
  if (/^(auth|perm|quota)\//.test(id)) return state.channel?.credential?.setting.origin ?? null;
  return /^(route|net|tls)\//.test(id) ? (state.channel?.baseUrl?.origin ?? null) : null;
}

export function diagnose(snapshot: Snapshot, evidence: Evidence): readonly Finding[] {
  const found: Finding[] = [];
  for (const rule of RULES) {
    for (const draft of rule.check(snapshot, evidence)) {
      const finding = toFinding(rule, draft);
      if (!found.some((other) => sameFinding(other, finding))) found.push(finding);
    }
  }
  for (const state of snapshot.clients) {
    const wire = evidence.get(state.id);
    const failure = wire ? failureFinding(state, wire, found) : null;
    if (failure) found.push(failure);
  }
  return found;
}
