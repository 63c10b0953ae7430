#!/usr/bin/env node
// Does channel-doctor's verdict agree with what the real clients do? See README.md.

import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

import { cacheFolder, covers, install, locate, NEWEST, parseClients } from './lib/clients.mjs';
import { isInside, noNames, runInside, startNames, wayInside } from './lib/isolation.mjs';
import { judge } from './lib/judge.mjs';
import { loadScenarios } from './lib/scenarios.mjs';

const SELF = fileURLToPath(import.meta.url);
const HERE = path.dirname(SELF);
const ROOT = path.resolve(HERE, '../..');

const HELP = `npm run agree -- [options]

  (nothing)           the recorded outcomes of all recorded clients
  --real              runs real clients, also after init and fix and through --with-client; default: ${NEWEST}
  --clients LIST      ID@VERSION,…
  --only ID           scenarios whose id starts so; may be given more than once
  --bin PATH          the channel-doctor to judge (default: this project's bin/channel-doctor.js)
  --scenarios DIR     other scenarios; may be given more than once
  --recorded FILE     another record
  --after             without --real: still runs the clients after init and fix, where they are installed
  --record            only runs the clients and writes down what they do; --missing: keeps what is recorded for an unchanged scenario
  --isolated          with --real or --record: exit 2 where there is no private network, instead of going on with a warning
  --cache DIR         where clients are installed (default: $XDG_CACHE_HOME or ~/.cache, channel-doctor-clients)
  --jobs N            how many at a time (default: 2, with real clients 1) · --verbose · --keep · --list · --json`;

const OPTIONS = {
  real: { type: 'boolean' }, clients: { type: 'string' }, only: { type: 'string', multiple: true, default: [] }, bin: { type: 'string' },
  scenarios: { type: 'string', multiple: true }, recorded: { type: 'string' }, after: { type: 'boolean' }, record: { type: 'boolean' }, missing: { type: 'boolean' },
  isolated: { type: 'boolean' }, cache: { type: 'string' }, jobs: { type: 'string' }, verbose: { type: 'boolean' }, keep: { type: 'boolean' }, list: { type: 'boolean' },
  json: { type: 'boolean' }, help: { type: 'boolean' },
};

const EMPTY_RECORD = { schema: 'channel-doctor/recorded@1', outcomes: {} };
const readRecord = (file) => (fs.existsSync(file) ? JSON.parse(fs.readFileSync(file, 'utf8')) : EMPTY_RECORD);

function saveRecord(file, record) {
  const outcomes = Object.fromEntries(Object.entries(record.outcomes).sort(([a], [b]) => (a < b ? -1 : 1)));
  const whole = { ...record, recorded: new Date().toISOString().slice(0, 10), platform: `${process.platform}-${process.arch}`, outcomes };
  fs.writeFileSync(`${file}.new`, `${JSON.stringify(whole, null, 1)}\n`);
  fs.renameSync(`${file}.new`, file);
}

function remember(record, scenario, row) {
  const entry = record.outcomes[scenario.id];
  const clients = entry?.digest === scenario.digest ? entry.clients : {};
  record.outcomes[scenario.id] = { title: scenario.title, digest: scenario.digest, clients: { ...clients, [row.client]: row.outcome } };
}

const clientsIn = (record) => [...new Set(Object.values(record.outcomes).flatMap(({ clients }) => Object.keys(clients)))].join(',');
const lineOf = (row) =>
  `${row.scenario.padEnd(8)} ${row.client.padEnd(20)} ${row.step.padEnd(6)} ${row.predicted.padEnd(44)} ${row.actual.padEnd(20)} ${row.verdict}`;
const HEADING = { scenario: 'scenario', client: 'client', step: 'step', predicted: 'predicted', actual: 'actual', verdict: '' };

async function judgeAll(ctx, tasks, jobs, onRow) {
  const rows = [];
  const work = async () => {
    for (let task = tasks.shift(); task; task = tasks.shift()) {
      const { scenario, client } = task;
      const failed = (error) => [{ ...HEADING, scenario: scenario.id, client: client.name, predicted: '-', actual: '-', verdict: `DISAGREE (harness: ${error.stack})` }];
      for (const row of await judge(ctx, scenario, client).catch(failed)) {
        rows.push(row);
        onRow(row, scenario);
      }
    }
  };
  await Promise.all(Array.from({ length: jobs }, work));
  return rows;
}

function conclude(rows, { seconds, isolated, needsClients, json }) {
  const failed = rows.filter(({ verdict }) => verdict.startsWith('DISAGREE'));
  const skipped = rows.filter(({ verdict }) => verdict.startsWith('skipped'));
  const passed = rows.length - failed.length - skipped.length;
  if (json) console.log(JSON.stringify({ isolated, passed, failed: failed.length, skipped: skipped.length, seconds, rows }, null, 1));
  else {
    if (failed.length > 0) console.log(`\n${failed.map(lineOf).join('\n')}`);
    const about = [skipped.length > 0 && `${skipped.length} skipped`, `${seconds} s`, needsClients && !isolated && 'without a private network'];
    console.log(`\n${about.filter(Boolean).join(' · ')}\n${passed} passed, ${failed.length} failed`);
  }
  return failed.length > 0 ? 1 : 0;
}

async function main() {
  const { values: o } = parseArgs({ options: OPTIONS });
  if (o.help) {
    console.log(HELP);
    return 0;
  }
  const folders = o.scenarios ?? [path.join(HERE, 'scenarios')];
  const scenarios = loadScenarios(folders, o.only.flatMap((ids) => ids.split(',')));
  if (scenarios.length === 0) throw new Error('no scenario matches');
  if (o.list) {
    for (const { id, title } of scenarios) console.log(`${id.padEnd(8)} ${title}`);
    return 0;
  }
  const recordFile = path.resolve(o.recorded ?? path.join(path.dirname(path.resolve(folders[0])), 'recorded.json'));
  const record = readRecord(recordFile);
  const runsClients = Boolean(o.real || o.record);
  const clients = parseClients(o.clients ?? (o.real ? NEWEST : clientsIn(record)));
  if (clients.length === 0) throw new Error(`nothing is recorded in ${recordFile}`);
  const cache = cacheFolder(o.cache);
  const needsClients = runsClients || Boolean(o.after);
  if (runsClients && !isInside()) for (const client of clients) if (!locate(client, cache)) install(client, cache);
  const way = needsClients && !isInside() ? wayInside() : null;
  if (way) return runInside(way, SELF, process.argv.slice(2));
  if (needsClients && !isInside()) {
    if (o.isolated) throw new Error('no private network can be made here (unshare -n): the real clients were not run');
    process.stderr.write('warning: no private network here; the clients may contact their vendors (with made-up keys only)\n');
  }

  const ctx = {
    bin: path.resolve(o.bin ?? path.join(ROOT, 'bin/channel-doctor.js')), cache, names: isInside() ? await startNames() : noNames(),
    tmp: fs.mkdtempSync(path.join(os.tmpdir(), 'agree-')), verbose: o.verbose, keep: o.keep, after: o.after, actualOnly: o.record, recorded: runsClients ? null : record,
  };
  if (!ctx.actualOnly && !fs.existsSync(ctx.bin)) throw new Error(`${ctx.bin} does not exist (--bin PATH)`);
  const isKnown = ({ scenario, client }) => record.outcomes[scenario.id]?.digest === scenario.digest && record.outcomes[scenario.id].clients[client.name];
  const tasks = scenarios
    .flatMap((scenario) => clients.filter((client) => covers(scenario.clients, client)).map((client) => ({ scenario, client })))
    .filter((task) => !(o.record && o.missing && isKnown(task)));
  const started = Date.now();
  if (!o.json) console.log(lineOf(HEADING));
  const rows = await judgeAll(ctx, tasks, Math.max(1, Number(o.jobs ?? (needsClients ? 1 : 2))), (row, scenario) => {
    if (!o.json) console.log(lineOf(row));
    if (row.verdict !== 'recorded') return;
    remember(record, scenario, row);
    saveRecord(recordFile, record);
  });
  ctx.names.close();
  if (!o.keep) fs.rmSync(ctx.tmp, { recursive: true, force: true });
  return conclude(rows, { seconds: Math.round((Date.now() - started) / 1000), isolated: isInside(), needsClients, json: o.json });
}

main().then(
  (code) => process.exit(code),
  (error) => {
    console.error(`agree: ${error.message}`);
    process.exit(2);
  },
);
