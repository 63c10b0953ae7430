// How trouble on the wire becomes data.

import { maskShapes } from '../masking.ts';
import type { Phase, TransportError } from '../wire/types.ts';

/** Carries a finished description through promise chains; never leaves src/net. */
export class WireFailure extends Error {
  readonly error: TransportError;

  constructor(error: TransportError) {
    super(error.detail);
    this.name = 'WireFailure';
    this.error = error;
  }
}

export const failure = (
  phase: Phase,
  code: string,
  detail: string,
  more: Omit<Partial<TransportError>, 'phase' | 'code' | 'detail'> = {},
): WireFailure => new WireFailure({ phase, code, detail, ...more });

export function codeOf(thrown: unknown): string {
  const code = (thrown as { code?: unknown } | null)?.code;
  return typeof code === 'string' ? code : 'UNKNOWN';
}

const messageOf = (thrown: unknown): string => maskShapes(thrown instanceof Error ? thrown.message : String(thrown)).slice(0, 400);

// What OpenSSL says when the other side does not answer a ClientHello with TLS at all.
const NO_TLS =
  /wrong version number|packet length too long|unknown protocol|http request|bad record type|record too large|unexpected message/i;

// llhttp's codes all begin with HPE_.
function ownCode(thrown: unknown, phase: Phase): string | null {
  const code = codeOf(thrown);
  if (code === 'HPE_HEADER_OVERFLOW') return 'TOO_MANY_HEADERS';
  if (code.startsWith('HPE_')) return 'BAD_HTTP';
  if (code === 'ERR_INVALID_CHAR' || code === 'ERR_INVALID_HTTP_TOKEN' || code === 'ERR_UNESCAPED_CHARACTERS') return 'BAD_HEADER';
  if (phase === 'tls' && NO_TLS.test(messageOf(thrown))) return 'NOT_TLS';
  return null;
}

/** Describes whatever was thrown; a code of our own keeps the original as `cause`. */
export function errorOf(thrown: unknown, phase: Phase): TransportError {
  if (thrown instanceof WireFailure) return thrown.error;
  const own = ownCode(thrown, phase);
  const code = codeOf(thrown);
  return { phase, code: own ?? code, detail: messageOf(thrown), ...(own ? { cause: code } : {}) };
}

/** Any trouble on the way to the proxy is the proxy's, not the gateway's. */
export function proxyErrorOf(thrown: unknown): WireFailure {
  const error = errorOf(thrown, 'proxy');
  if (error.code.startsWith('PROXY_') || error.code === 'ABORTED') return failure('proxy', error.code, error.detail, error);
  return failure('proxy', 'PROXY_REFUSED', error.detail, { cause: error.code });
}
