// What goes out as a credential with each request, in the order this version looks for it.

import type { Credential, HelperResult, Setting, Valued } from '../../model.ts';
import { Secret } from '../../secret.ts';
import type { CodexProvider, KeyHelper } from '../client.ts';
import type { Saved } from './auth-file.ts';
import { type Environment, isSet } from './environment.ts';
import { bearerToken, type ProviderHeader, secretSetting } from './headers.ts';
import { flag, providerText, TABLES } from './providers.ts';
import type { Settings } from './settings.ts';
import { does } from './versions.ts';

export interface CredentialSources {
  readonly version: string;
  readonly providerId: string;
  /** Null for a built-in one. */
  readonly provider: CodexProvider | null;
  readonly settings: Settings;
  readonly environment: Environment;
  readonly saved: Saved;
  readonly headers: readonly ProviderHeader[];
  readonly helpers: ReadonlyMap<string, HelperResult>;
}

interface Found extends Valued<Secret> {
  readonly isLogin: boolean;
  readonly shadows: readonly Valued<Secret>[];
}

const found = (setting: Setting): Found => ({ ...secretSetting(setting), isLogin: false });

/** The variable that `env_key` names, where no layer gives it a value and nothing stronger makes it unnecessary. */
export function unsetKeyVariable({ provider, environment, version }: CredentialSources): Setting | null {
  const name = provider ? providerText(provider, 'env_key') : null;
  if (!provider || name === null || isSet(environment.variable(name.value))) return null;
  return hasToken(provider, version) && !does(version, 'envKeyBeatsToken') ? null : name;
}

const hasToken = (provider: CodexProvider, version: string): boolean =>
  does(version, 'bearerToken') && providerText(provider, 'experimental_bearer_token') !== null;

/** `auth = { command, args }` of the selected provider. */
export function helperOf({ provider, settings, version }: Pick<CredentialSources, 'provider' | 'settings' | 'version'>): KeyHelper | null {
  if (!provider || !does(version, 'authCommand')) return null;
  const path = [TABLES, provider.id, 'auth'];
  const command = settings.text([...path, 'command']);
  if (!isSet(command)) return null;
  const args = settings.get([...path, 'args'])?.value;
  const words = Array.isArray(args) ? args.filter((word) => typeof word === 'string') : [];
  return { command: command.value, args: words, origin: command.origin, fromProject: command.origin.scope === 'project' };
}

/** Name of a helper's result in the facts. */
const helperResult = (helper: KeyHelper, helpers: CredentialSources['helpers']): HelperResult | undefined =>
  helpers.get([helper.command, ...(helper.args ?? [])].join(' '));

/** What the login machinery yields: CODEX_API_KEY, then auth.json, then (long ago) OPENAI_API_KEY. */
function fromLogin({ environment, saved, version }: CredentialSources, takesOpenaiKey: boolean): Found[] {
  const trimmed = (name: string): Found[] => {
    const variable = environment.variable(name);
    return isSet(variable) ? [found({ ...variable, value: variable.value.trim() })] : [];
  };
  const stored = saved.used === 'key' ? saved.key : saved.used === 'token' ? saved.token : null;
  return [
    ...(does(version, 'codexApiKey') ? trimmed('CODEX_API_KEY') : []),
    ...(stored ? [{ ...stored, shadows: [], isLogin: saved.used === 'token' }] : []),
    ...(takesOpenaiKey && !does(version, 'ignoresOpenaiApiKey') ? trimmed('OPENAI_API_KEY') : []),
  ];
}

/** Of the provider's own table; empty where it binds nothing. */
function fromTable(provider: CodexProvider, sources: CredentialSources): Found[] | null {
  const { environment, version, helpers } = sources;
  const name = providerText(provider, 'env_key');
  const token = hasToken(provider, version) ? providerText(provider, 'experimental_bearer_token') : null;
  if (name !== null || token !== null) {
    const variable = name ? environment.variable(name.value) : null;
    const ofVariable = isSet(variable) ? [found(variable)] : [];
    const ofToken = token ? [found(token)] : [];
    if (unsetKeyVariable(sources)) return [];
    return does(version, 'envKeyBeatsToken') ? [...ofVariable, ...ofToken] : [...ofToken, ...ofVariable];
  }
  const helper = helperOf(sources);
  if (helper === null) return null;
  const output = helperResult(helper, helpers)?.output;
  return output ? [{ value: new Secret(output.reveal().trim()), origin: helper.origin, shadows: [], isLogin: false }] : [];
}

function bearerSources(sources: CredentialSources): Found[] {
  const { provider, providerId, version } = sources;
  if (provider === null) return providerId === 'openai' ? fromLogin(sources, true) : [];
  const own = fromTable(provider, sources);
  if (own !== null) return own;
  if (!does(version, 'authFile')) return [];
  if (flag(provider, 'requires_openai_auth')) return fromLogin(sources, true);
  return does(version, 'keepsLoginFromUnboundProvider') ? [] : fromLogin(sources, false);
}

/** A header of the table that carries a key. */
function fromHeader(header: ProviderHeader): Credential {
  const token = header.name === 'authorization' ? bearerToken(header.setting.value) : null;
  const kind = token !== null ? 'bearer' : header.name === 'x-api-key' ? 'x-api-key' : 'header';
  const strip = (value: string): string => (token === null ? value : (bearerToken(value) ?? value));
  const { value, origin, shadows } = header.setting;
  const stripped = { value: strip(value), origin, shadows: shadows.map((shadow) => ({ ...shadow, value: strip(shadow.value) })) };
  return { kind, header: header.name, setting: secretSetting(stripped), isLogin: false };
}

/** Stronger ones first. A stored login shadows and is shadowed by nothing: it must never be tried. */
function bearer(candidates: readonly Found[]): Credential[] {
  const [winner, ...weaker] = candidates;
  if (!winner) return [];
  const others = weaker.filter(({ isLogin }) => !isLogin).flatMap(({ value, origin, shadows }) => [{ value, origin }, ...shadows]);
  const shadows = winner.isLogin ? [] : [...winner.shadows, ...others];
  return [
    { kind: 'bearer', header: 'authorization', setting: { value: winner.value, origin: winner.origin, shadows }, isLogin: winner.isLogin },
  ];
}

/** Authorization of the login or the key settings goes before one of `http_headers` (measured); other key headers go out beside it. */
export function credentialsOf(sources: CredentialSources): readonly Credential[] {
  const carriers = sources.headers.filter(({ carriesKey }) => carriesKey).map(fromHeader);
  const written = carriers.find(({ header }) => header === 'authorization') ?? null;
  const others = carriers.filter((credential) => credential !== written);
  const candidates = bearerSources(sources);
  if (candidates.length === 0) return written && !unsetKeyVariable(sources) ? [written, ...others] : others;
  const weakest: Found[] = written ? [{ ...written.setting, isLogin: false }] : [];
  return [...bearer([...candidates, ...weakest]), ...others];
}
