// A person before a terminal: types, and waits until the screen shows what they wait for. Nothing here sleeps.

import { spawn } from '@lydell/node-pty';
import headless from '@xterm/headless';

export const KEYS = {
  enter: '\r',
  escape: '\u001b',
  up: '\u001b[A',
  down: '\u001b[B',
  backspace: '\u007f',
  interrupt: '\u0003',
} as const;

export interface Session {
  readonly command: string;
  readonly args: readonly string[];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  readonly columns?: number;
  readonly rows?: number;
}

/** Beyond this a screen will not show it any more, ms. */
const PATIENCE_MS = 15_000;

export class Person {
  readonly #terminal: InstanceType<typeof headless.Terminal>;
  readonly #pty: ReturnType<typeof spawn>;
  readonly #watchers = new Set<() => void>();
  #exit: number | null = null;
  /** Every byte the program wrote. */
  raw = '';

  constructor({ command, args, cwd, env, columns = 80, rows = 40 }: Session) {
    this.#terminal = new headless.Terminal({ cols: columns, rows, scrollback: 5000, allowProposedApi: true });
    this.#pty = spawn(process.execPath, [command, ...args], {
      name: env.TERM ?? 'xterm-256color',
      cols: columns,
      rows,
      cwd,
      env: { ...env },
    });
    this.#pty.onData((data) => {
      this.raw += data;
      this.#terminal.write(data, () => this.#look());
    });
    this.#pty.onExit(({ exitCode }) => {
      // What was written last is still on its way to the screen.
      this.#terminal.write('', () => {
        this.#exit = exitCode;
        this.#look();
      });
    });
  }

  #look(): void {
    for (const watcher of [...this.#watchers]) watcher();
  }

  /** All lines, those that scrolled away too; wrapped ones joined. */
  get text(): string {
    const { active } = this.#terminal.buffer;
    let out = '';
    for (let row = 0; row < active.length; row += 1) {
      const line = active.getLine(row);
      out += `${line?.isWrapped || row === 0 ? '' : '\n'}${line?.translateToString(true) ?? ''}`;
    }
    return out.trimEnd();
  }

  /** Lines that the terminal had to break because they were too long. */
  get broken(): readonly string[] {
    const { active } = this.#terminal.buffer;
    return Array.from({ length: active.length }, (_, row) => active.getLine(row)).flatMap((line, row) =>
      line?.isWrapped ? [`${active.getLine(row - 1)?.translateToString(true)}|${line.translateToString(true)}`] : [],
    );
  }

  /** The question that waits for an answer: answered ones are drawn over. Empty where none does. */
  get question(): string {
    const lines = this.text.split('\n');
    const at = lines.findLastIndex((line) => line.startsWith('? '));
    return at < 0 ? '' : lines.slice(at).join('\n');
  }

  /** The line with the pointer. */
  get pointed(): string {
    return /^ {2}❯ (.*)$/m.exec(this.question)?.[1]?.trim() ?? '';
  }

  /** Waits until the pointer stands at this choice: the rows below a question may arrive after it. */
  pointsAt(wanted: string | RegExp): Promise<void> {
    const matches = (): boolean => (typeof wanted === 'string' ? this.pointed.includes(wanted) : wanted.test(this.pointed));
    return this.until(matches, `the pointer at ${wanted}`);
  }

  async until(isThere: () => boolean, what: string): Promise<void> {
    await new Promise<void>((resolve, reject) => {
      const end = (): void => {
        clearTimeout(timer);
        this.#watchers.delete(check);
      };
      const fail = (why: string): void => {
        end();
        reject(new Error(`${why} while waiting for ${what}; the screen:\n${this.text}`));
      };
      const timer = setTimeout(() => fail('time is up'), PATIENCE_MS);
      const check = (): void => {
        if (isThere()) {
          end();
          resolve();
        } else if (this.#exit !== null) fail(`exit ${this.#exit}`);
      };
      this.#watchers.add(check);
      check();
    });
  }

  sees(wanted: string | RegExp): Promise<void> {
    return this.until(() => (typeof wanted === 'string' ? this.text.includes(wanted) : wanted.test(this.text)), String(wanted));
  }

  /** Waits until this question is the one to answer. */
  isAsked(wanted: string | RegExp): Promise<void> {
    const matches = (): boolean => (typeof wanted === 'string' ? this.question.includes(wanted) : wanted.test(this.question));
    return this.until(matches, `the question ${wanted}`);
  }

  type(text: string): void {
    this.#pty.write(text);
  }

  press(key: keyof typeof KEYS): void {
    this.type(KEYS[key]);
  }

  /** As a terminal hands on what was pasted. */
  paste(text: string): void {
    this.type(`\u001b[200~${text}\u001b[201~`);
  }

  async answers(question: string | RegExp, text = ''): Promise<void> {
    await this.isAsked(question);
    if (text !== '') this.type(text);
    this.press('enter');
  }

  async exit(): Promise<number> {
    await this.until(() => this.#exit !== null, 'the end');
    return this.#exit ?? -1;
  }

  /** Is any part of the key to be seen, beyond the four characters at either end that a mask shows? */
  shows(key: string): boolean {
    const parts = Array.from({ length: key.length - 8 }, (_, at) => key.slice(at, at + 9));
    return parts.some((part) => this.raw.includes(part) || this.text.replaceAll('\n', '').includes(part));
  }

  /** Ends a program that a failed test left behind. */
  leave(): void {
    if (this.#exit === null) this.#pty.kill('SIGKILL');
    this.#terminal.dispose();
  }
}
