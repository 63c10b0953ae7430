// A line that nobody may see: dots and a count stand for it.

import { say } from '../i18n/index.ts';
import type { Text } from '../model.ts';
import type { Key } from './keys.ts';
import { errorLines, hintLines, questionLines, signsOf, warningLines } from './layout.ts';
import { EMPTY_LINE, editLine, type Line } from './line.ts';
import { AGAIN, answer, type Frame, GO_BACK, type Look, type Outcome, type Prompt } from './prompt.ts';
import { HINTS, TYPE_HIDDEN } from './words.ts';

/** What is to say about the text so far. */
export interface Judgement {
  /** It can't be taken. */
  readonly refused?: string;
  /** It can, but look. */
  readonly warning?: string;
}

export interface SecretOptions {
  readonly message: string;
  readonly short: string;
  readonly hasBack: boolean;
  /** Below the question, dimmed. */
  readonly notes: readonly string[];
  /** Called after every key, also for the empty text. */
  readonly judge: (text: string) => Judgement;
  /** How the accepted text is told. */
  readonly told: (text: string) => string;
}

/** A pasted line break looks like Enter; more of the paste follows within this time, ms. */
const PASTE_MS = 40;
const MANY_LINES: Text = {
  en: 'What was pasted has a line break in it, and a key is one line. Nothing of it was kept: copy the key alone and paste it again',
  zh: '粘贴的内容里有换行，而密钥只有一行。内容已丢弃：请只复制密钥再粘贴一次',
};
const COUNT: Text = { en: '{n} characters', zh: '{n} 个字符' };
const ONE: Text = { en: '{n} character', zh: '{n} 个字符' };
const HIDDEN: Text = { en: 'what you type is not shown', zh: '输入内容不会显示' };

const lineCount = (pasted: string): number => pasted.split(/[\r\n]+/).filter((line) => line.trim() !== '').length;

class SecretPrompt implements Prompt<string> {
  readonly isHidden = true;
  readonly #options: SecretOptions;
  #line: Line = EMPTY_LINE;
  #isSettling = false;
  #hasManyLines = false;
  #isTried = false;

  constructor(options: SecretOptions) {
    this.#options = options;
  }

  press(key: Key): Outcome<string> {
    const isText = key.name === 'text' || key.name === 'paste';
    const follows = this.#isSettling && isText;
    this.#isSettling = false;
    if (follows || (key.name === 'paste' && lineCount(key.text) > 1)) return this.#drop();
    if (key.name === 'escape') return this.#options.hasBack ? GO_BACK : AGAIN;
    if (key.name === 'enter') {
      if (this.#hasManyLines && this.#line.text === '') return AGAIN;
      this.#isTried = this.#options.judge(this.#line.text).refused !== undefined;
      if (this.#isTried) return AGAIN;
      this.#isSettling = true;
      return { kind: 'wait', ms: PASTE_MS };
    }
    this.#hasManyLines = false;
    this.#line = this.#edited(isText ? { name: 'text', text: key.text.replace(/[\r\n]+/g, '') } : key);
    this.#isTried = false;
    return AGAIN;
  }

  /** Nobody sees where the cursor stands: keys that move it are ignored. What was refused gives way to the next text. */
  #edited(key: Key): Line {
    if (['left', 'right', 'home', 'end', 'delete'].includes(key.name)) return this.#line;
    return editLine(this.#isTried ? EMPTY_LINE : this.#line, key) ?? this.#line;
  }

  #drop(): Outcome<string> {
    this.#line = EMPTY_LINE;
    this.#hasManyLines = true;
    return AGAIN;
  }

  settled(): Outcome<string> {
    this.#isSettling = false;
    return answer(this.#line.text);
  }

  /** Only after Enter is an empty line a mistake. */
  #judged(look: Look): string[] {
    if (this.#hasManyLines) return errorLines(MANY_LINES[look.lang], look);
    if (this.#line.text === '' && !this.#isTried) return [];
    const { refused, warning } = this.#options.judge(this.#line.text);
    if (refused !== undefined) return errorLines(refused, look);
    return warning === undefined ? [] : warningLines(warning, look);
  }

  view(look: Look): Frame {
    const { lang, paint, columns, plain } = look;
    const { message, notes, hasBack } = this.#options;
    if (plain)
      return { lines: [message, ...notes, ...this.#judged(look).map((line) => line.trim()), say(TYPE_HIDDEN, lang)], cursor: null };
    const question = questionLines(message, look);
    const count = [...this.#line.text].length;
    const counted = say(new Intl.PluralRules(lang).select(count) === 'one' ? ONE : COUNT, lang, { n: count });
    const signs = signsOf(paint);
    const dots = signs.dot.repeat(Math.min(count, Math.max(4, Math.floor(columns / 3))));
    const shown = count === 0 ? '' : `${dots}  ${paint.dim(counted)}`;
    const noted = notes.flatMap((note) => hintLines([{ en: note, zh: note }], look));
    const hints = hintLines([HIDDEN, HINTS.enter, ...(hasBack ? [HINTS.back] : [])], look);
    const lines = [...question, `  ${paint.blue(signs.input)} ${shown}`, ...this.#judged(look), ...noted, ...hints];
    return { lines, cursor: { line: question.length, column: 4 + dots.length } };
  }

  kept(value: string): { question: string; answer: string } {
    return { question: this.#options.short, answer: this.#options.told(value) };
  }
}

export const secret = (options: SecretOptions): Prompt<string> => new SecretPrompt(options);
