// Scenarios: loading them, and laying one out as a home folder.

import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';

/** Everything that can change what a client does; a recorded outcome counts only while this is the same. */
function digestOf({ files, cwd, setup, env, gateway, gateway2, clientArgs, clientEnv }) {
  const parts = [files, cwd, setup, env, gateway, gateway2, clientArgs, clientEnv];
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 16);
}

export function loadScenarios(folders, only) {
  const all = [];
  for (const folder of folders) {
    for (const name of fs.readdirSync(folder).filter((entry) => entry.endsWith('.json')).sort()) {
      const scenario = JSON.parse(fs.readFileSync(path.join(folder, name), 'utf8'));
      if (only.length > 0 && !only.some((start) => scenario.id.startsWith(start) || name.startsWith(start))) continue;
      if (all.some(({ id }) => id === scenario.id)) throw new Error(`${name}: id ${scenario.id} is used twice`);
      all.push({ ...scenario, digest: digestOf(scenario) });
    }
  }
  return all;
}

function bytesOf(value, fill) {
  if (value?.base64) return Buffer.from(value.base64, 'base64');
  const text = fill(typeof value === 'string' ? value : value.text);
  if (value.encoding === 'utf8-bom') return Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), Buffer.from(text)]);
  if (value.encoding === 'utf16le-bom') return Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(text, 'utf16le')]);
  return Buffer.from(text);
}

export function placesOf(scenario, base) {
  const home = path.join(base, 'home');
  return { home, cwd: path.join(home, (scenario.cwd ?? '~/work').replace(/^~\/?/, '')) };
}

export function layOut(scenario, base, fill) {
  const { home, cwd } = placesOf(scenario, base);
  const place = (name) => path.join(home, name.replace(/^~\/?/, ''));
  fs.rmSync(base, { recursive: true, force: true });
  fs.mkdirSync(cwd, { recursive: true });
  for (const [name, value] of Object.entries(scenario.files ?? {})) {
    const file = place(fill(name));
    fs.mkdirSync(path.dirname(file), { recursive: true });
    if (value?.dir) fs.mkdirSync(file, { recursive: true });
    else if (value?.symlink) fs.symlinkSync(fill(value.symlink), file);
    else fs.writeFileSync(file, bytesOf(value, fill));
    if (value?.mode) fs.chmodSync(file, Number.parseInt(value.mode, 8));
  }
  if (scenario.setup?.git) spawnSync('git', ['init', '-q', place(scenario.setup.git)], { env: { PATH: process.env.PATH, HOME: home } });
}

/** The environment of the next terminal: what start-up files of bash add to this one. */
export function newTerminal({ home, cwd, env, ...rest }) {
  const files = ['.profile', '.bash_profile', '.bashrc'].filter((name) => fs.existsSync(path.join(home, name)));
  if (files.length === 0) return { ...rest, home, cwd, env };
  const script = `${files.map((name) => `. "$HOME/${name}" >/dev/null`).join('; ')}; env -0`;
  const { stdout } = spawnSync('bash', ['--noprofile', '--norc', '-c', script], { env, cwd, encoding: 'utf8', timeout: 10_000 });
  const pairs = stdout.split('\0').filter(Boolean).map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]);
  const added = Object.fromEntries(pairs.filter(([name]) => !['_', 'SHLVL', 'PWD', 'OLDPWD'].includes(name)));
  return { ...rest, home, cwd, env: { ...env, ...added } };
}
