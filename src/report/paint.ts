// Colour and width: where the text goes decides how it may look.

import { styleText } from 'node:util';

import type { Host } from '../host.ts';
import { widthOf } from './width.ts';

export interface Paint {
  readonly red: (text: string) => string;
  readonly yellow: (text: string) => string;
  readonly green: (text: string) => string;
  readonly blue: (text: string) => string;
  readonly dim: (text: string) => string;
  readonly bold: (text: string) => string;
  /** Columns to fit. */
  readonly columns: number;
  /** Lines and bullets beyond ASCII are fine. */
  readonly unicode: boolean;
  readonly plain: boolean;
}

const MIN_COLUMNS = 40;
const MAX_COLUMNS = 120;

export interface PaintOptions {
  readonly noColor: boolean;
  readonly plain: boolean;
  /** Where it is printed; default stdout. */
  readonly stream?: 'stdout' | 'stderr';
}

/** NO_COLOR, FORCE_COLOR, TERM=dumb and the terminal, in the order people expect. */
function usesColor({ env, terminal }: Host, { noColor, stream }: PaintOptions): boolean {
  const { NO_COLOR, FORCE_COLOR, TERM } = env;
  if (noColor || NO_COLOR) return false;
  if (FORCE_COLOR !== undefined) return FORCE_COLOR !== '0' && FORCE_COLOR !== 'false';
  return (stream === 'stderr' ? terminal.stderrIsTerminal : terminal.stdoutIsTerminal) && TERM !== 'dumb';
}

type Style = Parameters<typeof styleText>[0];

/** Whether the stream shows colours is decided here: Node's own look at it would open the stream, and ignores NO_COLOR on Node 20. */
const style = (format: Style, isOn: boolean) => (text: string) => (isOn ? styleText(format, text, { validateStream: false }) : text);

export function paintFor(host: Host, options: PaintOptions): Paint {
  const isOn = !options.plain && usesColor(host, options);
  const isCapable = host.platform === 'win32' || host.platform === 'darwin' || isUtf8(localeOf(host.env));
  const unicode = !options.plain && host.env.TERM !== 'dumb' && isCapable;
  const columns = Math.max(MIN_COLUMNS, Math.min(MAX_COLUMNS, host.terminal.columns));
  return {
    red: style('red', isOn),
    yellow: style('yellow', isOn),
    green: style('green', isOn),
    blue: style('cyan', isOn),
    dim: style('dim', isOn),
    bold: style('bold', isOn),
    columns,
    unicode,
    plain: options.plain,
  };
}

export { widthOf };

export const padded = (text: string, width: number): string => text + ' '.repeat(Math.max(0, width - widthOf(text)));

const localeOf = ({ LC_ALL, LC_CTYPE, LANG }: Host['env']): string => LC_ALL || LC_CTYPE || LANG || '';
const isUtf8 = (locale: string): boolean => /utf-?8/i.test(locale);

const TYPOGRAPHIC: Readonly<Record<string, string>> = {
  '’': "'",
  '‘': "'",
  '“': '"',
  '”': '"',
  '…': '...',
  '—': '-',
  '–': '-',
  '→': '->',
  '↔': '<->',
  '·': '-',
  '×': 'x',
  '≤': '<=',
  '≥': '>=',
};

/** Where the locale says that the terminal shows no more than ASCII: dots, quotes and dashes of ASCII. Words of other scripts stay. */
export function typographyFor({ env, platform }: Pick<Host, 'env' | 'platform'>): (text: string) => string {
  const locale = localeOf(env);
  if (locale === '' || isUtf8(locale) || platform === 'win32') return (text) => text;
  return (text) => text.replace(/[’‘“”…—–→↔·×≤≥]/gu, (character) => TYPOGRAPHIC[character] ?? character);
}

const CJK = /[\u2e80-\u9fff\uac00-\ud7af\uf900-\ufaff\uff00-\uffef]/u;
/** These may not begin a line. */
const CLOSING = /^[，。；：、！？）》」』”’,.;:!?)\]]/u;

/** These may not end a line. */
const OPENING = /[（「『《“‘([]$/u;

/** Pieces between which a line may break: words, and every CJK character (with what must follow it). */
function pieces(text: string): string[] {
  const out: string[] = [];
  let start = 0;
  let at = 0;
  let last = '';
  for (const character of text) {
    const joins = !/^\s?$/.test(last) && (CLOSING.test(character) || OPENING.test(last) || (!CJK.test(character) && !CJK.test(last)));
    const isBlankBehind = last !== '' && /\s/.test(character);
    if (!joins && !isBlankBehind && at > start) {
      out.push(text.slice(start, at));
      start = at;
    }
    last = character;
    at += character.length;
  }
  return at > start ? [...out, text.slice(start)] : out;
}

/** Wraps at a width in columns; wide characters count two. A piece longer than a line stays whole, so that it can be copied. */
export function wrap(text: string, width: number): string[] {
  const lines: string[] = [];
  for (const paragraph of text.split('\n')) {
    let line = '';
    for (const piece of pieces(paragraph)) {
      if (line !== '' && widthOf(line + piece.trimEnd()) > width) {
        lines.push(line.trimEnd());
        line = piece;
      } else line += piece;
    }
    lines.push(line.trimEnd());
  }
  return lines;
}
