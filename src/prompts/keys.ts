// What arrives from a terminal → keys. Pure but for the rest that waits for its other half.

const NAMED = {
  '\r': 'enter',
  '\n': 'enter',
  '\t': 'tab',
  '\u007f': 'backspace',
  '\b': 'backspace',
  '\u0001': 'home',
  '\u0002': 'left',
  '\u0003': 'interrupt',
  '\u0004': 'end-of-input',
  '\u0005': 'end',
  '\u0006': 'right',
  '\u000b': 'clear-after',
  '\u000e': 'down',
  '\u0010': 'up',
  '\u0015': 'clear',
  '\u0017': 'word-back',
} as const;
/** Behind `ESC [` or `ESC O`. */
const SEQUENCES = {
  A: 'up',
  B: 'down',
  C: 'right',
  D: 'left',
  H: 'home',
  F: 'end',
  '1~': 'home',
  '4~': 'end',
  '7~': 'home',
  '8~': 'end',
  '3~': 'delete',
  '5~': 'page-up',
  '6~': 'page-down',
} as const;

export type KeyName =
  | 'text'
  | 'paste'
  | 'escape'
  | 'other'
  | (typeof NAMED)[keyof typeof NAMED]
  | (typeof SEQUENCES)[keyof typeof SEQUENCES];

export interface Key {
  readonly name: KeyName;
  /** With `text` and `paste`: what was typed or pasted; else empty. */
  readonly text: string;
}

const ESC = '\u001b';
const PASTE_START = `${ESC}[200~`;
const PASTE_END = `${ESC}[201~`;
/** A paste that never ends must not grow for ever. */
const LONGEST_PASTE = 1_000_000;

// biome-ignore lint/suspicious/noControlCharactersInRegex: terminals speak in control characters
const SEQUENCE = /^\u001b(?:\[([0-9;?]*[ -/]*[@-~])|O([@-~]))/;
// biome-ignore lint/suspicious/noControlCharactersInRegex: terminals speak in control characters
const UNFINISHED = /^\u001b(?:\[[0-9;?]*[ -/]*|O)?$/;
// biome-ignore lint/suspicious/noControlCharactersInRegex: terminals speak in control characters
const PLAIN = /^[^\u0000-\u001f\u007f]+/;

const key = (name: KeyName, text = ''): Key => ({ name, text });
const lookUp = <T extends string>(table: Readonly<Record<string, T>>, name: string): T | 'other' =>
  Object.hasOwn(table, name) ? (table[name] ?? 'other') : 'other';

/**
 * One piece with words on both sides of a line break was pasted, also where the terminal does not say so: nobody types that fast.
 * A line break at its end alone may be Enter.
 */
const isUnmarkedPaste = (text: string): boolean => !text.includes(ESC) && /[^\r\n][\r\n]+[^\r\n]/.test(text);

export class KeyReader {
  #rest = '';

  /** Keys of a piece of input; a sequence that is cut in two waits for its other half. */
  feed(text: string): readonly Key[] {
    if (this.#rest === '' && isUnmarkedPaste(text)) return [key('paste', text)];
    const keys: Key[] = [];
    let left = this.#rest + text;
    this.#rest = '';
    while (left !== '') {
      const taken = this.#take(left, keys);
      if (taken === 0) {
        this.#rest = left;
        break;
      }
      left = left.slice(taken);
    }
    return keys;
  }

  /** Is there a half sequence? After a short silence it is the Escape key: call `flush`. */
  get isWaiting(): boolean {
    return this.#rest !== '' && !this.#rest.startsWith(PASTE_START);
  }

  flush(): readonly Key[] {
    if (!this.isWaiting) return [];
    this.#rest = '';
    return [key('escape')];
  }

  /** Characters used up; 0 where more must come first. */
  #take(left: string, keys: Key[]): number {
    if (left.startsWith(PASTE_START)) {
      const end = left.indexOf(PASTE_END);
      if (end < 0 && left.length < LONGEST_PASTE) return 0;
      keys.push(key('paste', left.slice(PASTE_START.length, end < 0 ? undefined : end)));
      return end < 0 ? left.length : end + PASTE_END.length;
    }
    const [plain] = PLAIN.exec(left) ?? [];
    if (plain !== undefined) {
      keys.push(key('text', plain));
      return plain.length;
    }
    const [first = ''] = left;
    if (first !== ESC) {
      if (first === '\r' && left[1] === '\n') return keys.push(key('enter')) && 2;
      keys.push(key(lookUp(NAMED, first)));
      return first.length;
    }
    if (UNFINISHED.test(left)) return 0;
    const sequence = SEQUENCE.exec(left);
    if (sequence) {
      keys.push(key(lookUp(SEQUENCES, sequence[1] ?? sequence[2] ?? '')));
      return sequence[0].length;
    }
    // Alt and a key, or Escape and then a key in one piece.
    keys.push(key('escape'));
    return 1;
  }
}
