// The registries of the product for scripts: Node 20 reads no TypeScript, so they are bundled first.

import { join } from 'node:path';
import { build } from 'esbuild';

import { root } from './install.mjs';

const ENTRY = `
export { RULES } from './src/rules/index.ts';
export { FAILURES } from './src/probe/failures/index.ts';
`;

/** `{ RULES, FAILURES }`. */
export async function loadRegistries() {
  const { outputFiles } = await build({
    stdin: { contents: ENTRY, resolveDir: root, loader: 'ts' },
    bundle: true,
    write: false,
    format: 'esm',
    platform: 'node',
    mainFields: ['module', 'main'],
    absWorkingDir: join(root),
    banner: { js: "import { createRequire as createRequire_ } from 'node:module';\nconst require = createRequire_('file:///');" },
  });
  const code = Buffer.from(outputFiles[0].contents).toString('base64');
  return import(`data:text/javascript;base64,${code}`);
}
