// What new-rule.mjs and new-client.mjs share: names, registries, and writing files that must not exist yet.

import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { root, run } from './install.mjs';

/** Words that can't be the name of a binding. */
const RESERVED =
  /^(?:undefined|default|delete|new|in|is|class|function|return|switch|case|import|export|static|null|true|false|void|with|yield|let)$/;

export const KEBAB = /^[a-z][a-z0-9]*(?:-[a-z0-9]+)*$/;

export function camelCase(name, suffix) {
  const camel = name.replace(/-([a-z0-9])/g, (_, letter) => letter.toUpperCase());
  return RESERVED.test(camel) ? `${camel}${suffix}` : camel;
}

export const pascalCase = (name) => {
  const camel = camelCase(name, '');
  return camel[0].toUpperCase() + camel.slice(1);
};

export class Stop extends Error {}

const at = (path) => join(root, path);
export const exists = (path) => existsSync(at(path));

export function create(path, text) {
  if (exists(path)) throw new Stop(`${path} is there already`);
  mkdirSync(dirname(at(path)), { recursive: true });
  writeFileSync(at(path), text);
  process.stdout.write(`created  ${path}\n`);
}

/** `change` returns the new text. Stops where it returns the same: the file no longer looks as this script expects. */
export function edit(path, change) {
  const before = readFileSync(at(path), 'utf8');
  const after = change(before);
  if (after === before) throw new Stop(`${path} does not look as expected; add the lines by hand`);
  writeFileSync(at(path), after);
  process.stdout.write(`changed  ${path}\n`);
}

/** After the last import of a file. */
export function addImport(text, line) {
  const imports = [...text.matchAll(/^import [^;]*;$/gm)];
  const last = imports.at(-1);
  if (!last) return text;
  const end = last.index + last[0].length;
  return `${text.slice(0, end)}\n${line}${text.slice(end)}`;
}

/** At the end of the literal array that is declared as `name`. */
export function addToArray(text, name, item) {
  return text.replace(
    new RegExp(`(${name}[^=]*= \\[)([\\s\\S]*?),?\\s*\\];`),
    (_, head, items) => `${head}${items.trimEnd()}${items.trim() ? ',' : ''} ${item}];`,
  );
}

/** Sorts imports and lays the code out, where the tool is installed. */
export function tidy(paths) {
  const biome = 'node_modules/@biomejs/biome/bin/biome';
  if (exists(biome)) run(process.execPath, [biome, 'check', '--write', '--log-level=error', ...paths], { quiet: true });
}

/** Runs the script and ends with 2 and a sentence where it was used wrongly or can't go on. */
export function main(script) {
  try {
    script(process.argv.slice(2));
  } catch (error) {
    if (!(error instanceof Stop)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exitCode = 2;
  }
}
