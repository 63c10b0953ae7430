// The build puts calls of `storedText` where rules, failure classes and others have literal texts (scripts/build/stored-texts.mjs): parsing all
// sentences in both languages takes longer than a whole check, and most checks print none of them.

import { readFileSync } from 'node:fs';

import type { Text } from '../model.ts';

type Sentences = readonly string[];

const parse = (url: URL): Sentences => JSON.parse(readFileSync(url, 'utf8')) as Sentences;

let english: Sentences | undefined;
let chinese: Sentences | undefined;

function sentence(sentences: Sentences, line: number): string {
  const found = sentences[line - 2];
  if (found === undefined) throw new Error(`line ${line} is missing in dist/texts.*.json`);
  return found;
}

/** The sentence in this line of dist/texts.en.json or dist/texts.zh.json. Both addresses are literal so that a bundler finds the files. */
export const storedText = (line: number): Text => ({
  get en() {
    english ??= parse(new URL('./texts.en.json', import.meta.url));
    return sentence(english, line);
  },
  get zh() {
    chinese ??= parse(new URL('./texts.zh.json', import.meta.url));
    return sentence(chinese, line);
  },
});
