// Time limits of one exchange, and the caller's own signal, as one AbortSignal.

import type { Limits, TransportError } from '../wire/types.ts';
import type { Clock } from './clock.ts';
import { WireFailure } from './failure.ts';
import { instant } from './instant.ts';

// Once the protocol's end has come: how long a connection that stays open is waited for, ms.
const GRACE_MS = 300;
// setTimeout takes anything longer for 1 ms.
const LONGEST_MS = 2 ** 31 - 1;

const seconds = (ms: number): string => `${Math.round(ms / 100) / 10} s`;

function lateAt(clock: Clock, ms: number): TransportError {
  const after = `after ${seconds(ms)}`;
  switch (clock.phase) {
    case 'dns':
      return { phase: 'dns', code: 'DNS_TIMEOUT', detail: `no answer from the resolver ${after}` };
    case 'tcp':
      return { phase: 'tcp', code: 'CONNECT_TIMEOUT', detail: `no TCP connection ${after}` };
    case 'proxy':
      if (!clock.has('tcp'))
        return { phase: 'proxy', code: 'PROXY_REFUSED', cause: 'ETIMEDOUT', detail: `no TCP connection to the proxy ${after}` };
      return { phase: 'proxy', code: 'PROXY_NO_ANSWER', detail: `no answer from the proxy ${after}` };
    case 'tls':
      return { phase: 'tls', code: 'NO_ANSWER', detail: `no TLS answer ${after}` };
    default:
      return { phase: clock.phase, code: 'NO_ANSWER', detail: `no response headers ${after}` };
  }
}

export class Watch {
  readonly #controller = new AbortController();
  readonly #timers = new Set<NodeJS.Timeout>();
  readonly #clock: Clock;
  readonly #limits: Limits;
  readonly #outer: AbortSignal | undefined;
  #headersTimer: NodeJS.Timeout;
  #idleTimer: NodeJS.Timeout | undefined;
  #headersAt = 0;
  #lastByteAt = 0;

  constructor(limits: Limits, clock: Clock, outer?: AbortSignal) {
    this.#limits = limits;
    this.#clock = clock;
    this.#outer = outer;
    const headersMs = Math.min(limits.headersMs, limits.timeoutMs);
    this.#headersTimer = this.#after(headersMs, () => this.#abort(lateAt(clock, headersMs)));
    this.#after(limits.timeoutMs, () => this.#abort(this.#overtime()));
    if (outer?.aborted) this.#interrupted();
    else outer?.addEventListener('abort', this.#interrupted);
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  headersArrived(at: number): void {
    clearTimeout(this.#headersTimer);
    this.#headersAt = at;
    this.#lastByteAt = at;
    this.#idleTimer = this.#after(this.#limits.idleMs, () =>
      this.#abort({ phase: 'stream', code: 'IDLE', detail: `silence for ${seconds(this.#limits.idleMs)}` }),
    );
  }

  bytesArrived(at: number): void {
    this.#lastByteAt = at;
    this.#idleTimer?.refresh();
  }

  /** Calls back when the other side does not close within a moment. */
  afterGrace(callback: () => void): void {
    this.#after(Math.min(GRACE_MS, this.#limits.idleMs), callback);
  }

  stop(): void {
    for (const timer of this.#timers) clearTimeout(timer);
    this.#outer?.removeEventListener('abort', this.#interrupted);
  }

  readonly #interrupted = (): void => this.#abort({ phase: this.#clock.phase, code: 'ABORTED', detail: 'interrupted' });

  // When the whole time is up within a stream, the reason is silence if that filled half of it.
  #overtime(): TransportError {
    if (this.#clock.phase !== 'stream') return lateAt(this.#clock, this.#limits.timeoutMs);
    const now = instant();
    const silent = now - this.#lastByteAt > (now - this.#headersAt) / 2;
    const detail = silent ? `silence for ${seconds(now - this.#lastByteAt)}` : `not at its end after ${seconds(this.#limits.timeoutMs)}`;
    return { phase: 'stream', code: silent ? 'IDLE' : 'TIMEOUT', detail };
  }

  #abort(error: TransportError): void {
    this.#controller.abort(new WireFailure(error));
  }

  #after(ms: number, callback: () => void): NodeJS.Timeout {
    const timer = setTimeout(callback, Math.min(ms, LONGEST_MS));
    this.#timers.add(timer);
    return timer;
  }
}
