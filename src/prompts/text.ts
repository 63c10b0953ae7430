// A line of text.

import { say } from '../i18n/index.ts';
import type { Key } from './keys.ts';
import { errorLines, hintLines, questionLines, signsOf, visiblePart } from './layout.ts';
import { editLine, type Line, lineOf } from './line.ts';
import { AGAIN, answer, type Frame, GO_BACK, type Look, type Outcome, type Prompt } from './prompt.ts';
import { HINTS, TYPE_LINE } from './words.ts';

export interface TextOptions {
  readonly message: string;
  readonly short?: string;
  readonly start?: string;
  readonly hasBack: boolean;
  /** A sentence where the text can't be taken. */
  readonly refuse: (text: string) => string | null;
}

class TextPrompt implements Prompt<string> {
  readonly isHidden = false;
  readonly #options: TextOptions;
  #line: Line;
  #refused: string | null = null;

  constructor(options: TextOptions) {
    this.#options = options;
    this.#line = lineOf(options.start ?? '');
  }

  press(key: Key): Outcome<string> {
    this.#refused = null;
    if (key.name === 'escape') return this.#options.hasBack ? GO_BACK : AGAIN;
    if (key.name !== 'enter') {
      this.#line = editLine(this.#line, key) ?? this.#line;
      return AGAIN;
    }
    const text = this.#line.text.trim();
    this.#refused = this.#options.refuse(text);
    return this.#refused === null ? answer(text) : AGAIN;
  }

  view(look: Look): Frame {
    const { paint, columns, masked, plain, lang } = look;
    if (plain) {
      const refused = this.#refused === null ? [] : [masked(this.#refused)];
      return { lines: [this.#options.message, ...refused, say(TYPE_LINE, lang)], cursor: null };
    }
    const question = questionLines(this.#options.message, look);
    const typed = visiblePart(this.#line, columns - 4, masked);
    const refused = this.#refused === null ? [] : errorLines(masked(this.#refused), look);
    const hints = hintLines([HINTS.enter, ...(this.#options.hasBack ? [HINTS.back] : [])], look);
    const lines = [...question, `  ${paint.blue(signsOf(paint).input)} ${typed.text}`, ...refused, ...hints];
    return { lines, cursor: { line: question.length, column: 4 + typed.column } };
  }

  kept(text: string, { masked }: Look): { question: string; answer: string } {
    return { question: this.#options.short ?? this.#options.message, answer: masked(text) };
  }
}

export const text = (options: TextOptions): Prompt<string> => new TextPrompt(options);
