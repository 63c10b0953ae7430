// What the real client does: it is run, and what is seen of it becomes an outcome.

import { REPLY } from './gateway.mjs';
import { linesOf, run } from './run.mjs';

const ELSEWHERE = /^(api\.openai\.com|api\.anthropic\.com|bedrock.*\.amazonaws\.com)$/;
const SIDE_REQUESTS = /count_tokens|event_logging|\/api\/hello|\/models$/;
/** After its last word Codex lingers for seconds, ms. */
const ENOUGH_SILENCE_MS = 1_500;
/** By then a client that talks to this gateway has connected, ms. */
const LATE_MS = 5_000;

/** What shortens a failure and does not change it. */
const CLAUDE_KNOBS = {
  CLAUDE_CODE_MAX_RETRIES: '0',
  API_TIMEOUT_MS: '8000',
  CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
  DISABLE_AUTOUPDATER: '1',
  DISABLE_TELEMETRY: '1',
};

const replied = ({ stdout }) => stdout.includes(REPLY);

function messageOf(client, { stdout, stderr }) {
  if (client.id === 'claude-code') {
    const line = linesOf(stdout).findLast((text) => text.startsWith('{') && text.includes('"type":"result"'));
    try {
      const result = JSON.parse(line);
      return result.result || result.errors?.[0] || result.subtype || '';
    } catch {
      return linesOf(stdout).at(-1) ?? linesOf(stderr).find((text) => /error/i.test(text)) ?? linesOf(stderr).at(-1) ?? '';
    }
  }
  const lines = linesOf(stderr);
  const from = lines.findLastIndex((line) => /^(ERROR: (?!Reconnecting)|Error[ :]|error:)/.test(line));
  return from < 0 ? (lines.findLast((line) => /Reconnecting/.test(line)) ?? lines.at(-1) ?? '') : lines.slice(from, from + 3).join(' ');
}

/** Coarse enough to be the same question for both: where did it end? */
function classOf({ ok, result, log, connections, asked, text }) {
  if (ok) return 'works';
  const hung = result.stopped === 'limit';
  const last = log.at(-1);
  if (last) {
    if (log.some(({ status }) => status >= 300 && status < 400)) return 'redirect';
    if (last.status === null) return hung || /tim(ed|e)[ -]?out/i.test(text) ? 'no-answer' : 'transport';
    return last.status >= 400 ? `http-${last.status}` : 'stream';
  }
  if (connections > 0) return hung && !/Reconnecting|error sending/.test(result.stderr) ? 'no-answer' : 'transport';
  if (/Not logged in|Invalid API key|Missing environment|builder error|Invalid URL|Error loading|Invalid auth/.test(text)) return 'not-sent';
  if (/api\.openai\.com|chatgpt\.com|api\.anthropic\.com/.test(text) || asked.some((name) => ELSEWHERE.test(name))) return 'elsewhere';
  const transport =
    /connection (error|refused)|unable to connect|can't reach|error sending request|ECONN|ENOTFOUND|EPROTO|proxy|certificate|SSL|reconnecting|localhost:11434/i;
  if (transport.test(`${text}\n${result.stderr}`)) return 'transport';
  return hung ? 'no-answer' : 'not-sent';
}

/** Codex tries long where nothing can answer, and ends late where something did. */
function codexWatch(gateways, askedSince) {
  let since = null;
  return (out, ms) => {
    const lines = linesOf(out.stderr);
    const error = lines.findLastIndex((line) => /^ERROR: (?!Reconnecting)/.test(line));
    const over = replied(out) || (error >= 0 && error >= lines.findLastIndex((line) => /Reconnecting/.test(line)));
    since = over ? (since ?? ms) : null;
    if (since !== null && ms - since > ENOUGH_SILENCE_MS) return 'done';
    const isElsewhere = gateways.every((gateway) => gateway.connections() === 0) && askedSince().includes('api.openai.com');
    return ms > LATE_MS && isElsewhere ? 'elsewhere' : null;
  };
}

/** Runs the client in a place that was laid out. `names` is the name server of the private network. */
export async function runClient({ names, verbose }, scenario, client, command, where, gateways) {
  const all = Object.values(gateways);
  for (const gateway of all) gateway.reset();
  const before = names.asked.length;
  const askedSince = () => names.asked.slice(before);
  const extra = (scenario.clientArgs?.[client.id] ?? []).map(where.fill);
  const isCodex = client.id === 'codex';
  const argv = isCodex
    ? [...command.argv, 'exec', '--skip-git-repo-check', '-c', 'features.unbounded_connection_retries=false', ...extra, 'say hi']
    : [...command.argv, '-p', 'say hi', '--output-format', 'json', ...extra];
  const result = await run(argv, {
    env: { ...(isCodex ? {} : CLAUDE_KNOBS), ...where.env, ...(scenario.clientEnv ?? {}) },
    cwd: where.cwd,
    limit: (scenario.limit ?? 30) * 1000,
    watch: isCodex ? codexWatch(all, askedSince) : null,
  });
  const everything = Object.entries(gateways).flatMap(([via, gateway]) => gateway.log().map((entry) => ({ via, ...entry })));
  const log = everything.filter(({ url, method }) => !SIDE_REQUESTS.test(url.split('?')[0]) && method !== 'HEAD');
  const connections = all.reduce((sum, gateway) => sum + gateway.connections(), 0);
  const asked = [...new Set(askedSince())];
  const ok = replied(result);
  const text = messageOf(client, result);
  const sent = log.find(({ method }) => method === 'POST') ?? log[0];
  const tidy = (value) =>
    where.unfill(value).replace(/sk-test-[\w-]+/g, 'sk-test-…').replace(/\d{4}-\d\d-\d\dT[\d:.]+Z ?/g, '').replace(/\s+/g, ' ').slice(0, 240);
  const cls = classOf({ ok, result, log, connections, asked, text });
  if (verbose) {
    const requests = everything.map(({ via, method, url, status }) => [via, method, url, status]);
    process.stderr.write(`--- ${scenario.id} ${client.name}\n${tidy(result.stdout)}\n${where.unfill(result.stderr).slice(-1500)}\n${JSON.stringify(requests)} ${asked.join(' ')}\n`);
  }
  return {
    ok,
    class: cls,
    exit: result.exit,
    ...(result.stopped ? { stopped: result.stopped } : {}),
    status: log.at(-1)?.status ?? null,
    requests: log.length,
    url: sent ? `{{${sent.via}}}${sent.url}` : null,
    auth: sent ? [sent.bearer !== null && 'bearer', sent.apiKey !== null && 'x-api-key'].filter(Boolean).join('+') || 'none' : null,
    model: sent?.model ?? null,
    ...(ok ? {} : { message: tidy(text) }),
    ...(cls === 'elsewhere' ? { asked: asked.filter((name) => ELSEWHERE.test(name)) } : {}),
    seconds: result.seconds,
  };
}
