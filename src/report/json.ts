// Report → the JSON document of cli.md. Everything is masked once more by the caller before it is printed.

import { say } from '../i18n/index.ts';
import type { Channel, Credential, Edit, FileFact, Finding, Lang, Origin, Setting, Valued } from '../model.ts';
import { evidenceOf } from '../probe/failures/evidence.ts';
import type { Arbiter, ClientEvidence, Failure, Probed } from '../probe/types.ts';
import { Secret } from '../secret.ts';
import { sentencesOf } from '../texts.ts';
import { type ClientReport, type Report, severities, statusOf } from './report.ts';

const shownOrigin = (origin: Origin | null) => {
  if (!origin) return null;
  const { path: _path, ...shown } = origin;
  return shown;
};
const shownValue = (value: unknown): unknown => (value instanceof Secret ? value.masked : value);
const shownValued = ({ value, origin }: Valued<unknown>) => ({ value: shownValue(value), origin: shownOrigin(origin) });
const setting = (found: Setting<unknown> | null) => (found ? { ...shownValued(found), shadows: found.shadows.map(shownValued) } : null);
const credential = (found: Credential | null) => (found ? { ...setting(found.setting), kind: found.isLogin ? 'login' : found.kind } : null);

function channelJson(channel: Channel | null) {
  if (!channel) return null;
  const { provider, wireApi, requestUrl } = channel;
  return {
    provider,
    baseUrl: setting(channel.baseUrl),
    credential: credential(channel.credential),
    model: setting(channel.model),
    wireApi,
    requestUrl,
  };
}

const rounded = (ms: number | null): number | null => (ms === null ? null : Math.max(0, Math.round(ms * 10) / 10));

/** Durations of the phases, not instants: connect is what TCP took after the name was found. */
export function timingsOf({ trace }: Probed) {
  const { dns, tcp, proxy, tls, headers, firstEvent, firstToken, firstVisible, end } = trace.marks;
  const since = (at: number | null, before: number | null): number | null => (at === null ? null : at - (before ?? 0));
  return {
    dnsMs: rounded(dns),
    connectMs: rounded(since(tcp, dns)),
    tlsMs: rounded(since(tls, proxy ?? tcp)),
    ttfbMs: rounded(headers),
    firstEventMs: rounded(firstEvent),
    ttftMs: rounded(firstToken),
    ttfotMs: rounded(firstVisible),
    totalMs: rounded(end),
  };
}

function probeJson(evidence: ClientEvidence | null) {
  const probed = evidence?.faithful;
  if (!probed) return null;
  const { ok, failure, healed } = probed.outcome;
  const { arbiter } = evidence;
  const asked = arbiter && arbiter.ok !== null ? byClient(arbiter, failure) : null;
  // What a working channel has besides (a buffered stream, another model's name) is a finding, no failure of the request.
  return {
    ok: healed ? false : ok,
    failure: ok === true && !healed ? null : (failure?.id ?? null),
    by: 'request',
    status: probed.trace.status,
    url: probed.trace.request.url,
    timings: timingsOf(probed),
    evidence: [evidenceOf(probed.trace), ...(failure?.shown ?? []).map(({ text, args }) => say(text, 'en', args))].join(' | '),
    ...asked,
  };
}

/** The client keeps the phases of its request to itself. */
function byClient({ ok, status, evidence, totalMs }: Arbiter, failure: Failure | null) {
  const none = { dnsMs: null, connectMs: null, tlsMs: null, ttfbMs: null, firstEventMs: null, ttftMs: null, ttfotMs: null };
  return {
    ok,
    failure: ok ? null : (failure?.id ?? null),
    by: 'client',
    status,
    timings: { ...none, totalMs: rounded(totalMs) },
    evidence,
  };
}

function clientJson({ state, evidence }: ClientReport) {
  return {
    id: state.id,
    installed: state.installed,
    sources: state.layers.map(({ scope, file, fact, document }) => ({
      scope,
      file,
      state: sourceState(fact, document?.problems.length ?? 0),
    })),
    channel: channelJson(state.channel),
    probe: probeJson(evidence),
  };
}

function sourceState({ state, obstacle }: FileFact, problems: number): 'read' | 'absent' | 'broken' | 'unreadable' {
  if (state === 'absent') return obstacle === undefined ? 'absent' : 'unreadable';
  return state === 'file' ? (problems > 0 ? 'broken' : 'read') : 'unreadable';
}

function editJson(edit: Edit) {
  switch (edit.op) {
    case 'set':
      return {
        op: edit.op,
        file: edit.file,
        key: edit.path.join('.'),
        to: typeof edit.value === 'bigint' ? String(edit.value) : shownValue(edit.value),
      };
    case 'remove':
      return { op: edit.op, file: edit.file, key: edit.path.join('.') };
    case 'rename':
      return { op: edit.op, file: edit.file, key: edit.path.join('.'), to: edit.to };
    case 'move':
      return { op: edit.op, file: edit.file, key: edit.path.join('.'), to: edit.to.join('.') };
    case 'replace-text':
      return { op: edit.op, file: edit.file, key: null };
    case 'chmod':
    case 'mkdir':
      return { op: edit.op, file: edit.file, key: null, to: `0${edit.mode.toString(8)}` };
    default:
      return { op: edit.op, file: edit.file, key: null };
  }
}

export function findingJson(finding: Finding, lang: Lang) {
  const { title, advice } = sentencesOf(finding, lang);
  const { fix } = finding;
  return {
    id: finding.id,
    severity: finding.severity,
    client: finding.client,
    origin: shownOrigin(finding.origin),
    message: title,
    advice,
    fix: fix && fix.edits.length > 0 ? { safety: fix.safety, applied: finding.applied === true, edits: fix.edits.map(editJson) } : null,
  };
}

export function reportJson(report: Report, version: string, lang: Lang) {
  return {
    schema: 'channel-doctor/report@1',
    version,
    command: report.command,
    status: statusOf(report.findings),
    clients: report.clients.map(clientJson),
    findings: report.findings.map((finding) => findingJson(finding, lang)),
    changes: report.changes,
    summary: severities(report.findings),
  };
}
