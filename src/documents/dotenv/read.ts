// A `.env` file as the object of variables that the client gets from it. Lines that it skips are no problem.

import type { Reading } from '../open.ts';
import { type Placed, scanDotenv } from './entries.ts';

export function readDotenv(text: string, hasBom: boolean): Reading {
  const entries = new Map<string, Placed>();
  for (const entry of scanDotenv(text, hasBom).entries) entries.set(entry.name, entry);
  const root: Record<string, string> = Object.create(null);
  for (const [name, { value }] of entries) root[name] = value;
  return {
    root,
    problems: [],
    duplicates: [],
    locate(path) {
      const entry = path.length === 1 ? entries.get(path[0] as string) : undefined;
      if (path.length === 0) return { key: { start: 0, end: 0 }, value: { start: 0, end: text.length }, table: null, content: root };
      return entry ? { key: entry.key, value: entry.raw, table: null, content: entry.value } : null;
    },
  };
}
