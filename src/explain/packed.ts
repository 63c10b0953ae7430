// Stands in for all.ts in the package (scripts/build/explanations.mjs): 50 kB of text that `explain` alone needs, in a quarter of the space.

import { readFileSync } from 'node:fs';
import { brotliDecompressSync } from 'node:zlib';

import type { Explanations } from './explanation.ts';

const packed = readFileSync(new URL('./explanations.json.br', import.meta.url));

export const EXPLANATIONS: Explanations = JSON.parse(brotliDecompressSync(packed).toString());
