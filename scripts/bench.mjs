// How fast the program is beside its limits and its peers: paired, interleaved, as ratios with spread. Minutes; a quiet machine, please.
//
//   npm run bench                     prints
//   npm run bench -- --rounds 41      more rounds (default 21)
//   npm run bench -- --only start     one part: start, online, peers, large, npx
//   npm run bench -- --write          also writes the tables into docs/performance.md and docs/performance.zh-CN.md

import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

import { startGateway } from '../test/cases/gateway.mjs';
import { makeTarball, run } from '../test/package/tarball.mjs';
import { KEY, MODEL, makeHome, realClients } from './bench/home.mjs';
import { largeConfig } from './bench/large.mjs';
import { compare, spread, timeOf } from './bench/pairs.mjs';
import { startRegistry } from './bench/registry.mjs';
import { root } from './install.mjs';

const { values } = parseArgs({
  options: { rounds: { type: 'string', default: '21' }, only: { type: 'string' }, write: { type: 'boolean' } },
});
const ROUNDS = Number(values.rounds);
const ANSWER_MS = 200;
const TABLES = 5000;
const NODE = process.execPath;
const work = mkdtempSync(join(tmpdir(), 'channel-doctor-bench-'));
const state = { program: '' };

const node = (where, args = ['-e', '0']) => ({ command: NODE, args, ...where });
const doctor = (where, args, more = {}) => ({ command: NODE, args: [state.program, ...args], ...where, ...more });
const ms = ({ median, low, high }) => `${median.toFixed(0)} ms (${low.toFixed(0)}–${high.toFixed(0)})`;
const times = ({ median, low, high }) => `${median.toFixed(2)} × (${low.toFixed(2)}–${high.toFixed(2)})`;
const rows = (compared, names = Object.keys(compared)) => names.map((name) => [name, ms(compared[name].ms), times(compared[name].ratio)]);
const gatewayOf = (config = {}) => startGateway({ kind: 'new-api', keys: [KEY], models: [MODEL], ...config });

// ---------------------------------------------------------------- parts

async function start() {
  const where = makeHome(join(work, 'start'), 'http://127.0.0.1:9');
  const compared = await compare(
    {
      'node -e 0': node(where),
      'channel-doctor --version': doctor(where, ['--version']),
      'channel-doctor --help': doctor(where, ['--help']),
      'channel-doctor completion bash': doctor(where, ['completion', 'bash']),
      'channel-doctor check --offline': doctor(where, ['check', '--offline']),
    },
    ROUNDS,
  );
  const probe = join(work, 'memory.cjs');
  writeFileSync(probe, "process.on('exit', () => require('fs').writeSync(2, String(process.resourceUsage().maxRSS)));\n");
  const { stderr } = spawnSync(NODE, ['--require', probe, state.program, 'check', '--offline'], { ...where, encoding: 'utf8' });
  return [...rows(compared), ['peak memory of the check', `${(Number(/\d+$/.exec(stderr)?.[0]) / 1024).toFixed(0)} MB`, '']];
}

async function online() {
  // The words of the answer are held back, so that its last byte is due after ANSWER_MS.
  const gateway = await gatewayOf({ latency: { first: ANSWER_MS, per: 0 } });
  const where = makeHome(join(work, 'online'), gateway.url);
  const broken = makeHome(join(work, 'broken'), `${gateway.url}/wrong`);
  const request = JSON.stringify({ model: MODEL, stream: true, max_tokens: 1, messages: [{ role: 'user', content: 'hi' }] });
  const curl = ['-sN', `${gateway.url}/v1/messages`, '-H', `x-api-key: ${KEY}`, '-H', 'content-type: application/json', '-d', request];
  try {
    const compared = await compare(
      {
        'node -e 0': node(where),
        'curl, the same request once': { command: 'curl', args: curl, ...where },
        'channel-doctor check, both clients': doctor(where, ['check']),
        'channel-doctor check, a wrong path in both': doctor(broken, ['check'], { exits: [0, 1] }),
      },
      ROUNDS,
    );
    const own = compared['channel-doctor check, both clients'];
    const over = (own.ms.median - ANSWER_MS) / compared['node -e 0'].ms.median;
    return [...rows(compared), [`check less ${ANSWER_MS} ms`, `${(own.ms.median - ANSWER_MS).toFixed(0)} ms`, `${over.toFixed(2)} ×`]];
  } finally {
    await gateway.close();
  }
}

/** Other tools of the field, in a folder of their own; only those that npm can install here. */
function otherTools() {
  const folder = join(homedir(), '.cache', 'channel-doctor-bench');
  mkdirSync(folder, { recursive: true });
  if (!existsSync(join(folder, 'package.json'))) writeFileSync(join(folder, 'package.json'), '{ "private": true }\n');
  const tools = [
    ['zcf', 'zcf@3.7.3', 'bin/zcf.mjs', ['--version']],
    ['@kaitranntt/ccs', '@kaitranntt/ccs@7.79.1', 'dist/ccs.js', ['--version']],
  ];
  return tools.flatMap(([name, spec, bin, args]) => {
    const program = join(folder, 'node_modules', name, bin);
    if (!existsSync(program)) spawnSync('npm', ['install', '--no-audit', '--no-fund', '--ignore-scripts', spec], { cwd: folder });
    return existsSync(program) ? [[`${name.replace(/.*\//, '')} ${args.join(' ')}`, program, args]] : [];
  });
}

async function peers() {
  const clients = realClients();
  const gateway = await gatewayOf();
  const where = makeHome(join(work, 'peers'), gateway.url, { clients });
  const contenders = { 'channel-doctor check': doctor(where, ['check']), 'node -e 0': node(where) };
  if (clients) {
    const [codex, claude] = ['codex', 'claude'].map((name, index) => join(clients[index], name));
    Object.assign(contenders, {
      'codex doctor --network-only': { command: codex, args: ['doctor', '--network-only'], ...where, exits: 'any' },
      'codex doctor': { command: codex, args: ['doctor'], ...where, exits: 'any' },
      'claude doctor': { command: claude, args: ['doctor'], ...where, exits: 'any' },
    });
  }
  for (const [name, program, args] of otherTools()) contenders[name] = { ...node(where, [program, ...args]), exits: 'any' };
  try {
    return rows(await compare(contenders, Math.ceil(ROUNDS / 2)));
  } finally {
    await gateway.close();
  }
}

async function large() {
  const sizes = [0, TABLES, 2 * TABLES];
  const url = 'http://127.0.0.1:9';
  const homes = sizes.map((tables) => makeHome(join(work, `large-${tables}`), url, { config: largeConfig(url, tables) }));
  const label = (tables) =>
    tables === 0 ? 'no further tables' : `${tables} tables, ${(largeConfig(url, tables).length / 1e6).toFixed(1)} MB`;
  const named = (args, exits) => Object.fromEntries(homes.map((where, index) => [label(sizes[index]), doctor(where, args, { exits })]));
  const rounds = Math.ceil(ROUNDS / 4);
  const edit = [
    'init',
    '--client',
    'codex',
    '--base-url',
    'http://127.0.0.1:10',
    '--model',
    MODEL,
    '--key-env',
    'GW_KEY',
    '--offline',
    '--check',
  ];
  const checked = await compare(named(['check', '--offline'], [0, 1]), rounds);
  const edited = await compare(named(edit, [5]), rounds);
  const extra = (compared, index) => compared[label(sizes[index])].ms.median - compared[label(0)].ms.median;
  const line = (what, compared) =>
    sizes.map((tables, index) => [
      `${what}, ${label(tables)}`,
      ms(compared[label(tables)].ms),
      index === 0 ? '' : `+${extra(compared, index).toFixed(0)} ms`,
    ]);
  return [...line('check --offline', checked), ...line('an edit planned and proven', edited)];
}

/** The bundle as it is, and the same with what is bundled as dependencies beside it. */
async function npx() {
  const tarball = makeTarball(join(work, 'npx'));
  const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const bundled = JSON.parse(readFileSync(join(work, 'npx/staging/dist/sbom.cdx.json'), 'utf8')).components;
  const packed = bundled.map(({ name }) => {
    // As npm packs it: everything below `package/`.
    const folder = join(work, 'dependency', name);
    cpSync(join(root, 'node_modules', name), join(folder, 'package'), { recursive: true });
    const archive = join(folder, 'package.tgz');
    run('tar', ['-czf', archive, '-C', folder, 'package']);
    const { version, type, main, exports } = JSON.parse(readFileSync(join(folder, 'package/package.json'), 'utf8'));
    return { manifest: { name, version, type, main, exports }, tarball: archive };
  });
  const dependencies = Object.fromEntries(bundled.map(({ name, version }) => [name, version]));
  const withDependencies = { ...manifest, name: 'channel-doctor-with-dependencies', dependencies };
  const registry = await startRegistry([
    { manifest, tarball: tarball.file },
    { manifest: withDependencies, tarball: tarball.file },
    ...packed,
  ]);
  const cold = async (name) => {
    const cache = mkdtempSync(join(work, 'cache-'));
    const args = ['--yes', '--registry', registry.url, '--cache', cache, '--package', name, 'channel-doctor', '--version'];
    const took = await timeOf({ command: 'npx', args, cwd: work, env: { ...process.env, npm_config_update_notifier: 'false' } });
    rmSync(cache, { recursive: true, force: true });
    return took;
  };
  try {
    const [alone, beside] = [[], []];
    for (let round = 0; round < Math.ceil(ROUNDS / 4); round += 1) {
      alone.push(await cold(manifest.name));
      beside.push(await cold(withDependencies.name));
    }
    return [
      ['npx, one package', ms(spread(alone)), '1.00 ×'],
      [`npx, with ${bundled.length} dependencies`, ms(spread(beside)), times(spread(beside.map((took, round) => took / alone[round])))],
      ['tarball', `${(tarball.bytes / 1000).toFixed(0)} kB`, `${(tarball.unpackedBytes / 1e6).toFixed(1)} MB unpacked`],
    ];
  } finally {
    registry.close();
  }
}

// ---------------------------------------------------------------- tables

const PARTS = { start, online, peers, large, npx };
const HEAD = { start: 'node -e 0', online: 'node -e 0', peers: 'channel-doctor check', large: '', npx: '' };

function table(name, lines) {
  const head = `| ${name} | median (middle half) | ${HEAD[name] ? `beside \`${HEAD[name]}\`` : ''} |\n| --- | ---: | ---: |`;
  return `${head}\n${lines.map((cells) => `| ${cells.join(' | ')} |`).join('\n')}`;
}

function writeDown(tables) {
  const at = new Date().toISOString().slice(0, 10);
  const machine = `${cpus()[0]?.model.trim()}, ${cpus().length} cores, ${process.platform} ${process.arch}, Node ${process.versions.node}, ${at}`;
  const text = `<!-- bench -->\n${machine}\n\n${tables.join('\n\n')}\n<!-- /bench -->`;
  for (const name of ['docs/performance.md', 'docs/performance.zh-CN.md']) {
    const path = join(root, name);
    writeFileSync(path, readFileSync(path, 'utf8').replace(/<!-- bench -->[\s\S]*<!-- \/bench -->/, text));
  }
}

try {
  const staged = makeTarball(work);
  mkdirSync(join(work, 'installed'));
  run('tar', ['-xzf', staged.file, '-C', join(work, 'installed')]);
  state.program = join(work, 'installed/package/bin/channel-doctor.js');
  const tables = [];
  for (const [name, part] of Object.entries(PARTS)) {
    if (values.only && values.only !== name) continue;
    tables.push(table(name, await part()));
    process.stdout.write(`${tables.at(-1)}\n\n`);
  }
  if (values.write) writeDown(tables);
} finally {
  rmSync(work, { recursive: true, force: true });
}
