// The set-up as it would be, judged before anything is written: all layers, the static rules, the client's own request.

import { awaitedVariable, withVariable } from '../clients/awaited-key.ts';
import { type Context, has } from '../context.ts';
import { type DetectOptions, interpret } from '../detect.ts';
import { diagnose } from '../diagnose.ts';
import { refusal } from '../errors.ts';
import { learnSecrets, probeAll } from '../examine.ts';
import type { ClientId, Facts, Finding, Plan, Text } from '../model.ts';
import { planEdits } from '../plan.ts';
import type { Send } from '../probe/session.ts';
import type { Evidence } from '../probe/types.ts';
import type { ClientReport } from '../report/report.ts';
import type { Proposal } from './trial.ts';

const SKIPPED: Text = {
  en: '{client} was skipped: this gateway does not work for it ({reason}). Nothing of it was changed',
  zh: '已跳过 {client}：该网关对它不可用（{reason}）。没有改动它的任何配置',
};

/** Written all the same: the new channel does not cause it, and only its owner can decide about a login (cli.md). */
const WRITTEN_ALL_THE_SAME = ['security/login-leak'];

export interface Judged {
  readonly proposal: Proposal;
  readonly report: ClientReport;
  readonly findings: readonly Finding[];
  /** What speaks against writing. */
  readonly blocking: readonly Finding[];
  readonly isFit: boolean;
}

const KEPT_BACK: Text = {
  en: 'A project file never gets the key: whoever works here sets {name} in the shell or in the own settings',
  zh: '项目文件里不会写入密钥：使用这个项目的人要在自己的 shell 或用户设置里设置 {name}',
};

/** With the given key where its owner will set it. */
function withKey(context: Context, { facts, client, intent }: Proposal): Facts {
  const name = awaitedVariable(client.read(facts), intent);
  if (name === null) return facts;
  context.out.note(KEPT_BACK, { name });
  return withVariable(facts, name, intent);
}

/** `send`: where the proposal's own requests share a time limit with these. */
export async function judge(context: Context, proposal: Proposal, options: DetectOptions, send: Send | null = null): Promise<Judged> {
  const { id } = proposal.client;
  const snapshot = interpret(withKey(context, proposal), { ...options, clients: [id] });
  learnSecrets(context, snapshot);
  const evidence: Evidence = has(context, 'dry-run') ? new Map() : await probeAll(context, snapshot, { send });
  const findings = diagnose(snapshot, evidence);
  const [state] = snapshot.clients;
  if (!state) throw new Error(`${id} vanished from its own snapshot`);
  const blocking = findings.filter(({ severity, id: rule }) => severity === 'error' && !WRITTEN_ALL_THE_SAME.includes(rule));
  const isFit = blocking.length === 0 || has(context, 'no-verify');
  return { proposal, report: { state, evidence: evidence.get(id) ?? null }, findings, blocking, isFit };
}

/** A client that was only found, not named, is told of as skipped; the others go on. */
export function asSkipped(context: Context, judged: Judged): Judged {
  const reason = judged.findings.find(({ severity }) => severity === 'error')?.id ?? '';
  context.out.note(SKIPPED, { client: judged.proposal.client.name, reason });
  const findings = judged.findings.map(
    (finding): Finding => (finding.severity === 'error' ? { ...finding, severity: 'warning' } : finding),
  );
  return { ...judged, findings };
}

/** @throws UserError (exit 3) for a file that can't be read, parsed or edited with certainty. */
export function refuseUnprovenEdits(context: Context, proposals: readonly Pick<Proposal, 'plan'>[]): void {
  const refusals = proposals.flatMap(({ plan }) => plan.refusals);
  const [first, ...others] = refusals;
  if (!first) return;
  for (const { reason, args } of others) context.out.error(reason, args);
  throw refusal(first.reason, first.args);
}

/** Both clients may read the same start: their plans are made anew as one, so that they can't contradict each other. */
export const planTogether = (judged: readonly Judged[], facts: Facts): Plan =>
  planEdits(
    judged.flatMap(({ proposal }) => proposal.edits),
    facts,
  );

/** What the wire said about those that are written. */
export const evidenceOf = (judged: readonly Judged[]): Evidence =>
  new Map(judged.flatMap(({ report: { evidence } }) => (evidence ? [[evidence.client, evidence] as const] : [])));

/** After writing, the same findings hold unless the files tell otherwise. */
export function findingsAfter(facts: Facts, options: DetectOptions, ids: readonly ClientId[], evidence: Evidence): readonly Finding[] {
  return diagnose(interpret(facts, { ...options, clients: ids }), evidence);
}
