// By hand: the real clients, after `use` in both directions and started by `run`, answer through the gateway they should, and only that one gets
// the key. Made-up keys, a throw-away home, a private network with the loopback only.
//
//   node scripts/use-run-proof.mjs [--cache DIR] [--bin PATH] [--verbose]
//
// DIR holds codex@VERSION and claude-code@VERSION as npm installs them; by default channel-doctor-clients in the user's cache folder.

import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

import { startGateway } from './use-run-proof/gateway.mjs';

const SELF = fileURLToPath(import.meta.url);
const INSIDE = 'CHANNEL_DOCTOR_PROOF_INSIDE';
const PACKAGES = { codex: ['@openai/codex', 'codex'], 'claude-code': ['@anthropic-ai/claude-code', 'claude'] };
const LIMIT_MS = 60_000;

const { values: given } = parseArgs({ options: { cache: { type: 'string' }, bin: { type: 'string' }, verbose: { type: 'boolean' } } });
const cache = resolve(given.cache ?? join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'channel-doctor-clients'));
const bin = resolve(given.bin ?? join(dirname(SELF), '..', 'bin', 'channel-doctor.js'));

/** Only the loopback, and a name server that nobody answers for. */
function isolate() {
  if (process.platform !== 'linux' || process.env[INSIDE]) return false;
  const way = [
    ['-n', '-m'],
    ['-U', '-r', '-n', '-m'],
  ].find((flags) => spawnSync('unshare', [...flags, 'true'], { stdio: 'ignore' }).status === 0);
  if (!way) return false;
  const folder = mkdtempSync(join(tmpdir(), 'proof-ns-'));
  writeFileSync(join(folder, 'resolv.conf'), 'nameserver 127.0.0.1\noptions timeout:1 attempts:1\n');
  const script = 'ip link set lo up; mount --bind "$1" /etc/resolv.conf 2>/dev/null; shift; exec "$@"';
  const argv = [...way, 'sh', '-c', script, 'sh', join(folder, 'resolv.conf'), process.execPath, SELF, ...process.argv.slice(2)];
  const { status } = spawnSync('unshare', argv, { stdio: 'inherit', env: { ...process.env, [INSIDE]: '1' } });
  rmSync(folder, { recursive: true, force: true });
  process.exit(status ?? 1);
}

/** The newest installed version of a client, as a command. */
function locate(id) {
  const [name, command] = PACKAGES[id];
  const folders = existsSync(cache) ? readdirSync(cache).filter((folder) => folder.startsWith(`${id}@`)) : [];
  const found = folders.sort((a, b) => a.localeCompare(b, 'en', { numeric: true })).at(-1);
  if (!found) throw new Error(`no ${id}@VERSION in ${cache}`);
  const root = join(cache, found, 'node_modules', name);
  const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  return { command, file: join(root, typeof manifest.bin === 'string' ? manifest.bin : manifest.bin[command]), version: manifest.version };
}

isolate();
const clients = Object.keys(PACKAGES).map((id) => ({ id, ...locate(id) }));
const base = mkdtempSync(join(tmpdir(), 'proof-'));
const path = join(base, 'bin');
mkdirSync(path);
for (const { command, file } of clients) symlinkSync(file, join(path, command));

const KEYS = { a: 'sk-proof-aaaaaaaaaaaa1111', b: 'sk-proof-bbbbbbbbbbbb2222', c: 'sk-proof-cccccccccccc3333' };
const STALE = {
  console: 'sk-ant-proof-stale-console-4444',
  account: 'sk-ant-oat01-proof-stale-5555',
  chatgpt: 'eyJhbGciOiJub25lIn0.eyJleHAiOjQxMDI0NDQ4MDB9.stale6666',
};
const gateways = { a: await startGateway('reply-of-a'), b: await startGateway('reply-of-b'), c: await startGateway('reply-of-c') };
const failures = [];

function newHome(name, files = {}) {
  const home = join(base, name);
  mkdirSync(join(home, 'work'), { recursive: true });
  for (const [file, content] of Object.entries(files)) {
    mkdirSync(dirname(join(home, file)), { recursive: true });
    writeFileSync(join(home, file), typeof content === 'string' ? content : JSON.stringify(content, null, 2));
  }
  return home;
}

function start(argv, home, { input = null, env = {} } = {}) {
  return new Promise((done) => {
    const child = spawn(argv[0], argv.slice(1), {
      cwd: join(home, 'work'),
      stdio: [input === null ? 'ignore' : 'pipe', 'pipe', 'pipe'],
      env: {
        ...{ HOME: home, PATH: `${path}:${dirname(process.execPath)}:/usr/bin:/bin`, LANG: 'C.UTF-8', TERM: 'dumb', SHELL: '/bin/bash' },
        ...{
          CLAUDE_CODE_MAX_RETRIES: '0',
          API_TIMEOUT_MS: '8000',
          CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
          DISABLE_AUTOUPDATER: '1',
        },
        ...env,
      },
    });
    const out = { stdout: '', stderr: '' };
    for (const name of ['stdout', 'stderr']) child[name].on('data', (text) => (out[name] += text));
    child.stdin?.end(input ?? '');
    const limit = setTimeout(() => child.kill('SIGKILL'), LIMIT_MS);
    child.on('close', (status, signal) => {
      clearTimeout(limit);
      if (given.verbose)
        process.stderr.write(`$ ${argv.slice(1).join(' ').slice(0, 200)}\n${out.stdout.slice(-600)}${out.stderr.slice(-900)}\n`);
      done({ ...out, status, signal });
    });
  });
}

const doctor = (home, args, options) => start([process.execPath, bin, ...args], home, options);
const question = {
  codex: ['exec', '--skip-git-repo-check', '-c', 'features.unbounded_connection_retries=false', 'say hi'],
  'claude-code': ['-p', 'say hi'],
};
const ask = ({ id, command }, home, options) => start([join(path, command), ...question[id]], home, options);
const reset = () => {
  for (const { seen } of Object.values(gateways)) seen.splice(0);
};

function tell(what, problems) {
  process.stdout.write(`${problems.length === 0 ? 'ok  ' : 'FAIL'} ${what}${problems.map((problem) => `\n       ${problem}`).join('')}\n`);
  failures.push(...problems);
}

/** It was this gateway that answered, with its own key, and nobody else saw anything. */
function judge(what, { stdout, stderr, status }, expected) {
  const problems = [];
  if (!stdout.includes(`reply-of-${expected}`))
    problems.push(`no answer of ${expected} (status ${status}): ${(stdout + stderr).trim().slice(-300)}`);
  for (const [name, { seen }] of Object.entries(gateways)) {
    const keys = new Set(seen.flat());
    if (name !== expected && seen.length > 0) problems.push(`${name} was asked ${seen.length} times`);
    for (const key of keys) if (key.replace(/^Bearer /, '') !== KEYS[expected]) problems.push(`${name} saw the key ${key}`);
  }
  tell(what, problems);
  reset();
}

const init = (home, name, how, options) =>
  doctor(
    home,
    ['init', '--client', 'codex,claude-code', '--name', name, '-u', gateways[name].origin, '-m', `m-${name}`, ...how, '--yes'],
    options,
  );
function step(what, { status, stderr }, wanted = 0) {
  tell(what, status === wanted ? [] : [`status ${status}: ${stderr.trim().slice(-300)}`]);
  reset();
}

async function afterUse() {
  const hook = { hooks: { UserPromptSubmit: [{ hooks: [{ type: 'command', command: 'touch "$HOME/hook-ran"' }] }] } };
  const mcp = '# mine\napproval_policy = "never"\n\n[mcp_servers.none]\ncommand = "true"\nenabled = false\n';
  const home = newHome('use', { '.claude/settings.json': hook, '.codex/config.toml': mcp, 'key-of-c': `${KEYS.c}\n` });
  const withB = { env: { KEY_OF_B: KEYS.b } };
  step('init a, key by value', await init(home, 'a', ['--key-stdin'], { input: KEYS.a }));
  step('init b, key by variable', await init(home, 'b', ['--key-env', 'KEY_OF_B'], withB));
  step('init c, key by command', await init(home, 'c', ['--key-command', 'cat "$HOME/key-of-c"']));
  for (const name of ['a', 'b', 'c', 'a']) {
    step(`use ${name}`, await doctor(home, ['use', name, '--yes'], name === 'b' ? withB : {}));
    for (const client of clients)
      judge(`${client.id} ${client.version} after use ${name}`, await ask(client, home, name === 'b' ? withB : {}), name);
  }
  const before = ['.claude/settings.json', '.codex/config.toml', '.claude.json'].map((file) => readFileSync(join(home, file), 'utf8'));
  rmSync(join(home, 'hook-ran'), { force: true });
  for (const client of clients) {
    judge(
      `run ${client.id} --name b while a is set up`,
      await doctor(home, ['run', client.id, '--name', 'b', '--', ...question[client.id]], withB),
      'b',
    );
  }
  tell('a hook of the user runs in that session', existsSync(join(home, 'hook-ran')) ? [] : ['the hook did not run']);
  const after = ['.claude/settings.json', '.codex/config.toml'].map((file) => readFileSync(join(home, file), 'utf8'));
  tell('no settings of the user changed', after.every((text, index) => text === before[index]) ? [] : ['a file changed']);
  step('use --off', await doctor(home, ['use', '--off', '--yes']));
  for (const client of clients) {
    const { stdout } = await ask(client, home);
    const asked = Object.values(gateways).some(({ seen }) => seen.length > 0);
    tell(`${client.id} after use --off asks no gateway`, asked || stdout.includes('reply-of') ? ['a gateway was asked'] : []);
    reset();
  }
}

async function staleLogins() {
  const tokens = { id_token: STALE.chatgpt, access_token: STALE.chatgpt, refresh_token: 'r', account_id: 'acc' };
  const oauth = {
    accessToken: STALE.account,
    refreshToken: 'sk-ant-ort01-x',
    expiresAt: 4102444800000,
    scopes: ['user:inference'],
    subscriptionType: 'pro',
  };
  const home = newHome('stale', {
    '.claude.json': { primaryApiKey: STALE.console, hasCompletedOnboarding: true },
    '.claude/.credentials.json': { claudeAiOauth: oauth },
    '.claude/settings.json': {
      apiKeyHelper: `echo ${KEYS.a}`,
      env: { ANTHROPIC_BASE_URL: gateways.a.origin, ANTHROPIC_CUSTOM_HEADERS: `x-other-key: ${KEYS.a}` },
    },
    '.codex/auth.json': { tokens, last_refresh: new Date().toISOString() },
    '.codex/.env': 'CODEX_CHANNEL_DOCTOR_KEY=sk-proof-from-dotenv-7777\n',
  });
  for (const client of clients) {
    const flags = ['-u', gateways.b.origin, '-m', 'm-b', '--key-env', 'KEY_OF_B'];
    const said = await doctor(home, ['run', client.id, ...flags, '--', ...question[client.id]], { env: { KEY_OF_B: KEYS.b } });
    judge(`run ${client.id} by flags, past stale logins, a helper and headers of another gateway`, said, 'b');
  }
}

async function endings() {
  const home = newHome('ends', { '.claude/settings.json': {} });
  const flags = ['-u', gateways.b.origin, '-m', 'm-b', '--key-env', 'KEY_OF_B', '--offline'];
  const { status } = await doctor(home, ['run', 'codex', ...flags, '--', 'no-such-command', '--nonsense'], { env: { KEY_OF_B: KEYS.b } });
  tell('the status of the client is passed on', status === 2 ? [] : [`status ${status}`]);
}

await afterUse();
await staleLogins();
await endings();
for (const { close } of Object.values(gateways)) close();
rmSync(base, { recursive: true, force: true, maxRetries: 3 });
process.stdout.write(failures.length === 0 ? 'all as it should be\n' : `${failures.length} problems\n`);
process.exit(failures.length === 0 ? 0 : 1);
