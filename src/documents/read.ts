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

/** The same bytes are opened again and again while facts are gathered, and `.claude.json` may be megabytes. */
const opened = new WeakMap<Uint8Array, Map<string, Document>>();

/** Never throws; whatever is wrong is a problem of the document. In a file named `.jsonc` comments are no problem. */
export function openDocument(format: DocumentFormat, bytes: Uint8Array, path = ''): Document {
  const known = opened.get(bytes) ?? new Map<string, Document>();
  opened.set(bytes, known);
  const kind = `${format} ${path.endsWith('.jsonc')}`;
  const document = known.get(kind) ?? documentOf(format, decode(bytes), reader(format, path));
  known.set(kind, document);
  return document;
}
