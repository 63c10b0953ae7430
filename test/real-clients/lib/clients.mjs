// The real clients: where they are installed, and which a scenario is for.

import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';

export const NEWEST = 'codex@0.171.0,claude-code@2.1.332';
const PACKAGES = { codex: ['@openai/codex', 'codex'], 'claude-code': ['@anthropic-ai/claude-code', 'claude'] };

export const commandName = (client) => PACKAGES[client.id][1];

/** `ID@VERSION,…` */
export function parseClients(list) {
  return list.split(',').filter(Boolean).map((entry) => {
    const [id, version] = entry.trim().split('@');
    if (!PACKAGES[id] || !version) throw new Error(`--clients: ${entry} is not ID@VERSION`);
    return { id, version, name: `${id}@${version}` };
  });
}

function compareVersions(a, b) {
  const [x, y] = [a, b].map((version) => version.split(/[.-]/).map(Number));
  for (let i = 0; i < 3; i += 1) if ((x[i] ?? 0) !== (y[i] ?? 0)) return (x[i] ?? 0) - (y[i] ?? 0);
  return 0;
}

/** Is a client in a list such as `["codex>=0.95.0", "claude-code<2.0.0"]`? No list: both, all versions. */
export function covers(list, client) {
  return (list ?? ['codex', 'claude-code']).some((entry) => {
    const [, id, operator, version] = /^([a-z-]+)(>=|<)?(.*)$/.exec(entry);
    if (id !== client.id) return false;
    if (!operator) return true;
    const difference = compareVersions(client.version, version);
    return operator === '>=' ? difference >= 0 : difference < 0;
  });
}

export function cacheFolder(given) {
  return path.resolve(given ?? path.join(process.env.XDG_CACHE_HOME || path.join(os.homedir(), '.cache'), 'channel-doctor-clients'));
}

/** How an installed client is started; null where it is not there. */
export function locate(client, cache) {
  const [name, bin] = PACKAGES[client.id];
  const root = path.join(cache, client.name, 'node_modules', name);
  try {
    const manifest = JSON.parse(fs.readFileSync(path.join(root, 'package.json'), 'utf8'));
    if (manifest.version !== client.version) return null;
    const file = path.join(root, typeof manifest.bin === 'string' ? manifest.bin : manifest.bin[bin]);
    if (!fs.existsSync(file)) return null;
    return { file, argv: /\.[cm]?js$/.test(file) ? [process.execPath, file] : [file] };
  } catch {
    return null;
  }
}

export function install(client, cache) {
  const [name] = PACKAGES[client.id];
  const folder = path.join(cache, client.name);
  fs.mkdirSync(folder, { recursive: true });
  fs.writeFileSync(path.join(folder, 'package.json'), '{"private":true}\n');
  process.stderr.write(`installing ${name}@${client.version}\n`);
  const npm = ['install', '--no-audit', '--no-fund', '--loglevel=error', `${name}@${client.version}`];
  const { status } = spawnSync('npm', npm, { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] });
  if (status !== 0 || !locate(client, cache)) throw new Error(`could not install ${name}@${client.version}`);
}
