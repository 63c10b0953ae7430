// When what happened: marks of one exchange, and the phase it is in.

import type { Marks, Phase } from '../wire/types.ts';
import { instant } from './instant.ts';

export type MarkName = Exclude<keyof Marks, 'end'>;

export class Clock {
  readonly #start = instant();
  readonly #marks = new Map<MarkName, number>();
  phase: Phase = 'dns';

  /** Milliseconds since the start, to the microsecond. */
  sinceStart(at: number = instant()): number {
    return Math.round((at - this.#start) * 1000) / 1000;
  }

  /** Sets a mark to what `instant()` gave; `firstX` marks keep the first one given. */
  stamp(name: MarkName, at: number = instant()): void {
    if (name === 'lastToken' || !this.#marks.has(name)) this.#marks.set(name, this.sinceStart(at));
  }

  has(name: MarkName): boolean {
    return this.#marks.has(name);
  }

  /** Forgets what happened so far except the start: a second attempt on a new connection. */
  clear(): void {
    this.#marks.clear();
    this.phase = 'dns';
  }

  marks(end: number): Marks {
    const at = (name: MarkName) => this.#marks.get(name) ?? null;
    return {
      dns: at('dns'),
      tcp: at('tcp'),
      proxy: at('proxy'),
      tls: at('tls'),
      sent: at('sent'),
      headers: at('headers'),
      firstEvent: at('firstEvent'),
      firstToken: at('firstToken'),
      firstVisible: at('firstVisible'),
      lastToken: at('lastToken'),
      end: this.sinceStart(end),
    };
  }
}
