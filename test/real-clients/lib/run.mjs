// One command: standard input closed or given, a time limit, its whole process group ended.

import { spawn } from 'node:child_process';

const LOOK_MS = 200;

/** `watch(out, ms)` may name a reason to stop early. `exit` is null where the command was stopped. */
export function run(argv, { env, cwd, limit, input, watch }) {
  return new Promise((resolve) => {
    const started = Date.now();
    const child = spawn(argv[0], argv.slice(1), { env, cwd, stdio: [input === undefined ? 'ignore' : 'pipe', 'pipe', 'pipe'], detached: true });
    const out = { stdout: '', stderr: '', exit: null, stopped: null };
    const endGroup = () => {
      try {
        process.kill(-child.pid, 'SIGKILL');
      } catch {
        // Nothing is left of it.
      }
    };
    const stop = (why) => {
      out.stopped ??= why;
      endGroup();
    };
    child.stdout.on('data', (text) => {
      out.stdout += text;
    });
    child.stderr.on('data', (text) => {
      out.stderr += text;
    });
    child.on('error', (error) => {
      out.stderr += String(error);
    });
    if (input !== undefined) {
      child.stdin.on('error', () => {});
      child.stdin.end(input);
    }
    const timer = setTimeout(() => stop('limit'), limit);
    const look = setInterval(() => {
      const why = watch?.(out, Date.now() - started);
      if (why) stop(why);
    }, LOOK_MS);
    child.on('close', (code) => {
      clearTimeout(timer);
      clearInterval(look);
      endGroup();
      out.exit = out.stopped ? null : code;
      out.seconds = Math.round((Date.now() - started) / 100) / 10;
      resolve(out);
    });
  });
}

/** Printed lines without colours, trimmed, none of them empty. */
export const linesOf = (text) =>
  text
    .replace(/\u001b\[[0-9;]*m/g, '')
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);
