// Many more random documents than `npm test` tries: `npm run test:fuzz [runs]`.

import { spawnSync } from 'node:child_process';

const runs = process.argv[2] ?? '10000';
const vitest = ['node_modules/vitest/vitest.mjs', 'run', 'test/documents/fuzz.test.ts'];
const { status } = spawnSync(process.execPath, vitest, { stdio: 'inherit', env: { ...process.env, FUZZ_RUNS: runs } });
process.exitCode = status ?? 1;
