// One session of Claude Code on a channel: by the environment and, since any settings file beats that, by `--settings` with a private file
// (claude-code.md, facts 1, 2 and 9; section 3.1). Measured with 2.1.332: `"apiKeyHelper": ""` behind `--settings` switches a helper of the
// user's off, and an `x-api-key` in ANTHROPIC_CUSTOM_HEADERS replaces the one of a stored Console login.

import { refusal, usageError } from '../../errors.ts';
import type { Origin, Setting, Text } from '../../model.ts';
import { isTrustedFile } from '../../rules/security/project-redirects-key.ts';
import { Secret } from '../../secret.ts';
import type { ChannelIntent, ClaudeCodeState, ClientState } from '../client.ts';
import type { Launcher, SessionOptions, SessionSettings, SessionStart } from '../launch.ts';
import { atLeast } from '../version.ts';
import { namesCredential, parseCustomHeaders } from './custom-headers.ts';
import { askedModel, modelVariables } from './models.ts';
import { cloudSwitches, switchesOn } from './read.ts';
import { has } from './versions.ts';

const FLAG = '--settings';
/** Measured: 1.0.128 knows the flag, 1.0.60 ends with "unknown option". */
const FLAG_SINCE = '1.0.128';
const APPROVED_CHARACTERS = 20;
/** Through these a project's file could lead the key elsewhere although the address is ours. */
const NETWORK_VARIABLES = [
  ...['HTTPS_PROXY', 'https_proxy', 'HTTP_PROXY', 'http_proxy', 'ALL_PROXY', 'all_proxy'],
  'NODE_TLS_REJECT_UNAUTHORIZED',
];

const TOO_OLD: Text = {
  en: 'Claude Code {version} lets {where} beat the environment ({name}), and knows no --settings to beat it with. Update to 2.x, or set the channel up with: channel-doctor use',
  zh: 'Claude Code {version} 中 {where} 里的 {name} 优先于环境变量，而该版本没有可以覆盖它的 --settings。请升级到 2.x，或用 channel-doctor use 写入渠道',
};
const MANAGED: Text = {
  en: 'The managed settings in {where} set {name}, and nothing beats them: this session would not be on the channel. Ask whoever manages this machine',
  zh: '受管设置 {where} 指定了 {name}，无法覆盖：本次会话不会走这个渠道。请联系这台机器的管理员',
};
const OWN_FLAG: Text = {
  en: '--settings is how this session gets its channel, so it cannot be passed on as well. Put those settings into .claude/settings.local.json',
  zh: '本次会话的渠道正是通过 --settings 传入的，不能再传一个。请把这些设置写进 .claude/settings.local.json',
};
const LOGIN_WINS: Text = {
  en: 'Claude Code {version} sends your stored login instead of the key, to whichever gateway. Log out first (claude /logout), or update',
  zh: 'Claude Code {version} 会用已保存的登录代替密钥发送给任何网关。请先退出登录（claude /logout），或升级版本',
};
const WILL_ASK: Text = {
  en: 'Claude Code will ask whether it may use this API key; answer Yes (the default is No)',
  zh: 'Claude Code 会询问是否使用这个 API 密钥，请选择 Yes（默认是 No）',
};
const PROJECT_IGNORED: Text = {
  en: 'For this session {name} from {where} does not count: it could lead the key elsewhere. To obey it: --trust-project',
  zh: '本次会话不采用 {where} 里的 {name}：它可能把密钥引到别处。如果信任它，请加 --trust-project',
};

type Value = string | Secret | null;
type Wanted = Map<string, Value>;

const placeOf = ({ file, line }: Origin): string => (line === undefined ? (file ?? '') : `${file}:${line}`);

function own(state: ClientState): ClaudeCodeState {
  if (state.id !== 'claude-code') throw new TypeError(`the state of ${state.id} is none of Claude Code`);
  return state;
}

/** Header lines of the user's that carry no credential; those belong to another gateway. */
function keptHeaders(state: ClaudeCodeState): readonly string[] {
  const written = state.variable('ANTHROPIC_CUSTOM_HEADERS')?.value ?? '';
  return parseCustomHeaders(written)
    .filter(([name]) => !namesCredential(name))
    .map(([name, value]) => `${name}: ${value}`);
}

/** A stored Console login, or a helper named in `.claude.json`, would put its key beside the token of the gateway. */
function addsForeignKey(state: ClaudeCodeState): boolean {
  const helper = state.keyHelper?.origin.file === state.globalConfig.file;
  return helper || (has(state.version, 'addsConsoleKeyToToken') && state.logins.some(({ kind }) => kind === 'console-key'));
}

function headersFor(intent: ChannelIntent, state: ClaudeCodeState): Value {
  const kept = keptHeaders(state);
  const { secret } = intent.key;
  const lines = intent.header === 'bearer' && addsForeignKey(state) ? [...kept, `x-api-key: ${secret.reveal().trim()}`] : kept;
  if (lines.length === 0) return null;
  return lines.length === kept.length ? lines.join('\n') : new Secret(lines.join('\n'));
}

/** Models that Claude Code asks for by itself: what the gateway does not serve, and what was meant for another one, becomes the main model. */
function modelsFor(intent: ChannelIntent, state: ClaudeCodeState): readonly (readonly [string, string])[] {
  const { version } = state;
  const isClaude = /^(?:claude|anthropic|opus|sonnet|haiku|default)/i.test(intent.model);
  const isServed = (model: string): boolean => intent.models?.includes(askedModel(version, model, () => null).id) ?? isClaude;
  return modelVariables(version).flatMap(({ name, role, standard }): [string, string][] => {
    if (intent.smallModel && (role === 'small' || role === 'haiku')) return [[name, intent.smallModel]];
    const set = state.variable(name)?.value.trim();
    if (set) return intent.models?.includes(set) ? [[name, set]] : [[name, intent.model]];
    return standard !== null && !isServed(standard) ? [[name, intent.model]] : [];
  });
}

function wantedVariables(intent: ChannelIntent, state: ClaudeCodeState): Wanted {
  const isKey = intent.header === 'x-api-key';
  const template = Object.entries(intent.template?.claudeEnv ?? {}).filter(
    ([name, value]) => !name.startsWith('ANTHROPIC_') && !/\{\w+\}/.test(value) && !state.variable(name)?.value,
  );
  return new Map<string, Value>([
    ...template,
    ...cloudSwitches(state.version).map((name) => [name, null] as const),
    ['CLAUDE_CODE_OAUTH_TOKEN', null],
    ['ANTHROPIC_BASE_URL', intent.baseUrl],
    ['ANTHROPIC_AUTH_TOKEN', isKey ? null : intent.key.secret],
    ['ANTHROPIC_API_KEY', isKey ? intent.key.secret : null],
    ['ANTHROPIC_CUSTOM_HEADERS', headersFor(intent, state)],
    ['ANTHROPIC_MODEL', intent.model],
    ...modelsFor(intent, state),
  ]);
}

/** What a project's file sets for the network goes back to the user's own value. */
function projectNetwork(state: ClaudeCodeState, { facts, trustProject }: SessionOptions): readonly (readonly [string, Setting, string])[] {
  const isProject = ({ scope, file }: Origin): boolean => {
    const fact = state.layers.find((layer) => layer.file === file)?.fact;
    return (scope === 'project' || scope === 'local') && fact !== undefined && !isTrustedFile(facts, fact);
  };
  if (trustProject) return [];
  return NETWORK_VARIABLES.flatMap((name) => {
    const setting = state.variable(name);
    if (!setting?.value.trim() || !isProject(setting.origin)) return [];
    return [[name, setting, setting.shadows.find(({ origin }) => !isProject(origin))?.value ?? ''] as const];
  });
}

/** Where a settings file in effect beats the environment, the first variable (or the helper) that would be another than this session's. */
function beaten(wanted: Wanted, state: ClaudeCodeState): readonly (readonly [name: string, origin: Origin])[] {
  const { version, keyHelper } = state;
  const variables = [...wanted].flatMap(([name, value]): (readonly [string, Origin])[] => {
    const setting = state.variable(name);
    if (!setting || setting.origin.scope === 'env') return [];
    const isOff = value === null && cloudSwitches(version).includes(name) && !switchesOn(version, setting.value);
    const asWanted = value instanceof Secret ? value.equals(setting.value) : (value ?? '') === setting.value;
    return asWanted || isOff ? [] : [[name, setting.origin]];
  });
  return keyHelper ? [...variables, ['apiKeyHelper', keyHelper.origin]] : variables;
}

/**
 * All of it stands behind `--settings`, also what nothing beats now: the client reads its settings again when another program writes them, and
 * then this session's key must not go to another channel's address, nor another one's key to this address.
 */
function settingsFor(wanted: Wanted, state: ClaudeCodeState): SessionSettings | null {
  const { version } = state;
  const weaker = beaten(wanted, state);
  const managed = weaker.find(([, { scope }]) => scope === 'managed');
  if (managed) throw refusal(MANAGED, { name: managed[0], where: placeOf(managed[1]) });
  if (atLeast(version, FLAG_SINCE)) {
    const env = Object.fromEntries([...wanted].map(([name, value]) => [name, value ?? '']));
    return { flag: FLAG, env, others: { apiKeyHelper: '' } };
  }
  const [first] = weaker;
  if (first) throw refusal(TOO_OLD, { version, name: first[0], where: placeOf(first[1]) });
  return null;
}

/** In a conversation a key in ANTHROPIC_API_KEY is asked about unless it was approved before (section 6). */
function willAsk(intent: ChannelIntent, { globalConfig }: ClaudeCodeState, { args }: SessionOptions): boolean {
  if (intent.header !== 'x-api-key' || args.some((word) => word === '-p' || word === '--print')) return false;
  const approved = globalConfig.document?.at(['customApiKeyResponses', 'approved'])?.value;
  return !(Array.isArray(approved) && approved.includes(intent.key.secret.reveal().trim().slice(-APPROVED_CHARACTERS)));
}

export const launchClaudeCode: Launcher = (intent, clientState, options): SessionStart => {
  const state = own(clientState);
  const { version } = state;
  if (options.args.some((word) => word === FLAG || word.startsWith(`${FLAG}=`))) throw usageError(OWN_FLAG);
  if (has(version, 'loginBeatsKeys') && state.logins.some(({ kind }) => kind === 'claude-ai')) throw refusal(LOGIN_WINS, { version });
  const wanted = wantedVariables(intent, state);
  const network = projectNetwork(state, options);
  for (const [name, , value] of network) wanted.set(name, value);
  const settings = settingsFor(wanted, state);
  const notes = network.map(([name, { origin }]) => ({ text: PROJECT_IGNORED, args: { name, where: placeOf(origin) } }));
  return {
    args: [],
    env: Object.fromEntries(wanted),
    settings,
    notes: willAsk(intent, state, options) ? [...notes, { text: WILL_ASK, args: {} }] : notes,
  };
};
