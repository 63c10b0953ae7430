// The request that this version would send, without its identity.

import type { Credential, WireApi } from '../../model.ts';
import { Secret } from '../../secret.ts';
import type { HeaderValue, HttpRequest } from '../../wire/types.ts';
import type { CodexState, RequestOptions } from '../client.ts';
import { bodyOf, withoutField } from './body.ts';
import { hasForbiddenCharacter } from './headers.ts';
import { queryOf } from './read.ts';
import { endpoint, OFFICIAL_BASE, userInfo } from './url.ts';
import { defaultModel, does, sendsResponsesBeta } from './versions.ts';

type Headers = (readonly [string, HeaderValue])[];

function credentialHeader({ kind, header, setting }: Pick<Credential, 'kind' | 'header' | 'setting'>): readonly [string, Secret] {
  return kind === 'bearer' ? ['authorization', new Secret(`Bearer ${setting.value.reveal()}`)] : [header, setting.value];
}

function otherCredential({ kind, secret }: NonNullable<RequestOptions['credential']>, state: CodexState): Headers {
  if (secret === null) return [];
  const header = kind === 'x-api-key' ? 'x-api-key' : (state.channel?.credential?.header ?? 'authorization');
  return [credentialHeader({ kind, header, setting: { value: secret, origin: { scope: 'default' }, shadows: [] } })];
}

/** Null where the client would refuse to send, or would send a login that is not ours to send. */
export function credentialHeaders(state: CodexState, other?: RequestOptions['credential']): Headers | null {
  const { channel, version } = state;
  if (other) return otherCredential(other, state);
  if (channel === null || state.unsetKeyVariable) return null;
  if (channel.credentials.some(({ isLogin }) => isLogin)) return null;
  if (state.keyHelper && !channel.credentials.some(({ header }) => header === 'authorization')) return null;
  const headers = channel.credentials.map(credentialHeader);
  const sendable = headers.filter(([, value]) => !hasForbiddenCharacter(value.reveal()));
  return sendable.length < headers.length && !does(version, 'dropsBadHeader') ? null : sendable;
}

/** Credentials inside the base URL: up to 0.50 they replace the key, later they fill its place. */
function withUserInfo(headers: Headers, base: string, version: string): Headers {
  const info = userInfo(base);
  const hasKey = headers.some(([name]) => name === 'authorization');
  if (info === null || (hasKey && does(version, 'trimsBaseUrl'))) return headers;
  const basic = new Secret(`Basic ${Buffer.from(`${info.user}:${info.password}`).toString('base64')}`);
  return [['authorization', basic], ...headers.filter(([name]) => name !== 'authorization')];
}

function protocolHeaders(wireApi: WireApi, stream: boolean, version: string): Headers {
  return [
    ['content-type', 'application/json'],
    ['accept', stream ? 'text/event-stream' : 'application/json'],
    ...(wireApi === 'anthropic-messages' ? ([['anthropic-version', '2023-06-01']] as Headers) : []),
    ...(wireApi === 'openai-responses' && sendsResponsesBeta(version) ? ([['openai-beta', 'responses=experimental']] as Headers) : []),
  ];
}

/** The address that requests go to when none is given: as written, else the vendor's own; null where this program knows neither. */
function effectiveBase({ channel, provider }: CodexState): string | null {
  if (channel?.baseUrl) return channel.baseUrl.value;
  return provider !== null || channel?.provider === 'openai' ? OFFICIAL_BASE : null;
}

const text = (state: CodexState, key: string): string | null => {
  const value = state.setting([key])?.value;
  return typeof value === 'string' && value !== '' ? value : null;
};

/** A follow-up asks about the gateway, so it may be sent although the client itself would not start. */
const isFollowUp = ({ baseUrl, wireApi, credential }: RequestOptions): boolean => Boolean(baseUrl !== undefined || wireApi || credential);

export function requestOf(state: CodexState, options: RequestOptions = {}): HttpRequest | null {
  const { channel, version } = state;
  if (channel === null || (state.stops.length > 0 && !isFollowUp(options))) return null;
  const wireApi = options.wireApi ?? channel.wireApi;
  const base = options.baseUrl ?? effectiveBase(state);
  const url = base === null ? null : endpoint(base, wireApi, queryOf(state.provider), version);
  const keys = credentialHeaders(state, options.credential);
  if (base === null || url === null || keys === null) return null;

  const stream = options.stream ?? true;
  const model = options.model ?? channel.model?.value ?? defaultModel(version);
  const body = bodyOf({
    version,
    wireApi,
    model,
    stream,
    small: options.small ?? false,
    effort: text(state, 'model_reasoning_effort'),
    summary: text(state, 'model_reasoning_summary'),
    verbosity: text(state, 'model_verbosity'),
    webSearch: text(state, 'web_search') !== 'disabled' && state.setting(['tools', 'web_search'])?.value !== false,
  });
  const sent = (options.without ?? []).reduce(withoutField, body as Parameters<typeof withoutField>[0]);
  const headers = new Map<string, HeaderValue>([
    ...withUserInfo(keys, base, version),
    ...protocolHeaders(wireApi, stream, version),
    ...channel.headers,
  ]);
  return { method: 'POST', url, headers: [...headers], body: JSON.stringify(sent), wireApi, model, stream };
}
