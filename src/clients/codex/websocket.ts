// The websocket upgrade that some versions try before HTTP: seven attempts on 404 or 401, seconds of "Reconnecting" (measured).

import type { HttpRequest } from '../../wire/types.ts';
import type { CodexState } from '../client.ts';
import { flag } from './providers.ts';
import { credentialHeaders } from './request.ts';
import { does } from './versions.ts';

/** Any 16 bytes serve (RFC 6455, section 4.1); the answer is not checked against them. */
const HANDSHAKE_KEY = Buffer.from('one handshake ok').toString('base64');

/** The http(s) URL whose upgrade is asked for; null where this version goes straight to HTTP. */
export function websocketUrl(state: CodexState): string | null {
  const { channel, provider, version } = state;
  if (channel === null || channel.requestUrl === null || channel.wireApi !== 'openai-responses') return null;
  const isAsked = provider
    ? does(version, 'websocketProviders') && flag(provider, 'supports_websockets')
    : does(version, 'websocketFirst') && channel.provider === 'openai' && channel.baseUrl?.origin.key === 'openai_base_url';
  return isAsked ? channel.requestUrl : null;
}

/** Null where no upgrade is tried or it would carry nothing that may be sent. */
export function websocketRequest(state: CodexState): HttpRequest | null {
  const url = websocketUrl(state);
  const keys = credentialHeaders(state);
  if (url === null || keys === null || state.channel === null) return null;
  return {
    method: 'GET',
    url,
    headers: [
      ...keys,
      ['connection', 'Upgrade'],
      ['upgrade', 'websocket'],
      ['sec-websocket-version', '13'],
      ['sec-websocket-key', HANDSHAKE_KEY],
      ...state.channel.headers,
    ],
    body: null,
    wireApi: 'openai-responses',
    model: state.channel.model?.value ?? null,
    stream: false,
  };
}
