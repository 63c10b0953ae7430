// The wire: one request, one Trace, whatever the network does.

import type { HttpRequest, Limits, Route, Trace } from '../wire/types.ts';
import { Answer } from './answer.ts';
import { Clock } from './clock.ts';
import { connect, type Target, targetOf } from './connect.ts';
import { type Exchanged, exchange } from './exchange.ts';
import { errorOf } from './failure.ts';
import { instant } from './instant.ts';
import { keepIdle, takeIdle } from './pool.ts';
import { errorInAnswer } from './verdict.ts';
import { Watch } from './watch.ts';

const NOTHING: Exchanged = { status: null, headers: {}, error: null, stopped: undefined, receivedAt: null, endAt: 0 };

interface Attempt {
  readonly exchanged: Exchanged;
  readonly answer: Answer;
  readonly reused: boolean;
}

/**
 * Sends a request and reads the answer within the limits. Never throws for anything the network or the other side does,
 * never follows a redirect, and sends the proxy's credentials to the proxy alone.
 */
export async function send(request: HttpRequest, route: Route, limits: Limits, signal?: AbortSignal): Promise<Trace> {
  let target: Target;
  try {
    target = targetOf(request.url, route);
  } catch (thrown) {
    const clock = new Clock();
    return traceOf(request, route, clock, failed(thrown, clock, new Answer(request, limits, clock)), null);
  }
  const clock = new Clock();
  const watch = new Watch(limits, clock, signal);
  try {
    const attempt = await tryTwice(request, target, route, limits, clock, watch);
    return traceOf(request, route, clock, attempt, target);
  } finally {
    watch.stop();
  }
}

// A kept connection may have been closed by the other side just now: only then a request goes out a second time.
async function tryTwice(request: HttpRequest, target: Target, route: Route, limits: Limits, clock: Clock, watch: Watch): Promise<Attempt> {
  const idle = route.fresh ? null : takeIdle(target, route);
  if (idle) {
    const answer = new Answer(request, limits, clock);
    const exchanged = await exchange({ request, target, socket: idle, answer, clock, watch, onFree: () => keepIdle(target, route, idle) });
    const stale = exchanged.status === null && ['ECONNRESET', 'EPIPE'].includes(exchanged.error?.code ?? '');
    if (!stale) return { exchanged, answer, reused: true };
    clock.clear();
  }
  const answer = new Answer(request, limits, clock);
  try {
    const socket = await connect(target, route, clock, watch.signal);
    const exchanged = await exchange({ request, target, socket, answer, clock, watch, onFree: () => keepIdle(target, route, socket) });
    return { exchanged, answer, reused: false };
  } catch (thrown) {
    return failed(thrown, clock, answer);
  }
}

function failed(thrown: unknown, clock: Clock, answer: Answer): Attempt {
  return { exchanged: { ...NOTHING, error: errorOf(thrown, clock.phase), endAt: instant() }, answer, reused: false };
}

function traceOf(request: HttpRequest, route: Route, clock: Clock, { exchanged, answer, reused }: Attempt, target: Target | null): Trace {
  const { status, headers, stopped, receivedAt, endAt } = exchanged;
  const content = answer.content();
  return {
    request,
    viaProxy: route.proxy !== null,
    marks: clock.marks(endAt),
    status,
    headers,
    ...content,
    error: exchanged.error ?? (target && errorInAnswer(target, exchanged, content.body)),
    receivedAt,
    reused,
    ...(stopped ? { stopped } : {}),
  };
}
