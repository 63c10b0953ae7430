// `[model_providers]`: the tables, the one that is selected, and those inside the program.

import type { Setting, WireApi } from '../../model.ts';
import type { CodexProvider } from '../client.ts';
import { type Environment, isSet } from './environment.ts';
import { asText, type Settings } from './settings.ts';
import { does, isBuiltIn, localPort } from './versions.ts';

export const TABLES = 'model_providers';

/** One per id, from the strongest layer that has it; its keys are merged over all layers. */
export function providersOf(settings: Settings): readonly CodexProvider[] {
  return settings.keys([TABLES]).flatMap((id): CodexProvider[] => {
    const path = [TABLES, id];
    const layer = settings.layerOf(path);
    return layer ? [{ id, layer, path, get: (key) => settings.get([...path, key]) }] : [];
  });
}

export const providerText = (provider: CodexProvider, key: string): Setting | null => asText(provider.get(key));

export const flag = (provider: CodexProvider | null, key: string): boolean => provider?.get(key)?.value === true;

/** A table that a built-in provider hides is not selected. */
export function selectedProvider(providers: readonly CodexProvider[], id: string, version: string): CodexProvider | null {
  return isBuiltIn(id, version) ? null : (providers.find((provider) => provider.id === id) ?? null);
}

/** Where the built-in `openai` provider is sent instead of the vendor's own API. */
function openaiBase(settings: Settings, environment: Environment, version: string): Setting | null {
  const variable = does(version, 'ignoresOpenaiBaseUrlVariable') ? null : environment.variable('OPENAI_BASE_URL');
  const fromVariable = isSet(variable) ? variable : null;
  const configured = does(version, 'openaiBaseUrl') ? settings.text(['openai_base_url']) : null;
  if (!isSet(configured)) return fromVariable;
  const weaker = fromVariable ? [{ value: fromVariable.value, origin: fromVariable.origin }, ...fromVariable.shadows] : [];
  return { ...configured, shadows: [...configured.shadows, ...weaker] };
}

function localBase(id: string, environment: Environment): Setting | null {
  const named = environment.variable('CODEX_OSS_BASE_URL');
  if (isSet(named)) return named;
  const port = environment.variable('CODEX_OSS_PORT');
  const standard = localPort(id);
  if (standard === null) return null;
  const origin = isSet(port) ? port.origin : ({ scope: 'default' } as const);
  return { value: `http://localhost:${isSet(port) ? port.value : standard}/v1`, origin, shadows: [] };
}

/** As written; null means the vendor's own API, also for a table without `base_url` (measured). */
export function baseUrlOf(
  id: string,
  provider: CodexProvider | null,
  settings: Settings,
  environment: Environment,
  version: string,
): Setting | null {
  if (provider) return providerText(provider, 'base_url');
  if (id === 'openai') return openaiBase(settings, environment, version);
  return isBuiltIn(id, version) ? localBase(id, environment) : null;
}

export function wireApiOf(id: string, provider: CodexProvider | null, version: string): WireApi {
  if (provider === null && id === 'openai') return 'openai-responses';
  const written = provider ? providerText(provider, 'wire_api')?.value : undefined;
  if (written === 'chat') return 'openai-chat';
  if (written === undefined && !does(version, 'responsesOnly')) return 'openai-chat';
  return 'openai-responses';
}
