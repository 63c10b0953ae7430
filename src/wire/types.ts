// One HTTP exchange: what is sent, and everything that was seen of the answer.

import type { WireApi } from '../model.ts';
import type { Secret } from '../secret.ts';

export type HeaderValue = string | Secret;

export interface HttpRequest {
  readonly method: 'GET' | 'POST' | 'HEAD';
  readonly url: string;
  /** Names in lower case. A secret is revealed only when the bytes are written to the socket. */
  readonly headers: readonly (readonly [string, HeaderValue])[];
  readonly body: string | null;
  /** How the answer is read. */
  readonly wireApi: WireApi;
  readonly model: string | null;
  readonly stream: boolean;
}

/** Network surroundings as the client under test would use them. */
export interface Route {
  /** Null: direct. Credentials inside the URL are sent as Proxy-Authorization. */
  readonly proxy: string | null;
  /** PEM texts to trust besides the system's. */
  readonly extraCa: readonly string[];
  /** False only where the client itself would not check (NODE_TLS_REJECT_UNAUTHORIZED=0). */
  readonly verifyTls: boolean;
  /** CONNECT also for http:// targets (Claude Code up to 2.1.100). */
  readonly tunnelAlways?: boolean;
  /** This client can use a SOCKS5 proxy (Codex). */
  readonly socks?: boolean;
  /** Always a new connection, closed afterwards: for cold measurements. */
  readonly fresh?: boolean;
}

export interface Limits {
  /** Connect to last byte, ms. */
  readonly timeoutMs: number;
  /** Until response headers, ms; at most timeoutMs. */
  readonly headersMs: number;
  /** Silence within a stream, ms. */
  readonly idleMs: number;
  /** Decoded bytes of a body that are read before the rest is dropped. */
  readonly bodyBytes: number;
  /** Stop reading after this many generated tokens were seen (a proof needs few). */
  readonly enoughEvents: number;
}

/** The phase a transport error happened in. */
export type Phase = 'dns' | 'tcp' | 'proxy' | 'tls' | 'send' | 'headers' | 'stream';

export interface Certificate {
  readonly subject: string;
  readonly issuer: string;
  readonly validFrom: string;
  readonly validTo: string;
  readonly names: readonly string[];
}

export interface TransportError {
  readonly phase: Phase;
  /**
   * A system or TLS code (ENOTFOUND, EAI_AGAIN, ECONNREFUSED, ECONNRESET, EHOSTUNREACH, DEPTH_ZERO_SELF_SIGNED_CERT, CERT_HAS_EXPIRED,
   * CERT_NOT_YET_VALID, ERR_TLS_CERT_ALTNAME_INVALID, UNABLE_TO_VERIFY_LEAF_SIGNATURE, …) or one of our own:
   * DNS_TIMEOUT, CONNECT_TIMEOUT, NO_ANSWER (no TLS or HTTP answer in time; see phase), IDLE, TIMEOUT (still flowing when time was up), ABORTED,
   * NOT_TLS, HTTPS_EXPECTED, BAD_HTTP, TOO_MANY_HEADERS, INCOMPLETE (closed before the announced end), BAD_ENCODING, BAD_URL, BAD_HEADER,
   * PROXY_REFUSED (can't be reached at all; `cause` says how), PROXY_NO_ANSWER, PROXY_AUTH, PROXY_DENIED, PROXY_NOT_HTTP, PROXY_SCHEME, PROXY_TLS.
   * A response may be there all the same: read status and body first.
   */
  readonly code: string;
  /** System or TLS code behind one of our own. */
  readonly cause?: string;
  /** English, technical, without credentials. */
  readonly detail: string;
  readonly certificate?: Certificate;
  /** Status that a proxy answered CONNECT with. */
  readonly proxyStatus?: number;
}

/** Milliseconds since the request was started; null where the phase did not happen or was not reached. */
export interface Marks {
  readonly dns: number | null;
  readonly tcp: number | null;
  readonly proxy: number | null;
  readonly tls: number | null;
  readonly sent: number | null;
  readonly headers: number | null;
  readonly firstEvent: number | null;
  /** First generated token of any kind, reasoning and tool arguments included. */
  readonly firstToken: number | null;
  /** First visible token. */
  readonly firstVisible: number | null;
  readonly lastToken: number | null;
  readonly end: number;
}

/** One server-sent event, stamped when its last byte arrived. */
export interface StreamEvent {
  readonly at: number;
  readonly event: string | null;
  readonly data: string;
}

/** What a protocol's reader made of the stream or JSON body. */
export interface Reading {
  /** Names of protocol events seen, in order of first appearance (`message_start`, `response.completed`, …). */
  readonly kinds: readonly string[];
  /** The stream reached the end its protocol demands. */
  readonly complete: boolean;
  /** At least one event of this protocol was there. */
  readonly recognised: boolean;
  readonly text: string;
  readonly toolCalls: number;
  /** Model the answer names. */
  readonly model: string | null;
  /** The greatest numbers named. Input counts cached tokens too, in every protocol. */
  readonly usage: {
    readonly input: number | null;
    readonly output: number | null;
    readonly cached: number | null;
    readonly reasoning?: number | null;
  } | null;
  /** An error object within the stream or a 200 body, as found. */
  readonly error: unknown;
  /** Events the client needs and did not get, e.g. `response.output_item.done`, `event:` lines. */
  readonly missing: readonly string[];
}

export interface Trace {
  readonly request: HttpRequest;
  readonly viaProxy: boolean;
  readonly marks: Marks;
  /** Null where no response headers arrived. */
  readonly status: number | null;
  /** Names in lower case, repeated ones joined by ", ". */
  readonly headers: Readonly<Record<string, string>>;
  /** The decoded body, cut at the limit; of an event stream its raw text, cut likewise. */
  readonly body: string;
  readonly bodyBytes: number;
  readonly bodyCut: boolean;
  readonly events: readonly StreamEvent[];
  readonly reading: Reading | null;
  readonly error: TransportError | null;
  /** The local clock when response headers arrived, epoch ms: for comparison with the Date header. */
  readonly receivedAt: number | null;
  /** Why reading was ended by this side though nothing was wrong: enough tokens, enough bytes, or the protocol's end had come and the connection stayed open. */
  readonly stopped?: 'enough' | 'bytes' | 'complete';
  /** Arrival of every event that carried generated tokens, ms since the start. */
  readonly tokenTimes?: readonly number[];
  /** The connection was used before: no dns, tcp, proxy and tls marks. */
  readonly reused?: boolean;
}
