// One HTTP/1.1 request and its answer over a connection that is already open. Redirects are answers like any other.

import http, { type ClientRequest, type IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import type { HttpRequest, Trace, TransportError } from '../wire/types.ts';
import type { Answer } from './answer.ts';
import type { Clock } from './clock.ts';
import type { Target } from './connect.ts';
import { canDecode, type Decoder, decoderFor } from './decode.ts';
import { codeOf, errorOf, failure } from './failure.ts';
import { headerList, requestTarget } from './head.ts';
import { instant } from './instant.ts';
import { printable } from './tunnel.ts';
import type { Watch } from './watch.ts';

// 10,000 fillers still leave status and body readable; what is beyond is TOO_MANY_HEADERS.
const MAX_HEADER_BYTES = 1024 * 1024;
const MAX_HEADERS = 1000;

export interface Exchanged {
  readonly status: number | null;
  readonly headers: Trace['headers'];
  readonly error: TransportError | null;
  readonly stopped: Trace['stopped'];
  readonly receivedAt: number | null;
  /** Instant of the last byte, or of the failure. */
  readonly endAt: number;
}

interface Call {
  readonly request: HttpRequest;
  readonly target: Target;
  readonly socket: Socket;
  readonly answer: Answer;
  readonly clock: Clock;
  readonly watch: Watch;
  /** The connection can serve another request. */
  readonly onFree: () => void;
}

function joined(raw: readonly string[]): Trace['headers'] {
  const headers = new Map<string, string>();
  for (let index = 0; index + 1 < raw.length; index += 2) {
    const name = raw[index]?.toLowerCase() ?? '';
    const before = headers.get(name);
    headers.set(name, before === undefined ? (raw[index + 1] ?? '') : `${before}, ${raw[index + 1]}`);
  }
  return Object.fromEntries(headers);
}

class Exchange {
  readonly #call: Call;
  readonly #resolve: (exchanged: Exchanged) => void;
  #http: ClientRequest | null = null;
  #decoder: Decoder | null = null;
  #head: IncomingMessage | null = null;
  #arrived = instant();
  #receivedAt: number | null = null;
  #reset = false;
  #over = false;
  #graceStarted = false;
  #brokenOff: TransportError | null = null;

  constructor(call: Call, resolve: (exchanged: Exchanged) => void) {
    this.#call = call;
    this.#resolve = resolve;
  }

  start(): void {
    const { watch, socket } = this.#call;
    watch.signal.addEventListener('abort', this.#aborted);
    socket.on('error', this.#broken);
    if (watch.signal.aborted) this.#aborted();
    else this.#write();
  }

  #write(): void {
    const { request, target, socket, clock } = this.#call;
    clock.phase = 'send';
    try {
      const options = {
        createConnection: () => socket,
        method: request.method,
        path: requestTarget(target),
        maxHeaderSize: MAX_HEADER_BYTES,
      };
      this.#http = http.request({ ...options, headers: headerList(request, target) });
    } catch (thrown) {
      this.#finish(errorOf(thrown, 'send'));
      return;
    }
    this.#http.maxHeadersCount = MAX_HEADERS;
    // Without an agent node:http decides against it, although the header was given.
    this.#http.shouldKeepAlive = true;
    // Before node:http's own listener, so that the instant is that of the bytes and not of their meaning.
    this.#http.once('socket', () => socket.prependListener('data', this.#bytes));
    this.#http.once('finish', () => {
      clock.stamp('sent');
      if (clock.phase === 'send') clock.phase = 'headers';
    });
    this.#http.on('error', this.#failed);
    this.#http.once('upgrade', (head) => {
      this.#takeHead(head);
      this.#finish(null);
    });
    this.#http.once('response', (head) => {
      this.#takeHead(head);
      this.#readBody(head);
    });
    // As bytes: node:http would join a text with the headers and encode those again.
    this.#http.end(request.body === null ? undefined : Buffer.from(request.body));
  }

  readonly #bytes = (): void => {
    this.#arrived = instant();
    if (this.#head) this.#call.watch.bytesArrived(this.#arrived);
  };

  readonly #broken = (error: Error): void => {
    this.#reset ||= codeOf(error) === 'ECONNRESET';
    this.#failed(error);
  };

  readonly #aborted = (): void => this.#finish(errorOf(this.#call.watch.signal.reason, this.#call.clock.phase));

  #takeHead(head: IncomingMessage): void {
    const { clock, watch, answer } = this.#call;
    this.#head = head;
    this.#receivedAt = Date.now();
    clock.stamp('sent', this.#arrived);
    clock.stamp('headers', this.#arrived);
    clock.phase = 'stream';
    watch.headersArrived(this.#arrived);
    answer.open(head.statusCode ?? 0, head.headers['content-type'] ?? '');
  }

  #readBody(head: IncomingMessage): void {
    const coding = (head.headers['content-encoding'] ?? '').trim().toLowerCase();
    const decoder = decoderFor(coding, {
      onBytes: (bytes, at) => this.#take(bytes, at),
      onDrain: () => head.resume(),
      onEnd: () => this.#finish(this.#brokenOff ?? (canDecode(coding) ? null : undecodable(coding))),
      onError: (error) =>
        this.#finish({ phase: 'stream', code: 'BAD_ENCODING', cause: codeOf(error), detail: `the body is no valid ${coding}` }),
    });
    this.#decoder = decoder;
    head.on('data', (bytes: Buffer) => {
      if (!decoder.write(bytes, this.#arrived)) head.pause();
    });
    head.once('end', () => decoder.end());
    head.once('error', this.#failed);
  }

  #take(bytes: Buffer, at: number): void {
    if (this.#over) return;
    const stop = this.#call.answer.take(bytes, at);
    if (stop) this.#finish(null, stop);
    else if (this.#call.answer.ended && !this.#graceStarted) {
      this.#graceStarted = true;
      this.#call.watch.afterGrace(() => this.#finish(null, 'complete'));
    }
  }

  readonly #failed = (thrown: Error): void => {
    const error = this.#named(errorOf(thrown, this.#call.clock.phase), thrown);
    if (!this.#decoder || this.#brokenOff) {
      this.#finish(error);
      return;
    }
    // What has arrived is still being decoded.
    this.#brokenOff = error;
    this.#decoder.end();
  };

  #named(error: TransportError, thrown: Error): TransportError {
    if (error.code === 'BAD_HTTP') return this.#notHttp(error, (thrown as { rawPacket?: Buffer }).rawPacket);
    if (error.code !== 'ECONNRESET' || this.#reset) return error;
    if (!this.#head) return { ...error, detail: 'the connection was closed without an answer' };
    return { ...error, code: 'INCOMPLETE', cause: 'ECONNRESET', detail: 'the connection was closed before the end of the answer' };
  }

  #notHttp(error: TransportError, packet: Buffer | undefined): TransportError {
    if (this.#head || !packet?.length) return error;
    const { target, clock } = this.#call;
    // A TLS record: an alert (0x15) or handshake (0x16) of any version 3.x.
    const isTls = (packet[0] === 0x15 || packet[0] === 0x16) && packet[1] === 3;
    if (isTls && !target.isTls) return { ...error, code: 'HTTPS_EXPECTED', detail: 'the answer is a TLS record' };
    const detail = `the answer is not HTTP: ${printable(packet)}`;
    if (target.absoluteForm) return failure('proxy', 'PROXY_NOT_HTTP', detail, { cause: error.cause ?? 'BAD_HTTP' }).error;
    return { ...error, phase: clock.phase === 'send' ? 'headers' : clock.phase, detail };
  }

  #finish(error: TransportError | null, stopped?: Trace['stopped']): void {
    if (this.#over) return;
    this.#over = true;
    const { socket, watch, onFree } = this.#call;
    watch.signal.removeEventListener('abort', this.#aborted);
    socket.off('data', this.#bytes).off('error', this.#broken);
    const whole = !error && !stopped && this.#head?.statusCode !== 101;
    // An answer may be whole before the request is ("413"): then the socket never becomes free.
    if (whole && this.#http?.writableFinished && this.#http.shouldKeepAlive) socket.once('free', onFree);
    else {
      this.#decoder?.destroy();
      this.#http?.on('error', () => {});
      this.#head?.on('error', () => {});
      this.#http?.destroy();
      socket.destroy();
    }
    this.#resolve({
      status: this.#head?.statusCode ?? null,
      headers: joined(this.#head?.rawHeaders ?? []),
      error,
      stopped,
      receivedAt: this.#receivedAt,
      endAt: error ? instant() : this.#arrived,
    });
  }
}

const undecodable = (coding: string): TransportError => ({
  phase: 'stream',
  code: 'BAD_ENCODING',
  detail: `the content coding ${printable(Buffer.from(coding))} was not asked for`,
});

export const exchange = (call: Call): Promise<Exchanged> => new Promise((resolve) => new Exchange(call, resolve).start());
