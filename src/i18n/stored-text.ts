// The build puts calls of `storedText` where rules, failure classes and others have literal texts (scripts/build/stored-texts.mjs): parsing all
// sentences in both languages takes longer than a whole check, and most checks print none of them.

import { readFileSync } from 'node:fs';

import type { Text } from '../model.ts';

type Sentences = Readonly<Record<string, string>>;

const parse = (url: URL): Sentences => JSON.parse(readFileSync(url, 'utf8')) as Sentences;

let english: Sentences | undefined;
let chinese: Sentences | undefined;

function sentence(sentences: Sentences, key: string): string {
  const found = sentences[key];
  if (found === undefined) throw new Error(`the text ${key} is missing`);
  return found;
}

// Both addresses are literal so that a consumer's bundler finds the files.
export const storedText = (key: string): Text => ({
  get en() {
    english ??= parse(new URL('./texts.en.json', import.meta.url));
    return sentence(english, key);
  },
  get zh() {
    chinese ??= parse(new URL('./texts.zh.json', import.meta.url));
    return sentence(chinese, key);
  },
});
