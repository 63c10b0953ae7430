// Yes or no.

import { say } from '../i18n/index.ts';
import type { Key } from './keys.ts';
import { hintLines, questionLines } from './layout.ts';
import { AGAIN, answer, type Frame, GO_BACK, type Look, type Outcome, type Prompt } from './prompt.ts';
import { HINTS, NO, TYPE_YES_NO, YES } from './words.ts';

export interface YesNoOptions {
  readonly message: string;
  readonly hasBack: boolean;
  readonly standard: boolean;
}

const WORDS: readonly (readonly [RegExp, boolean])[] = [
  [/^(?:y|yes|是|好)$/i, true],
  [/^(?:n|no|否|不)$/i, false],
];

class YesNoPrompt implements Prompt<boolean> {
  readonly isHidden = false;
  readonly #options: YesNoOptions;
  #typed = '';
  #isPrinted = false;

  constructor(options: YesNoOptions) {
    this.#options = options;
  }

  press(key: Key): Outcome<boolean> {
    if (key.name === 'escape') return this.#options.hasBack ? GO_BACK : AGAIN;
    if (key.name === 'backspace') this.#typed = this.#typed.slice(0, -1);
    if (key.name === 'text') this.#typed += key.text.trim();
    const isEnter = key.name === 'enter';
    if (isEnter && this.#typed === '') return answer(this.#options.standard);
    const said = WORDS.find(([pattern]) => pattern.test(this.#typed));
    // On a screen one letter is enough; a printed question is answered by Enter.
    if (said && (isEnter || !this.#isPrinted)) return answer(said[1]);
    if (isEnter || !this.#isPrinted) this.#typed = '';
    return AGAIN;
  }

  view(look: Look): Frame {
    const { lang, plain } = look;
    const { message, standard, hasBack } = this.#options;
    this.#isPrinted = plain;
    if (plain) return { lines: [message, say(TYPE_YES_NO, lang, { standard: (standard ? YES : NO)[lang] })], cursor: null };
    const lines = questionLines(`${message} ${standard ? '(Y/n)' : '(y/N)'}`, look);
    return { lines: [...lines, ...hintLines([HINTS.yesNo, HINTS.enter, ...(hasBack ? [HINTS.back] : [])], look)], cursor: null };
  }

  kept(value: boolean, { lang }: Look): { question: string; answer: string } {
    return { question: this.#options.message, answer: (value ? YES : NO)[lang] };
  }
}

export const yesNo = (options: YesNoOptions): Prompt<boolean> => new YesNoPrompt(options);
