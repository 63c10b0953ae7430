// Paired and interleaved runs: in every round each contender runs once, in turn first; a ratio compares runs of one round.

import { spawn } from 'node:child_process';

const quantile = (sorted, part) => sorted[Math.min(sorted.length - 1, Math.floor(part * sorted.length))];

/** Median and the middle half. */
export function spread(values) {
  const sorted = [...values].sort((a, b) => a - b);
  return { median: quantile(sorted, 0.5), low: quantile(sorted, 0.25), high: quantile(sorted, 0.75) };
}

/** Milliseconds from the start of a program to its end. Fails where it ends otherwise than expected. */
export function timeOf({ command, args = [], env, cwd, exits = [0], limitMs = 60_000 }) {
  return new Promise((resolve, reject) => {
    const start = performance.now();
    const child = spawn(command, args, { env, cwd, stdio: 'ignore' });
    const timer = setTimeout(() => child.kill('SIGKILL'), limitMs);
    child.once('error', reject);
    child.once('exit', (code, signal) => {
      clearTimeout(timer);
      const ms = performance.now() - start;
      if (exits === 'any' || exits.includes(code)) resolve(ms);
      else reject(new Error(`${command} ${args.join(' ')} ended with ${signal ?? code}`));
    });
  });
}

/** `contenders`: name → run; the first is the base of the ratios. One warm-up each, then `rounds`. Name → `{ ms, ratio }`, each a spread. */
export async function compare(contenders, rounds) {
  const names = Object.keys(contenders);
  const times = Object.fromEntries(names.map((name) => [name, []]));
  for (const name of names) await timeOf(contenders[name]);
  for (let round = 0; round < rounds; round += 1) {
    const turn = [...names.slice(round % names.length), ...names.slice(0, round % names.length)];
    for (const name of turn) times[name].push(await timeOf(contenders[name]));
  }
  const [base] = names;
  return Object.fromEntries(
    names.map((name) => [name, { ms: spread(times[name]), ratio: spread(times[name].map((ms, round) => ms / times[base][round])) }]),
  );
}
