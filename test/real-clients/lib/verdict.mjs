// What channel-doctor says of a place, and whether that agrees with what the client did.

import { covers } from './clients.mjs';
import { run } from './run.mjs';

const LIMIT_MS = 90_000;

/** Which outcome classes an id is a fair account of. First match counts; ids that fit nothing fit anything. */
const ACCOUNTS = [
  [/^file\//, /^(not-sent|elsewhere|http-40[0134]|http-503)$/],
  [/^provider\//, /^(not-sent|elsewhere|transport|http-40[0134])$/],
  [/^url\/plain-http$/, /./],
  [/^url\//, /^(not-sent|elsewhere|transport|redirect|stream|http-(40[01345]|421|426))$/],
  [/^key\//, /^(not-sent|elsewhere|transport|http-40[0134])$/],
  [/^net\/(no-answer|idle|connect-timeout)$/, /^(no-answer|stream|transport)$/],
  [/^(net|tls|proxy)\//, /^(transport|elsewhere|http-50[0234])$/],
  [/^route\/(not-found|protocol-missing|upstream-path)$/, /^http-(40[045]|421|501)$/],
  [/^route\/website$/, /^(stream|http-40[45])$/],
  [/^route\/redirect$/, /^redirect$/],
  [/^auth\//, /^http-(401|403|429|503)$/],
  [/^(perm|quota)\//, /^(http-4\d\d|http-503|stream)$/],
  [/^rate\//, /^http-(429|503)$/],
  [/^model\//, /^(http-4\d\d|http-50\d|stream)$/],
  [/^request\//, /^(http-4\d\d|stream)$/],
  [/^server\//, /^(http-(5\d\d|429)|stream)$/],
  [/^stream\//, /^(stream|no-answer|transport)$/],
  [/^unknown$/, /^$/],
];
const accountsFor = (id, cls) => (ACCOUNTS.find(([ids]) => ids.test(id))?.[1] ?? /./).test(cls);

export async function runDoctor(bin, args, where, { input } = {}) {
  const argv = /\.[cm]?js$/.test(bin) ? [process.execPath, bin] : [bin];
  const { stdout, stderr, exit, stopped } = await run([...argv, ...args, '--json'], { env: where.doctorEnv, cwd: where.cwd, limit: LIMIT_MS, input });
  try {
    return { report: JSON.parse(stdout), exit, problem: null };
  } catch {
    const last = where.unfill(stderr).trim().split('\n').at(-1)?.slice(0, 160) ?? '';
    return { report: null, exit, problem: `no JSON document on stdout (exit ${exit ?? stopped}) ${last}` };
  }
}

export function predictionOf({ report, exit, problem }, client) {
  if (problem) return { ok: null, text: problem, ids: [] };
  const entry = report.clients?.find(({ id }) => id === client.id) ?? null;
  const findings = report.findings ?? [];
  const errors = findings.filter((f) => f.severity === 'error' && (f.client === client.id || f.client === null)).map(({ id }) => id);
  const failure = entry?.probe?.failure ?? null;
  const ids = [...new Set([...(failure ? [failure] : []), ...errors])];
  const isWhole = findings.every(({ severity, id }) => severity !== 'error' || errors.includes(id));
  const inconsistent = exit !== null && isWhole && (exit === 0) !== (errors.length === 0) ? `exit ${exit} with ${errors.length} errors` : null;
  // Configured, nothing sent and nothing wrong is no verdict.
  const ok = entry?.probe ? entry.probe.ok === true : errors.length > 0 || !entry?.channel ? false : null;
  const works = `works${errors.length > 0 ? ` (but ${errors.join(' ')})` : ''}`;
  const text = ok === null ? 'no verdict' : ok ? works : `fails: ${ids.join(' ') || 'not configured'}`;
  return { ok, ids, errors, failure, inconsistent, text, url: entry?.channel?.requestUrl ?? null, by: entry?.probe?.by ?? null };
}

function sameUrl(a, b) {
  const plain = (url) => {
    const placed = url.replace('{{gateway}}', 'http://gateway-one.test').replace('{{gateway2}}', 'http://gateway-two.test');
    if (!URL.canParse(placed)) return url;
    const parsed = new URL(placed);
    parsed.searchParams.delete('beta');
    return parsed.href.replace(/\?$/, '');
  };
  return plain(a) === plain(b);
}

export function compare(scenario, client, predicted, actual) {
  if (predicted.ok === null) return `DISAGREE (${predicted.text})`;
  if (predicted.ok !== actual.ok) return covers(scenario.either ?? [], client) ? 'agree (either)' : 'DISAGREE';
  const alarms = predicted.errors.filter((id) => scenario.quiet || !/^(env|security|setup|clock)\//.test(id));
  if (predicted.ok && alarms.length > 0) return `DISAGREE (false alarm: ${alarms.join(' ')})`;
  const accounts = predicted.failure ? [predicted.failure] : predicted.ids;
  if (!predicted.ok && accounts.length > 0 && !accounts.some((id) => accountsFor(id, actual.class))) return 'DISAGREE (class)';
  if (predicted.url && actual.url && !sameUrl(predicted.url, actual.url)) return `DISAGREE (url: ${predicted.url})`;
  return predicted.inconsistent ? `DISAGREE (${predicted.inconsistent})` : 'agree';
}
