// The request this version would send for its channel, without its identity and without stored logins.

import type { Credential, CredentialKind, WireApi } from '../../model.ts';
import { Secret } from '../../secret.ts';
import type { HeaderValue, HttpRequest } from '../../wire/types.ts';
import type { ClaudeCodeState, RequestOptions } from '../client.ts';
import { requestUrlFor } from './base-url.ts';
import { faithfulBody, smallBody, withoutField } from './body.ts';
import { headerValue } from './credentials.ts';
import { isSendable, parseCustomHeaders } from './custom-headers.ts';
import { askedModel, smallModel } from './models.ts';
import { stopsAtStart } from './read.ts';
import { CONTEXT_1M_BETA, has, modelDefaults, requestProfile, STABLE_BETAS } from './versions.ts';

type Headers = readonly (readonly [string, HeaderValue])[];

const ANTHROPIC_VERSION = '2023-06-01';
const HEADER_OF: Readonly<Record<CredentialKind, string>> = { bearer: 'authorization', header: 'authorization', 'x-api-key': 'x-api-key' };

const isOn = (state: ClaudeCodeState, name: string): boolean =>
  ['1', 'true', 'yes', 'on'].includes(state.variable(name)?.value.trim().toLowerCase() ?? '');

function betas(state: ClaudeCodeState, longContext: boolean): readonly string[] {
  const { version } = state;
  const stable = has(version, 'honoursBetaSwitch') && isOn(state, 'CLAUDE_CODE_DISABLE_EXPERIMENTAL_BETAS');
  return [...(stable ? STABLE_BETAS : requestProfile(version).betas), ...(longContext ? [CONTEXT_1M_BETA] : [])];
}

function maxOutputTokens(state: ClaudeCodeState): number | null {
  const value = Number(state.variable('CLAUDE_CODE_MAX_OUTPUT_TOKENS')?.value.trim() || Number.NaN);
  return Number.isSafeInteger(value) && value > 0 ? value : null;
}

/** OpenAI's endpoints know a key only as a bearer token. */
const kindFor = (wireApi: WireApi, kind: CredentialKind): CredentialKind => (wireApi === 'anthropic-messages' ? kind : 'bearer');

function credentialHeaders(
  state: ClaudeCodeState,
  credentials: readonly Pick<Credential, 'kind' | 'header' | 'setting'>[],
  wireApi: WireApi,
): Headers | null {
  const headers = new Map<string, Secret>();
  for (const { kind: own, header, setting } of credentials) {
    const kind = kindFor(wireApi, own);
    const value = headerValue(state.version, kind, setting.value.reveal());
    if (value === null) return null;
    headers.set(kind === own ? header : HEADER_OF[kind], new Secret(value));
  }
  return [...headers];
}

/** The given credential in place of all the client's own; none at all where its secret is null. */
function chosenHeaders(
  state: ClaudeCodeState,
  { kind, secret }: NonNullable<RequestOptions['credential']>,
  wireApi: WireApi,
): Headers | null {
  if (secret === null) return [];
  const header = state.channel?.credentials.find((credential) => credential.kind === kind)?.header ?? HEADER_OF[kind];
  return credentialHeaders(state, [{ kind, header, setting: { value: secret, origin: { scope: 'flag' }, shadows: [] } }], wireApi);
}

/** Null where there is no key to send, only a stored login, or one that this version refuses to send. */
function ownHeaders(state: ClaudeCodeState, wireApi: WireApi): Headers | null {
  const credentials = state.channel?.credentials.filter(({ isLogin }) => !isLogin) ?? [];
  return credentials.length > 0 ? credentialHeaders(state, credentials, wireApi) : null;
}

/** Custom headers besides the credentials; those that may hold one stay away where another credential is tried. */
function customHeaders(state: ClaudeCodeState, withCredentials: boolean): Headers | null {
  const written = parseCustomHeaders(state.variable('ANTHROPIC_CUSTOM_HEADERS')?.value ?? '');
  if (written.some(([name, value]) => !isSendable(name, value))) return null;
  return (state.channel?.headers ?? []).filter(([, value]) => withCredentials || typeof value === 'string');
}

function withHeaders(first: Headers, later: Headers): Headers {
  const merged = new Map<string, HeaderValue>(first);
  for (const [name, value] of later) merged.set(name, value);
  return [...merged];
}

/** Is this what the client asks its small/fast model, and not the main one too? */
function isFastModel(state: ClaudeCodeState, id: string): boolean {
  const small = smallModel(state.version, state.variable);
  const main = state.channel?.model;
  const asked = (written: string): string => askedModel(state.version, written, state.variable).id;
  return small !== null && asked(small.value) === id && (!main || asked(main.value) !== id);
}

function bodyFor(state: ClaudeCodeState, options: RequestOptions, model: string, wireApi: WireApi): string {
  const stream = options.stream ?? true;
  const small = options.small === true || wireApi !== 'anthropic-messages';
  const body = small
    ? smallBody(wireApi, model, stream)
    : faithfulBody({
        version: state.version,
        model,
        stream,
        maxTokens: options.maxTokens ?? maxOutputTokens(state),
        thinks: state.variable('MAX_THINKING_TOKENS')?.value.trim() !== '0',
        experimental: !(has(state.version, 'honoursBetaSwitch') && isOn(state, 'CLAUDE_CODE_DISABLE_EXPERIMENTAL_BETAS')),
        isFast: isFastModel(state, model),
      });
  return JSON.stringify((options.without ?? []).reduce(withoutField, body));
}

export function buildRequest(state: ClaudeCodeState, options: RequestOptions = {}): HttpRequest | null {
  const wireApi = options.wireApi ?? 'anthropic-messages';
  const url = requestUrlFor(state.version, options.baseUrl ?? state.channel?.baseUrl?.value ?? '', wireApi);
  if (state.cloudSwitch || url === null || stopsAtStart(state)) return null;
  const credentials = options.credential ? chosenHeaders(state, options.credential, wireApi) : ownHeaders(state, wireApi);
  const custom = customHeaders(state, options.credential === undefined);
  if (credentials === null || custom === null) return null;
  const written = options.model ?? state.channel?.model?.value ?? modelDefaults(state.version).main;
  const { id, longContext } = askedModel(state.version, written, state.variable);
  const beta = betas(state, longContext);
  const withBeta = options.small !== true && !options.without?.includes('anthropic-beta') && beta.length > 0;
  const protocol: Headers = [
    ['content-type', 'application/json'],
    ['accept', 'application/json'],
    ...(wireApi === 'anthropic-messages'
      ? ([['anthropic-version', ANTHROPIC_VERSION], ...(withBeta ? ([['anthropic-beta', beta.join(',')]] as const) : [])] as const)
      : []),
  ];
  return {
    method: 'POST',
    url,
    headers: withHeaders([...protocol, ...credentials], custom),
    body: bodyFor(state, options, id, wireApi),
    wireApi,
    model: id,
    stream: options.stream ?? true,
  };
}
