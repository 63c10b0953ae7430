// Validates one channel given by flags; no configuration of this machine is involved.

import type { Client, ClientState } from '../clients/client.ts';
import { CLIENTS } from '../clients/index.ts';
import { type Context, has, namedClients, timeoutMs } from '../context.ts';
import { interpret } from '../detect.ts';
import { diagnose } from '../diagnose.ts';
import { EXIT, type ExitStatus } from '../errors.ts';
import { detectOptions, probeAll, templatesFor } from '../examine.ts';
import type { ClientId, Facts, Finding, WireApi } from '../model.ts';
import { printReport } from '../print.ts';
import type { ClientReport } from '../report/report.ts';
import { readKey } from '../setup/key.ts';
import { propose } from '../setup/propose.ts';
import { noAddress, wantedFrom } from '../setup/wanted.ts';

/** The newest client that speaks a wire API stands in for it; Codex spoke chat up to 0.94 (codex.md, section 4). */
const SPEAKER: Readonly<Record<WireApi, { readonly id: ClientId; readonly version?: string }>> = {
  'anthropic-messages': { id: 'claude-code' },
  'openai-responses': { id: 'codex' },
  'openai-chat': { id: 'codex', version: '0.94.0' },
};
/** Findings about a home, of which this command has none. */
const ABOUT_A_HOME = /^(file|setup|security|env)\//;

/** A machine with nothing on it but the way out to the network. */
function emptyFacts(context: Context, id: ClientId, version: string): Facts {
  const { host } = context;
  const network = /^(https?_proxy|all_proxy|no_proxy|node_extra_ca_certs|ssl_cert_file|home|userprofile|path)$/i;
  const env = Object.fromEntries(Object.entries(host.env).filter(([name]) => network.test(name)));
  const installed = { codex: null, 'claude-code': null, [id]: { version, path: id } };
  const nothing = { files: new Map(), folders: new Map(), git: null, trustedFiles: new Map(), helpers: new Map() };
  return { platform: host.platform, home: host.home, cwd: host.cwd, env, now: host.now(), installed, ...nothing };
}

function speakers(wire: WireApi | null, named: readonly ClientId[] | null): readonly { client: Client; version: string; wire: WireApi }[] {
  const wires: readonly WireApi[] = wire ? [wire] : ['openai-responses', 'anthropic-messages'];
  return wires.flatMap((api) => {
    const { id, version } = SPEAKER[api];
    const client = CLIENTS.find((known) => known.id === id);
    return client && (named === null || named.includes(id)) ? [{ client, version: version ?? client.newestKnownVersion, wire: api }] : [];
  });
}

const asProbeClient = (state: ClientState): ClientState => ({ ...state, installed: null, layers: [] });

export async function run(context: Context): Promise<ExitStatus> {
  const templates = await templatesFor(context);
  const wanted = wantedFrom(context, templates);
  if (wanted.baseUrl === null && wanted.template === null) throw noAddress();
  const key = await readKey(context);
  context.masker.learn(key.secret);
  const options = await detectOptions(context, templates);
  const { send } = await import('../net/request.ts');
  const reports: ClientReport[] = [];
  const findings: Finding[] = [];
  for (const { client, version, wire } of speakers(wanted.wire, namedClients(context))) {
    if (wanted.baseUrl === null && !wanted.template?.roots[wire]) continue;
    const facts = emptyFacts(context, client.id, version);
    const own = { wanted: { ...wanted, wire, scope: 'user' as const }, key: { ...key, env: null }, facts, timeoutMs: timeoutMs(context) };
    const proposal = await propose(client, { ...own, send: options.offline ? null : send });
    const snapshot = interpret(proposal.facts, { ...options, clients: [client.id] });
    const evidence = await probeAll(context, snapshot);
    reports.push(...snapshot.clients.map((state) => ({ state: asProbeClient(state), evidence: evidence.get(state.id) ?? null })));
    findings.push(...diagnose(snapshot, evidence).filter(({ id }) => !ABOUT_A_HOME.test(id)));
  }
  return conclude(context, wanted.wire !== null || namedClients(context) !== null, reports, findings);
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
