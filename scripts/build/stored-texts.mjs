// Takes sentences out of the bundle: a check loads the checks and, where there is something to say, one language of the texts.

import { readFile } from 'node:fs/promises';
import { relative, sep } from 'node:path';
import ts from 'typescript';

import { root } from '../install.mjs';

/** Where most texts are, which a run prints few of. What every check or help prints stays where it is. */
const HOLDS_TEXTS = /[\\/]src[\\/](?:rules|probe|measure|setup|prompts|launch|report[\\/]latency-[^\\/]*)[\\/]?.*\.ts$/;
const LANGUAGES = ['en', 'zh'];

const isLiteral = (node) => ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node);

/** The two sentences of an object literal that is a text and nothing else; null for any other node. */
function sentencesOf(node) {
  if (!ts.isObjectLiteralExpression(node) || node.properties.length !== LANGUAGES.length) return null;
  const entries = node.properties.map((property) =>
    ts.isPropertyAssignment(property) && ts.isIdentifier(property.name) && isLiteral(property.initializer)
      ? [property.name.text, property.initializer.text]
      : [],
  );
  const found = Object.fromEntries(entries.filter(([name]) => LANGUAGES.includes(name)));
  return LANGUAGES.every((lang) => found[lang] !== undefined) ? found : null;
}

/** `rule.text.title`: the names on the way to a node, so that whoever reads the bundle sees which sentence is meant. */
function nameOf(node) {
  const names = [];
  for (let at = node; at; at = at.parent) {
    if ((ts.isPropertyAssignment(at) || ts.isVariableDeclaration(at)) && ts.isIdentifier(at.name)) names.unshift(at.name.text);
  }
  return names.join('.');
}

/** esbuild plugin. `texts` is filled: key → sentences by language. */
export function storedTexts(texts) {
  const runtime = new URL('../../src/i18n/stored-text.ts', import.meta.url).pathname;
  return {
    name: 'stored-texts',
    setup({ onLoad }) {
      onLoad({ filter: HOLDS_TEXTS }, async ({ path }) => {
        const source = await readFile(path, 'utf8');
        const { contents, found } = takeOut(source, relative(root, path).split(sep).slice(1).join('/').replace(/\.ts$/, ''));
        for (const [key, sentences] of found) texts.set(key, sentences);
        if (found.size === 0) return { contents: source, loader: 'ts' };
        return { contents: `import { storedText } from ${JSON.stringify(runtime)};\n${contents}`, loader: 'ts' };
      });
    },
  };
}

/** The source with `storedText("key")` in place of each text. */
function takeOut(source, file) {
  const tree = ts.createSourceFile(`${file}.ts`, source, ts.ScriptTarget.Latest, true);
  const found = new Map();
  const cuts = [];
  const visit = (node) => {
    const sentences = sentencesOf(node);
    if (sentences === null) return ts.forEachChild(node, visit);
    const name = `${file}: ${nameOf(node)}`;
    let key = name;
    for (let number = 2; found.has(key); number += 1) key = `${name} ${number}`;
    found.set(key, sentences);
    cuts.push({ start: node.getStart(), end: node.getEnd(), key });
  };
  visit(tree);
  let contents = source;
  for (const { start, end, key } of cuts.reverse()) {
    contents = `${contents.slice(0, start)}storedText(${JSON.stringify(key)})${contents.slice(end)}`;
  }
  return { contents, found };
}

/** One file a language, `texts.en.json`: readable, one sentence a line, in the order of the keys. */
export function textFiles(texts) {
  const sorted = [...texts].sort(([a], [b]) => (a < b ? -1 : 1));
  return LANGUAGES.map((lang) => [
    `texts.${lang}.json`,
    `${JSON.stringify(Object.fromEntries(sorted.map(([key, sentences]) => [key, sentences[lang]])), null, 1)}\n`,
  ]);
}
