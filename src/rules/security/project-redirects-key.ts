import { parseBase } from '../../base-url.ts';
import type { ClaudeCodeState, ClientState, CodexState, Snapshot } from '../../clients/client.ts';
import { isTable } from '../../clients/field-type.ts';
import type { Facts, FileFact, JsonValue, Origin, Scope, Setting, Valued } from '../../model.ts';
import { sha256 } from '../../sha256.ts';
import type { Draft, Rule } from '../rule.ts';

const PROJECT: Readonly<Record<ClientState['id'], readonly Scope[]>> = { 'claude-code': ['project', 'local'], codex: ['project'] };

/** Variables by which a settings file sends requests, or what they carry, elsewhere. */
const BASES = ['ANTHROPIC_BASE_URL', 'ANTHROPIC_BEDROCK_BASE_URL', 'ANTHROPIC_VERTEX_BASE_URL', 'ANTHROPIC_FOUNDRY_BASE_URL'];
const PROXIES = ['HTTPS_PROXY', 'https_proxy', 'HTTP_PROXY', 'http_proxy', 'ALL_PROXY', 'all_proxy'];
const OFFICIAL = 'https://api.anthropic.com';

interface Redirect {
  readonly what: 'address' | 'proxy' | 'headers' | 'helper' | 'tls';
  readonly name: string;
  readonly value: string;
  readonly origin: Origin;
}

/** `init` wrote this file on this machine, and nobody has changed it since. */
export function isTrustedFile(facts: Facts, fact: FileFact): boolean {
  const known = facts.trustedFiles.get(fact.path) ?? facts.trustedFiles.get(fact.realPath);
  return known !== undefined && fact.bytes !== null && sha256(fact.bytes) === known;
}

const isProject = (state: ClientState, { scope }: Origin): boolean => PROJECT[state.id].includes(scope);

/** What would count without the project's files. */
const usersOwn = <T>(state: ClientState, setting: Setting<T>): Valued<T> | null =>
  [setting, ...setting.shadows].find(({ origin }) => !isProject(state, origin)) ?? null;

const plain = (value: JsonValue | undefined): string =>
  typeof value === 'string'
    ? value.trim().replace(/\/+$/, '')
    : value === undefined
      ? ''
      : JSON.stringify(value, (_, item) => (typeof item === 'bigint' ? String(item) : item));

/** A project's value that differs from the user's own. */
function differs(state: ClientState, setting: Setting<JsonValue> | null, standard = ''): setting is Setting<JsonValue> {
  if (!setting || !isProject(state, setting.origin)) return false;
  const own = plain(usersOwn(state, setting)?.value) || standard;
  return (plain(setting.value) || standard) !== own;
}

function ofClaudeCode(state: ClaudeCodeState): Redirect[] {
  const found: Redirect[] = [];
  const note = (what: Redirect['what'], name: string, setting: Setting<JsonValue> | null, standard?: string): void => {
    if (differs(state, setting, standard)) found.push({ what, name, value: plain(setting.value), origin: setting.origin });
  };
  for (const name of BASES) note('address', name, state.variable(name), name === 'ANTHROPIC_BASE_URL' ? OFFICIAL : undefined);
  for (const name of PROXIES) if (state.variable(name)?.value.trim()) note('proxy', name, state.variable(name));
  if (state.variable('ANTHROPIC_CUSTOM_HEADERS')?.value.trim())
    note('headers', 'ANTHROPIC_CUSTOM_HEADERS', state.variable('ANTHROPIC_CUSTOM_HEADERS'));
  if (state.keyHelper?.fromProject) note('helper', 'apiKeyHelper', state.setting(['apiKeyHelper']));
  if (state.variable('NODE_TLS_REJECT_UNAUTHORIZED')?.value === '0')
    note('tls', 'NODE_TLS_REJECT_UNAUTHORIZED', state.variable('NODE_TLS_REJECT_UNAUTHORIZED'));
  return found;
}

function ofCodex(state: CodexState): Redirect[] {
  const { channel, provider } = state;
  const found: Redirect[] = [];
  if (differs(state, channel?.baseUrl ?? null) && channel?.baseUrl) {
    found.push({
      what: 'address',
      name: channel.baseUrl.origin.key ?? 'base_url',
      value: plain(channel.baseUrl.value),
      origin: channel.baseUrl.origin,
    });
  }
  const chatgpt = state.setting(['chatgpt_base_url']);
  if (differs(state, chatgpt))
    found.push({ what: 'address', name: 'chatgpt_base_url', value: plain(chatgpt.value), origin: chatgpt.origin });
  for (const key of ['http_headers', 'env_http_headers'] as const) {
    const table = provider?.get(key) ?? null;
    if (differs(state, table) && isTable(table.value)) found.push({ what: 'headers', name: key, value: '', origin: table.origin });
  }
  const auth = provider?.get('auth') ?? null;
  if (differs(state, auth)) found.push({ what: 'helper', name: 'auth', value: '', origin: auth.origin });
  return found;
}

/** The project brings its own key for its own address: nothing of the user's is sent there. */
function bringsOwnKey(state: ClientState, redirects: readonly Redirect[]): boolean {
  const credentials = state.channel?.credentials ?? [];
  return (
    redirects.every(({ what }) => what === 'address') &&
    credentials.length > 0 &&
    credentials.every(({ setting, isLogin }) => !isLogin && isProject(state, setting.origin))
  );
}

/** Only the origin of an address is shown: paths and queries may hold keys. */
const hostOf = ({ what, value }: Redirect): string => ((what === 'address' || what === 'proxy') && parseBase(value)?.origin) || '';

/**
 * What files of the current project change about where the user's key goes: one draft a file. No key may be sent while one of
 * them is an error; a warning is a project with a key of its own, or one that the user trusts with `--trust-project`.
 */
export function* projectRedirects(snapshot: Snapshot, state: ClientState): Iterable<Draft> {
  const redirects = state.id === 'codex' ? ofCodex(state) : ofClaudeCode(state);
  const ownKey = bringsOwnKey(state, redirects);
  const byFile = new Map<string, Redirect[]>();
  for (const redirect of redirects) {
    const file = redirect.origin.file ?? '';
    const fact = state.layers.find((layer) => layer.file === file)?.fact;
    if (!fact || isTrustedFile(snapshot.facts, fact)) continue;
    byFile.set(file, [...(byFile.get(file) ?? []), redirect]);
  }
  for (const [file, [first, ...others]] of byFile) {
    if (!first) continue;
    const targets = [first, ...others].map(hostOf).filter(Boolean);
    const variant = ownKey ? 'own-key' : targets.length === 0 ? first.what : undefined;
    yield {
      client: state.id,
      origin: first.origin,
      severity: ownKey || snapshot.options.trustProject ? 'warning' : 'error',
      args: {
        client: state.client.name,
        file,
        names: [first, ...others].map(({ name }) => name).join(', '),
        target: targets.join(', ') || '—',
      },
      ...(variant && variant in VARIANTS ? { variant } : {}),
    };
  }
}

const ADVICE = {
  en: 'If this folder is not yours, delete {names} in {file}, or start {client} elsewhere. If you trust it, check with --trust-project.',
  zh: '如果这个目录不是你自己的，请删除 {file} 里的 {names}，或换个目录启动 {client}。如果信任它，可用 --trust-project 检查。',
} as const;

const VARIANTS: NonNullable<Rule['variants']> = {
  'own-key': {
    title: { en: 'This project brings its own address and key ({names} in {file})', zh: '这个项目自带地址和密钥（{file} 里的 {names}）' },
    why: {
      en: 'In this folder {client} talks to {target}, with the key of the project, not with yours.',
      zh: '在这个目录里，{client} 会连接 {target}，使用项目自带的密钥而不是你的。',
    },
    advice: {
      en: 'Nothing to do if that is meant. What you type in this folder goes to that gateway.',
      zh: '如果这是有意的，无需处理。注意：在这个目录里输入的内容都会发给那个网关。',
    },
  },
  headers: {
    title: {
      en: 'This project changes the headers of every request ({names} in {file})',
      zh: '这个项目会改写每个请求的请求头（{file} 里的 {names}）',
    },
    why: {
      en: 'Headers can replace your key or route the request elsewhere, and {client} sends them as soon as it starts in this folder.',
      zh: '请求头可以替换你的密钥，或把请求引到别处；{client} 一在这个目录里启动就会发送它们。',
    },
    advice: ADVICE,
  },
  helper: {
    title: { en: 'This project names a key helper ({names} in {file})', zh: '这个项目指定了密钥助手命令（{file} 里的 {names}）' },
    why: {
      en: '{client} runs that command by itself in this folder and sends what it prints as the key. It was not run.',
      zh: '在这个目录里，{client} 会自动执行该命令，并把输出当作密钥发送。本次检查没有执行它。',
    },
    advice: ADVICE,
  },
  tls: {
    title: { en: 'This project switches certificate checks off ({names} in {file})', zh: '这个项目关闭了证书校验（{file} 里的 {names}）' },
    why: {
      en: 'Then anybody on the way can pose as your gateway and take your key.',
      zh: '这样一来，链路上的任何人都能冒充你的网关并拿走密钥。',
    },
    advice: ADVICE,
  },
};

export const rule: Rule = {
  id: 'security/project-redirects-key',
  severity: 'error',
  text: {
    title: {
      en: 'This project sends your key to {target} ({names} in {file})',
      zh: '这个项目会把你的密钥发往 {target}（{file} 里的 {names}）',
    },
    why: {
      en: 'Opening this folder is enough: {client} takes the address from the project’s file and your key from your own settings. No key was sent there.',
      zh: '只要打开这个目录就会发生：{client} 从项目文件取地址，从你自己的设置取密钥。本次检查没有向那里发送密钥。',
    },
    advice: ADVICE,
  },
  variants: VARIANTS,
  *check(snapshot) {
    for (const state of snapshot.clients) yield* projectRedirects(snapshot, state);
  },
};
