// Draws frames over one another at the bottom of the terminal; what stood above stays in the scrollback.

import { widthOf } from '../report/paint.ts';
import type { Frame } from './prompt.ts';

const ESC = '\u001b[';
const CLEAR_BELOW = `${ESC}0J`;
const HIDE_CURSOR = `${ESC}?25l`;
const SHOW_CURSOR = `${ESC}?25h`;

const up = (rows: number): string => (rows > 0 ? `${ESC}${rows}A` : '');
const right = (columns: number): string => (columns > 0 ? `${ESC}${columns}C` : '');

export class Screen {
  readonly #write: (text: string) => void;
  readonly #columns: () => number;
  #drawn: Frame | null = null;

  constructor(write: (text: string) => void, columns: () => number) {
    this.#write = write;
    this.#columns = columns;
  }

  draw(frame: Frame): void {
    const { lines, cursor } = frame;
    const last = lines.length - 1;
    const place = cursor ? `\r${up(last - cursor.line)}${right(cursor.column)}${SHOW_CURSOR}` : '';
    this.#write(`${HIDE_CURSOR}${this.#erased()}${lines.join('\r\n')}${place}`);
    this.#drawn = frame;
  }

  /** Puts lines that stay in the frame's place. */
  leave(lines: readonly string[]): void {
    const text = lines.map((line) => `${line}\r\n`).join('');
    this.#write(`${this.#erased()}${text}${SHOW_CURSOR}`);
    this.#drawn = null;
  }

  /** Back to the first row of the last frame, even where the terminal has become narrower and wraps it now. */
  #erased(): string {
    if (!this.#drawn) return '';
    const { lines, cursor } = this.#drawn;
    const above = cursor ? lines.slice(0, cursor.line) : lines.slice(0, -1);
    const columns = Math.max(1, this.#columns());
    const rows = above.reduce((sum, line) => sum + Math.max(1, Math.ceil(widthOf(line) / columns)), 0);
    return `\r${up(rows)}${CLEAR_BELOW}`;
  }
}
