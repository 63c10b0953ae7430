// What an installed package must do, whatever Node runs it: asked of the real program in a throw-away home, against a gateway on loopback.

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { chmodSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';

import { startGateway } from '../cases/gateway.mjs';

const KEY = 'sk-smoke-5b1d0c7fe2a9';
const MODEL = 'smoke-model';
const CLIENTS = { codex: ['@openai/codex', 'codex-cli 0.171.0'], claude: ['@anthropic-ai/claude-code', '2.1.332 (Claude Code)'] };

/** Stand-ins that say a version; one folder each, in the order of PATH. */
function putClients(home) {
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

function environment(home, folders) {
  const system = ['SystemRoot', 'ComSpec', 'PATHEXT', 'TEMP', 'TMP'].flatMap((name) =>
    process.env[name] ? [[name, process.env[name]]] : [],
  );
  const PATH = folders.join(process.platform === 'win32' ? ';' : ':');
  return {
    ...Object.fromEntries(system),
    HOME: home,
    USERPROFILE: home,
    SHELL: '/bin/bash',
    PATH,
    CHANNEL_DOCTOR_LANG: 'en',
    NO_COLOR: '1',
  };
}

function runNode(node, args, { cwd, env, input = '' }) {
  return new Promise((resolve, reject) => {
    const child = spawn(node, args, { cwd, env, stdio: ['pipe', 'pipe', 'pipe'] });
    const printed = { stdout: '', stderr: '' };
    for (const name of ['stdout', 'stderr']) child[name].setEncoding('utf8').on('data', (text) => (printed[name] += text));
    child.on('error', reject).on('close', (exit) => resolve({ exit, ...printed }));
    child.stdin.on('error', () => {});
    child.stdin.end(input);
  });
}

/** The steps in order; each builds on what those before left in the home. */
const steps = (gateway, version) => [
  { args: ['--version'], stdout: `${version}\n` },
  { args: ['-V'], stdout: `${version}\n` },
  { args: ['--help'], stdout: /^Finds, explains and repairs[\s\S]*check[\s\S]*--offline/ },
  { args: ['check', '--help', '--lang', 'zh'], stdout: /用法/ },
  { args: ['completion', 'bash'], stdout: /complete -o default -F _channel_doctor/ },
  { args: ['explain', 'url/v1-doubled'], stdout: /version segment too many[\s\S]*Background\n[\s\S]*2\.1\.50[\s\S]*Right\n/ },
  { args: ['explain', 'auth/invalid-key', '--lang', 'zh'], stdout: /密钥/ },
  { args: ['providers', 'deepseek'], stdout: /https:\/\/api\.deepseek\.com/ },
  { args: ['nonsense'], exit: 2, stderr: /There is no command/ },
  { args: ['check', '--offline', '--json'], stdout: /"schema": "channel-doctor\/report@1"/ },
  {
    args: ['init', '--client', 'codex,claude-code', '--base-url', gateway.url, '--model', MODEL, '--key-stdin', '--yes'],
    input: `${KEY}\n`,
    stdout: /works/,
  },
  { args: ['check'], stdout: /Everything works/ },
  { breaks: '/v1' },
  { args: ['check', '--offline'], stdout: /warning\[url\/v1-doubled\]/ },
  { args: ['check', '--json'], exit: 1, stdout: /"id": "url\/v1-doubled"/ },
  { args: ['fix', '--yes'], stdout: /fixed\[url\/v1-doubled\]/ },
  { args: ['check', '--quiet'], stdout: /^\s*(?:Everything works\.)?\s*$/ },
  { args: ['undo', '--yes'], stdout: /./ },
  { args: ['check', '--quiet'], exit: 1, stdout: /url\/v1-doubled/ },
  { args: ['probe', '--base-url', gateway.url, '--model', MODEL, '--key-stdin'], input: KEY, stdout: /works/ },
];

const matches = (text, wanted) => (typeof wanted === 'string' ? assert.equal(text, wanted) : assert.match(text, wanted));

/** What a consumer of the library writes. */
const libraryUse = (entry) => `
import { check, ChannelDoctorError, probe } from ${JSON.stringify(pathToFileURL(entry).href)};
const report = await check({ offline: true, lang: 'en' });
const error = await probe({}).catch((thrown) => thrown);
console.log(report.schema, report.status, error instanceof ChannelDoctorError, error.exit);
`;

/**
 * Runs all of it with the program `node` on the package that stands in `installed`; `home` is made for it and removed.
 * Throws an AssertionError, or names the step in the message of another error. Returns the number of steps.
 */
export async function smoke({ node, installed, home }) {
  const { version, bin, exports } = JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8'));
  const program = join(installed, bin['channel-doctor']);
  const gateway = await startGateway({ kind: 'new-api', keys: [KEY], models: [MODEL] });
  try {
    mkdirSync(join(home, 'project'), { recursive: true });
    const options = { cwd: join(home, 'project'), env: environment(home, putClients(home)) };
    const settings = join(home, '.claude', 'settings.json');
    const all = steps(gateway, version);
    for (const { args, breaks, input, exit = 0, stdout, stderr } of all) {
      if (breaks) {
        writeFileSync(settings, readFileSync(settings, 'utf8').replace(`"${gateway.url}"`, `"${gateway.url}${breaks}"`));
        continue;
      }
      const got = await runNode(node, [program, ...args], { ...options, input });
      const name = `channel-doctor ${args.join(' ')}`;
      try {
        assert.equal(got.exit, exit);
        if (stdout) matches(got.stdout, stdout);
        if (stderr) matches(got.stderr, stderr);
        assert.ok(!`${got.stdout}${got.stderr}`.includes(KEY), 'the key was printed');
      } catch (error) {
        throw new Error(`${name}: ${error.message}\nexit ${got.exit}\n${got.stdout}${got.stderr}`);
      }
    }
    const script = join(home, 'library.mjs');
    writeFileSync(script, libraryUse(join(installed, exports['.'].default)));
    const used = await runNode(node, [script], options);
    assert.deepEqual([used.stdout, used.exit], ['channel-doctor/report@1 warnings true 2\n', 0], used.stderr);
    return all.length + 1;
  } finally {
    await gateway.close();
    rmSync(home, { recursive: true, force: true });
  }
}

/** `node test/package/smoke.mjs NODE INSTALLED_PACKAGE HOME` */
if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const [, , node, installed, home] = process.argv;
  mkdirSync(dirname(home), { recursive: true });
  process.stdout.write(`${await smoke({ node, installed, home })} passed, 0 failed\n`);
}
