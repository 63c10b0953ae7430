// Asks questions one after another. The keyboard stays open in between, so that nothing typed or pasted is ever echoed.

import { EXIT, UserError } from '../errors.ts';
import type { Keyboard, Terminal } from '../host.ts';
import { say } from '../i18n/index.ts';
import { ellipsisOf, fitted } from '../report/fit.ts';
import { widthOf } from '../report/paint.ts';
import { type Key, KeyReader } from './keys.ts';
import { signsOf } from './layout.ts';
import { BACK, type Back, type Look, type Outcome, type Prompt } from './prompt.ts';
import { Screen } from './screen.ts';
import { TAKEN_BACK } from './words.ts';

const INTERRUPTED = { en: 'Stopped; nothing was written', zh: '已中断；没有写入任何内容' };
/** So long a lone ESC waits for the rest of a sequence, ms: over a slow line an arrow key must not become Escape. */
const ESCAPE_MS = 50;
const FRAME_MS = 80;
const TURNING = { unicode: ['⠋', '⠙', '⠹', '⠸', '⠼', '⠴', '⠦', '⠧', '⠇', '⠏'], ascii: ['|', '/', '-', '\\'] } as const;

export const interrupted = (): UserError => new UserError(EXIT.interrupted, INTERRUPTED);
const isStop = ({ name }: Key): boolean => name === 'interrupt';

export class Conversation {
  readonly #terminal: Terminal;
  readonly #lookNow: () => Look;
  #keyboard: Keyboard | null = null;
  readonly #reader = new KeyReader();
  readonly #screen: Screen;
  #flush: NodeJS.Timeout | null = null;
  #listener: ((key: Key) => void) | null = null;
  #wasInterrupted = false;
  /** Rows of what stays on the screen, piece by piece, as far back as nobody else has printed in between. */
  #pieces: number[] = [];
  /** Pieces before those. */
  #forgotten = 0;

  constructor(terminal: Terminal, look: () => Look) {
    this.#terminal = terminal;
    this.#lookNow = look;
    this.#screen = new Screen(
      (text) => terminal.writeErr(text),
      () => terminal.columns,
    );
    this.resume();
  }

  resume(): void {
    this.#keyboard ??= this.#terminal.openKeyboard(
      (text) => this.#arrived(text),
      () => this.#press({ name: 'interrupt', text: '' }),
    );
  }

  /** Gives the keyboard away for a while, to a command that asks by itself, or because something is written. */
  pause(): void {
    this.forget();
    if (this.#flush) clearTimeout(this.#flush);
    this.#keyboard?.close();
    this.#keyboard = null;
  }

  get look(): Look {
    return this.#lookNow();
  }

  close(): void {
    this.#listener = null;
    this.pause();
  }

  /** Lines that stay. */
  say(text: string): void {
    const lines = this.look.masked(text).split('\n');
    this.#terminal.writeErr(`${lines.join('\r\n')}\r\n`);
    this.#pieces.push(this.#screen.rowsOf(lines));
  }

  /** Somebody else prints now: what stands above stays. */
  forget(): void {
    this.#forgotten += this.#pieces.length;
    this.#pieces = [];
  }

  /** What is on the screen now, for `takeBack`. */
  get mark(): number {
    return this.#forgotten + this.#pieces.length;
  }

  /** Takes everything off the screen that has come since; where that can't be, says that the last answer does not count. */
  takeBack(mark: number): void {
    const { plain, paint, lang } = this.look;
    if (plain) return;
    const rows = this.#pieces.slice(Math.max(0, mark - this.#forgotten)).reduce((sum, piece) => sum + piece, 0);
    if (mark < this.#forgotten || rows >= this.#terminal.rows - 1) {
      this.say(paint.dim(say(TAKEN_BACK, lang)));
      return;
    }
    this.#pieces.length = mark - this.#forgotten;
    this.#screen.erase(rows);
  }

  /** @throws UserError (exit 130) for Ctrl-C and for a terminal that is gone. */
  async ask<A>(prompt: Prompt<A>): Promise<A | Back> {
    const { plain } = this.look;
    const answered = await this.#answered(prompt, plain ? this.#plainly(prompt) : () => this.#screen.draw(prompt.view(this.look))).catch(
      (error: unknown) => {
        // Whoever stops finds the question gone, not a message in the middle of it.
        if (plain) this.#terminal.writeErr('\r\n');
        else this.#screen.leave([]);
        throw error;
      },
    );
    if (plain) this.#terminal.writeErr('\r\n');
    else {
      const kept = answered === BACK ? [] : this.#keptLines(prompt.kept(answered, this.look));
      this.#screen.leave(kept);
      if (kept.length > 0) this.#pieces.push(this.#screen.rowsOf(kept));
    }
    return answered;
  }

  /** Shows that something is going on until the work has ended. @throws UserError (exit 130) for Ctrl-C. */
  async busy<T>(message: string, work: Promise<T>): Promise<T> {
    const { plain, paint, masked, columns } = this.look;
    const text = fitted(masked(message), columns - 2, ellipsisOf(paint));
    const frames = paint.unicode ? TURNING.unicode : TURNING.ascii;
    let turn = 0;
    const draw = (): void => {
      const sign = paint.blue(frames[turn % frames.length] ?? '');
      turn += 1;
      this.#screen.draw({ lines: [`${sign} ${paint.dim(text)}`], cursor: null });
    };
    if (plain) this.say(text);
    else draw();
    const timer = plain ? null : setInterval(draw, FRAME_MS);
    const stopped = new Promise<never>((_, reject) => {
      this.#listen((key) => {
        if (isStop(key)) reject(interrupted());
      });
    });
    // Whoever loses the race must not be reported as unhandled.
    work.catch(() => {});
    try {
      return await Promise.race([work, stopped]);
    } finally {
      if (timer) clearInterval(timer);
      if (!plain) this.#screen.leave([]);
      this.#listener = null;
    }
  }

  /** `show` is called for the question and after every key that did not answer it. */
  async #answered<A>(prompt: Prompt<A>, show: (key: Key | null) => void): Promise<A | Back> {
    let silence: NodeJS.Timeout | null = null;
    try {
      return await new Promise<A | Back>((resolve, reject) => {
        const take = (outcome: Outcome<A>, key: Key | null): void => {
          if (outcome.kind === 'answer') resolve(outcome.answer);
          else if (outcome.kind === 'back') resolve(BACK);
          else if (outcome.kind === 'again') show(key);
          else silence = setTimeout(() => take(prompt.settled?.() ?? { kind: 'again' }, { name: 'enter', text: '' }), outcome.ms);
        };
        const isEnd = (key: Key): boolean => isStop(key) || key.name === 'end-of-input';
        this.#listen((key) => {
          if (silence) clearTimeout(silence);
          if (isEnd(key)) reject(interrupted());
          else take(prompt.press(key), key);
        });
        show(null);
      });
    } finally {
      if (silence) clearTimeout(silence);
      this.#listener = null;
    }
  }

  /** Printed once, and again after an Enter that was no answer; what is typed in between is echoed by hand. */
  #plainly<A>(prompt: Prompt<A>): (key: Key | null) => void {
    const write = (text: string): void => this.#terminal.writeErr(text);
    return (key) => {
      const isTyped = key?.name === 'text' || key?.name === 'paste';
      if (key === null || key.name === 'enter' || (key.name === 'paste' && prompt.isHidden)) {
        const { lines } = prompt.view(this.look);
        write(`${key ? '\r\n' : ''}${lines.join('\r\n')}\r\n> `);
      } else if (isTyped && !prompt.isHidden) write(this.look.masked(key.text.replace(/\p{Cc}+/gu, ' ')));
      else if (key.name === 'backspace' && !prompt.isHidden) write('\b \b');
    };
  }

  #keptLines({ question, answer }: { readonly question: string; readonly answer: string }): string[] {
    const { paint, columns, masked } = this.look;
    const { done } = signsOf(paint);
    const ellipsis = ellipsisOf(paint);
    const shown = masked(answer);
    const sign = paint.green(done);
    const isShort = widthOf(question) + widthOf(shown) + 4 <= columns;
    if (isShort) return [`${sign} ${question}  ${paint.blue(shown)}`];
    return [`${sign} ${fitted(question, columns - 2, ellipsis)}`, `  ${paint.blue(fitted(shown, columns - 2, ellipsis))}`];
  }

  #listen(listener: (key: Key) => void): void {
    this.#listener = listener;
    if (this.#wasInterrupted) listener({ name: 'interrupt', text: '' });
  }

  #arrived(text: string): void {
    if (this.#flush) clearTimeout(this.#flush);
    for (const key of this.#reader.feed(text)) this.#press(key);
    if (this.#reader.isWaiting)
      this.#flush = setTimeout(() => {
        for (const key of this.#reader.flush()) this.#press(key);
      }, ESCAPE_MS);
  }

  /** Keys that nobody waits for are dropped, but for the wish to stop. */
  #press(key: Key): void {
    if (this.#listener) this.#listener(key);
    else if (isStop(key)) this.#wasInterrupted = true;
  }
}
