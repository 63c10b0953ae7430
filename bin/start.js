// Loads the program: dist/, where everything but the library's entry is CommonJS. What V8 compiled of it is kept between runs, which halves the
// start. Node's own compile cache, which Node 20 does not have, is slower: it keeps only what the very first run compiled.
//
// V8 believes what it is given: it checks its version and its flags, but neither whether the bytes are whole nor which build of that version made
// them, and crashes over either. So each installation and executable (size, inode, times) has a folder of its own, and what is kept stands there
// twice.
'use strict';
const { lstatSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } = require('node:fs');
const { tmpdir } = require('node:os');
const { basename, dirname, join } = require('node:path');

const PROGRAM = join(__dirname, '..', 'dist', 'cli.cjs');
/** A command compiles what it runs; what another left out would be compiled again at each start. */
const COMMANDS = ['check', 'fix', 'init', 'measure', 'probe', 'run', 'show', 'use'];
/** The first runs add what they compiled to what is kept; later ones leave it. */
const RUNS_THAT_ADD = 4;

/** What another installation kept is removed this long after it was made: npx makes one with every version. */
const OLD_MS = 14 * 24 * 60 * 60 * 1000;

/** A file that was written anew has another inode or another time of change, which no package brings along. */
function identityOf(path) {
  const { ctimeMs, mtimeMs, ino, size } = statSync(path);
  return [size, ino, Math.round(mtimeMs), Math.round(ctimeMs)].map((part) => part.toString(36)).join('.');
}

/**
 * Whoever can write there could run code as this user, so it is a folder that only this user can enter. Null where that can't be had, where the
 * executable was replaced since it started, or where NODE_DISABLE_COMPILE_CACHE=1 says that nothing is to be kept.
 */
function folderOfKeptCode() {
  // Other runtimes compile in other ways.
  if (process.env.NODE_DISABLE_COMPILE_CACHE || process.versions.bun || process.versions.deno) return null;
  const uid = process.getuid?.() ?? 0;
  const all = join(tmpdir(), `channel-doctor-compiled-${uid}`);
  try {
    mkdirSync(all, { mode: 0o700, recursive: true });
    const stats = lstatSync(all);
    const isOurs = process.platform === 'win32' || (stats.uid === uid && (stats.mode & 0o077) === 0);
    return stats.isDirectory() && isOurs ? join(all, `${identityOf(PROGRAM)}-${identityOf(process.execPath)}`) : null;
  } catch {
    // A machine without a place for temporary files.
    return null;
  }
}

/** The last byte says how many runs took part; before it the code stands twice. Undefined where nothing is kept, or it is damaged. */
function readKept(path) {
  const nothing = { code: undefined, runs: 0 };
  // An error costs twenty times what the question costs.
  if (statSync(path, { throwIfNoEntry: false }) === undefined) return nothing;
  try {
    const bytes = readFileSync(path);
    const length = (bytes.length - 1) / 2;
    const code = bytes.subarray(0, length);
    const isWhole = bytes.length > 1 && Number.isInteger(length) && code.equals(bytes.subarray(length, -1));
    return isWhole ? { code, runs: bytes[bytes.length - 1] } : nothing;
  } catch {
    return nothing;
  }
}

/** Another run may be doing the same: each writes a file of its own and gives it its name when it stands whole. */
function keep(path, code, runs) {
  const written = `${path}.${process.pid}`;
  try {
    writeFileSync(written, Buffer.concat([code, code, Buffer.of(runs)]), { mode: 0o600, flag: 'wx' });
    renameSync(written, path);
  } catch {
    // A full disk: the next run compiles again.
    rmSync(written, { force: true });
  }
}

function makeFolder(folder) {
  try {
    mkdirSync(folder, { mode: 0o700 });
    const all = dirname(folder);
    for (const name of readdirSync(all)) {
      const other = join(all, name);
      if (Date.now() - statSync(other).mtimeMs > OLD_MS) rmSync(other, { recursive: true, force: true });
    }
  } catch {
    // It is there, or can't be made; another run may be tidying up, too.
  }
}

/** `require` for the files of dist/. */
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
    const kept = join(folder, `${command}-${basename(file)}`);
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
    if (compiled.length > 0) makeFolder(folder);
    for (const { script, kept, runs } of compiled) keep(kept, script.createCachedData(), runs);
  });
  return load(entry);
}

function loadProgram() {
  const folder = folderOfKeptCode();
  return folder === null ? require(PROGRAM) : requireKept(PROGRAM, folder);
}

try {
  loadProgram().start();
} catch (error) {
  if (error?.code !== 'MODULE_NOT_FOUND' && error?.code !== 'ENOENT') throw error;
  process.stderr.write('channel-doctor is not built yet. Run: npm install\n');
  process.exitCode = 2;
}
