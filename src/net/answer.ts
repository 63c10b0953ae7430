// An answer as it comes in: decoded text, events, tokens, all within the limits.

import { WIRES } from '../wire/index.ts';
import { parseJson } from '../wire/json.ts';
import { eventStream, looksLikeEvents } from '../wire/sse.ts';
import type { HttpRequest, Limits, Reading, StreamEvent, Trace } from '../wire/types.ts';
import type { Clock } from './clock.ts';
import { instant } from './instant.ts';

type Content = Pick<Trace, 'body' | 'bodyBytes' | 'bodyCut' | 'events' | 'reading'> & { readonly tokenTimes: readonly number[] };

// Characters after which the kind of a body is clear.
const MAX_START = 4096;
// Each costs twenty times its bytes in memory; an answer of a hundred thousand tokens has no more.
const MAX_EVENTS = 120_000;

function textDecoder(contentType: string): InstanceType<typeof TextDecoder> {
  const charset = /charset=["']?([\w-]+)/i.exec(contentType)?.[1];
  try {
    return new TextDecoder(charset ?? 'utf-8');
  } catch {
    return new TextDecoder();
  }
}

export class Answer {
  readonly #limits: Limits;
  readonly #clock: Clock;
  readonly #wire: (typeof WIRES)[HttpRequest['wireApi']];
  readonly #reader;
  readonly #text: string[] = [];
  readonly #events: StreamEvent[] = [];
  readonly #tokenTimes: number[] = [];
  readonly #stream = eventStream((event) => this.#event(event));
  #decoder = new TextDecoder();
  #status = 0;
  #contentType = '';
  #bytes = 0;
  #cut = false;
  /** Not fed to the stream yet, as it is not clear whether it is one. */
  #start = '';
  #isStream: boolean | null = null;

  constructor(request: HttpRequest, limits: Limits, clock: Clock) {
    this.#limits = limits;
    this.#clock = clock;
    this.#wire = WIRES[request.wireApi];
    this.#reader = this.#wire.reader();
  }

  open(status: number, contentType: string): void {
    this.#status = status;
    this.#contentType = contentType;
    this.#decoder = textDecoder(contentType);
  }

  /** `at` in terms of `instant()`. Returns why no more is wanted, if so. */
  take(bytes: Uint8Array, at: number): 'enough' | 'bytes' | null {
    const room = this.#limits.bodyBytes - this.#bytes;
    this.#cut ||= bytes.length > room;
    const taken = this.#cut ? bytes.subarray(0, Math.max(0, room)) : bytes;
    this.#bytes += taken.length;
    this.#add(this.#decoder.decode(taken, { stream: true }), at);
    if (this.#cut || this.#stream.overflowed || this.#events.length > MAX_EVENTS) return 'bytes';
    return !this.ended && this.#tokenTimes.length >= this.#limits.enoughEvents ? 'enough' : null;
  }

  /** The protocol's last event was seen. */
  get ended(): boolean {
    return this.#reader.ended;
  }

  #add(text: string, at: number): void {
    if (text === '') return;
    this.#text.push(text);
    if (this.#isStream === false) return;
    this.#start += text;
    this.#isStream ??= looksLikeEvents(this.#start, this.#contentType);
    if (this.#isStream === null && this.#start.length > MAX_START) this.#start = '\n';
    if (!this.#isStream) return;
    this.#stream.feed(this.#start, at);
    this.#start = '';
  }

  #event(event: StreamEvent): void {
    const { at } = event;
    this.#events.push({ ...event, at: this.#clock.sinceStart(at) });
    this.#clock.stamp('firstEvent', at);
    const token = this.#reader.read(event);
    if (token === 'none') return;
    this.#tokenTimes.push(this.#clock.sinceStart(at));
    this.#clock.stamp('firstToken', at);
    if (token === 'visible') this.#clock.stamp('firstVisible', at);
    this.#clock.stamp('lastToken', at);
  }

  content(): Content {
    this.#add(this.#decoder.decode(), instant());
    const body = this.#text.join('');
    const events = this.#events;
    return { body, bodyBytes: this.#bytes, bodyCut: this.#cut, events, reading: this.#reading(body), tokenTimes: this.#tokenTimes };
  }

  // Refusals (status ≥ 300) are judged by their status and body, not as an answer of the protocol.
  #reading(body: string): Reading | null {
    const emptyStream = this.#isStream === null && /text\/event-stream/i.test(this.#contentType);
    if (this.#isStream || (emptyStream && this.#status < 300)) return this.#reader.reading();
    if (this.#status < 200 || this.#status >= 300 || this.#cut) return null;
    const json = parseJson(body);
    return json === undefined ? null : this.#wire.readWhole(json);
  }
}
