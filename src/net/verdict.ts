// Answers that are well-formed HTTP and yet say that the way to the gateway is wrong.

import type { TransportError } from '../wire/types.ts';
import type { Target } from './connect.ts';
import type { Exchanged } from './exchange.ts';

// nginx · Go · Apache · Tomcat and Jetty · Caddy and HAProxy in their own words.
const TLS_WANTED =
  /plain HTTP request was sent to (?:an )?HTTPS port|sent an HTTP request to an HTTPS server|speaking plain HTTP to an SSL-enabled server|combination of host and port requires TLS|HTTP request (?:was )?sent to (?:an )?(?:HTTPS|TLS)/i;

// Names of forwarding proxies in the Server header of answers they make themselves; a forwarded answer keeps the origin's.
const PROXY_SERVERS = /\b(?:squid|tinyproxy|privoxy|mitmproxy|bluecoat|zscaler|mwg|forefront|swproxy|ccproxy|polipo|3proxy|goproxy)\b/i;

function proxySays({ status, headers }: Exchanged): boolean {
  if (status === null || status < 400) return false;
  return status === 407 || 'x-squid-error' in headers || 'proxy-authenticate' in headers || PROXY_SERVERS.test(headers.server ?? '');
}

/** The transport error that an answer amounts to, null for an answer of the gateway. Status, headers and body stay in the trace. */
export function errorInAnswer(target: Target, exchanged: Exchanged, body: string): TransportError | null {
  const { status } = exchanged;
  if (status === null) return null;
  if (target.absoluteForm && proxySays(exchanged)) {
    const code = status === 407 ? 'PROXY_AUTH' : 'PROXY_DENIED';
    return { phase: 'proxy', code, detail: `the proxy itself answered with ${status}`, proxyStatus: status };
  }
  if (!target.isTls && status >= 400 && status < 500 && TLS_WANTED.test(body.slice(0, 4000))) {
    return { phase: 'headers', code: 'HTTPS_EXPECTED', detail: 'the server says that it expects https on this port' };
  }
  return null;
}
