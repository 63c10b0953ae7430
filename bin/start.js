// Loads the program: dist/, where everything but the library's entry is CommonJS. What V8 compiled of it is kept between runs, which halves the
// start. Node does that by itself from 22.1 on; for Node 20 `requireKept` does.
'use strict';
const { lstatSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } = require('node:fs');
const { tmpdir } = require('node:os');
const { basename, dirname, join } = require('node:path');

const PROGRAM = join(__dirname, '..', 'dist', 'cli.cjs');
/** A command compiles what it runs; what another left out would be compiled again at each start. */
const COMMANDS = ['check', 'fix', 'init', 'measure', 'probe', 'run', 'show', 'use'];
/** The first runs add what they compiled to what is kept; later ones leave it. */
const RUNS_THAT_ADD = 4;

/**
 * Whoever can write there could run code as this user, so it is a folder that only this user can enter; null where that can't be had, or
 * NODE_DISABLE_COMPILE_CACHE=1 says that nothing is to be kept.
 */
function folderOfKeptCode() {
  if (process.env.NODE_DISABLE_COMPILE_CACHE) return null;
  const uid = process.getuid?.() ?? 0;
  const folder = join(tmpdir(), `channel-doctor-compiled-${uid}`);
  try {
    mkdirSync(folder, { mode: 0o700, recursive: true });
    const stats = lstatSync(folder);
    const isOurs = process.platform === 'win32' || (stats.uid === uid && (stats.mode & 0o077) === 0);
    return stats.isDirectory() && isOurs ? folder : null;
  } catch {
    // A machine without a place for temporary files.
    return null;
  }
}

/** The last byte says how many runs took part. */
function readKept(path) {
  const isThere = statSync(path, { throwIfNoEntry: false }) !== undefined;
  const bytes = isThere ? readFileSync(path) : Buffer.of(0);
  return { code: isThere ? bytes.subarray(0, -1) : undefined, runs: bytes[bytes.length - 1] };
}

/** Another run may be doing the same: each writes a file of its own and gives it its name when it stands whole. */
function keep(path, code, runs) {
  const written = `${path}.${process.pid}`;
  try {
    writeFileSync(written, Buffer.concat([code, Buffer.of(runs)]), { mode: 0o600, flag: 'wx' });
    renameSync(written, path);
  } catch {
    // A full disk: the next run compiles again.
    rmSync(written, { force: true });
  }
}

/**
 * `require` for the files of dist/. V8 itself refuses kept code of another version, of other flags, or that was damaged (a checksum); that it is
 * of this very file is said by its name: a file that was written anew has another time of change, which no package brings along.
 */
function requireKept(entry, folder) {
  const { Script } = require('node:vm');
  const command = COMMANDS.find((name) => process.argv.includes(name)) ?? 'other';
  const modules = new Map();
  const compiled = [];
  function load(file) {
    const known = modules.get(file);
    if (known) return known.exports;
    const module = { exports: {} };
    modules.set(file, module);
    // The build writes ASCII.
    const source = readFileSync(file, 'latin1');
    const { ctimeMs, ino, size } = statSync(file);
    const kept = join(folder, `${command}-${basename(file)}-${size}-${ino}-${Math.round(ctimeMs)}`);
    const { code: cachedData, runs } = readKept(kept);
    const script = new Script(`(function (exports, require, module, __filename, __dirname) {${source}\n})`, { filename: file, cachedData });
    if (script.cachedDataRejected) compiled.push({ script, kept, runs: 1 });
    else if (runs < RUNS_THAT_ADD) compiled.push({ script, kept, runs: runs + 1 });
    const here = dirname(file);
    const requireHere = (name) => load(join(here, name));
    script.runInThisContext().call(module.exports, module.exports, requireHere, module, file, here);
    return module.exports;
  }
  process.once('exit', () => {
    for (const { script, kept, runs } of compiled) keep(kept, script.createCachedData(), runs);
  });
  return load(entry);
}

function loadProgram() {
  const folder = folderOfKeptCode();
  if (folder === null) return require(PROGRAM);
  if (Number(process.versions.node.split('.')[0]) < 22) return requireKept(PROGRAM, folder);
  // A folder that the user chose stays.
  if (process.env.NODE_COMPILE_CACHE === undefined) require('node:module').enableCompileCache?.(folder);
  return require(PROGRAM);
}

try {
  loadProgram().start();
} catch (error) {
  if (error?.code !== 'MODULE_NOT_FOUND' && error?.code !== 'ENOENT') throw error;
  process.stderr.write('channel-doctor is not built yet. Run: npm install\n');
  process.exitCode = 2;
}
