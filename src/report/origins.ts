// Every value of a channel, where it comes from, and what it beats, in the manner of `git config --show-origin`.

import { modelVariables } from '../clients/claude-code/models.ts';
import type { ClientState } from '../clients/client.ts';
import { shown } from '../clients/shown.ts';
import { say } from '../i18n/index.ts';
import type { Lang, ModelUse, Setting, Text, Valued } from '../model.ts';
import type { Paint } from './paint.ts';
import { type Row, rowLines } from './rows.ts';
import { clientHeading, refusesToStart, scopeName, whereOf } from './text.ts';

const WORDS = {
  colon: { en: ': ', zh: '：' },
  comma: { en: ', ', zh: '，' },
  provider: { en: 'provider', zh: 'provider' },
  baseUrl: { en: 'base URL', zh: 'Base URL' },
  official: { en: 'the vendor’s own API', zh: '官方 API' },
  wire: { en: 'wire API', zh: '协议' },
  request: { en: 'request', zh: '请求地址' },
  key: { en: 'key ({header})', zh: '密钥（{header}）' },
  login: { en: 'stored login ({header})', zh: '已保存的登录（{header}）' },
  noKey: { en: 'key', zh: '密钥' },
  helper: { en: 'key command', zh: '密钥命令' },
  header: { en: 'header {name}', zh: '请求头 {name}' },
  overrides: { en: 'overrides {value}', zh: '覆盖 {value}' },
  files: { en: 'files', zh: '文件' },
  read: { en: 'read', zh: '已读取' },
  unread: { en: 'not in effect', zh: '未生效' },
} satisfies Record<string, Text>;

const ROLES: Readonly<Record<ModelUse['role'], Text>> = {
  main: { en: 'model', zh: '模型' },
  small: { en: 'small model', zh: '小模型' },
  haiku: { en: 'haiku model', zh: 'haiku 模型' },
  sonnet: { en: 'sonnet model', zh: 'sonnet 模型' },
  opus: { en: 'opus model', zh: 'opus 模型' },
  'sub-agent': { en: 'sub-agent model', zh: '子代理模型' },
};

export interface OriginsOptions {
  readonly lang: Lang;
  readonly paint: Paint;
  readonly home: string;
  /** Credentials in clear. */
  readonly inClear: boolean;
}

class Lines {
  readonly #options: OriginsOptions;
  readonly #rows: Row[] = [];

  constructor(options: OriginsOptions) {
    this.#options = options;
  }

  word(name: keyof typeof WORDS, args: Record<string, string> = {}): string {
    return say(WORDS[name], this.#options.lang, args);
  }

  plain(label: string, value: string): void {
    this.#rows.push({ label, value, where: '' });
  }

  #where({ origin }: Valued<unknown>): string {
    return `${whereOf(origin, this.#options.home, this.#options.lang)}${origin.key ? `  ${origin.key}` : ''}`;
  }

  /** The value that won, and below it, strongest first, the ones it beats. */
  setting(label: string, setting: Setting<unknown> | null): void {
    if (!setting) return;
    const { inClear } = this.#options;
    this.#rows.push({ label, value: shown(setting.value, inClear), where: this.#where(setting) });
    for (const shadow of setting.shadows) {
      const value = this.word('overrides', { value: shown(shadow.value, inClear) });
      this.#rows.push({ label: '', value, where: this.#where(shadow), isBelow: true });
    }
  }

  lines(): readonly string[] {
    return rowLines(this.#rows, this.#options.paint, this.word('colon'));
  }
}

/** The main model, and every other that a variable names, also one that names the same. */
function modelSettings(state: ClientState, models: readonly ModelUse[]): readonly (readonly [ModelUse['role'], Setting])[] {
  const main = models.filter(({ role }) => role === 'main').map(({ role, setting }) => [role, setting] as const);
  if (state.id === 'codex') return main;
  const others = modelVariables(state.version).flatMap(({ name, role }) => {
    const setting = state.variable(name);
    return setting ? [[role, setting] as const] : [];
  });
  return [...main, ...others];
}

function channelLines(state: ClientState, out: Lines, options: OriginsOptions): void {
  const { channel } = state;
  if (!channel) return;
  if (state.id === 'codex') out.setting(out.word('provider'), state.providerId);
  if (channel.baseUrl) out.setting(out.word('baseUrl'), channel.baseUrl);
  else out.plain(out.word('baseUrl'), refusesToStart(state) ? '—' : out.word('official'));
  out.plain(out.word('wire'), channel.wireApi);
  if (channel.requestUrl) out.plain(out.word('request'), channel.requestUrl);
  for (const { header, setting, isLogin } of channel.credentials) out.setting(out.word(isLogin ? 'login' : 'key', { header }), setting);
  if (channel.credentials.length === 0 && !state.keyHelper) out.plain(out.word('noKey'), '—');
  if (state.keyHelper) {
    const { command, args, origin } = state.keyHelper;
    out.setting(out.word('helper'), { value: [command, ...(args ?? [])].join(' '), origin, shadows: [] });
  }
  for (const [role, setting] of modelSettings(state, channel.models)) out.setting(ROLES[role][options.lang], setting);
  for (const [name, value] of channel.headers) out.plain(out.word('header', { name }), shown(value, options.inClear));
}

export function originsText(state: ClientState, options: OriginsOptions): string {
  const out = new Lines(options);
  const { paint, home, lang } = options;
  channelLines(state, out, options);
  const present = state.layers.filter(({ fact }) => fact.state !== 'absent');
  const files = present.map(({ scope, file, inEffect }) => ({
    label: '',
    value: whereOf({ scope, file }, home, lang),
    where: `${scopeName(scope, lang)}${out.word('comma')}${out.word(inEffect ? 'read' : 'unread')}`,
  }));
  const fileLines =
    files.length > 0
      ? [
          `  ${out.word('files')}${out.word('colon').trimEnd()}`,
          ...rowLines(files, { ...paint, columns: paint.columns - 2 }, '').map((line) => `  ${line}`),
        ]
      : [];
  return `${[clientHeading(state, options), ...out.lines(), ...fileLines].join('\n')}\n`;
}
