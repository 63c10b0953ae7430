// A rule looks at a snapshot (and, where it needs the wire, at what the probes saw) and says what is wrong. It is pure.

import type { ClientState, Snapshot } from '../clients/client.ts';
import type { Args, ClientId, Finding, Fix, Origin, Severity, Text } from '../model.ts';
import type { ClientEvidence, Evidence } from '../probe/types.ts';

export interface RuleText {
  /** One line: what is wrong. */
  readonly title: Text;
  readonly why: Text;
  /** What to do. */
  readonly advice: Text;
  /** Sentences that come behind where this client is concerned. */
  readonly ofClient?: Readonly<Partial<Record<ClientId, { readonly why?: Text; readonly advice?: Text }>>>;
}

/** What another wording of the same finding says otherwise. */
export type Variant = Partial<RuleText>;

export interface Worded {
  readonly text: RuleText;
  /** Other wordings of the same finding, by the `variant` of a draft or failure. */
  readonly variants?: Readonly<Record<string, Variant>>;
}

/** A client's sentence goes with the part that it stands behind. */
function besidesOf({ ofClient = {} }: RuleText, { why, advice }: Variant): NonNullable<RuleText['ofClient']> {
  const kept = Object.entries(ofClient).map(([client, besides]) => [
    client,
    { ...(besides.why && !why ? { why: besides.why } : {}), ...(besides.advice && !advice ? { advice: besides.advice } : {}) },
  ]);
  return Object.fromEntries(kept);
}

/** The sentences of a variant; those of the text itself where there is none of this name. */
export function wordsOf({ text, variants }: Worded, variant?: string): RuleText {
  const own = variant === undefined ? undefined : variants?.[variant];
  return own ? { ...text, ofClient: besidesOf(text, own), ...own } : text;
}

/** A finding without what the rule already says of it. */
export interface Draft {
  readonly client: ClientId | null;
  readonly origin: Origin | null;
  readonly args?: Args;
  /** Instead of the rule's own severity. */
  readonly severity?: Severity;
  readonly fix?: Fix | null;
  /** Instead of the rule's own text, where one id covers situations that need other words. */
  readonly variant?: string;
}

export interface Rule extends Worded {
  /** `area/name`, which is also the file's path below `rules/`. */
  readonly id: string;
  readonly severity: Severity;
  check(snapshot: Snapshot, evidence: Evidence): Iterable<Draft>;
}

/** For rules about one client at a time. */
export function* eachClient(
  snapshot: Snapshot,
  evidence: Evidence,
  check: (state: ClientState, wire: ClientEvidence | null) => Iterable<Omit<Draft, 'client'> & { client?: ClientId | null }>,
): Iterable<Draft> {
  for (const state of snapshot.clients) {
    for (const draft of check(state, evidence.get(state.id) ?? null)) yield { client: state.id, ...draft };
  }
}

export function toFinding(rule: Rule, draft: Draft): Finding {
  return {
    id: rule.id,
    severity: draft.severity ?? rule.severity,
    client: draft.client,
    origin: draft.origin,
    args: draft.args ?? {},
    fix: draft.fix ?? null,
    ...(draft.variant ? { variant: draft.variant } : {}),
  };
}
