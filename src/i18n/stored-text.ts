// The build puts calls of `storedText` where rules, failure classes and others have literal texts (scripts/build/stored-texts.mjs): parsing all
// sentences in both languages takes longer than a whole check, and most checks print none of them.

import { readFileSync } from 'node:fs';

import type { Text } from '../model.ts';

type Sentences = readonly string[];

/** `node:zlib` is loaded with the first sentence: a healthy check prints none. */
const parse = (url: URL): Sentences =>
  JSON.parse(process.getBuiltinModule('node:zlib').brotliDecompressSync(readFileSync(url)).toString('utf8')) as Sentences;

let english: Sentences | undefined;
let chinese: Sentences | undefined;

function sentence(sentences: Sentences, line: number): string {
  const found = sentences[line - 2];
  if (found === undefined) throw new Error(`line ${line} is missing in dist/texts.*.json.br`);
  return found;
}

/** The sentence in this line of dist/texts.en.json.br or dist/texts.zh.json.br. Both addresses are literal so that a bundler finds the files. */
export const storedText = (line: number): Text => ({
  get en() {
    english ??= parse(new URL('./texts.en.json.br', import.meta.url));
    return sentence(english, line);
  },
  get zh() {
    chinese ??= parse(new URL('./texts.zh.json.br', import.meta.url));
    return sentence(chinese, line);
  },
});
