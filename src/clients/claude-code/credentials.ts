// Which credentials this version sends, and whose they are (section 3.1).

import type { Credential, CredentialKind, HelperResult, Layer, Setting, Valued } from '../../model.ts';
import { Secret } from '../../secret.ts';
import { type KeyHelper, originIn, type StoredLogin } from '../client.ts';
import { parseCustomHeaders } from './custom-headers.ts';
import { has } from './versions.ts';

type Variable = (name: string) => Setting | null;

export interface CredentialSources {
  readonly version: string;
  readonly variable: Variable;
  readonly globalConfig: Layer;
  readonly loginFile: Layer | null;
  readonly keyHelper: KeyHelper | null;
  /** What the helper printed, null where it was not run. */
  readonly helperResult: HelperResult | null;
  /** Requests go past the vendor's own API. */
  readonly toGateway: boolean;
}

export interface Credentials {
  /** Bearer first. */
  readonly sent: readonly Credential[];
  readonly logins: readonly StoredLogin[];
}

const secretOf = ({ value, origin }: Valued<string>): Valued<Secret> => ({ value: new Secret(value), origin });

function secretSetting(setting: Setting): Setting<Secret> {
  return { ...secretOf(setting), shadows: setting.shadows.map(secretOf) };
}

const filled = (setting: Setting | null): Setting | null => (setting && setting.value.trim() !== '' ? setting : null);
const key = (kind: CredentialKind, header: string, setting: Setting<Secret>, isLogin = false): Credential => ({
  kind,
  header,
  setting,
  isLogin,
});

/** `Authorization` and `x-api-key` of ANTHROPIC_CUSTOM_HEADERS replace the client's own. */
function customCredential(header: 'authorization' | 'x-api-key', custom: Setting | null): Credential | null {
  const found = custom ? parseCustomHeaders(custom.value).findLast(([name]) => name === header) : undefined;
  if (!custom || !found) return null;
  const bearer = header === 'authorization' ? /^Bearer\s+(.*)$/i.exec(found[1])?.[1] : undefined;
  const kind = header === 'x-api-key' ? 'x-api-key' : bearer === undefined ? 'header' : 'bearer';
  return key(kind, header, { value: new Secret(bearer ?? found[1]), origin: custom.origin, shadows: [] });
}

function helperKey({ keyHelper, helperResult }: CredentialSources): Setting<Secret> | null {
  const printed = helperResult?.code === 0 ? helperResult.output : null;
  return keyHelper && printed ? { value: printed, origin: keyHelper.origin, shadows: [] } : null;
}

interface Found {
  readonly login: StoredLogin;
  readonly credential: Credential;
  /** Sent at all, to whichever base. */
  readonly sent: boolean;
}

/** `primaryApiKey`: in place of an API key, and next to a token; a helper's key and an API key replace it. */
function consoleKey(sources: CredentialSources, keys: Keys): Found | null {
  const { version, globalConfig, toGateway } = sources;
  const value = globalConfig.inEffect ? globalConfig.document?.at(['primaryApiKey'])?.value : null;
  if (typeof value !== 'string' || value === '') return null;
  const sent = !keys.apiKey && !sources.keyHelper && (!keys.token || has(version, 'addsConsoleKeyToToken'));
  const origin = originIn(globalConfig, ['primaryApiKey']);
  return {
    login: { kind: 'console-key', origin, sentToGateway: sent && toGateway },
    credential: key('x-api-key', 'x-api-key', { value: new Secret(value), origin, shadows: [] }, true),
    sent,
  };
}

/** A claude.ai login counts where no key is set; up to 1.0.0 it even beats the keys. */
function accountLogin(sources: CredentialSources, keys: Keys): Found | null {
  const { version, variable, loginFile, toGateway } = sources;
  const path = ['claudeAiOauth', 'accessToken'];
  const stored = loginFile?.inEffect ? loginFile.document?.at(path)?.value : null;
  const inVariable = has(version, 'readsOAuthVariable') ? filled(variable('CLAUDE_CODE_OAUTH_TOKEN')) : null;
  const found: Valued<string> | null =
    inVariable ?? (loginFile && typeof stored === 'string' && stored !== '' ? { value: stored, origin: originIn(loginFile, path) } : null);
  if (!found) return null;
  const sent = !keys.customToken && (has(version, 'loginBeatsKeys') || !(keys.token || keys.apiKey || sources.keyHelper));
  return {
    login: { kind: 'claude-ai', origin: found.origin, sentToGateway: sent && toGateway },
    credential: key('bearer', 'authorization', { ...secretOf(found), shadows: [] }, true),
    sent,
  };
}

interface Keys {
  readonly token: Credential | null;
  readonly apiKey: Credential | null;
  /** The token stands in ANTHROPIC_CUSTOM_HEADERS. */
  readonly customToken: boolean;
}

/** Both headers go out where both are set; a helper's key fills the one that is not. */
function keysOf(sources: CredentialSources): Keys {
  const { version, variable } = sources;
  const custom = filled(variable('ANTHROPIC_CUSTOM_HEADERS'));
  const [token, apiKey] = [filled(variable('ANTHROPIC_AUTH_TOKEN')), filled(variable('ANTHROPIC_API_KEY'))];
  const helper = helperKey(sources);
  const takesCustom = has(version, 'takesCustomHeaderAsKey') || token !== null || apiKey !== null || helper !== null;
  const customToken = takesCustom ? customCredential('authorization', custom) : null;
  const customApiKey = takesCustom ? customCredential('x-api-key', custom) : null;
  const ownToken = token ? secretSetting(token) : helper;
  const ownApiKey = apiKey ? secretSetting(apiKey) : helper;
  return {
    token: customToken ?? (ownToken ? key('bearer', 'authorization', ownToken) : null),
    apiKey: customApiKey ?? (ownApiKey ? key('x-api-key', 'x-api-key', ownApiKey) : null),
    customToken: customToken !== null,
  };
}

export function readCredentials(sources: CredentialSources): Credentials {
  const keys = keysOf(sources);
  const account = accountLogin(sources, keys);
  const console = consoleKey(sources, keys);
  const own = [keys.token, keys.apiKey].filter((credential) => credential !== null);
  const logins = [account, console].filter((found) => found !== null);
  return {
    sent: [...own, ...logins.filter((found) => found.sent).map((found) => found.credential)],
    logins: logins.map((found) => found.login),
  };
}

/** The exact value of the header that carries a key, null where this version refuses to send it (section 5, "Key defects"). */
export function headerValue(version: string, kind: CredentialKind, written: string): string | null {
  const trimmed = has(version, 'trimsWholeKey') ? written.trim() : trimBlanks(written, kind);
  if (trimmed === '' || !/^[\t\u0020-\u007e\u0080-\u00ff]*$/.test(trimmed)) return null;
  if (has(version, 'refusesNoBreakSpace') && trimmed.includes('\u00a0')) return null;
  return kind === 'bearer' ? `Bearer ${trimmed}` : trimmed;
}

/** HTTP cuts blanks around a header's value: in front of a token they stand behind the word `Bearer` and stay. */
const trimBlanks = (written: string, kind: CredentialKind): string => {
  const end = written.replace(/[\t\n\r ]+$/, '');
  return kind === 'bearer' ? end : end.replace(/^[\t\n\r ]+/, '');
};
