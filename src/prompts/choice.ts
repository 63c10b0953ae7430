// One of a list: by arrows, by typing a part of its name, or by typing something the list does not hold.

import { say } from '../i18n/index.ts';
import type { Text } from '../model.ts';
import { ellipsisOf, fitted } from '../report/fit.ts';
import { padded, widthOf } from '../report/paint.ts';
import type { Key } from './keys.ts';
import { errorLines, hintLines, questionLines, signsOf, visiblePart } from './layout.ts';
import { EMPTY_LINE, editLine, type Line } from './line.ts';
import { AGAIN, answer, type Frame, GO_BACK, type Look, type Outcome, type Prompt } from './prompt.ts';
import { CHOOSE_ASCII, HINTS, MORE, NOTHING_FOUND, TYPE_NUMBER, WITH_DETAIL } from './words.ts';

export interface Choice<A> {
  readonly value: A;
  readonly label: string;
  /** Dimmed behind it, where there is room. */
  readonly detail?: string;
  /** What stays once it is chosen; default: the label. */
  readonly kept?: string;
}

export interface ChoiceOptions<A> {
  readonly message: string;
  /** What stays once it is answered; default: the message. */
  readonly short?: string;
  /** What fits the text typed so far, best first. */
  readonly find: (text: string) => readonly Choice<A>[];
  /** Where the pointer stands as long as nothing is typed; default 0. */
  readonly start?: number;
  /** False: a few fixed choices, nothing to type. */
  readonly isSearch: boolean;
  readonly hasBack: boolean;
  /** A sentence where the chosen value can't be taken. */
  readonly refuse?: (value: A) => string | null;
}

const MOST_SHOWN = 9;
const MOST_PRINTED = 20;
/** Lines of a question besides its list. */
const LINES_AROUND = 7;
const WIDEST_LABEL = 0.6;

class ChoicePrompt<A> implements Prompt<A> {
  readonly isHidden = false;
  readonly #options: ChoiceOptions<A>;
  #line: Line = EMPTY_LINE;
  #found: readonly Choice<A>[];
  #active: number;
  #refused: string | null = null;
  /** It was printed with numbers, not drawn. */
  #isPrinted = false;

  constructor(options: ChoiceOptions<A>) {
    this.#options = options;
    this.#found = options.find('');
    this.#active = options.start ?? 0;
  }

  press(key: Key): Outcome<A> {
    this.#refused = null;
    const last = this.#found.length - 1;
    const go = (to: number): Outcome<A> => {
      this.#active = Math.max(0, Math.min(last, to));
      return AGAIN;
    };
    switch (key.name) {
      case 'enter':
        return this.#isPrinted ? this.#chooseByText() : this.#choose(this.#found[this.#active]);
      case 'escape':
        return this.#options.hasBack ? GO_BACK : AGAIN;
      case 'up':
        return go(this.#active === 0 ? last : this.#active - 1);
      case 'down':
        return go(this.#active === last ? 0 : this.#active + 1);
      case 'page-up':
        return go(this.#active - MOST_SHOWN);
      case 'page-down':
        return go(this.#active + MOST_SHOWN);
      default:
        return this.#edit(key);
    }
  }

  #edit(key: Key): Outcome<A> {
    if (!this.#options.isSearch && !this.#isPrinted) {
      const number = Number(key.text);
      if (this.#found[number - 1]) this.#active = number - 1;
      return AGAIN;
    }
    const before = this.#line.text;
    this.#line = editLine(this.#line, key) ?? this.#line;
    if (this.#line.text !== before && !this.#isPrinted) this.#search(this.#line.text);
    return AGAIN;
  }

  #search(text: string): void {
    this.#found = this.#options.find(text);
    this.#active = text.trim() === '' ? (this.#options.start ?? 0) : 0;
  }

  #choose(chosen: Choice<A> | undefined): Outcome<A> {
    if (!chosen) return AGAIN;
    this.#refused = this.#options.refuse?.(chosen.value) ?? null;
    return this.#refused === null ? answer(chosen.value) : AGAIN;
  }

  /** The number of one in the printed list, or a text that only one has; another text prints those that have it. */
  #chooseByText(): Outcome<A> {
    const text = this.#line.text.trim();
    this.#line = EMPTY_LINE;
    if (text === '') return this.#choose(this.#found[this.#active]);
    if (/^\d{1,2}$/.test(text) && this.#found[Number(text) - 1]) return this.#choose(this.#found[Number(text) - 1]);
    const { find, isSearch } = this.#options;
    const matching = isSearch ? find(text) : this.#found.filter(({ label }) => label.toLowerCase().startsWith(text.toLowerCase()));
    if (matching.length === 1) return this.#choose(matching[0]);
    if (isSearch) this.#search(text);
    return AGAIN;
  }

  view(look: Look): Frame {
    this.#isPrinted = look.plain;
    return look.plain ? this.#printed(look) : this.#drawn(look);
  }

  #printed({ lang, masked }: Look): Frame {
    const listed = this.#found.slice(0, MOST_PRINTED);
    const lines = listed.map(({ label, detail }, index) => {
      const line = `${index + 1}. ${masked(label)}`;
      return detail ? say(WITH_DETAIL, lang, { line, detail: masked(detail) }) : line;
    });
    const left = this.#found.length - listed.length;
    const more = left > 0 ? [say(MORE, lang, { n: left })] : [];
    const refused = this.#refused === null ? [] : [masked(this.#refused)];
    return {
      lines: [`${this.#options.message} [${this.#active + 1}]`, ...lines, ...more, ...refused, say(TYPE_NUMBER, lang)],
      cursor: null,
    };
  }

  #drawn(look: Look): Frame {
    const { lang, paint, columns, masked } = look;
    const { input: sign } = signsOf(paint);
    const ellipsis = ellipsisOf(paint);
    const question = questionLines(this.#options.message, look);
    const typed = visiblePart(this.#line, columns - 4, masked);
    const input = this.#options.isSearch ? [`  ${paint.blue(sign)} ${typed.text}`] : [];
    const list = this.#listLines(look, question.length);
    const nothing =
      this.#found.length === 0 && this.#line.text !== ''
        ? [paint.dim(`    ${fitted(say(NOTHING_FOUND, lang, { text: masked(this.#line.text) }), columns - 4, ellipsis)}`)]
        : [];
    const refused = this.#refused === null ? [] : errorLines(masked(this.#refused), look);
    const hints: Text[] = [
      paint.unicode ? HINTS.choose : CHOOSE_ASCII,
      ...(this.#options.isSearch ? [HINTS.search] : []),
      HINTS.enter,
      ...(this.#options.hasBack ? [HINTS.back] : []),
    ];
    const lines = [...question, ...input, ...list, ...nothing, ...refused, ...hintLines(hints, look)];
    return { lines, cursor: this.#options.isSearch ? { line: question.length, column: 4 + typed.column } : null };
  }

  #listLines({ lang, paint, columns, rows, masked }: Look, above: number): string[] {
    const { pointer } = signsOf(paint);
    const ellipsis = ellipsisOf(paint);
    const room = Math.max(3, Math.min(MOST_SHOWN, rows - LINES_AROUND - above));
    const first = Math.max(0, Math.min(this.#active - Math.floor(room / 2), this.#found.length - room));
    const page = this.#found.slice(first, first + room);
    const widest = Math.max(0, ...page.map(({ label }) => widthOf(label)));
    const hasDetails = page.some(({ detail }) => detail);
    const labelWidth = hasDetails ? Math.min(widest, Math.floor(columns * WIDEST_LABEL)) : columns - 4;
    const lines = page.map(({ label, detail }, index) => {
      const isActive = first + index === this.#active;
      const name = fitted(masked(label), labelWidth, ellipsis);
      const detailWidth = columns - 4 - labelWidth - 2;
      const more = detail && detailWidth >= 6 ? `  ${paint.dim(fitted(masked(detail), detailWidth, ellipsis))}` : '';
      const shown = more === '' ? name : padded(name, labelWidth);
      return isActive ? `  ${paint.blue(pointer)} ${paint.blue(paint.bold(shown))}${more}` : `    ${shown}${more}`;
    });
    const left = this.#found.length - first - page.length;
    return left > 0 ? [...lines, paint.dim(`    ${ellipsis} ${say(MORE, lang, { n: left })}`)] : lines;
  }

  kept(value: A, { masked }: Look): { question: string; answer: string } {
    const chosen = [...this.#found, ...this.#options.find('')].find((choice) => choice.value === value);
    return { question: this.#options.short ?? this.#options.message, answer: masked(chosen?.kept ?? chosen?.label ?? this.#line.text) };
  }
}

export const choice = <A>(options: ChoiceOptions<A>): Prompt<A> => new ChoicePrompt(options);

/** A few fixed answers. */
export const fixedChoice = <A>(
  options: Omit<ChoiceOptions<A>, 'find' | 'isSearch'> & { readonly choices: readonly Choice<A>[] },
): Prompt<A> => choice({ ...options, find: () => options.choices, isSearch: false });
