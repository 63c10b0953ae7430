// Bundles src/ into dist/: one small entry, and chunks that are loaded when a command needs them.

import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { build } from 'esbuild';

import { packTemplates } from './pack-templates.mjs';

const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));
const root = new URL('..', import.meta.url).pathname;

rmSync(new URL('../dist', import.meta.url), { recursive: true, force: true });
await build({
  absWorkingDir: root,
  entryPoints: { cli: 'src/cli.ts' },
  outdir: 'dist',
  bundle: true,
  splitting: true,
  format: 'esm',
  platform: 'node',
  target: 'node20.18',
  mainFields: ['module', 'main'],
  define: { __VERSION__: JSON.stringify(version) },
  // CommonJS dependencies ask for Node's modules with require, which an ES module lacks.
  banner: { js: "import { createRequire as createRequire_ } from 'node:module';\nconst require = createRequire_(import.meta.url);" },
  logLevel: 'warning',
});
writeFileSync(new URL('../dist/templates.json', import.meta.url), await packTemplates());
