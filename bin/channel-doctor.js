#!/usr/bin/env node
// Old syntax on purpose, here and only here: an old Node must get as far as the sentence below. CommonJS starts faster, too.
'use strict';
var fs = require('fs');
var path = require('path');

var parts = process.versions.node.split('.').map(Number);
var isOld = parts[0] < 20 || (parts[0] === 20 && (parts[1] < 18 || (parts[1] === 18 && parts[2] < 1)));

/** Says whether it could: where standard output is closed or busy, the program itself knows what to do. */
function printVersion() {
  try {
    fs.writeSync(1, JSON.parse(fs.readFileSync(path.join(__dirname, '..', 'package.json'), 'utf8')).version + '\n');
    return true;
  } catch (_) {
    return false;
  }
}

if (isOld) {
  process.stderr.write('channel-doctor needs Node 20.18.1 or newer; this is ' + process.versions.node + '. Update Node: https://nodejs.org\n');
  process.stderr.write('channel-doctor 需要 Node 20.18.1 或更新版本，当前是 ' + process.versions.node + '。请升级 Node：https://nodejs.org\n');
  process.exitCode = 2;
} else if (process.argv.length !== 3 || process.argv[2] !== '--version' || !printVersion()) {
  require('./start.js');
}
