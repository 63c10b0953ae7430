// A repair from beginning to end, in a throw-away home against a gateway on loopback: the steps of `npm run demo` and of the README.

import { spawn } from 'node:child_process';
import { chmodSync, closeSync, mkdirSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';

import { startGateway } from '../test/cases/gateway.mjs';
import { root } from './install.mjs';

const KEY = 'sk-demo-4f1c09b7d2e85a36';
const MODEL = 'demo-model';
/** Versions of clients that the program knows; the demo needs no client. */
const CLIENTS = { codex: ['@openai/codex', 'codex-cli 0.171.0'], claude: ['@anthropic-ai/claude-code', '2.1.332 (Claude Code)'] };

const SETTINGS = ['.claude', 'settings.json'];
const CONFIG = ['.codex', 'config.toml'];

/** Commands that say a version, so that the program finds two clients to set up. */
function putStubs(home) {
  return Object.entries(CLIENTS).map(([name, [npmPackage, says]]) => {
    const folder = join(home, 'bin', name);
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, 'package.json'), JSON.stringify({ name: npmPackage, version: /\d+\.\d+\.\d+/.exec(says)[0] }));
    const isWindows = process.platform === 'win32';
    const file = join(folder, isWindows ? `${name}.cmd` : name);
    writeFileSync(file, isWindows ? `@echo ${says}\r\n` : `#!/bin/sh\necho '${says}'\n`);
    chmodSync(file, 0o755);
    return folder;
  });
}

/** Nothing of the reader's own configuration, proxies and keys gets in. */
function environment(home, folders, { lang, color }) {
  const system = Object.fromEntries(
    ['SystemRoot', 'ComSpec', 'PATHEXT', 'TERM'].flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : [])),
  );
  const paint = color ? { FORCE_COLOR: '1' } : { NO_COLOR: '1' };
  return {
    ...system,
    ...paint,
    HOME: home,
    USERPROFILE: home,
    SHELL: '/bin/bash',
    PATH: folders.join(delimiter),
    LANG: 'C.UTF-8',
    CHANNEL_DOCTOR_LANG: lang,
  };
}

/** Both streams into one file: there they stand in the order they were written. */
async function runProgram(args, { home, env, input }) {
  const file = join(home, '.output');
  const output = openSync(file, 'w');
  try {
    const program = join(root, 'bin', 'channel-doctor.js');
    const child = spawn(process.execPath, [program, ...args], { cwd: join(home, 'project'), env, stdio: ['pipe', output, output] });
    child.stdin.on('error', () => {});
    child.stdin.end(input ?? '');
    const exit = await new Promise((resolve, reject) => child.on('error', reject).on('close', resolve));
    return { exit, output: readFileSync(file, 'utf8') };
  } finally {
    closeSync(output);
    rmSync(file);
  }
}

function replaceIn(file, from, to) {
  const text = readFileSync(file, 'utf8');
  if (!text.includes(from)) throw new Error(`${from} is not in ${file}`);
  writeFileSync(file, text.replace(from, to));
}

/** What people really write: a version segment too many for Claude Code, none for Codex. */
function breakIt(home, url) {
  replaceIn(join(home, ...SETTINGS), `"${url}"`, `"${url}/v1"`);
  replaceIn(join(home, ...CONFIG), `"${url}/v1"`, `"${url}"`);
}

/**
 * Runs all steps and hands each to `onStep` as `{ name, command, exit, output }`; the step `break` has neither command nor output.
 * `lang` is en or zh. The home is gone afterwards. Throws where a step ends otherwise than it should.
 */
export async function runDemo({ lang, color = false, onStep }) {
  const home = mkdtempSync(join(tmpdir(), 'channel-doctor-demo-'));
  const gateway = await startGateway({ kind: 'new-api', keys: [KEY], models: [MODEL] });
  try {
    mkdirSync(join(home, 'project'));
    const env = environment(home, putStubs(home), { lang, color });
    const step = async (name, args, extra = {}) => {
      const { status = 0 } = extra;
      const { exit, output } = await runProgram(args, { home, env, input: extra.input });
      if (output.includes(KEY)) throw new Error(`the key is in the output of ${name}`);
      onStep({ name, command: `channel-doctor ${args.join(' ')}${extra.suffix ?? ''}`, exit, output: output.replaceAll(home, '~') });
      if (exit !== status) throw new Error(`channel-doctor ${name} ended with ${exit}, not with ${status}`);
    };
    const channel = ['--base-url', gateway.url, '--model', MODEL, '--key-stdin'];
    await step('init', ['init', '--client', 'codex,claude-code', ...channel, '--yes'], { input: `${KEY}\n`, suffix: ' < key.txt' });
    breakIt(home, gateway.url);
    onStep({ name: 'break' });
    await step('check', ['check'], { status: 1 });
    await step('fix', ['fix', '--yes']);
    await step('check again', ['check']);
    return { url: gateway.url };
  } finally {
    await gateway.close();
    rmSync(home, { recursive: true, force: true });
  }
}
