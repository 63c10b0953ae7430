// Takes sentences out of the bundle: a check loads the checks and, where there is something to say, one language of the texts.

import { relative, sep } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import ts from 'typescript';

import { root } from '../install.mjs';

/** What every check prints stays in the code: for so little no file is read. */
const STAYS = /[\\/]src[\\/](?:cli|report[\\/]text)\.ts$/;
const IS_SOURCE = /[\\/]src[\\/].*\.ts$/;
const LANGUAGES = ['en', 'zh'];
const RUNTIME = new URL('../../src/i18n/stored-text.ts', import.meta.url).pathname;
/** Before the bundle is finished a text has a name; the number of its line is known only then. */
const BY_NAME = /\bstoredText\("((?:[^"\\]|\\.)*)"\)/g;
/** The first line of the file is its bracket. */
const FIRST_LINE = 2;

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

/** The source with `storedText("name")` in place of each text, which is added to `texts`: name → sentences by language. */
export function takeTexts(source, path, texts) {
  if (STAYS.test(path) || !IS_SOURCE.test(path)) return source;
  const file = relative(root, path).split(sep).join('/');
  const tree = ts.createSourceFile(path, source, ts.ScriptTarget.Latest, true);
  const cuts = [];
  const visit = (node) => {
    const sentences = sentencesOf(node);
    if (sentences === null) return ts.forEachChild(node, visit);
    const name = `${file} ${String(cuts.length).padStart(3, '0')}`;
    texts.set(name, sentences);
    cuts.push({ start: node.getStart(), end: node.getEnd(), name });
  };
  visit(tree);
  if (cuts.length === 0) return source;
  const contents = cuts.reduceRight(
    (code, { start, end, name }) => `${code.slice(0, start)}storedText(${JSON.stringify(name)})${code.slice(end)}`,
    source,
  );
  return `import { storedText } from ${JSON.stringify(RUNTIME)};\n${contents}`;
}

const sorted = (texts) => [...texts].sort(([a], [b]) => (a < b ? -1 : 1));

/** `storedText(417)`: the text in line 417 of dist/texts.en.json.br and dist/texts.zh.json.br. */
export function byLine(code, texts) {
  const lines = new Map(sorted(texts).map(([name], index) => [name, index + FIRST_LINE]));
  return code.replace(BY_NAME, (_, name) => {
    const line = lines.get(JSON.parse(`"${name}"`));
    if (line === undefined) throw new Error(`the text ${name} was not taken out`);
    return `storedText(${line})`;
  });
}

/**
 * One file a language, `texts.en.json.br`, one sentence a line: `node -p "zlib.brotliDecompressSync(fs.readFileSync('texts.en.json.br'))+''"`. Packed,
 * since both are a fifth of the package's archive and pack better so.
 */
export function textFiles(texts) {
  return LANGUAGES.map((lang) => {
    const lines = sorted(texts).map(([, sentences]) => JSON.stringify(sentences[lang]));
    return [`texts.${lang}.json.br`, brotliCompressSync(`[\n${lines.join(',\n')}\n]\n`)];
  });
}
