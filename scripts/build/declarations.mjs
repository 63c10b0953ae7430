// dist/index.d.ts: the public types as one file. The modules behind src/index.ts that types come from import nothing else of the program.

import { basename, join } from 'node:path';
import ts from 'typescript';

import { root } from '../install.mjs';

const MODULES = ['report', 'latency', 'options', 'error'].map((name) => join(root, 'src/library', `${name}.ts`));
const ENTRY = join(root, 'src/index.ts');
/** `import type { … } from './x.ts'`, `export type * from './x.ts'`: all of them stand in the same file. */
const LINK = /^(?:import|export) [^;]*? from '\.[^']*';\n/gm;

function emit() {
  const { config } = ts.readConfigFile(join(root, 'tsconfig.json'), ts.sys.readFile);
  const { options } = ts.parseJsonConfigFileContent({ ...config, files: [ENTRY], include: [] }, ts.sys, root);
  const program = ts.createProgram([ENTRY, ...MODULES], {
    ...options,
    noEmit: false,
    declaration: true,
    emitDeclarationOnly: true,
    noCheck: true,
    stripInternal: true,
    outDir: join(root, 'dist'),
  });
  const written = new Map();
  for (const path of [...MODULES, ENTRY]) {
    program.emit(program.getSourceFile(path), (name, text) => written.set(basename(name), text), undefined, true);
  }
  return written;
}

/** The text of index.d.ts. Throws where a type comes from elsewhere than src/library/. */
export function declarations() {
  const parts = [...emit().values()].map((text) =>
    text
      .replace(LINK, '')
      .replace(/^export \{\};\n/gm, '')
      .trim(),
  );
  const text = `${parts.join('\n\n')}\n`;
  const foreign = /\bfrom '[^']*'|\bimport\(/.exec(text);
  if (foreign) throw new Error(`a public type comes from elsewhere than src/library/: ${foreign[0]}`);
  return text;
}
