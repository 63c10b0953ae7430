// Everything that must hold before a change is handed on: types, style, tests, cases. Works on a fresh clone with nothing installed.
//
//   npm test                    all of it
//   npm test -- --only url/     the cases narrowed down (every option of test/cases/run.mjs)

import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';

import { CASE_FOLDERS } from './case-folders.mjs';
import { build, install, root, run } from './install.mjs';

const node = process.execPath;
const say = (text) => process.stdout.write(`${text}\n`);

/** Without these there is nothing to test. */
const GROUND = [
  ['install', () => install()],
  ['build', () => build()],
];
const CHECKS = [
  ['types', () => run(node, ['node_modules/typescript/bin/tsc', '-p', '.'])],
  ['style', () => run(node, ['node_modules/@biomejs/biome/bin/biome', 'check', '--max-diagnostics=20', '.'])],
  ['tests', () => run(node, ['node_modules/vitest/vitest.mjs', 'run'])],
];

/** Runs the cases and holds their closing line back, so that it stands last. */
async function runCases(args) {
  const folders = CASE_FOLDERS.flatMap((folder) => ['--dir', folder]);
  const child = spawn(node, ['test/cases/run.mjs', ...folders, '--jobs', '3', ...args], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = new Promise((resolve) => child.on('close', (status) => resolve(status ?? 1)));
  let held = null;
  for await (const line of createInterface({ input: child.stdout })) {
    if (held !== null) say(held);
    held = line;
  }
  return { status: await ended, closingLine: held };
}

async function main(args) {
  const failed = [];
  for (const [name, step] of [...GROUND, ...CHECKS]) {
    say(`\n— ${name}`);
    const status = step();
    if (status === 0) continue;
    failed.push({ name, status });
    if (GROUND.some(([ground]) => ground === name)) break;
  }
  let closingLine = '0 passed, 1 failed';
  if (!GROUND.some(([name]) => failed.some((step) => step.name === name))) {
    say('\n— cases');
    const cases = await runCases(args);
    if (cases.status !== 0) failed.push({ name: 'cases', status: cases.status });
    closingLine = cases.closingLine ?? closingLine;
  }
  if (failed.length > 0) say(`\nnot passed: ${failed.map(({ name }) => name).join(', ')}`);
  say(closingLine);
  return Math.max(0, ...failed.map(({ status }) => status));
}

process.exitCode = await main(process.argv.slice(2));
