// The program's chunks as CommonJS: what V8 compiled can be kept between runs of a classic script, not of a module (bin/start.js).
// esbuild can cut shared chunks only of ES modules, and writes their imports and exports in one form, which is translated here. Only the
// library's entry stays an ES module.

import ts from 'typescript';

const IMPORT = /^import \{([^}]*)\} from "\.\/([^"]+)\.js";$/gm;
const IMPORT_FOR_EFFECT = /^import "\.\/([^"]+)\.js";$/gm;
const EXPORT = /^export \{([^}]*)\};$/gm;
const LAZY = /\bimport\("\.\/([^"]+)\.js"\)/g;
const LAZY_OF_NODE = /\bimport\("(node:[a-z/_]+)"\)/g;
const META_URL = /\bimport\.meta\.url\b/g;
const FILE_URL = 'process.getBuiltinModule("node:url").pathToFileURL(__filename).href';

/** `// src/rules/url/verdict.ts` → `// rules/url/verdict`, and no hints for bundlers: the archive has a limit. */
const trimmed = (code) => code.replace(/^\/\/ src\/(.*)\.ts$/gm, '// $1').replaceAll('/* @__PURE__ */ ', '');

const renamed = (names) => names.replace(/\b([\w$]+) as ([\w$]+)/g, '$1: $2');
const swapped = (names) => names.replace(/\b([\w$]+) as ([\w$]+)/g, '$2: $1');

const namesOf = (code, pattern) =>
  [...code.matchAll(pattern)].flatMap(([, names]) => names.split(',').map((name) => name.trim().split(' ')[0]));

/** What this node gives a new value to; undefined where it gives none. */
function assigned(node) {
  const { FirstAssignment, LastAssignment, PlusPlusToken, MinusMinusToken } = ts.SyntaxKind;
  if (ts.isBinaryExpression(node)) {
    const { kind } = node.operatorToken;
    return kind >= FirstAssignment && kind <= LastAssignment ? node.left : undefined;
  }
  const isStep =
    (ts.isPrefixUnaryExpression(node) || ts.isPostfixUnaryExpression(node)) && [PlusPlusToken, MinusMinusToken].includes(node.operator);
  return isStep ? node.operand : undefined;
}

/** Names are copied when a chunk is loaded, so what is exported must stay what it is. Throws where something assigns to one. */
function expectConstant(name, code) {
  const exported = new Set(namesOf(code, EXPORT));
  const tree = ts.createSourceFile(name, code, ts.ScriptTarget.Latest, true, ts.ScriptKind.JS);
  const visit = (node) => {
    const target = assigned(node);
    if (target && ts.isIdentifier(target) && exported.has(target.text))
      throw new Error(`${name} exports ${target.text}, and assigns to it`);
    ts.forEachChild(node, visit);
  };
  visit(tree);
}

/** Names of the chunks that each one loads first. Throws where they go round in a circle: one of them would be used before it is there. */
export function expectNoCircle(chunks) {
  const done = new Set();
  const walk = (name, path) => {
    if (path.includes(name)) throw new Error(`chunks load each other: ${[...path, name].join(' → ')}`);
    if (done.has(name)) return;
    for (const [, to] of [...chunks.get(name).matchAll(/^(?:\} from|import(?: [^;]*? from)?) "\.\/([^"]+)";/gm)]) walk(to, [...path, name]);
    done.add(name);
  };
  for (const name of chunks.keys()) walk(name, []);
}

/** One chunk of the program. Throws where something of an ES module is left. */
export function commonJs(name, code) {
  expectConstant(name, code);
  const written = trimmed(code)
    .replace(IMPORT, (_, names, from) => `const {${renamed(names)}} = require("./${from}.cjs");`)
    .replace(IMPORT_FOR_EFFECT, (_, from) => `require("./${from}.cjs");`)
    .replace(LAZY, (_, from) => `Promise.resolve().then(() => require("./${from}.cjs"))`)
    .replace(LAZY_OF_NODE, (_, module) => `Promise.resolve(process.getBuiltinModule("${module}"))`)
    .replace(META_URL, FILE_URL)
    .replace(EXPORT, (_, names) => `module.exports = {${swapped(names)}};`);
  const left = /^(?:import|export)\b.*|\bimport(?:\.meta|\().*/m.exec(written);
  if (left) throw new Error(`${name} has ${left[0].slice(0, 80)}, which scripts/build/common-js.mjs does not know`);
  return `"use strict";\n${written}`;
}

/** The library's entry loads the program's chunks from an ES module. */
export const libraryEntry = (code) => code.replace(/((?:from |import\()"\.\/[^"]+)\.js"/g, '$1.cjs"');
