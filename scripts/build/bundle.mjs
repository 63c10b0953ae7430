// src/ → dist/: one small entry, and chunks that are loaded when a command needs them. Readable, not minified.

import { build } from 'esbuild';

import { root } from '../install.mjs';
import { fewChunks } from './few-chunks.mjs';
import { finish } from './finish.mjs';
import { storedTexts } from './stored-texts.mjs';

/** esbuild's metafile, and the texts that were taken out of the code. `version` is the package's own. */
export async function bundle({ outdir, version }) {
  const texts = new Map();
  const { metafile } = await build({
    absWorkingDir: root,
    entryPoints: { cli: 'src/cli.ts', index: 'src/index.ts' },
    outdir,
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node20.18',
    // jsonc-parser and its kind have a UMD `main`, which a bundle can't follow.
    mainFields: ['module', 'main'],
    define: { __VERSION__: JSON.stringify(version) },
    plugins: [storedTexts(texts), fewChunks()],
    metafile: true,
    logLevel: 'warning',
  });
  finish(outdir);
  return { metafile, texts };
}
