// Editing `.env`: one variable, one line.

import type { KeyPath } from '../../model.ts';
import type { TextEdit } from '../document.ts';
import { type Carried, carried, type Language, type Step } from '../language.ts';
import { endsWithEol, mainEol } from '../lines.ts';
import { because, type Reason } from '../reasons.ts';
import { insertion, withoutLines } from '../splice.ts';
import { type DotenvScan, type Placed, scanDotenv } from './entries.ts';
import { printValue } from './value.ts';

const NAME = /^[A-Za-z_][A-Za-z0-9_.]*$/;
/** Marks a value whose variables are not expanded here, so that it equals no plain text. */
const UNEXPANDED = '\u0000';

const all = ({ entries }: DotenvScan, name: string): readonly Placed[] => entries.filter((entry) => entry.name === name);

function set(text: string, scan: DotenvScan, name: string, value: unknown): readonly TextEdit[] | Reason {
  if (!NAME.test(name) || typeof value !== 'string') return because('value');
  const old = all(scan, name).at(-1);
  const printed = printValue(value, old?.quoting ?? 'none');
  if (old) return [{ ...old.raw, text: printed }];
  const eol = mainEol(text);
  const line = `${name}=${printed}`;
  return [insertion(text.length, text === '' || endsWithEol(text) ? line + eol : eol + line)];
}

function rename(scan: DotenvScan, path: KeyPath, to: string): readonly TextEdit[] | Reason {
  const entries = all(scan, path[0] as string);
  if (entries.length === 0) return because('missing');
  if (!NAME.test(to)) return because('value');
  return all(scan, to).length > 0 ? because('exists', { key: to }) : entries.map(({ key }) => ({ ...key, text: to }));
}

function carry(text: string, scan: DotenvScan, step: Step): Carried | Reason {
  const { path } = step;
  const [name] = path;
  if (name === undefined || path.length !== 1 || (step.op === 'move' && step.to.length !== 1))
    return because('not-a-table', { parent: name ?? '' });
  if (step.op === 'set') return carried(set(text, scan, name, step.value));
  if (step.op === 'remove') return carried(all(scan, name).map(({ lines }) => withoutLines(text, lines)));
  return carried(rename(scan, path, step.op === 'rename' ? step.to : (step.to[0] as string)));
}

export const dotenvLanguage: Language = {
  open(text, { hasBom }) {
    const scan = scanDotenv(text, hasBom);
    const content: Record<string, string> = Object.create(null);
    for (const { name, value, raw, hasUnquotedDollar } of scan.entries) {
      content[name] = hasUnquotedDollar ? UNEXPANDED + text.slice(raw.start, raw.end) : value;
    }
    return { content, comments: scan.comments, oddities: [], carry: (step) => carry(text, scan, step) };
  },
};
