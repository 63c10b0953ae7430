// Sets a channel up: finds what each client needs, shows the diff, validates with the client's own request, writes.

import { ChangeRun, sha256 } from '../apply.ts';
import type { Client } from '../clients/client.ts';
import { CLIENTS } from '../clients/index.ts';
import { below } from '../clients/version.ts';
import { type Context, has, namedClients, timeoutMs } from '../context.ts';
import { type DetectOptions, gatherFacts, interpret } from '../detect.ts';
import { diagnose } from '../diagnose.ts';
import { EXIT, type ExitStatus, refusal, usageError } from '../errors.ts';
import { detectOptions, learnSecrets, probeAll, templatesFor } from '../examine.ts';
import { changesOf, trustFiles } from '../journal.ts';
import type { ClientId, Facts, Finding, Text } from '../model.ts';
import { factsAfter, planEdits } from '../plan.ts';
import { confirmWrite, printDiff, printReport } from '../print.ts';
import type { Evidence } from '../probe/types.ts';
import { type ClientReport, severities } from '../report/report.ts';
import { readKey } from '../setup/key.ts';
import { type Proposal, propose } from '../setup/propose.ts';
import { askForAddress, askForClients } from '../setup/questions.ts';
import { noAddress, type Wanted, wantedFrom } from '../setup/wanted.ts';
import type { Template } from '../templates.ts';

const NO_CLIENT: Text = {
  en: 'Neither codex nor claude is installed or configured here. Name the client to set up: --client codex, --client claude-code or both',
  zh: '这里既没有安装也没有配置 codex 或 claude。请指定要设置的客户端：--client codex、--client claude-code 或两者',
};
const CODEX_PROJECT: Text = {
  en: '--scope {scope} is not possible for Codex {version}: it takes no provider from a project file. Use --scope user',
  zh: 'Codex {version} 不支持 --scope {scope}：它不会从项目文件读取 provider。请使用 --scope user',
};
const SKIPPED: Text = {
  en: '{client} was skipped: this gateway does not work for it ({reason}). Nothing of it was changed',
  zh: '已跳过 {client}：该网关对它不可用（{reason}）。没有改动它的任何配置',
};
const NOTHING_WRITTEN: Text = {
  en: 'Nothing was written: the validation failed. To write anyway: --no-verify',
  zh: '没有写入任何内容：验证未通过。如果仍要写入，请加 --no-verify',
};
const QUESTION: Text = { en: 'Write these changes?', zh: '写入这些改动？' };
const UNCHANGED: Text = { en: 'Everything is set up already; nothing was changed', zh: '已经设置完毕，没有需要改动的内容' };
const UNDO: Text = { en: 'To take this back: channel-doctor undo', zh: '撤销请运行：channel-doctor undo' };

/** Written all the same: the new channel does not cause it, and only its owner can decide about a login (cli.md). */
const WRITTEN_ALL_THE_SAME = ['security/login-leak'];
/** `.codex/config.toml` of a project sets no provider from this version on (codex.md, section 1). */
const CODEX_PROJECT_IGNORED = '0.130.0';

interface Judged {
  readonly proposal: Proposal;
  readonly report: ClientReport;
  readonly findings: readonly Finding[];
  readonly isFit: boolean;
}

async function chooseClients(context: Context, facts: Facts): Promise<readonly Client[]> {
  const named = namedClients(context);
  if (named) return CLIENTS.filter(({ id }) => named.includes(id));
  const found = CLIENTS.filter((client) => facts.installed[client.id] !== null || client.read(facts).configured);
  if (found.length > 0) return found;
  const asked = await askForClients(context);
  if (!asked) throw usageError(NO_CLIENT);
  return CLIENTS.filter(({ id }) => asked.includes(id));
}

function refuseImpossibleScope(clients: readonly Client[], wanted: Wanted, facts: Facts): void {
  if (wanted.scope === 'user') return;
  const codex = clients.find(({ id }) => id === 'codex');
  const version = codex?.read(facts).version;
  if (version && (wanted.scope === 'local' || !below(version, CODEX_PROJECT_IGNORED)))
    throw usageError(CODEX_PROJECT, { scope: wanted.scope, version });
}

/** The client on the snapshot as it would be: all layers, the static rules, its own request. */
async function judge(context: Context, proposal: Proposal, options: DetectOptions): Promise<Judged> {
  const { id } = proposal.client;
  const snapshot = interpret(proposal.facts, { ...options, clients: [id] });
  learnSecrets(context, snapshot);
  const evidence: Evidence = has(context, 'dry-run') ? new Map() : await probeAll(context, snapshot);
  const findings = diagnose(snapshot, evidence);
  const [state] = snapshot.clients;
  if (!state) throw new Error(`${id} vanished from its own snapshot`);
  const blocking = findings.filter(({ severity, id: rule }) => severity === 'error' && !WRITTEN_ALL_THE_SAME.includes(rule));
  const isFit = blocking.length === 0 || has(context, 'no-verify');
  return { proposal, report: { state, evidence: evidence.get(id) ?? null }, findings, isFit };
}

/** A client that was only found, not named, is told of as skipped; the others go on. */
function asSkipped(context: Context, judged: Judged): Judged {
  const reason = judged.findings.find(({ severity }) => severity === 'error')?.id ?? '';
  context.out.note(SKIPPED, { client: judged.proposal.client.name, reason });
  const findings = judged.findings.map(
    (finding): Finding => (finding.severity === 'error' ? { ...finding, severity: 'warning' } : finding),
  );
  return { ...judged, findings };
}

function refuseUnprovenEdits(context: Context, proposals: readonly Proposal[]): void {
  const refusals = proposals.flatMap(({ plan }) => plan.refusals);
  const [first, ...others] = refusals;
  if (!first) return;
  for (const { reason, args } of others) context.out.error(reason, args);
  throw refusal(first.reason, first.args);
}

/** Both clients may read the same start: their plans are made anew as one, so that they can't contradict each other. */
const planTogether = (judged: readonly Judged[], facts: Facts) =>
  planEdits(
    judged.flatMap(({ proposal }) => proposal.edits),
    facts,
  );

async function trustOwnProjectFiles(
  context: Context,
  wanted: Wanted,
  files: readonly { path: string; after: Uint8Array }[],
): Promise<void> {
  if (wanted.scope === 'user') return;
  await trustFiles(context.host, new Map(files.map(({ path, after }) => [path, sha256(after)])));
}

/** After writing, the same findings hold unless the files tell otherwise. */
function findingsAfter(facts: Facts, options: DetectOptions, ids: readonly ClientId[], evidence: Evidence): readonly Finding[] {
  return diagnose(interpret(facts, { ...options, clients: ids }), evidence);
}

async function completed(context: Context, wanted: Wanted, templates: readonly Template[]): Promise<Wanted> {
  if (wanted.baseUrl !== null || wanted.template !== null) return wanted;
  const asked = await askForAddress(context, wanted, templates);
  if (!asked) throw noAddress();
  return asked;
}

export async function run(context: Context): Promise<ExitStatus> {
  const templates = await templatesFor(context);
  const wanted = await completed(context, wantedFrom(context, templates), templates);
  const options = { ...(await detectOptions(context, templates)), offline: has(context, 'offline') || has(context, 'dry-run') };
  const facts = await gatherFacts(context.host, options);
  const clients = await chooseClients(context, facts);
  refuseImpossibleScope(clients, wanted, facts);
  const key = await readKey(context);
  context.masker.learn(key.secret);
  const send = options.offline ? null : (await import('../net/request.ts')).send;
  const proposals = await Promise.all(
    clients.map((client) => propose(client, { wanted, key, facts, send, timeoutMs: timeoutMs(context) })),
  );
  refuseUnprovenEdits(context, proposals);
  const all = await Promise.all(proposals.map((proposal) => judge(context, proposal, options)));
  const named = namedClients(context) !== null;
  const fit = all.filter(({ isFit }) => isFit);
  const isPartial = !named && fit.length > 0;
  const judged = isPartial ? all.map((entry) => (entry.isFit ? entry : asSkipped(context, entry))) : all;
  const report = (findings: readonly Finding[], changes: Parameters<typeof printReport>[1]['changes']): void =>
    printReport(context, { command: 'init', clients: judged.map((entry) => entry.report), findings, changes });
  const found = judged.flatMap(({ findings }) => findings);

  if (fit.length < all.length && !isPartial) {
    report(found, []);
    context.out.note(NOTHING_WRITTEN);
    return EXIT.findings;
  }
  const plan = planTogether(fit, facts);
  const status: ExitStatus = severities(found).errors > 0 ? EXIT.findings : EXIT.ok;
  if (plan.files.length === 0) {
    report(found, []);
    context.out.note(UNCHANGED);
    return status;
  }
  printDiff(context, plan);
  if (has(context, 'dry-run') || has(context, 'check')) {
    report(found, []);
    return has(context, 'check') ? EXIT.wouldChange : status;
  }
  if (!(await confirmWrite(context, QUESTION))) return EXIT.ok;
  const changes = new ChangeRun(context.host, 'init');
  await changes.apply(plan);
  await trustOwnProjectFiles(context, wanted, plan.files);
  const written = factsAfter(facts, plan);
  const trusted: Facts =
    wanted.scope === 'user' ? written : { ...written, trustedFiles: new Map(plan.files.map(({ path, after }) => [path, sha256(after)])) };
  const evidence: Evidence = new Map(fit.flatMap(({ report: { evidence: wire } }) => (wire ? [[wire.client, wire] as const] : [])));
  const skipped = judged.filter(({ isFit }) => !isFit).flatMap(({ findings }) => findings);
  const after = findingsAfter(
    trusted,
    options,
    fit.map(({ proposal }) => proposal.client.id),
    evidence,
  );
  report([...after, ...skipped], changes.entry ? changesOf(changes.entry) : []);
  context.out.note(UNDO);
  return severities(after).errors > 0 ? EXIT.findings : EXIT.ok;
}
