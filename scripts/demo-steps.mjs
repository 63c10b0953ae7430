// Runs of the program in a throw-away home against gateways on loopback: the repair of `npm run demo` and of the README, and the saved channels
// of docs/channels.md.

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
 * A home with two clients, and `step(name, args, extra)` that runs the program there and hands `{ name, command, exit, output }` to `onStep`.
 * `extra`: `input`, more variables in `env`, the expected `status`, a `suffix` of the shown command. The home is gone when `use` has ended.
 */
async function inHome({ lang, color = false, onStep }, use) {
  const home = mkdtempSync(join(tmpdir(), 'channel-doctor-demo-'));
  try {
    mkdirSync(join(home, 'project'));
    const env = environment(home, putStubs(home), { lang, color });
    const step = async (name, args, { status = 0, input, suffix = '', env: more } = {}) => {
      const { exit, output } = await runProgram(args, { home, env: { ...env, ...more }, input });
      if (output.includes(KEY)) throw new Error(`the key is in the output of ${name}`);
      const shown = args.map((word) => (word.includes(' ') ? `'${word}'` : word)).join(' ');
      onStep({ name, command: `channel-doctor ${shown}${suffix}`, exit, output: output.replaceAll(home, '~') });
      if (exit !== status) throw new Error(`channel-doctor ${name} ended with ${exit}, not with ${status}`);
    };
    return await use(home, step);
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
}

/**
 * Runs all steps of the repair and hands each to `onStep` as `{ name, command, exit, output }`; the step `break` has neither command nor output.
 * `lang` is en or zh. Throws where a step ends otherwise than it should.
 */
export async function runDemo(options) {
  const gateway = await startGateway({ kind: 'new-api', keys: [KEY], models: [MODEL] });
  try {
    return await inHome(options, async (home, step) => {
      const channel = ['--base-url', gateway.url, '--model', MODEL, '--key-stdin'];
      await step('init', ['init', '--client', 'codex,claude-code', ...channel, '--yes'], { input: `${KEY}\n`, suffix: ' < key.txt' });
      breakIt(home, gateway.url);
      options.onStep({ name: 'break' });
      await step('check', ['check'], { status: 1 });
      await step('fix', ['fix', '--yes']);
      await step('check again', ['check']);
      return { urls: [gateway.url] };
    });
  } finally {
    await gateway.close();
  }
}

/** Two saved channels: the steps that docs/channels.md shows. */
export async function runChannels(options) {
  const gateways = await Promise.all([MODEL, 'demo-chat'].map((model) => startGateway({ kind: 'new-api', keys: [KEY], models: [model] })));
  const [work, home] = gateways.map(({ url }) => url);
  try {
    return await inHome(options, async (_, step) => {
      const saved = ['init', '--name', 'work', '--base-url', work, '--model', MODEL];
      await step('init work', [...saved, '--key-command', 'echo $DEMO_KEY', '--yes'], { env: { DEMO_KEY: KEY } });
      const other = [
        'init',
        '--name',
        'home',
        '--client',
        'claude-code',
        '--base-url',
        home,
        '--model',
        'demo-chat',
        '--key-stdin',
        '--yes',
      ];
      await step('init home', other, { input: `${KEY}\n` });
      await step('use work', ['use', 'work', '--yes'], { env: { DEMO_KEY: KEY } });
      await step('use', ['use']);
      const shell = { ANTHROPIC_BASE_URL: 'https://old.example' };
      await step('show', ['show', '--client', 'claude-code'], { env: shell });
      return { urls: [work, home] };
    });
  } finally {
    await Promise.all(gateways.map((gateway) => gateway.close()));
  }
}
