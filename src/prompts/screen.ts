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
    const place = cursor ? `\r${up(this.rowsOf(lines.slice(cursor.line)) - 1)}${right(cursor.column)}${SHOW_CURSOR}` : '';
    this.#write(`${HIDE_CURSOR}${this.#erased()}${lines.join('\r\n')}${place}`);
    this.#drawn = frame;
  }

  /** Takes rows away that stand above, where no frame is drawn. */
  erase(rows: number): void {
    this.#write(`\r${up(rows)}${CLEAR_BELOW}`);
  }

  /** Puts lines that stay in the frame's place. */
  leave(lines: readonly string[]): void {
    const text = lines.map((line) => `${line}\r\n`).join('');
    this.#write(`${this.#erased()}${text}${SHOW_CURSOR}`);
    this.#drawn = null;
  }

  /** Back to the first row of the last frame. */
  #erased(): string {
    if (!this.#drawn) return '';
    const { lines, cursor } = this.#drawn;
    const rows = cursor ? this.rowsOf(lines.slice(0, cursor.line)) : this.rowsOf(lines) - 1;
    return `\r${up(rows)}${CLEAR_BELOW}`;
  }

  /** An address may be wider than the terminal, and the terminal narrower than it was: both are wrapped. */
  rowsOf(lines: readonly string[]): number {
    const columns = Math.max(1, this.#columns());
    return lines.reduce((sum, line) => sum + Math.max(1, Math.ceil(widthOf(line) / columns)), 0);
  }
}
