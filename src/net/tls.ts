// TLS over a socket that is already open. This process's own NODE_EXTRA_CA_CERTS and NODE_TLS_REJECT_UNAUTHORIZED
// must not count, as the client under test may read them differently: the store and the check are given explicitly.

import net, { type Socket } from 'node:net';
import type { PeerCertificate, SecureContext, TLSSocket } from 'node:tls';
import type { Certificate, Route } from '../wire/types.ts';
import { failure } from './failure.ts';
import { settle } from './settle.ts';

/** Loaded for the first https address: it brings all of Node's cryptography along. */
const tls = () => process.getBuiltinModule('node:tls');

const contexts = new Map<string, SecureContext>();

const usable = (pem: string): boolean => {
  try {
    tls().createSecureContext({ ca: pem });
    return true;
  } catch {
    return false;
  }
};

/** Parsing the roots takes some 20 ms: once for each set of extra certificates, and before the clock starts. */
export function contextFor({ extraCa }: Pick<Route, 'extraCa'>): SecureContext {
  const key = extraCa.join('\n');
  const known = contexts.get(key);
  if (known) return known;
  const context = tls().createSecureContext({ ca: [...tls().rootCertificates, ...extraCa.filter(usable)] });
  contexts.set(key, context);
  return context;
}

type Name = PeerCertificate['subject'] | undefined;
const one = (value: unknown): string => (Array.isArray(value) ? value.join(', ') : String(value ?? ''));
const nameOf = (name: Name): string =>
  name ? ['CN', 'O', 'OU'].flatMap((part) => (part in name ? [`${part}=${one(name[part as 'CN'])}`] : [])).join(', ') : '';

function describe(peer: PeerCertificate | null): Certificate | null {
  if (!peer?.valid_to) return null;
  const names = (peer.subjectaltname ?? '').split(/,\s*/).filter(Boolean).slice(0, 50);
  return { subject: nameOf(peer.subject), issuer: nameOf(peer.issuer), validFrom: peer.valid_from, validTo: peer.valid_to, names };
}

// `authorizationError` is typed as an Error but holds the code.
const verdictOf = (socket: TLSSocket): string =>
  String((socket.authorizationError as Error & { code?: string })?.code ?? socket.authorizationError);

export function secure(socket: Socket, host: string, route: Pick<Route, 'extraCa' | 'verifyTls'>, signal: AbortSignal): Promise<TLSSocket> {
  return settle<TLSSocket>(signal, (done, fail) => {
    const secured = tls().connect({
      socket,
      host,
      // RFC 6066 forbids addresses as a server name.
      servername: net.isIP(host) ? '' : host,
      secureContext: contextFor(route),
      // Judged below, so that the certificate can be shown.
      rejectUnauthorized: false,
      ALPNProtocols: ['http/1.1'],
    });
    secured.on('error', fail);
    secured.once('secureConnect', () => {
      if (secured.authorized || !route.verifyTls) return done(secured);
      const code = verdictOf(secured);
      const certificate = describe(secured.getPeerCertificate());
      fail(failure('tls', code, `the certificate was not accepted: ${code}`, certificate ? { certificate } : {}));
    });
    return () => {
      secured.destroy();
      socket.destroy();
    };
  });
}
