// The websocket upgrade that some Codex versions try first. Only the handshake: a 101 is success, and the connection is closed.

import type { HeaderValue, HttpRequest, Limits, Route, Trace } from '../wire/types.ts';
import { send } from './request.ts';

/** `url` may be ws(s):// or http(s)://. */
export function upgrade(
  url: string,
  headers: readonly (readonly [string, HeaderValue])[],
  route: Route,
  limits: Limits,
  signal?: AbortSignal,
): Promise<Trace> {
  const handshake: HttpRequest['headers'] = [
    ['connection', 'Upgrade'],
    ['upgrade', 'websocket'],
    ['sec-websocket-version', '13'],
    ['sec-websocket-key', Buffer.from(crypto.getRandomValues(new Uint8Array(16))).toString('base64')],
  ];
  const request: HttpRequest = {
    method: 'GET',
    url: url.replace(/^ws(s?):\/\//i, 'http$1://'),
    headers: [...headers, ...handshake],
    body: null,
    wireApi: 'openai-responses',
    model: null,
    stream: false,
  };
  // A forwarding proxy can't pass an upgrade on; clients tunnel it.
  return send(request, { ...route, tunnelAlways: true, fresh: true }, limits, signal);
}
