// Facts → what they mean for Claude Code.

import type { Channel, Facts, FileFact, JsonValue, Layer, Setting, VersionBasis } from '../../model.ts';
import { Secret } from '../../secret.ts';
import { type ClaudeCodeState, type Client, type KeyHelper, obstacleOf, originIn } from '../client.ts';
import { compareVersions } from '../version.ts';
import { isOfficial, requestUrlFor } from './base-url.ts';
import { type Credentials, readCredentials } from './credentials.ts';
import { namesCredential, parseCustomHeaders } from './custom-headers.ts';
import { globalLayer, readLayers, settingIn, variableIn, variableNamesIn } from './layers.ts';
import { mainModel, modelsAsked } from './models.ts';
import { configFolder, factOf, resolved } from './places.ts';
import { has, NEWEST_KNOWN_VERSION } from './versions.ts';

const SWITCHES = ['CLAUDE_CODE_USE_BEDROCK', 'CLAUDE_CODE_USE_VERTEX', 'CLAUDE_CODE_USE_FOUNDRY'] as const;
const OWN_VARIABLE = /^(?:ANTHROPIC_|CLAUDE_CODE_|CLAUDE_CONFIG_DIR$)/i;

export function versionOf(facts: Facts): { readonly version: string; readonly basis: VersionBasis } {
  const installed = facts.installed['claude-code']?.version;
  if (!installed) return { version: NEWEST_KNOWN_VERSION, basis: 'assumed' };
  return { version: installed, basis: compareVersions(installed, NEWEST_KNOWN_VERSION) > 0 ? 'newer-than-known' : 'installed' };
}

/** The cloud switches this version reads. */
export const cloudSwitches = (version: string): readonly string[] =>
  SWITCHES.filter((name) => name !== 'CLAUDE_CODE_USE_FOUNDRY' || has(version, 'readsFoundrySwitch'));

/** Up to 1.0.60 any word switches on, even `0` (section 3.3). */
export const switchesOn = (version: string, value: string): boolean =>
  has(version, 'takesAnySwitchValue') ? value !== '' : ['1', 'true', 'yes', 'on'].includes(value.trim().toLowerCase());

function readKeyHelper(layers: readonly Layer[], globalConfig: Layer): KeyHelper | null {
  const path = ['apiKeyHelper'];
  const inState = globalConfig.inEffect ? globalConfig.document?.at(path)?.value : null;
  const setting = settingIn(layers, path) ?? (inState ? { value: inState, origin: originIn(globalConfig, path) } : null);
  if (!setting || typeof setting.value !== 'string' || setting.value.trim() === '') return null;
  const { value, origin } = setting;
  return { command: value, args: null, origin, fromProject: origin.scope === 'project' || origin.scope === 'local' };
}

/** Node reads the process environment at its start; settings come in time from 2.1.100 on. */
function readCaFile(facts: Facts, version: string, setting: Setting | null): Setting<FileFact> | null {
  const values = setting ? [setting, ...setting.shadows] : [];
  const read = has(version, 'readsCaFromSettings') ? values : values.filter(({ origin }) => origin.scope === 'env');
  const [first, ...shadows] = read.map(({ value, origin }) => ({
    value: factOf(facts, resolved(facts, value)),
    origin,
    isNamed: value.trim() !== '',
  }));
  return first?.isNamed ? { value: first.value, origin: first.origin, shadows: shadows.filter(({ isNamed }) => isNamed) } : null;
}

const isSet = (setting: Setting | null): boolean => setting !== null && setting.value.trim() !== '';

interface Parts {
  readonly version: string;
  readonly variable: (name: string) => Setting | null;
  readonly model: Setting<JsonValue> | null;
  readonly globalConfig: Layer;
  readonly credentials: Credentials;
  readonly cloudSwitch: Setting | null;
  readonly keyHelper: KeyHelper | null;
}

function readChannel({ version, variable, model, globalConfig, credentials, cloudSwitch, keyHelper }: Parts): Channel | null {
  const base = variable('ANTHROPIC_BASE_URL');
  const namesKey = variable('ANTHROPIC_AUTH_TOKEN') !== null || variable('ANTHROPIC_API_KEY') !== null;
  const chosen = isSet(base) || isSet(variable('ANTHROPIC_MODEL')) || namesKey;
  if (!chosen && credentials.sent.length + credentials.logins.length === 0 && !cloudSwitch && !keyHelper) return null;
  const migrated = globalConfig.inEffect && globalConfig.document?.at(['sonnet45MigrationComplete'])?.value === true;
  const main = mainModel(version, { variable, setting: model, losesUserModel: has(version, 'deletesUserModel') && !migrated });
  const custom = parseCustomHeaders(variable('ANTHROPIC_CUSTOM_HEADERS')?.value ?? '');
  return {
    provider: null,
    baseUrl: isSet(base) ? base : null,
    credentials: credentials.sent,
    credential: credentials.sent.find(({ isLogin }) => !isLogin) ?? credentials.sent[0] ?? null,
    model: main,
    models: modelsAsked(version, main, variable),
    wireApi: 'anthropic-messages',
    requestUrl: cloudSwitch ? null : requestUrlFor(version, base?.value ?? ''),
    headers: custom
      .filter(([name]) => name !== 'authorization' && name !== 'x-api-key')
      .map(([name, value]) => [name, namesCredential(name) ? new Secret(value) : value] as const),
  };
}

export function readState(facts: Facts, client: Client): ClaudeCodeState {
  const { version, basis } = versionOf(facts);
  const layers = readLayers(facts, version);
  const globalConfig = globalLayer(layers);
  const variable = (name: string): Setting | null => variableIn(layers, facts.env, name);
  const variableNames = variableNamesIn(layers, facts.env);
  const keyHelper = readKeyHelper(layers, globalConfig);
  const cloudSwitch =
    cloudSwitches(version)
      .map(variable)
      .find((setting) => setting && switchesOn(version, setting.value)) ?? null;
  const credentials = readCredentials({
    version,
    variable,
    globalConfig,
    loginFile: layers.find((layer) => layer.scope === 'login') ?? null,
    keyHelper,
    helperResult: keyHelper && !keyHelper.fromProject ? (facts.helpers.get(keyHelper.command) ?? null) : null,
    toGateway: !cloudSwitch && !isOfficial(variable('ANTHROPIC_BASE_URL')?.value ?? ''),
  });
  const model = settingIn(layers, ['model']);
  return {
    id: 'claude-code',
    client,
    installed: facts.installed['claude-code'],
    version,
    versionBasis: basis,
    configured:
      layers.some(({ fact }) => fact.state !== 'absent') ||
      obstacleOf({ layers }) !== null ||
      variableNames.some((name) => OWN_VARIABLE.test(name)),
    layers,
    variable,
    variableNames,
    channel: readChannel({ version, variable, model, globalConfig, credentials, cloudSwitch, keyHelper }),
    logins: credentials.logins,
    keyHelper,
    configFolder: configFolder(facts, version),
    globalConfig,
    setting: (path) => settingIn(layers, path),
    cloudSwitch,
    caFile: readCaFile(facts, version, variable('NODE_EXTRA_CA_CERTS')),
  };
}

/** Does this version stop at its start because of a file it can't read? (Sections 1 and 2.) */
export function stopsAtStart({ version, layers, globalConfig }: ClaudeCodeState): boolean {
  const isBroken = (layer: Layer): boolean => layer.fact.state === 'file' && !layer.inEffect;
  if (isBroken(globalConfig)) return true;
  return has(version, 'stopsOnBrokenManaged') && layers.some((layer) => layer.scope === 'managed' && layer.ignoredBecause === 'syntax');
}
