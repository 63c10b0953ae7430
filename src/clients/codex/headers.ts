// `http_headers` and `env_http_headers` of a provider: what they add to each request, and which of them carry a key.

import type { JsonValue, KeyPath, Setting, Valued } from '../../model.ts';
import { Secret } from '../../secret.ts';
import type { CodexProvider } from '../client.ts';
import { type Environment, isSet } from './environment.ts';
import { TABLES } from './providers.ts';
import type { Settings } from './settings.ts';

export interface ProviderHeader {
  /** Lower case. */
  readonly name: string;
  readonly setting: Setting;
  readonly carriesKey: boolean;
  /** Holds something that must not be shown. */
  readonly isPrivate: boolean;
}

const HEADER_NAME = /^[!#$%&'*+.^_`|~0-9a-z-]+$/;
const KEY_HEADER = /^(?:authorization|token|(?:[a-z0-9]+-)*(?:api-?key|(?:auth|access|api|subscription)-(?:token|key)))$/;
const PRIVATE_HEADER = /auth|key|token|secret|cookie|password|signature/;
const PRIVATE_VALUE =
  /(?:^|[\s=:])(?:sk|rk|pk|tp|cr|ak|key|gsk|xai|nvapi|hf|ghp)[-_][\w-]{6,}|eyJ[\w-]{8,}|^(?=.*\d)(?=.*[A-Za-z])[\w+/=-]{24,}$/;

/** Characters with which no header is sent: control characters other than the tab. Other bytes go out as they are (measured with curly quotes). */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
export const hasForbiddenCharacter = (value: string): boolean => /[\u0000-\u0008\u000a-\u001f\u007f]/.test(value);

function named(table: 'http_headers' | 'env_http_headers', provider: CodexProvider, settings: Settings): [string, Setting<JsonValue>][] {
  const path: KeyPath = [TABLES, provider.id, table];
  return settings.keys(path).flatMap((name): [string, Setting<JsonValue>][] => {
    const setting = settings.get([...path, name]);
    return setting ? [[name, setting]] : [];
  });
}

function header(name: string, setting: Setting, isFromVariable: boolean): ProviderHeader[] {
  const lower = name.toLowerCase();
  // The client drops invalid names and values without a word.
  if (!HEADER_NAME.test(lower) || hasForbiddenCharacter(setting.value)) return [];
  const carriesKey = KEY_HEADER.test(lower);
  const isPrivate = carriesKey || isFromVariable || PRIVATE_HEADER.test(lower) || PRIVATE_VALUE.test(setting.value);
  return [{ name: lower, setting, carriesKey, isPrivate }];
}

/** In the order they are set; a later one of the same name replaces the earlier. */
export function headersOf(provider: CodexProvider | null, settings: Settings, environment: Environment): readonly ProviderHeader[] {
  if (provider === null) return [];
  const written = named('http_headers', provider, settings).flatMap(([name, { value, origin, shadows }]) =>
    typeof value === 'string' ? header(name, { value, origin, shadows: onlyTexts(shadows) }, false) : [],
  );
  const fromVariables = named('env_http_headers', provider, settings).flatMap(([name, { value }]) => {
    const variable = typeof value === 'string' ? environment.variable(value) : null;
    return isSet(variable) ? header(name, variable, true) : [];
  });
  return [...new Map([...written, ...fromVariables].map((one) => [one.name, one])).values()];
}

const onlyTexts = (values: readonly Valued<JsonValue>[]): Valued<string>[] =>
  values.flatMap(({ value, origin }) => (typeof value === 'string' ? [{ value, origin }] : []));

/** `Bearer x` without its first word; null where the value is of another scheme or has none. */
export const bearerToken = (value: string): string | null => /^Bearer +(.*)$/is.exec(value)?.[1] ?? null;

export const secretSetting = ({ value, origin, shadows }: Setting): Setting<Secret> => ({
  value: new Secret(value),
  origin,
  shadows: shadows.map((shadow) => ({ value: new Secret(shadow.value), origin: shadow.origin })),
});

/** OpenAI's own headers of the built-in provider. */
export function organisationHeaders(environment: Environment): readonly (readonly [string, string])[] {
  const pairs = [
    ['openai-organization', 'OPENAI_ORGANIZATION'],
    ['openai-project', 'OPENAI_PROJECT'],
  ] as const;
  return pairs.flatMap(([name, variable]) => {
    const setting = environment.variable(variable);
    return isSet(setting) && !hasForbiddenCharacter(setting.value) ? [[name, setting.value] as const] : [];
  });
}
