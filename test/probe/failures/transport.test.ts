// No answer at all: the phase and the code tell.

import { describe, expect, it } from 'vitest';
import { say } from '../../../src/i18n/index.ts';
import { classify, evidenceOf, FAILURES } from '../../../src/probe/failures/index.ts';
import type { TransportError } from '../../../src/wire/types.ts';
import { exchange, transportError } from './exchange.ts';

const TABLE: readonly (readonly [string, TransportError['phase'], string])[] = [
  ['net/dns', 'dns', 'ENOTFOUND'],
  ['net/dns-temporary', 'dns', 'EAI_AGAIN'],
  ['net/dns-temporary', 'dns', 'NO_ANSWER'],
  ['net/refused', 'tcp', 'ECONNREFUSED'],
  ['net/unreachable', 'tcp', 'EHOSTUNREACH'],
  ['net/unreachable', 'tcp', 'ENETUNREACH'],
  ['net/connect-timeout', 'tcp', 'ETIMEDOUT'],
  ['net/connect-timeout', 'tcp', 'CONNECT_TIMEOUT'],
  ['net/no-answer', 'headers', 'NO_ANSWER'],
  ['net/no-answer', 'tls', 'NO_ANSWER'],
  ['net/reset', 'tls', 'ECONNRESET'],
  ['net/reset', 'send', 'EPIPE'],
  ['net/reset', 'headers', 'ECONNRESET'],
  ['tls/unknown-authority', 'tls', 'UNABLE_TO_VERIFY_LEAF_SIGNATURE'],
  ['tls/unknown-authority', 'tls', 'UNABLE_TO_GET_ISSUER_CERT_LOCALLY'],
  ['tls/self-signed', 'tls', 'DEPTH_ZERO_SELF_SIGNED_CERT'],
  ['tls/self-signed', 'tls', 'SELF_SIGNED_CERT_IN_CHAIN'],
  ['tls/expired', 'tls', 'CERT_HAS_EXPIRED'],
  ['tls/not-yet-valid', 'tls', 'CERT_NOT_YET_VALID'],
  ['tls/hostname', 'tls', 'ERR_TLS_CERT_ALTNAME_INVALID'],
  ['tls/not-tls', 'tls', 'NOT_TLS'],
  ['tls/not-tls', 'tls', 'EPROTO'],
  ['tls/not-tls', 'tls', 'ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION'],
  ['tls/https-expected', 'headers', 'HTTPS_EXPECTED'],
  ['proxy/refused', 'proxy', 'PROXY_REFUSED'],
  ['proxy/refused', 'proxy', 'ABORTED'],
  ['proxy/auth', 'proxy', 'PROXY_AUTH'],
  ['proxy/denied', 'proxy', 'PROXY_DENIED'],
  ['proxy/not-http', 'proxy', 'PROXY_NOT_HTTP'],
  ['proxy/unsupported-scheme', 'proxy', 'PROXY_SCHEME'],
  ['unknown', 'headers', 'BAD_HTTP'],
  ['unknown', 'headers', 'TOO_MANY_HEADERS'],
];

const failureFor = (error: TransportError) => {
  const { trace, context } = exchange({ status: null, error, context: { proxy: 'http://corp:secret-password@proxy.test:3128' } });
  return classify(trace, context).failure;
};

describe('transport errors', () => {
  it.each(TABLE)('%s: %s %s', (id, phase, code) => {
    const { trace, context } = exchange({ status: null, error: transportError(phase, code) });
    expect(classify(trace, context)).toMatchObject({ ok: false, speaks: false, failure: { id, severity: 'error' } });
  });

  it('shows the proxy without its credentials', () => {
    const failure = failureFor(transportError('proxy', 'PROXY_REFUSED'));
    expect(failure?.args.proxy).toBe('http://proxy.test:3128');
    expect(JSON.stringify(failure)).not.toContain('secret-password');
  });

  it('tells a proxy that forbids from one that finds no way', () => {
    expect(failureFor({ ...transportError('proxy', 'PROXY_DENIED'), proxyStatus: 403 })?.variant).toBeUndefined();
    expect(failureFor({ ...transportError('proxy', 'PROXY_DENIED'), proxyStatus: 503 })?.variant).toBe('unreachable');
  });

  it('names issuer, dates and names of a certificate', () => {
    const certificate = {
      subject: 'CN=gw',
      issuer: 'CN=Corp\u001b[31m CA',
      validFrom: 'Jan 1 2026',
      validTo: 'Feb 1 2026',
      names: ['DNS:other.test'],
    };
    const found = (code: string): string => {
      const failure = failureFor({ ...transportError('tls', code), certificate });
      const text = FAILURES.find(({ id }) => id === failure?.id)?.text;
      return text ? say(text.title, 'en', failure?.args) : '';
    };
    expect(found('UNABLE_TO_VERIFY_LEAF_SIGNATURE')).toBe(
      'The certificate of gw.test comes from an authority that is not trusted here: CN=Corp CA',
    );
    expect(found('CERT_HAS_EXPIRED')).toBe('The certificate of gw.test expired on Feb 1 2026');
    expect(found('ERR_TLS_CERT_ALTNAME_INVALID')).toBe('The certificate belongs to other names than gw.test: DNS:other.test');
  });

  it('never advises to switch certificate checks off', () => {
    for (const { text, variants } of FAILURES) {
      expect(JSON.stringify([text, variants ?? {}])).not.toMatch(/NODE_TLS_REJECT_UNAUTHORIZED|--insecure|verify.{0,8}false/i);
    }
  });

  it.each([
    ['proxy/auth', 407, { 'proxy-authenticate': 'Basic' }],
    ['proxy/denied', 403, { 'x-squid-error': 'ERR_ACCESS_DENIED 0', 'content-type': 'text/html' }],
    ['proxy/denied', 503, { server: 'squid/6.6', 'content-type': 'text/html' }],
  ])('%s: what a forward proxy answers itself with %i', (id, status, headers) => {
    const { trace, context } = exchange({ status, headers, body: '<html>no</html>', over: { viaProxy: true } });
    expect(classify(trace, context).failure?.id).toBe(id);
  });

  it('leaves to the gateway what came through the proxy', () => {
    const { trace, context } = exchange({
      status: 403,
      headers: { via: '1.1 squid' },
      json: { error: { message: '无权访问 vip 分组' } },
      over: { viaProxy: true },
    });
    expect(classify(trace, context).failure?.id).toBe('perm/model-or-group');
  });

  it('shows the error in one line', () => {
    const { trace } = exchange({ status: null, error: transportError('tcp', 'ECONNREFUSED', 'connect ECONNREFUSED 127.0.0.1:1') });
    expect(evidenceOf(trace)).toBe('connect ECONNREFUSED 127.0.0.1:1');
  });
});
