// What `explain` teaches goes into one compressed file: the archive of the package is too near its limit for it, and no other command reads it.

import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { build } from 'esbuild';

import { root } from '../install.mjs';

const FOLDER = join(root, 'src/explain');

/** esbuild plugin: the reader of the compressed file in place of the texts. */
export const packedExplanations = {
  name: 'packed-explanations',
  setup({ onResolve }) {
    onResolve({ filter: /^\.\/all\.ts$/ }, ({ resolveDir }) => (resolveDir === FOLDER ? { path: join(FOLDER, 'packed.ts') } : null));
  },
};

/** Bytes of dist/explanations.json.br. */
export async function packExplanations() {
  const { outputFiles } = await build({
    entryPoints: [join(FOLDER, 'all.ts')],
    bundle: true,
    write: false,
    format: 'esm',
    platform: 'node',
  });
  const code = Buffer.from(outputFiles[0].contents).toString('base64');
  const { EXPLANATIONS } = await import(`data:text/javascript;base64,${code}`);
  return brotliCompressSync(JSON.stringify(EXPLANATIONS));
}
