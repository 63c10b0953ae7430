// Loads the program: dist/, which are ES modules.
'use strict';
const { lstatSync, mkdirSync } = require('node:fs');
const module_ = require('node:module');
const { tmpdir } = require('node:os');
const { join } = require('node:path');

/**
 * Node 22.1 and newer keep compiled code between runs, which halves the start. Whoever can write there could run code as this user, so it is
 * a folder that only this user can enter; where that can't be had, nothing is kept. NODE_DISABLE_COMPILE_CACHE=1 turns it off.
 */
function keepCompiledCode() {
  if (module_.enableCompileCache === undefined || process.env.NODE_COMPILE_CACHE !== undefined) return;
  const uid = process.getuid?.() ?? 0;
  const folder = join(tmpdir(), `channel-doctor-compiled-${uid}`);
  try {
    mkdirSync(folder, { mode: 0o700, recursive: true });
    const stats = lstatSync(folder);
    const isOurs = process.platform === 'win32' || (stats.uid === uid && (stats.mode & 0o077) === 0);
    if (stats.isDirectory() && isOurs) module_.enableCompileCache(folder);
  } catch {
    // A machine without a place for temporary files.
  }
}

keepCompiledCode();
import('../dist/cli.js').then(
  (program) => program.start(),
  (error) => {
    if (error?.code !== 'ERR_MODULE_NOT_FOUND') throw error;
    process.stderr.write('channel-doctor is not built yet. Run: npm install\n');
    process.exitCode = 2;
  },
);
