// What makes this version end before any request: a file that does not load, or a configuration that is refused.

import type { Facts, JsonValue, Origin } from '../../model.ts';
import { type CodexProvider, type CodexStop, originIn } from '../client.ts';
import { isTable } from '../field-type.ts';
import { type CodexLayer, rootOf } from './layers.ts';
import { providerText, TABLES } from './providers.ts';
import { wrongTypes } from './schema.ts';
import type { Settings } from './settings.ts';
import { does, isBuiltIn } from './versions.ts';

export interface LoadedConfig {
  readonly version: string;
  readonly home: string;
  readonly facts: Facts;
  readonly layers: readonly CodexLayer[];
  readonly settings: Settings;
  readonly providers: readonly CodexProvider[];
  readonly providerId: string;
}

function homeStops({ home, facts, layers }: LoadedConfig): CodexStop[] {
  const state = facts.files.get(home)?.state;
  const isThere =
    state === undefined || state === 'directory' || layers.some(({ file, fact }) => fact.state === 'file' && file.startsWith(home));
  return isThere || !facts.env.CODEX_HOME ? [] : [{ kind: 'home-missing', origin: { scope: 'env', env: 'CODEX_HOME' } }];
}

/** Position of the first problem, where the document says. */
function problemOrigin(layer: CodexLayer): Origin {
  const range = layer.document?.problems[0]?.range;
  return { scope: layer.scope, file: layer.file, ...(range ? { line: range.line, column: range.column } : {}) };
}

function fileStops({ layers, version }: LoadedConfig): CodexStop[] {
  return layers.flatMap((layer): CodexStop[] => {
    const { ignoredBecause: because, role } = layer;
    if (role === 'login') {
      const isBad = because === 'syntax' || because === 'bom' || because === 'encoding' || because === 'unreadable';
      // Fatal even for a provider with its own key, and the message does not name the file.
      return isBad && !does(version, 'toleratesBadAuthFile') ? [{ kind: 'auth-file', origin: problemOrigin(layer) }] : [];
    }
    if (role !== 'config') return [];
    return because === 'syntax' || because === 'encoding' || because === 'unreadable'
      ? [{ kind: because, origin: problemOrigin(layer) }]
      : [];
  });
}

/** A project's file is checked without the keys it may not set. */
function checkedRoot(layer: CodexLayer, version: string): JsonValue {
  const root = rootOf(layer);
  if (layer.scope !== 'project' || !does(version, 'projectCannotSetProvider')) return root;
  const { model_providers, model_provider, openai_base_url, profile, profiles, ...rest } = root;
  return rest;
}

const typeStops = ({ layers, version }: LoadedConfig): CodexStop[] =>
  layers
    .filter(({ role, inEffect }) => role === 'config' && inEffect)
    .flatMap((layer) =>
      wrongTypes(checkedRoot(layer, version), version).map(
        ({ path }): CodexStop => ({ kind: 'wrong-type', origin: originIn(layer, path) }),
      ),
    );

const wireApis = (version: string): readonly string[] =>
  does(version, 'responsesOnly')
    ? ['responses']
    : ['responses', 'chat', ...(does(version, 'websocketProviders') ? ['responses_websocket'] : [])];

/** Amazon Bedrock's table may only choose profile and region. */
const isHarmlessBuiltIn = (provider: CodexProvider, settings: Settings): boolean =>
  provider.id === 'amazon-bedrock' && settings.keys(provider.path).every((key) => key === 'aws');

/** Every table is checked, also those that are not selected. */
function providerStops({ providers, settings, version }: LoadedConfig): CodexStop[] {
  return providers.flatMap((provider): CodexStop[] => {
    const at = (key?: string): Origin => (key && provider.get(key)?.origin) || originIn(provider.layer, provider.path);
    const stops: CodexStop[] = [];
    if (isBuiltIn(provider.id, version) && does(version, 'refusesReservedIds')) {
      if (!isHarmlessBuiltIn(provider, settings)) stops.push({ kind: 'reserved-id', origin: at() });
      return stops;
    }
    const name = provider.get('name')?.value;
    if (name === undefined || (typeof name === 'string' && name.trim() === '' && does(version, 'refusesBlankName'))) {
      stops.push({ kind: 'no-name', origin: at('name') });
    }
    const wire = providerText(provider, 'wire_api')?.value;
    if (wire !== undefined && !wireApis(version).includes(wire)) stops.push({ kind: 'wire-api', origin: at('wire_api') });
    const auth = provider.get('auth')?.value;
    if (isTable(auth) && does(version, 'authCommand')) {
      const isEmpty = typeof auth.command !== 'string' || auth.command.trim() === '';
      const others = ['env_key', 'experimental_bearer_token'].filter((key) => provider.get(key) !== null);
      if (isEmpty || others.length > 0 || provider.get('requires_openai_auth')?.value === true)
        stops.push({ kind: 'auth-conflict', origin: at('auth') });
    }
    return stops;
  });
}

function selectionStops({ settings, providers, providerId, version }: LoadedConfig): CodexStop[] {
  const stops: CodexStop[] = [];
  const { profile } = settings;
  if (profile && does(version, 'refusesLegacyProfile')) stops.push({ kind: 'legacy-profile', origin: profile.origin });
  else if (profile && settings.get(['profiles', profile.value]) === null) stops.push({ kind: 'undefined-profile', origin: profile.origin });
  if (!isBuiltIn(providerId, version) && !providers.some(({ id }) => id === providerId)) {
    stops.push({ kind: 'undefined-provider', origin: settings.get(['model_provider'])?.origin ?? { scope: 'default', key: TABLES } });
  }
  const model = settings.text(['model']);
  if (model?.value === '' && does(version, 'refusesEmptyModel')) stops.push({ kind: 'empty-model', origin: model.origin });
  return stops;
}

export function stopsOf(config: LoadedConfig): readonly CodexStop[] {
  const broken = [...homeStops(config), ...fileStops(config)];
  // What a file that does not load would have said is not known.
  return broken.some(({ kind }) => kind !== 'auth-file')
    ? broken
    : [...broken, ...typeStops(config), ...providerStops(config), ...selectionStops(config)];
}

const HIDES_CHANNEL: readonly CodexStop['kind'][] = ['home-missing', 'unreadable', 'encoding', 'syntax'];

/** With one of these nothing can be said about the channel. */
export const hidesChannel = (stops: readonly CodexStop[]): boolean => stops.some(({ kind }) => HIDES_CHANNEL.includes(kind));
