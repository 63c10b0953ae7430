#!/usr/bin/env node
// Runs the cases of this folder against channel-doctor; README.md describes the format.

import { existsSync, mkdirSync, readFileSync, realpathSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { dirname, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

import { startGateway } from './gateway.mjs';
import { loadCases, selects } from './lib/case-file.mjs';
import { authorityFile } from './lib/certificates.mjs';
import {
  compareContacted, compareProxied, compareRequests, keysOf, keyTargetProblems, leakProblems, neverSentProblems, proxyKeyProblems,
} from './lib/compare-requests.mjs';
import {
  compareChanges, compareClients, compareFiles, compareFindings, compareLimits, compareReport, compareTexts, consistencyProblems, namedKeyProblems, openOwnFiles,
  restoredProblems, strayProblems, strayWrites, unchangedProblems,
} from './lib/compare.mjs';
import { validate } from './lib/json-schema.mjs';
import { killAll, runProgram } from './lib/program.mjs';
import { proxySecrets, startProxy } from './lib/proxy.mjs';
import { barredFor, createSandbox, differences, expandTilde, furnish, ownFolders, retouch, substituter, takePicture } from './lib/sandbox.mjs';
import { refusedPort } from './lib/servers.mjs';

const HERE = dirname(realpathSync(fileURLToPath(import.meta.url)));
const SPEC = resolve(HERE, '../../schema');
const REPORTING = ['check', 'fix', 'init', 'probe', 'show'];
const READ_ONLY = ['check', 'probe', 'show', 'measure', 'run', 'providers', 'explain', 'completion'];
const WITHOUT_JSON = ['run', 'completion'];
const USAGE_ERROR = 2;
const INTERRUPTED = 130;

const readSchema = (name) => JSON.parse(readFileSync(resolve(SPEC, name), 'utf8'));
const REPORT_SCHEMA = readSchema('report.schema.json');
const LATENCY_SCHEMA = readSchema('latency.schema.json');

const HELP = `usage: node run.mjs [options]
  --bin PATH         the program (default ./bin/channel-doctor.js)
  --only WHAT        a group ("url/"), an id ("U01") or a path prefix; repeatable, commas allowed
  --dir DIR          a folder of cases instead of this one; repeatable
  --jobs N           cases at once (default 2)
  --time-limit MS    for one run of the program (default 60000)
  --list             lists the cases, runs nothing
  --verbose          every run with its output and the requests it made
  --json             results as one JSON document on stdout`;

const OPTIONS = {
  bin: { type: 'string', default: './bin/channel-doctor.js' },
  only: { type: 'string', multiple: true, default: [] },
  dir: { type: 'string', multiple: true, default: [] },
  jobs: { type: 'string', default: '2' },
  'time-limit': { type: 'string', default: '60000' },
  list: { type: 'boolean' }, verbose: { type: 'boolean', short: 'v' }, json: { type: 'boolean' }, help: { type: 'boolean', short: 'h' },
};

// ---------------------------------------------------------------- the world of one case

async function openGateway(config, name, beforeAnswer) {
  if (!config) {
    const port = await refusedPort();
    return { name, url: `http://127.0.0.1:${port}`, host: `127.0.0.1:${port}`, port, requests: [], errors: [], configure() {}, async close() {} };
  }
  return Object.assign(await startGateway(config, { beforeAnswer }), { name });
}

const ABSENT_PROXY = { name: 'proxy', requests: [], configure() {}, async close() {} };

const openProxy = (config, gateways) => (config ? startProxy(config, gateways) : ABSENT_PROXY);

function writeFiles(home, files) {
  return Object.entries(files).map(([name, text]) => {
    const path = expandTilde(name, home);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
    return path;
  });
}

// Another program edits while the one under test works. What it wrote counts as having been so from the start.
function otherProgram({ home }, pictures) {
  return (number, { onRequest }) => {
    if (!onRequest || number !== (onRequest.n ?? 1)) return;
    const written = writeFiles(home, onRequest.write);
    pictures.forEach((taken) => retouch(taken, written, home));
  };
}

function placeholders(testCase, sandbox, [first, second], proxy) {
  const ca = JSON.stringify(testCase).includes('{{ca}}') ? { ca: authorityFile() } : {};
  return {
    gateway: first.url, gateway2: second.url, host: first.host, host2: second.host,
    port: String(first.port), port2: String(second.port), home: sandbox.home, ...ca, ...(proxy.url ? { proxy: proxy.url, proxyHost: proxy.host } : {}),
  };
}

async function openWorld(rawCase) {
  const sandbox = createSandbox();
  const gateways = [];
  const pictures = [];
  let proxy = ABSENT_PROXY;
  try {
    const beforeAnswer = otherProgram(sandbox, pictures);
    gateways.push(await openGateway(rawCase.gateway, 'gateway', beforeAnswer), await openGateway(rawCase.gateway2, 'gateway2', beforeAnswer));
    proxy = await openProxy(rawCase.proxy, gateways);
    const substitute = substituter(placeholders(rawCase, sandbox, gateways, proxy));
    const testCase = substitute(rawCase);
    gateways.forEach((gateway) => gateway.configure(testCase[gateway.name]));
    proxy.configure(testCase.proxy, testCase.hosts);
    furnish(sandbox, testCase, substitute);
    const keys = keysOf(testCase);
    return { sandbox, gateways, proxy, pictures, testCase, keys, secrets: [...keys, ...proxySecrets(testCase.proxy)], runs: [] };
  } catch (error) {
    await closeWorld({ sandbox, gateways, proxy });
    throw error;
  }
}

async function closeWorld({ sandbox, gateways, proxy }) {
  await Promise.all([...gateways, proxy].map((server) => server.close()));
  sandbox.remove();
}

/** A picture to compare with later. */
function pictureBefore({ sandbox, pictures }) {
  const taken = takePicture(sandbox.home);
  pictures.push(taken);
  return taken;
}

// ---------------------------------------------------------------- one run of the program

function parseDocument(stdout) {
  try {
    return { value: JSON.parse(stdout) };
  } catch (error) {
    return { problem: stdout.trim() ? `stdout is not one JSON document: ${error.message}` : 'stdout is empty, a JSON document was expected' };
  }
}

function schemaFor(command) {
  if (REPORTING.includes(command)) return REPORT_SCHEMA;
  return command === 'measure' ? LATENCY_SCHEMA : null;
}

function readReport(run, command) {
  if (run.stdout.trim() === '' && [USAGE_ERROR, INTERRUPTED].includes(run.exit)) return { reasons: [] };
  const { value, problem } = parseDocument(run.stdout);
  if (problem) return { reasons: [problem] };
  if ([USAGE_ERROR, INTERRUPTED].includes(run.exit)) return { reasons: [] };
  const schema = schemaFor(command);
  if (!schema) return { document: value, reasons: [] };
  const invalid = validate(schema, value);
  if (invalid.length) return { reasons: invalid.slice(0, 5).map((found) => `schema: ${found}`) };
  if (schema !== REPORT_SCHEMA) return { document: value, reasons: [] };
  const otherCommand = value.command === command ? [] : [`report.command is "${value.command}", not "${command}"`];
  return { document: value, report: value, reasons: [...otherCommand, ...consistencyProblems(value)] };
}

function writeProblems(world, command, document, expect, before, after) {
  const { home } = world.sandbox;
  const folders = ownFolders(world.sandbox);
  const changed = differences(before, after);
  const named = Array.isArray(document?.changes) ? document.changes.map(({ file }) => file).filter((file) => typeof file === 'string') : [];
  const readOnly = READ_ONLY.includes(command);
  const claimed = readOnly && named.length ? [`${command} must change nothing but reports changes: ${named.join(', ')}`] : [];
  const expectedFiles = schemaFor(command) ? [] : [...Object.keys(expect.files ?? {}), ...(expect.restored ?? []), ...(expect.changes ?? [])];
  const stray = strayWrites(changed, readOnly ? [] : [...named, ...expectedFiles], folders, home);
  return [...claimed, ...strayProblems(stray, home), ...compareChanges(expect, changed, folders, home), ...openOwnFiles(changed, folders, home), ...namedKeyProblems(world.secrets, changed, home)];
}

const crashOf = (run, limitMs) => {
  if (run.timedOut) return `timed out after ${limitMs} ms`;
  if (run.error) return `could not be started: ${run.error.message}`;
  return run.signal ? `ended by ${run.signal}` : null;
};

/** Runs the program once and checks what holds for every run. */
async function step(world, options, args, { stdin, json = true, expect = {} } = {}) {
  const { sandbox, secrets } = world;
  const command = args.find((arg) => !arg.startsWith('-')) ?? '';
  const before = pictureBefore(world);
  const limits = { limitMs: options.timeLimit, watchMemory: expect.maxRssMb !== undefined };
  const run = await runProgram(options.bin, json && !args.includes('--json') ? [...args, '--json'] : args, { sandbox, stdin, ...limits });
  const after = takePicture(sandbox.home);
  world.runs.push(run);
  const crash = crashOf(run, options.timeLimit);
  if (crash) return { run, before, after, reasons: [crash, ...leakProblems(secrets, run)] };
  const { document, report, reasons } = json ? readReport(run, command) : { reasons: [] };
  return { run, document, report, before, after, reasons: [...reasons, ...leakProblems(secrets, run), ...writeProblems(world, command, document, expect, before, after)] };
}

const exitProblems = (run, expected) => {
  if (expected === undefined || run.exit === null || [expected].flat().includes(run.exit)) return [];
  const hint = run.stderr.trim().split('\n').find((line) => /error/i.test(line)) ?? '';
  return [`exit expected ${[expected].flat().join(' or ')}, got ${run.exit}${hint ? ` — ${hint.slice(0, 160)}` : ''}`];
};

// ---------------------------------------------------------------- the steps of one case

const needsReport = (expect) => ['findings', 'failure', 'requestUrl'].some((name) => expect[name] !== undefined);

/** Runs what a case (or one of its later steps) asks for and compares everything it expects. */
async function expectedRun(world, options, { args, stdin, json, expect }) {
  const { sandbox, gateways, proxy } = world;
  const { home } = sandbox;
  const seenBefore = gateways.map(({ requests }) => requests.length);
  const proxiedBefore = proxy.requests.length;
  const result = await step(world, options, expandArgs(args, home), { stdin, expect, json: json ?? !WITHOUT_JSON.includes(args[0]) });
  const { run, report, document } = result;
  const reasons = [...result.reasons, ...exitProblems(run, expect.exit), ...compareTexts(expect, run), ...compareLimits(expect, run)];
  if (report) reasons.push(...compareFindings(expect, report.findings, home), ...compareClients(expect, report));
  else if (needsReport(expect) && result.reasons.length === 0) reasons.push('a report was expected, none was printed');
  if (document) reasons.push(...compareReport(expect, document, home));
  const fresh = gateways.map((gateway, index) => ({ ...gateway, requests: gateway.requests.slice(seenBefore[index]) }));
  const freshProxy = { ...proxy, requests: proxy.requests.slice(proxiedBefore) };
  reasons.push(...compareRequests(expect, fresh), ...compareContacted(expect, sandbox.networkLog), ...compareFiles(expect.files, home));
  reasons.push(...compareProxied(expect, freshProxy.requests));
  return { reasons, fresh: [...fresh, freshProxy], before: result.before, after: result.after };
}

const expandArgs = (args, home) => args.map((arg) => arg.replace(/^~(?=\/|$)/, home));

// What was asked of `check` holds for `fix` and for the check after it, unless the case says otherwise for the fix.
function carriedOptions(args, overriding) {
  if (args[0] !== 'check') return [];
  const kept = [];
  for (let index = 1; index < args.length; index += 1) {
    const hasValue = args[index].startsWith('--') && args[index + 1] !== undefined && !args[index + 1].startsWith('-');
    const option = args.slice(index, index + (hasValue ? 2 : 1));
    if (!overriding.includes(option[0]) && option[0] !== '--json') kept.push(...option);
    if (hasValue) index += 1;
  }
  return kept;
}

const errorIds = (report) => report.findings.filter(({ severity }) => severity === 'error').map(({ id }) => id).sort();

async function checkAgain(world, options, carried, after) {
  const { report, reasons, run } = await step(world, options, ['check', ...carried]);
  if (!report) return reasons;
  const expected = after.map((finding) => finding.id ?? finding).sort();
  const left = errorIds(report);
  const same = JSON.stringify(left) === JSON.stringify(expected);
  const problem = same ? [] : [`errors left: expected ${expected.join(', ') || 'none'}, got ${left.join(', ') || 'none'}`];
  return [...reasons, ...problem, ...exitProblems(run, expected.length ? 1 : 0)];
}

async function undoAll(world, options, untouched) {
  const { run, reasons } = await step(world, options, ['undo', '--yes'], {});
  const own = Object.values(ownFolders(world.sandbox));
  const left = strayWrites(differences(untouched, takePicture(world.sandbox.home)), [], own, world.sandbox.home);
  // An undo names what it restores in its own way; what counts is that everything is as it was.
  const kept = reasons.filter((reason) => !reason.startsWith('wrote outside'));
  return [...kept, ...exitProblems(run, 0), ...left.map(({ path, what }) => `not undone: ${what} ${path.replace(world.sandbox.home, '~')}`)];
}

async function fixRuns(world, options) {
  const { fix } = world.testCase.expect;
  const home = world.sandbox.home;
  const untouched = pictureBefore(world);
  const extra = expandArgs(fix.args ?? [], home);
  const carried = expandArgs(carriedOptions(world.testCase.args, extra), home);
  const after = fix.after ?? [];
  const { run, reasons } = await step(world, options, ['fix', ...carried, '--yes', ...extra]);
  const found = [...reasons, ...exitProblems(run, fix.exit ?? (after.length ? 1 : 0)), ...compareFiles(fix.files, home)];
  const label = (name, list) => list.map((reason) => `${name}: ${reason}`);
  const checked = run.timedOut ? [] : await checkAgain(world, options, expandArgs(carriedOptions(world.testCase.args, []), home), after);
  const undone = fix.undo ? await undoAll(world, options, untouched) : [];
  return [...label('fix', found), ...label('check after fix', checked), ...label('undo', undone)];
}

function changedEnvironment(sandbox, env = {}) {
  const result = { ...sandbox.env };
  for (const [name, value] of Object.entries(env)) {
    if (value === null) delete result[name];
    else result[name] = value;
  }
  return result;
}

async function laterRun(world, options, later, start) {
  const { sandbox, keys } = world;
  const { expect } = later;
  writeFiles(sandbox.home, later.write ?? {});
  const inStep = { ...world, sandbox: { ...sandbox, env: changedEnvironment(sandbox, later.env) } };
  const { reasons, fresh, before, after } = await expectedRun(inStep, options, later);
  return [
    ...reasons, ...keyTargetProblems(expect, keys, fresh), ...neverSentProblems(expect, fresh), ...unchangedProblems(expect.unchanged, before, after, sandbox.home),
    ...restoredProblems(expect.restored, start, after, sandbox.home),
  ];
}

async function runSteps(world, options) {
  const { testCase, sandbox, gateways, proxy, keys } = world;
  const { expect, then: later = [] } = testCase;
  const start = pictureBefore(world);
  const { reasons } = await expectedRun(world, options, testCase);
  if (expect.fix) reasons.push(...(await fixRuns(world, options)));
  reasons.push(...keyTargetProblems(expect, keys, [...gateways, proxy]), ...neverSentProblems(expect, [...gateways, proxy]));
  for (const [index, step] of later.entries()) {
    const found = await laterRun(world, options, step, start);
    reasons.push(...found.map((reason) => `step ${index + 2} (${step.args[0]}): ${reason}`));
  }
  reasons.push(...proxyKeyProblems(world), ...unchangedProblems(expect.unchanged, start, takePicture(sandbox.home), sandbox.home));
  reasons.push(...gateways.flatMap(({ name, errors }) => errors.map((error) => `${name} failed: ${error.message}`)));
  return reasons;
}

const liveWorlds = new Set();

async function runCase(entry, options) {
  const started = performance.now();
  const done = (reasons, world) => ({ ...entry, ok: reasons.length === 0, reasons: [...new Set(reasons)], ms: Math.round(performance.now() - started), runs: world?.runs ?? [], requests: (world ? [...world.gateways, world.proxy] : []).flatMap(({ name, requests }) => requests.map((request) => ({ gateway: name, ...request }))) });
  if (entry.problems.length) return done(entry.problems.map((problem) => `bad case: ${problem}`));
  let world;
  try {
    world = await openWorld(entry.case);
  } catch (error) {
    return done([`bad case: ${error.message}`]);
  }
  liveWorlds.add(world);
  try {
    const barred = world.sandbox.user && barredFor(options.bin);
    if (barred) return done([`this case can't be run as root, and another user can't get at ${barred}`], world);
    return done(await runSteps(world, options), world);
  } catch (error) {
    return done([`the runner failed: ${error.stack}`], world);
  } finally {
    liveWorlds.delete(world);
    await closeWorld(world);
  }
}

async function runAll(entries, options, onResult) {
  const queue = [...entries];
  const results = [];
  const work = async () => {
    for (let entry = queue.shift(); entry; entry = queue.shift()) {
      const result = await runCase(entry, options);
      results.push(result);
      onResult(result);
    }
  };
  await Promise.all(Array.from({ length: Math.max(1, Math.min(options.jobs, entries.length)) }, work));
  return results;
}

// ---------------------------------------------------------------- output

const indent = (text) => text.trimEnd().split('\n').map((line) => `     | ${line}`).join('\n');

function describeRuns({ runs, requests }) {
  const lines = runs.flatMap((run) => [
    `     $ channel-doctor ${run.args.join(' ')}   (exit ${run.exit}, ${run.ms} ms${run.peakMb === null ? '' : `, ${Math.round(run.peakMb)} MB`})`,
    ...(run.stdout.trim() ? [indent(run.stdout)] : []),
    ...(run.stderr.trim() ? [indent(run.stderr.replace(/^/gm, '! '))] : []),
  ]);
  const seen = requests.map(({ gateway, method, url, status }) => `     > ${gateway}: ${method} ${url} → ${status ?? 'no answer'}`);
  return [...lines, ...seen].join('\n');
}

function printResult(result, { verbose, write }) {
  const line = `${result.ok ? 'ok  ' : 'FAIL'} ${result.id}  ${result.name}${result.case?.title ? ` — ${result.case.title}` : ''}`;
  if (!result.ok || verbose) write(verbose ? `${line}  (${result.ms} ms)` : line);
  result.reasons.forEach((reason) => write(`     ${reason}`));
  if (verbose && result.runs.length) write(describeRuns(result));
}

const forJson = ({ id, name, case: testCase, ok, reasons, ms }) => ({ id, file: name, title: testCase?.title ?? null, ok, reasons, ms });

function parseOptions() {
  const { values } = parseArgs({ options: OPTIONS });
  const jobs = Number(values.jobs);
  const timeLimit = Number(values['time-limit']);
  if (!Number.isInteger(jobs) || jobs < 1) throw new Error(`--jobs needs a number, not "${values.jobs}"`);
  if (!(timeLimit > 0)) throw new Error(`--time-limit needs a number, not "${values['time-limit']}"`);
  return {
    ...values, jobs: Math.min(jobs, 4 * availableParallelism()), timeLimit, bin: resolve(values.bin),
    only: values.only.flatMap((part) => part.split(',')).filter(Boolean), dirs: values.dir.length ? values.dir.map((dir) => resolve(dir)) : [HERE],
  };
}

async function main() {
  const options = parseOptions();
  if (options.help) return console.log(HELP);
  const entries = loadCases(options.dirs).filter((entry) => selects(options.only, entry));
  if (options.list) {
    entries.forEach(({ id, name, case: testCase, problems }) => console.log(`${id}\t${name}\t${problems.length ? `bad case: ${problems[0]}` : (testCase.title ?? '')}`));
    return undefined;
  }
  if (!existsSync(options.bin)) throw new Error(`no program at ${options.bin}; name it with --bin`);
  const write = options.json ? (line) => console.error(line) : (line) => console.log(line);
  const results = await runAll(entries, options, (result) => (options.json && !options.verbose ? null : printResult(result, { ...options, write })));
  const failed = results.filter(({ ok }) => !ok).length;
  const passed = results.length - failed;
  if (options.json) console.log(JSON.stringify({ passed, failed, cases: results.map(forJson).sort((a, b) => (a.file < b.file ? -1 : 1)) }, null, 1));
  write(`${passed} passed, ${failed} failed`);
  process.exitCode = failed === 0 && passed > 0 ? 0 : 1;
  return undefined;
}

for (const signal of ['SIGINT', 'SIGTERM']) {
  process.once(signal, () => {
    killAll();
    liveWorlds.forEach(({ sandbox }) => sandbox.remove());
    process.exit(INTERRUPTED);
  });
}

main().catch((error) => {
  console.error(error.message);
  process.exitCode = 2;
});
