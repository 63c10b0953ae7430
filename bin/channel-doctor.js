#!/usr/bin/env node
// Old syntax on purpose: an old Node must get as far as the sentence below.
var parts = process.versions.node.split('.').map(Number);
var isOld = parts[0] < 20 || (parts[0] === 20 && (parts[1] < 18 || (parts[1] === 18 && parts[2] < 1)));
if (isOld) {
  process.stderr.write('channel-doctor needs Node 20.18.1 or newer; this is ' + process.versions.node + '. Update Node: https://nodejs.org\n');
  process.exit(2);
}
import('../dist/cli.js').then(
  function (program) {
    return program.start();
  },
  function (error) {
    if (error && error.code === 'ERR_MODULE_NOT_FOUND') {
      process.stderr.write('channel-doctor is not built yet. Run: npm install\n');
      process.exit(2);
    }
    throw error;
  },
);
