// Measures one channel, request by request; run.ts decides the order among several.

import type { FailureContext } from '../probe/failures/index.ts';
import { classify } from '../probe/failures/index.ts';
import type { Outcome, Probed } from '../probe/types.ts';
import { ranOutOfTime } from '../wire/late.ts';
import type { HttpRequest, Limits, Route, Trace } from '../wire/types.ts';
import { Failures } from './failures.ts';
import { handshakeOf, sampleOf } from './latency.ts';
import {
  decodePrompt,
  estimateTokens,
  firstShape,
  loadRequest,
  type Plan,
  type Prompt,
  prefillPrompt,
  type Shape,
  shapeAfter,
} from './loads.ts';
import { known, median } from './statistics.ts';
import type { LoadName, MeasuredChannel, MeasureFailure, MeasureSend, Note, RampStep, Sample } from './types.ts';
import { isBuffered } from './verdict.ts';
import { note } from './warnings.ts';

/** A channel that requests can be sent to. */
export interface Target {
  readonly channel: MeasuredChannel;
  /** URL, headers and model; the body is replaced. */
  readonly request: HttpRequest;
  readonly route: Route;
  /** A cheap request to the same origin. */
  readonly list: HttpRequest;
  readonly context: FailureContext;
  /** Exchanges with this channel before the measurement: the first of them shows a cold start. */
  readonly before: readonly Trace[];
  /** One before it that ran out of time without a token. */
  readonly inVain: Trace | null;
}

export interface Effects {
  readonly send: MeasureSend;
  readonly random: (bytes: number) => string;
  readonly timeoutMs: number;
  readonly onExchange?: (probed: Probed) => void;
  readonly signal?: AbortSignal;
}

/** A long input is answered once its first tokens are there. */
const FIRST_TOKENS = 4;
/** Far more than any request of a measurement asks for. */
const ALL_TOKENS = 50_000;
const BODY_BYTES = 8 * 1024 * 1024;
const IDLE_MS = 310_000;
const MAX_ATTEMPTS = 4;
/** Round trips at the start; a list that takes longer than this is no cheap request, ms. */
const ROUND_TRIPS = 3;
const SLOW_LIST_MS = 3000;
/** Of the time-out: timers and marks are not the same clock. */
const NEARLY = 0.95;

export class Meter {
  readonly target: Target;
  readonly #plan: Plan;
  readonly #effects: Effects;
  #shape: Shape;
  #warm = false;
  #listIsCheap = true;
  #sent = 0;
  #lastLong: Prompt | null = null;
  readonly #samples: Sample[] = [];
  readonly #roundTrips: number[] = [];
  readonly #failures = new Failures();
  readonly #ramp: RampStep[] = [];

  constructor(target: Target, plan: Plan, effects: Effects) {
    this.target = target;
    this.#plan = plan;
    this.#effects = effects;
    this.#shape = firstShape(target.request);
    const [first] = target.before;
    if (first) this.#samples.push(sampleOf('decode', { ...first, stopped: 'enough' }, true));
    // The same again would be the same wait again.
    const { inVain } = target;
    if (inVain && inVain.marks.end >= effects.timeoutMs * NEARLY) this.#failures.add(inVain, classify(inVain, target.context));
  }

  get samples(): readonly Sample[] {
    return this.#samples;
  }

  get roundTripsMs(): readonly number[] {
    return this.#roundTrips;
  }

  get ramp(): readonly RampStep[] {
    return this.#ramp;
  }

  get #measured(): boolean {
    return this.#samples.length > (this.target.before.length > 0 ? 1 : 0);
  }

  /** Nothing but failures so far, or too many of them in a row. */
  get hasGivenUp(): boolean {
    return this.#failures.areTooMany || (this.#failures.count > 0 && !this.#measured);
  }

  /** The answer, even a refusal, was in the protocol asked for. */
  get speaks(): boolean {
    return this.#failures.count === 0 || this.#failures.speak;
  }

  #limits(enoughEvents: number): Limits {
    const { timeoutMs } = this.#effects;
    return { timeoutMs, headersMs: timeoutMs, idleMs: Math.min(timeoutMs, IDLE_MS), bodyBytes: BODY_BYTES, enoughEvents };
  }

  #nonce(): string {
    return this.#effects.random(8);
  }

  async #exchange(load: LoadName, prompt: Prompt, route: Route, enoughEvents: number): Promise<{ trace: Trace; outcome: Outcome }> {
    for (let attempt = 1; ; attempt += 1) {
      const request = loadRequest(this.target.request, prompt, this.#shape);
      this.#sent += 1;
      const trace = await this.#effects.send(request, route, this.#limits(enoughEvents), this.#effects.signal);
      const next = attempt < MAX_ATTEMPTS ? shapeAfter(this.#shape, trace.status, trace.body) : null;
      const outcome = classify(trace, this.target.context);
      const { wireApi } = request;
      this.#effects.onExchange?.({
        purpose: 'small-body',
        note: `${load} load`,
        baseUrl: this.target.channel.baseUrl,
        wireApi,
        trace,
        outcome,
      });
      if (next === null) return { trace, outcome };
      this.#shape = next;
    }
  }

  /** Null where it failed. */
  async #sample(
    load: LoadName,
    prompt: Prompt,
    { cold, enoughEvents = ALL_TOKENS }: { cold: boolean; enoughEvents?: number },
  ): Promise<Sample | null> {
    if (!cold) await this.#keepWarm();
    const route = cold ? { ...this.target.route, fresh: true } : this.target.route;
    const { trace, outcome } = await this.#exchange(load, prompt, route, enoughEvents);
    if (!cold) this.#warm = trace.error === null && trace.stopped === undefined;
    if (outcome.ok !== true) {
      this.#failures.add(trace, outcome);
      return null;
    }
    this.#failures.break();
    const sample = this.#withInput(sampleOf(load, trace, cold), prompt);
    this.#samples.push(sample);
    return sample;
  }

  /** A stream that was cut short names no input tokens in OpenAI's protocols: by the ratio of those that do. */
  #withInput(sample: Sample, prompt: Prompt): Sample {
    if (sample.inputTokens !== null) return sample;
    return { ...sample, inputTokens: estimateTokens(prompt.text) };
  }

  /** A connection that is open, as a client's next request finds it. */
  async #keepWarm(): Promise<void> {
    if (this.#warm || !this.#listIsCheap) return;
    const { list, route } = this.target;
    const limits = this.#limits(ALL_TOKENS);
    const timeoutMs = Math.min(limits.timeoutMs, SLOW_LIST_MS);
    const trace = await this.#effects.send(list, route, { ...limits, timeoutMs, headersMs: timeoutMs }, this.#effects.signal);
    const { headers, tcp, proxy, tls } = trace.marks;
    if (headers === null) {
      this.#listIsCheap = false;
      return;
    }
    const answered = headers - (trace.reused ? 0 : (tls ?? proxy ?? tcp ?? 0));
    this.#roundTrips.push(answered);
    this.#listIsCheap = answered < SLOW_LIST_MS && !ranOutOfTime(trace);
    this.#warm = trace.error === null && trace.stopped === undefined;
  }

  async roundTrips(): Promise<void> {
    for (let count = 0; count < ROUND_TRIPS; count += 1) {
      this.#warm = false;
      await this.#keepWarm();
    }
  }

  #longPrompt(size: number): Prompt {
    const { ownText, inputTokens } = this.#plan;
    return prefillPrompt(size, this.#nonce(), ownText === null ? null : { text: ownText, share: Math.min(1, size / inputTokens) });
  }

  async #prefill(cold: boolean): Promise<void> {
    this.#lastLong = this.#longPrompt(this.#plan.inputTokens);
    await this.#sample('prefill', this.#lastLong, { cold, enoughEvents: FIRST_TOKENS });
  }

  async #decode(cold: boolean): Promise<void> {
    await this.#sample('decode', decodePrompt(this.#plan.outputTokens, this.#nonce()), { cold });
  }

  async cold(): Promise<void> {
    if (!this.hasGivenUp) await this.#prefill(true);
    if (!this.hasGivenUp) await this.#decode(true);
  }

  /** Every load once, in an order that turns from round to round. */
  async round(index: number): Promise<void> {
    const steps: (() => Promise<void>)[] = [() => this.#prefill(false), () => this.#decode(false)];
    // Without single tokens there is no TTFT to fit.
    if (!isBuffered(this.#samples)) {
      for (const size of this.#plan.sweep)
        steps.push(async () => void (await this.#sample('sweep', this.#longPrompt(size), { cold: false, enoughEvents: FIRST_TOKENS })));
    }
    const first = index % steps.length;
    for (const step of [...steps.slice(first), ...steps.slice(0, first)]) if (!this.hasGivenUp) await step();
  }

  async cachePair(): Promise<void> {
    if (this.#lastLong && !this.hasGivenUp && !isBuffered(this.#samples))
      await this.#sample('cache', this.#lastLong, { cold: false, enoughEvents: FIRST_TOKENS });
  }

  async rampTo(levels: readonly number[]): Promise<void> {
    for (const concurrency of levels) {
      if (this.hasGivenUp) return;
      const answers = await Promise.all(
        Array.from({ length: concurrency }, () =>
          this.#exchange('ramp', decodePrompt(20, this.#nonce()), { ...this.target.route, fresh: true }, FIRST_TOKENS),
        ),
      );
      const good = answers.filter(({ outcome }) => outcome.ok === true).map(({ trace }) => sampleOf('ramp', trace, false));
      this.#samples.push(...good);
      const waits = known(good.map((sample) => (sample.ttftMs === null ? null : sample.ttftMs - handshakeOf(sample))));
      this.#ramp.push({ concurrency, ttftMs: median(waits), failed: answers.length - good.length });
      if (answers.every(({ trace }) => ranOutOfTime(trace))) return;
    }
  }

  /** Null where something was measured. */
  failure(): MeasureFailure | null {
    return this.#measured ? null : this.#failures.last();
  }

  notes(): readonly Note[] {
    const { count, ids } = this.#failures;
    return count === 0 || !this.#measured ? [] : [note('failed', { n: count, all: this.#sent, id: ids.join(', ') })];
  }
}
