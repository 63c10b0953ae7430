// The requests of a measurement that failed, and when that is enough of them.

import { textOf } from '../described.ts';
import type { Outcome } from '../probe/types.ts';
import { ranOutOfTime } from '../wire/late.ts';
import type { Trace } from '../wire/types.ts';
import type { MeasureFailure } from './types.ts';

const GIVE_UP_AFTER = 3;
/** Each of these costs the whole time-out. */
const GIVE_UP_AFTER_LATE = 2;

export class Failures {
  readonly #all: { readonly outcome: Outcome; readonly status: number | null }[] = [];
  #inARow = 0;
  #lateInARow = 0;

  add(trace: Trace, outcome: Outcome): void {
    this.#inARow += 1;
    this.#lateInARow = ranOutOfTime(trace) ? this.#lateInARow + 1 : 0;
    this.#all.push({ outcome, status: trace.status });
  }

  /** One was answered. */
  break(): void {
    this.#inARow = 0;
    this.#lateInARow = 0;
  }

  get count(): number {
    return this.#all.length;
  }

  /** No use in going on. */
  get areTooMany(): boolean {
    return this.#inARow >= GIVE_UP_AFTER || this.#lateInARow >= GIVE_UP_AFTER_LATE;
  }

  /** The answer to one of them, a refusal, was in the protocol asked for. */
  get speak(): boolean {
    return this.#all.some(({ outcome }) => outcome.speaks);
  }

  get ids(): readonly string[] {
    return [...new Set(this.#all.map(({ outcome }) => outcome.failure?.id ?? 'unknown'))];
  }

  last(): MeasureFailure | null {
    const last = this.#all.at(-1);
    if (!last) return null;
    const { failure } = last.outcome;
    const id = failure?.id ?? 'unknown';
    const text = textOf(id, failure?.variant);
    const title = text?.title ?? { en: id, zh: id };
    return { id, title, advice: text?.advice ?? title, args: failure?.args ?? {}, status: last.status };
  }
}
