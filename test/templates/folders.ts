// Where templates are read from in tests: a literal tree, and the package's own folder.

import { readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parse } from 'smol-toml';
import type { FileFact } from '../../src/model.ts';
import { parseTemplate } from '../../src/templates/parse.ts';
import type { Reading, Template } from '../../src/templates.ts';

export const FOLDER = fileURLToPath(new URL('../../templates', import.meta.url));
export const FILES = readdirSync(FOLDER).filter((name) => name.endsWith('.toml'));
export const textOf = (name: string): string => readFileSync(join(FOLDER, name), 'utf8');
export const rawOf = (name: string): unknown => parse(textOf(name));

/** All built-in templates, by file name. */
export const builtIn: readonly Template[] = FILES.map((name) => {
  const template = parseTemplate(textOf(name), name);
  if (template instanceof Error) throw new Error(`${template.text.en} ${JSON.stringify(template.args)}`);
  return template;
});

export function byId(id: string): Template {
  const found = builtIn.find((template) => template.id === id);
  if (found === undefined) throw new Error(`no template ${id}`);
  return found;
}

export function tree(files: Readonly<Record<string, string>>, env: Readonly<Record<string, string>> = {}): Reading {
  const fact = (path: string): FileFact => {
    const text = files[path];
    const bytes = text === undefined ? null : new TextEncoder().encode(text);
    return { path, state: bytes === null ? 'absent' : 'file', bytes, realPath: path, isLink: false, mode: null };
  };
  const list = (folder: string) => Object.keys(files).filter((path) => dirname(path) === folder);
  return {
    home: '/home/u',
    env,
    files: {
      read: async (path) => fact(path),
      list: async (folder) =>
        list(folder)
          .map((path) => basename(path))
          .sort(),
    },
  };
}
