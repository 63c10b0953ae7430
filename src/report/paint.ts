// Colour and width: where the text goes decides how it may look.

import stringWidth from 'fast-string-width';
import { createColors } from 'picocolors';

import type { Host } from '../host.ts';

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

export function paintFor(host: Host, options: PaintOptions): Paint {
  const { red, yellow, green, cyan, dim, bold } = createColors(!options.plain && usesColor(host, options));
  const { LC_ALL, LC_CTYPE, LANG, TERM } = host.env;
  const locale = LC_ALL || LC_CTYPE || LANG || '';
  const unicode = !options.plain && TERM !== 'dumb' && (host.platform === 'win32' || /utf-?8/i.test(locale) || host.platform === 'darwin');
  const columns = Math.max(MIN_COLUMNS, Math.min(MAX_COLUMNS, host.terminal.columns));
  return { red, yellow, green, blue: cyan, dim, bold, columns, unicode, plain: options.plain };
}

export const widthOf = (text: string): number => stringWidth(text);

const CJK = /[\u2e80-\u9fff\uac00-\ud7af\uf900-\ufaff\uff00-\uffef]/u;
/** These may not begin a line. */
const CLOSING = /^[，。；：、！？）》」』”’,.;:!?)\]]/u;

/** Pieces between which a line may break: words, and every CJK character (with what must follow it). */
function pieces(text: string): string[] {
  const out: string[] = [];
  for (const character of text) {
    const last = out.at(-1) ?? '';
    const joins =
      last !== '' && !/\s$/.test(last) && (CLOSING.test(character) || (!CJK.test(character) && !CJK.test([...last].at(-1) ?? '')));
    if (joins || (/\s/.test(character) && last !== '')) out[out.length - 1] = last + character;
    else out.push(character);
  }
  return out;
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
