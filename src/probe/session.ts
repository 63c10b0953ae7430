// Sends probes for one client: never the same request twice, every exchange kept in order.

import type { ClientState, RequestOptions } from '../clients/client.ts';
import { instant } from '../net/instant.ts';
import type { Secret } from '../secret.ts';
import type { HttpRequest, Limits, Route, Trace } from '../wire/types.ts';
import { classify } from './failures/index.ts';
import type { Probed, ProbePurpose } from './types.ts';

export type Send = (request: HttpRequest, route: Route, limits: Limits) => Promise<Trace>;

const BODY_BYTES = 512 * 1024;
/** A proof needs few tokens; a stream that never ends must not be read for ever. */
const ENOUGH_EVENTS = 2000;

/** `timeoutMs` is from connect to last byte. */
export function limitsFor(timeoutMs: number): Limits {
  return { ...timesOf(timeoutMs), bodyBytes: BODY_BYTES, enoughEvents: ENOUGH_EVENTS };
}

const timesOf = (timeoutMs: number) => ({ timeoutMs, headersMs: timeoutMs, idleMs: Math.max(1, Math.round(timeoutMs / 2)) });

/** All rounds together may take this much more than the time of one exchange, or once more that time, ms. */
const ROUNDS_MS = 3_500;
/** What an exchange still gets when the time is up: enough for a server that answers at all, ms. */
const LAST_MS = 500;

/** Sends within a time for all exchanges, counted from now: a server that takes its time with every round must not add the rounds up. */
export function withinTime(send: Send, timeoutMs: number): Send {
  const end = instant() + timeoutMs + Math.max(ROUNDS_MS, timeoutMs);
  return (request, route, limits) => {
    const left = Math.max(LAST_MS, Math.round(end - instant()));
    return send(request, route, left >= limits.timeoutMs ? limits : { ...limits, ...timesOf(left) });
  };
}

/** Another way than the client's own. */
export interface Way {
  readonly route?: Route;
  /** Less time than other exchanges get, ms. */
  readonly atMostMs?: number;
}

export class ProbeSession {
  readonly #send: Send;
  readonly #limits: Limits;
  readonly #state: ClientState;
  readonly #sent = new Map<string, Promise<Trace>>();
  readonly #secrets: Secret[] = [];
  readonly all: Probed[] = [];

  constructor(state: ClientState, send: Send, limits: Limits) {
    this.#state = state;
    this.#send = send;
    this.#limits = limits;
  }

  /** Null where the client would send nothing with these options. */
  async probe(purpose: ProbePurpose, note: string, options: RequestOptions = {}, way: Way = {}): Promise<Probed | null> {
    const request = this.#state.client.request(this.#state, options);
    return request === null
      ? null
      : this.exchange(purpose, note, options.baseUrl ?? this.#state.channel?.baseUrl?.value ?? '', request, way);
  }

  async exchange(purpose: ProbePurpose, note: string, baseUrl: string, request: HttpRequest, way: Way = {}): Promise<Probed> {
    const route = way.route ?? this.#state.client.route(this.#state, request.url);
    const identity = this.#identityOf(request, route);
    const trace = await (this.#sent.get(identity) ?? this.#start(identity, request, route, way.atMostMs));
    const credential = request.headers.flatMap(([, value]) => (typeof value === 'string' ? [] : [value]))[0] ?? null;
    const outcome = classify(trace, {
      clientId: this.#state.id,
      version: this.#state.version,
      wireApi: request.wireApi,
      requestUrl: request.url,
      model: request.model,
      key: credential,
      proxy: route.proxy,
    });
    const probed: Probed = { purpose, note, baseUrl, wireApi: request.wireApi, trace, outcome };
    this.all.push(probed);
    return probed;
  }

  #start(identity: string, request: HttpRequest, route: Route, atMostMs = this.#limits.timeoutMs): Promise<Trace> {
    const limits = atMostMs < this.#limits.timeoutMs ? { ...this.#limits, ...timesOf(atMostMs) } : this.#limits;
    const sending = this.#send(request, route, limits);
    this.#sent.set(identity, sending);
    return sending;
  }

  #identityOf(request: HttpRequest, route: Route): string {
    const headers = request.headers.map(([name, value]) => [name, typeof value === 'string' ? value : this.#numberOf(value)]);
    return JSON.stringify([request.method, request.url, route.proxy, headers, request.body]);
  }

  /** Masked, two keys may look alike. */
  #numberOf(secret: Secret): number {
    const known = this.#secrets.findIndex((other) => other.equals(secret));
    return known < 0 ? this.#secrets.push(secret) - 1 : known;
  }
}
