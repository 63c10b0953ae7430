// Facts → what they mean for Codex.

import type { Channel, Facts, FileFact, Setting, VersionBasis } from '../../model.ts';
import { Secret } from '../../secret.ts';
import { absentFile, type Client, type CodexProvider, type CodexState, obstacleOf, type StoredLogin } from '../client.ts';
import { compareVersions } from '../version.ts';
import { type Saved, savedIn } from './auth-file.ts';
import { type CredentialSources, credentialsOf, helperOf, unsetKeyVariable } from './credentials.ts';
import { type Environment, environmentOf, isSet } from './environment.ts';
import { headersOf, organisationHeaders } from './headers.ts';
import { type CodexLayer, layersOf } from './layers.ts';
import { homeOf, pathOf } from './places.ts';
import { baseUrlOf, providersOf, selectedProvider, wireApiOf } from './providers.ts';
import { settingsOf } from './settings.ts';
import { hidesChannel, stopsOf } from './stops.ts';
import { CHATGPT_BASE, endpoint, OFFICIAL_BASE } from './url.ts';
import { defaultModel, does, NEWEST_KNOWN } from './versions.ts';

const DEFAULT_PROVIDER = 'openai';

export function versionOf(facts: Facts): { readonly version: string; readonly basis: VersionBasis } {
  const version = facts.installed.codex?.version;
  if (!version) return { version: NEWEST_KNOWN, basis: 'assumed' };
  return { version, basis: compareVersions(version, NEWEST_KNOWN) > 0 ? 'newer-than-known' : 'installed' };
}

/** `query_params` of a provider, which are appended to every URL. */
export function queryOf(provider: CodexProvider | null): readonly (readonly [string, string])[] {
  const table = provider?.get('query_params')?.value;
  if (typeof table !== 'object' || table === null || Array.isArray(table) || table instanceof Date) return [];
  return Object.entries(table).flatMap(([name, value]) => (typeof value === 'string' ? [[name, value] as const] : []));
}

/** CODEX_CA_CERTIFICATE, else SSL_CERT_FILE; not what Node.js programs read. */
function caFileOf(environment: Environment, facts: Facts, version: string): Setting<FileFact> | null {
  const own = does(version, 'caCertificate') ? environment.variable('CODEX_CA_CERTIFICATE') : null;
  const setting = [own, environment.variable('SSL_CERT_FILE')].find(isSet);
  if (!setting) return null;
  const file = pathOf(facts).resolve(facts.cwd, setting.value);
  return { value: facts.files.get(file) ?? absentFile(file), origin: setting.origin, shadows: [] };
}

/** Only what is not a credential of the channel already: the key of auth.json while something else is sent, and every account. */
function loginsOf(saved: Saved, channel: Channel | null): readonly StoredLogin[] {
  const sends = (secret: Secret): boolean => channel?.credentials.some(({ setting }) => setting.value.equals(secret)) ?? false;
  const isGateway =
    channel !== null && channel.requestUrl !== null && !/^https:\/\/(?:[\w-]+\.)*(?:openai|chatgpt)\.com\//.test(channel.requestUrl);
  return [
    ...(saved.token
      ? [{ kind: 'chatgpt' as const, origin: saved.token.origin, sentToGateway: isGateway && sends(saved.token.value) }]
      : []),
    ...(saved.key && !sends(saved.key.value) ? [{ kind: 'api-key' as const, origin: saved.key.origin, sentToGateway: false }] : []),
  ];
}

function channelOf(sources: CredentialSources): Channel {
  const { version, provider, providerId, settings, environment, headers } = sources;
  const baseUrl = baseUrlOf(providerId, provider, settings, environment, version);
  const credentials = credentialsOf(sources);
  const model = settings.text(['model']) ?? { value: defaultModel(version), origin: { scope: 'default' as const }, shadows: [] };
  const wireApi = wireApiOf(providerId, provider, version);
  const hasOfficialBase = provider !== null || providerId === DEFAULT_PROVIDER;
  const official = provider === null && credentials.some(({ isLogin }) => isLogin) ? CHATGPT_BASE : OFFICIAL_BASE;
  const base = baseUrl?.value ?? (hasOfficialBase ? official : null);
  return {
    provider: providerId,
    baseUrl,
    credentials,
    credential: credentials.find(({ isLogin }) => !isLogin) ?? credentials[0] ?? null,
    model,
    models: [{ role: 'main', setting: model }],
    wireApi,
    requestUrl: base === null ? null : endpoint(base, wireApi, queryOf(provider), version),
    headers: [
      ...(provider === null && providerId === DEFAULT_PROVIDER ? organisationHeaders(environment) : []),
      ...headers
        .filter(({ carriesKey }) => !carriesKey)
        .map(({ name, setting, isPrivate }) => [name, isPrivate ? new Secret(setting.value) : setting.value] as const),
    ],
  };
}

/** Variables that are a channel by themselves in the versions that read them. */
const namesChannel = (environment: Environment, version: string): boolean =>
  (!does(version, 'ignoresOpenaiBaseUrlVariable') && isSet(environment.variable('OPENAI_BASE_URL'))) ||
  (!does(version, 'ignoresOpenaiApiKey') && isSet(environment.variable('OPENAI_API_KEY')));

const isThere = ({ fact }: CodexLayer): boolean => fact.state !== 'absent';

export function readState(facts: Facts, client: Client): CodexState {
  const { version, basis } = versionOf(facts);
  const home = homeOf(facts);
  const { layers, projectTrusted } = layersOf(facts, version);
  const settings = settingsOf(layers, version);
  const environment = environmentOf(layers, facts, version);
  const loginLayer = layers.find(({ role }) => role === 'login') ?? null;
  const saved = savedIn(loginLayer, settings, version);
  const providers = providersOf(settings);
  const providerSetting = settings.text(['model_provider']);
  const providerId = providerSetting?.value ?? DEFAULT_PROVIDER;
  const provider = selectedProvider(providers, providerId, version);
  const headers = headersOf(provider, settings, environment);
  const sources = { version, providerId, provider, settings, environment, saved, headers, helpers: facts.helpers };
  const stops = stopsOf({ version, home, facts, layers, settings, providers, providerId });

  const isSetUp =
    layers.some((layer) => layer.scope !== 'project' && isThere(layer)) ||
    ['CODEX_HOME', 'CODEX_API_KEY'].some((name) => isSet(environment.variable(name)));
  const hasChannel = isSetUp || layers.some(({ scope, inEffect }) => scope === 'project' && inEffect) || namesChannel(environment, version);
  const known = hasChannel && does(version, 'rust') && !hidesChannel(stops) ? channelOf(sources) : null;
  const channel = known && stops.length > 0 ? { ...known, requestUrl: null } : known;
  return {
    id: 'codex',
    client,
    installed: facts.installed.codex,
    version,
    versionBasis: basis,
    configured: isSetUp || obstacleOf({ layers }) !== null,
    layers,
    variable: environment.variable,
    variableNames: environment.names,
    channel,
    logins: loginsOf(saved, known),
    keyHelper: helperOf(sources),
    home,
    stops,
    unsetKeyVariable: unsetKeyVariable(sources),
    caFile: caFileOf(environment, facts, version),
    setting: settings.get,
    providers,
    provider,
    providerId: providerSetting,
    profile: settings.profile,
    auth: loginLayer?.inEffect ? loginLayer.document : null,
    projectTrusted,
  };
}
