#!/usr/bin/env node
// Checks the harness itself with a pretended channel-doctor that answers from a table:
// it must report agreement where the table tells the truth, and exactly the lies where it does not.
//   node selftest.mjs [--real]        --real also runs clients (those of the default list that are installed)
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const HERE = path.dirname(fileURLToPath(import.meta.url));
const tmp = fs.mkdtempSync(path.join(os.tmpdir(), 'agree-selftest-'));
const recorded = JSON.parse(fs.readFileSync(path.join(HERE, 'recorded.json'), 'utf8'));
const CLASS = (c) => ({ 'no-answer': 'net/no-answer', transport: 'net/refused', redirect: 'route/redirect', stream: 'stream/truncated', 'not-sent': 'file/syntax', elsewhere: 'file/ignored-form' })[c]
  ?? ({ 401: 'auth/invalid-key', 403: 'quota/exhausted', 404: 'route/not-found', 405: 'route/not-found', 429: 'rate/requests' })[c.slice(5)] ?? 'server/error';

function pretend(name, lies) {
  const table = {};
  for (const [id, s] of Object.entries(recorded.outcomes)) for (const [client, o] of Object.entries(s.clients)) table[`${id} ${client}`] = { ok: o.ok, id: o.ok ? null : CLASS(o.class), url: o.url };
  for (const [key, lie] of Object.entries(lies)) table[key] = { ...table[key], ...lie };
  const file = path.join(tmp, `${name}.mjs`);
  fs.writeFileSync(file, `
import fs from 'node:fs'; import path from 'node:path';
const table = ${JSON.stringify(table)}, init = ${JSON.stringify(lies.init ?? {})};
const [scenario, client] = process.env.HOME.split(path.sep).slice(-3);
const [command] = process.argv.slice(2), flag = (n) => process.argv[process.argv.indexOf(n) + 1];
const id = client.split('@')[0], t = table[scenario + ' ' + client] ?? { ok: true };
const write = (f, s) => { const p = path.join(process.env.HOME, f); fs.mkdirSync(path.dirname(p), { recursive: true }); fs.writeFileSync(p, s); };
const report = (ok, failure, url, extra = []) => { const findings = [...(ok ? [] : [{ id: failure, severity: 'error', client: id }]), ...extra.map((e) => ({ id: e, severity: 'error', client: id }))];
  console.log(JSON.stringify({ clients: [{ id, channel: { requestUrl: url }, probe: { ok, failure: ok ? null : failure } }], findings })); process.exit(findings.length ? 1 : 0); };
if (command === 'init') {
  const key = fs.readFileSync(0, 'utf8').trim(), base = flag('--base-url') + (init.suffix ?? ''), model = flag('--model');
  if (id === 'codex') { write('.codex/config.toml', 'model = "' + model + '"\\nmodel_provider = "work"\\n[model_providers.work]\\nname = "work"\\nbase_url = "' + base + '"\\nwire_api = "responses"\\nenv_key = "WORK_API_KEY"\\nrequest_max_retries = 0\\nstream_max_retries = 0\\n'); write('.codex/.env', "WORK_API_KEY='" + key + "'\\n"); }
  else write('.claude/settings.json', JSON.stringify({ env: { ANTHROPIC_BASE_URL: base, ANTHROPIC_AUTH_TOKEN: key, ANTHROPIC_API_KEY: '', ANTHROPIC_MODEL: model } }));
  report(true, null, null);
}
if (command === 'fix') {                                   // a right fix for a base that ends in /v1; or one that only says it is done
  if (!init.suffix) { const f = path.join(process.env.HOME, '.claude/settings.json'); fs.writeFileSync(f, fs.readFileSync(f, 'utf8').replace('/v1"', '"')); }
  report(true, null, null);
}
if (t.silent) { console.log('not JSON'); process.exit(0); }
report(t.ok, t.id, t.url, t.extra);
`);
  return file;
}
function agree(bin, args) {
  const r = spawnSync(process.execPath, [path.join(HERE, 'agree.mjs'), '--bin', bin, '--json', ...args], { encoding: 'utf8', maxBuffer: 1 << 28 });
  if (!r.stdout.startsWith('{')) throw new Error(r.stderr || r.stdout);
  return { exit: r.status, ...JSON.parse(r.stdout) };
}
let bad = 0;
const expect = (what, got, want) => { const ok = JSON.stringify(got) === JSON.stringify(want); bad += ok ? 0 : 1; console.log(`${ok ? 'ok  ' : 'FAIL'} ${what}${ok ? '' : `\n     got  ${JSON.stringify(got)}\n     want ${JSON.stringify(want)}`}`); };
const verdicts = (r) => Object.fromEntries(r.rows.filter((x) => x.verdict.startsWith('DISAGREE')).map((x) => [`${x.scenario} ${x.client}`, x.verdict.replace(/ .*/, '') + (/\((class|url|false alarm|no JSON|works)/.exec(x.verdict)?.[1] ? ` ${/\((class|url|false alarm|no JSON|works)/.exec(x.verdict)[1]}` : '')]));

const RECORDED = [];
const truth = agree(pretend('truth', {}), RECORDED);
expect('a truthful table agrees everywhere', [truth.failed, truth.passed > 100, truth.exit], [0, true, 0]);

const lies = {
  'R01 codex@0.171.0': { ok: false, id: 'auth/invalid-key' },                        // a healthy set-up called broken
  'R24 claude-code@2.1.332': { ok: true },                                           // a broken one called healthy
  'R22 codex@0.105.0': { ok: false, id: 'auth/invalid-key' },                           // broken, but for another reason
  'R09 claude-code@2.0.77': { url: '{{gateway}}/v1/v1/messages' },                   // another address than is requested
  'R10 claude-code@1.0.128': { extra: ['url/trailing-slash'] },                      // works, with a false alarm
  'R05 codex@0.80.0': { silent: true },                                              // no report at all
};
const lied = agree(pretend('lies', lies), RECORDED);
expect('exactly the lies are reported', verdicts(lied), {
  'R01 codex@0.171.0': 'DISAGREE', 'R05 codex@0.80.0': 'DISAGREE no JSON', 'R09 claude-code@2.0.77': 'DISAGREE url',
  'R10 claude-code@1.0.128': 'DISAGREE false alarm', 'R22 codex@0.105.0': 'DISAGREE class', 'R24 claude-code@2.1.332': 'DISAGREE',
});
expect('and the exit status says so', lied.exit, 1);

if (process.argv.includes('--real')) {
  const two = ['--real'];
  const good = agree(pretend('real', {}), [...two, '--only', 'R01', '--only', 'R09', '--only', 'R18', '--only', 'R19', '--only', 'R21', '--only', 'R24']);
  expect('real clients: the truth, a right init and a right fix agree', [good.failed, good.passed], [0, 10]);
  const wrong = agree(pretend('badinit', { init: { suffix: '/nowhere' } }), [...two, '--only', 'R18', '--only', 'R19', '--only', 'R21']);
  expect('real clients: a wrong init and a fix that does nothing are reported', wrong.rows.map((r) => `${r.scenario} ${r.step} ${r.verdict}`), ['R18 check agree', 'R18 init DISAGREE', 'R19 check agree', 'R19 init DISAGREE', 'R21 check agree', 'R21 fix DISAGREE']);
}
fs.rmSync(tmp, { recursive: true, force: true });
console.log(bad ? `${bad} failed` : 'all good');
process.exit(bad ? 1 : 0);
