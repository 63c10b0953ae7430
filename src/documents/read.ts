// Any bytes as a Document.

import type { DocumentFormat } from '../model.ts';
import type { Document } from './document.ts';
import { readDotenv } from './dotenv/read.ts';
import { decode } from './encoding.ts';
import { readJson } from './json/read.ts';
import type { Lines } from './lines.ts';
import { documentOf, type Reading } from './open.ts';
import { readToml } from './toml/read.ts';

const PLAIN: Reading = { root: null, problems: [], duplicates: [], locate: () => null };

function reader(format: DocumentFormat, path: string): (text: string, lines: Lines, hasBom: boolean) => Reading {
  switch (format) {
    case 'json':
      return (text, lines) => readJson(text, lines, path);
    case 'toml':
      return readToml;
    case 'dotenv':
      return (text, _, hasBom) => readDotenv(text, hasBom);
    default:
      return () => PLAIN;
  }
}

/** Never throws; whatever is wrong is a problem of the document. In a file named `.jsonc` comments are no problem. */
export const openDocument = (format: DocumentFormat, bytes: Uint8Array, path = ''): Document =>
  documentOf(format, decode(bytes), reader(format, path));
