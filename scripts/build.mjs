// Builds dist/ from src/ and templates/.
//
//   npm run build
//   node scripts/build.mjs --out DIR     somewhere else; two builds of one source are the same to the byte

import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';

import { bundle } from './build/bundle.mjs';
import { textFiles } from './build/stored-texts.mjs';
import { root } from './install.mjs';
import { packTemplates } from './pack-templates.mjs';

const { values } = parseArgs({ options: { out: { type: 'string', default: join(root, 'dist') } } });
const outdir = resolve(values.out);
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));

rmSync(outdir, { recursive: true, force: true });
mkdirSync(outdir, { recursive: true });
const write = (name, text) => writeFileSync(join(outdir, name), text);

const { metafile, texts } = await bundle({ outdir, version });
for (const [name, text] of textFiles(texts)) write(name, text);
for (const [name, text] of await packTemplates()) write(name, text);
