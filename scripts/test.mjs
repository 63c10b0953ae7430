// Everything that must hold before a change is handed on: types, style, tests, cases. Works on a fresh clone with nothing installed.
//
//   npm test                    all of it
//   npm test -- --only url/     the cases narrowed down (every option of test/cases/run.mjs)

import { spawn } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

import { CASE_FOLDERS } from './case-folders.mjs';
import { build, install, root } from './install.mjs';

const TYPES = ['node_modules/typescript/bin/tsc', '-p', '.'];
const STYLE = ['node_modules/@biomejs/biome/bin/biome', 'check', '--max-diagnostics=20', '.'];
const TESTS = ['node_modules/vitest/vitest.mjs', 'run'];
const CASES = ['test/cases/run.mjs', ...CASE_FOLDERS.flatMap((folder) => ['--dir', folder])];

/** Cases that measure: minutes of waiting, seconds of work. They run beside everything else, all at once. */
const WAITING = ['slow/'];
const AT_ONCE = ['--jobs', '16'];
/** One more than there are cores, as each waits for something now and then. */
const IN_TURN = ['--jobs', String(availableParallelism() + 1)];

const groupsIn = (folder) =>
  readdirSync(join(root, folder), { withFileTypes: true })
    .filter((entry) => entry.isDirectory() || entry.name.endsWith('.json'))
    .map((entry) => (entry.isDirectory() ? `${entry.name}/` : entry.name));
const OTHERS = [...new Set(CASE_FOLDERS.flatMap(groupsIn))].filter((group) => !WAITING.includes(group));

const only = (groups) => ['--only', groups.join()];
const say = (text) => process.stdout.write(`${text}\n`);

function begin(args, stdio) {
  const child = spawn(process.execPath, args, { cwd: root, stdio });
  return { child, ended: new Promise((resolve) => child.on('close', (status) => resolve(status ?? 1))) };
}

const live = (args) => begin(args, ['ignore', 'inherit', 'inherit']).ended;

/** What it prints is kept, as other output is on the screen meanwhile. */
async function beside(args) {
  const { child, ended } = begin(args, ['ignore', 'pipe', 'pipe']);
  const chunks = [];
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => chunks.push(chunk));
  return { status: await ended, text: Buffer.concat(chunks).toString().trimEnd() };
}

/** The closing line is held back, so that it stands last. */
async function liveCases(args) {
  const { child, ended } = begin([...CASES, ...args], ['ignore', 'pipe', 'inherit']);
  let held = '';
  for await (const line of createInterface({ input: child.stdout })) {
    if (held !== '') say(held);
    held = line;
  }
  return { status: await ended, closingLine: held };
}

async function besideCases(args) {
  const { status, text } = await beside([...CASES, ...args]);
  const lines = text.split('\n');
  return { status, text: lines.slice(0, -1).join('\n'), closingLine: lines.at(-1) };
}

/** A runner that broke off has counted nothing. */
function added(closingLines) {
  const counts = closingLines.map((line) => /^(\d+) passed, (\d+) failed$/.exec(line) ?? [line, 0, 1]);
  const sum = (column) => counts.reduce((total, count) => total + Number(count[column]), 0);
  return `${sum(1)} passed, ${sum(2)} failed`;
}

async function main(args) {
  const failed = [];
  const note = (name, status) => {
    if (status !== 0) failed.push({ name, status });
  };
  const end = (closingLine) => {
    if (failed.length > 0) say(`\nnot passed: ${failed.map(({ name }) => name).join(', ')}`);
    say(closingLine);
    return Math.max(0, ...failed.map(({ status }) => status));
  };

  // Without these there is nothing to test.
  for (const [name, step] of Object.entries({ install, build })) {
    say(`\n— ${name}`);
    note(name, step());
    if (failed.length > 0) return end('0 passed, 1 failed');
  }
  const waiting = args.length === 0 ? besideCases([...AT_ONCE, ...only(WAITING)]) : null;
  const checks = { types: beside(TYPES), style: beside(STYLE) };
  say('\n— tests');
  note('tests', await live(TESTS));
  for (const [name, check] of Object.entries(checks)) {
    const { status, text } = await check;
    say(`\n— ${name}\n${text}`);
    note(name, status);
  }
  say('\n— cases');
  const parts = [await liveCases([...IN_TURN, ...(args.length === 0 ? only(OTHERS) : args)])];
  if (waiting) {
    const measured = await waiting;
    say(measured.text);
    parts.push(measured);
  }
  note('cases', Math.max(...parts.map(({ status }) => status)));
  return end(added(parts.map(({ closingLine }) => closingLine)));
}

process.exitCode = await main(process.argv.slice(2));
