// Builds dist/ from src/ and templates/, and THIRD_PARTY_NOTICES from what is in the bundle.
//
//   npm run build
//   node scripts/build.mjs --out DIR     everything into DIR; two builds of one source are the same to the byte

import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';

import { bundle } from './build/bundle.mjs';
import { declarations } from './build/declarations.mjs';
import { packExplanations } from './build/explanations.mjs';
import { bundledPackages, notices } from './build/licences.mjs';
import { sbom } from './build/sbom.mjs';
import { textFiles } from './build/stored-texts.mjs';
import { root } from './install.mjs';
import { packTemplates } from './pack-templates.mjs';

const { values } = parseArgs({ options: { out: { type: 'string' } } });
const outdir = values.out ? resolve(values.out) : join(root, 'dist');
const about = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));

rmSync(outdir, { recursive: true, force: true });
mkdirSync(outdir, { recursive: true });
const write = (name, text) => writeFileSync(join(outdir, name), text);

const { metafile, texts } = await bundle({ outdir, version: about.version });
const packages = bundledPackages(metafile);
for (const [name, text] of textFiles(texts)) write(name, text);
write('templates.json', await packTemplates());
write('explanations.json.br', await packExplanations());
write('index.d.ts', declarations());
write('sbom.cdx.json', sbom(packages, about));
writeFileSync(join(values.out ? outdir : root, 'THIRD_PARTY_NOTICES'), notices(packages));
