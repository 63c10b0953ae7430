// Validates one channel given by flags; no configuration of this machine is involved.

import type { ClientState } from '../clients/client.ts';
import { type Context, has, namedClients, timeoutMs } from '../context.ts';
import { interpret } from '../detect.ts';
import { diagnose } from '../diagnose.ts';
import { EXIT, type ExitStatus } from '../errors.ts';
import { detectOptions, probeAll, templatesFor } from '../examine.ts';
import type { Finding } from '../model.ts';
import { printReport } from '../print.ts';
import { withinTime } from '../probe/session.ts';
import type { ClientReport } from '../report/report.ts';
import { readKey } from '../setup/key.ts';
import { propose } from '../setup/propose.ts';
import { emptyFacts, speakers } from '../setup/stand-in.ts';
import { noAddress, wantedFrom } from '../setup/wanted.ts';

/** Findings about a home, of which this command has none. */
const ABOUT_A_HOME = /^(file|setup|security|env)\//;

const asProbeClient = (state: ClientState): ClientState => ({ ...state, installed: null, layers: [] });

export async function run(context: Context): Promise<ExitStatus> {
  const templates = await templatesFor(context);
  const wanted = wantedFrom(context, templates);
  if (wanted.baseUrl === null && wanted.template === null) throw noAddress();
  const key = await readKey(context);
  context.masker.learn(key.secret);
  const options = await detectOptions(context, templates);
  const send = options.offline ? null : withinTime((await import('../net/request.ts')).send, timeoutMs(context));
  const asked = speakers(wanted.wire, namedClients(context)).filter(({ wire }) => wanted.baseUrl !== null || wanted.template?.roots[wire]);
  const probed = asked.map(async ({ client, version, wire }) => {
    const facts = emptyFacts(context, client.id, version);
    const own = { wanted: { ...wanted, wire, scope: 'user' as const }, key: { ...key, env: null }, facts, timeoutMs: timeoutMs(context) };
    const proposal = await propose(client, { ...own, send });
    const snapshot = interpret(proposal.facts, { ...options, clients: [client.id] });
    const evidence = await probeAll(context, snapshot, { send });
    const reports = snapshot.clients.map(
      (state): ClientReport => ({ state: asProbeClient(state), evidence: evidence.get(state.id) ?? null }),
    );
    return { reports, findings: diagnose(snapshot, evidence).filter(({ id }) => !ABOUT_A_HOME.test(id)) };
  });
  const found = await Promise.all(probed);
  const isNamed = wanted.wire !== null || namedClients(context) !== null;
  return conclude(
    context,
    isNamed,
    found.flatMap(({ reports }) => reports),
    found.flatMap(({ findings }) => findings),
  );
}

/** A channel that speaks one of the protocols is a working channel, unless one of them was asked for. */
function conclude(context: Context, isNamed: boolean, reports: readonly ClientReport[], findings: readonly Finding[]): ExitStatus {
  const failed = reports.filter(({ evidence }) => evidence?.faithful?.outcome.ok === false || evidence?.faithful === null);
  const works = failed.length === 0 || (!isNamed && failed.length < reports.length);
  const shown = works
    ? findings.map((finding): Finding => (finding.severity === 'error' ? { ...finding, severity: 'warning' } : finding))
    : findings;
  const report = { command: 'probe', clients: reports, findings: shown, changes: [] };
  printReport(context, report);
  return works || has(context, 'dry-run') ? EXIT.ok : EXIT.findings;
}
