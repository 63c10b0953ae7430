// src/ → dist/: one small entry, the library, and chunks that are loaded when a command needs them. Readable, not minified.

import { readFile } from 'node:fs/promises';
import { build } from 'esbuild';

import { root } from '../install.mjs';
import { packedExplanations } from './explanations.mjs';
import { lazyModules, reachedBefore } from './few-chunks.mjs';
import { finish } from './finish.mjs';
import { byLine, takeTexts } from './stored-texts.mjs';

/** esbuild plugin: what is done to the sources before they are bundled. */
function prepared(texts) {
  const lazy = lazyModules();
  return {
    name: 'prepared',
    setup({ onLoad }) {
      onLoad({ filter: /[\\/]src[\\/].*\.ts$/ }, async ({ path }) => {
        const source = takeTexts(await readFile(path, 'utf8'), path, texts);
        return { contents: lazy.has(path) ? source + reachedBefore(path) : source, loader: 'ts' };
      });
    },
  };
}

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
    plugins: [packedExplanations, prepared(texts)],
    metafile: true,
    // Shorter statements, the same names and lines: 6 kB of the archive, which has a limit.
    minifySyntax: true,
    // THIRD_PARTY_NOTICES holds them.
    legalComments: 'none',
    logLevel: 'warning',
  });
  finish(outdir, (code) => byLine(code, texts));
  return { metafile, texts };
}
