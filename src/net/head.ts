// Request line and headers as they go to the socket: the only place where a header's secret is revealed.

import { Buffer } from 'node:buffer';
import type { HttpRequest } from '../wire/types.ts';
import type { Target } from './connect.ts';

// Never a client's identity; some edges refuse requests without any.
const USER_AGENT = 'channel-doctor';

export function requestTarget({ url, absoluteForm }: Target): string {
  const path = `${url.pathname}${url.search}`;
  return absoluteForm ? `${url.origin}${path}` : path;
}

// node:http wants Latin-1; clients send UTF-8 bytes.
const onTheWire = (value: string): string => Buffer.from(value, 'utf8').toString('latin1');

function ownHeaders(request: HttpRequest, target: Target): readonly (readonly [string, string])[] {
  const { url, proxyAuthorization } = target;
  const basic = url.username || url.password ? `Basic ${btoa(unescapeAll(`${url.username}:${url.password}`))}` : null;
  return [
    ['host', url.host],
    ['accept', '*/*'],
    ['accept-encoding', 'identity'],
    ['user-agent', USER_AGENT],
    ['connection', 'keep-alive'],
    ...(request.body === null ? [] : [['content-length', String(Buffer.byteLength(request.body))] as const]),
    ...(basic ? [['authorization', basic] as const] : []),
    ...(proxyAuthorization ? [['proxy-authorization', proxyAuthorization] as const] : []),
  ];
}

function unescapeAll(text: string): string {
  return onTheWire(text.replace(/%([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))));
}

/** Flat list of names and values, the request's own first. */
export function headerList(request: HttpRequest, target: Target): string[] {
  const own = ownHeaders(request, target).filter(([name]) => !request.headers.some(([given]) => given.toLowerCase() === name));
  const given = request.headers.map(([name, value]) => [name, onTheWire(typeof value === 'string' ? value : value.reveal())] as const);
  return [...own, ...given].flat();
}
