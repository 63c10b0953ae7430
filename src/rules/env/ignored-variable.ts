import { modelVariables } from '../../clients/claude-code/models.ts';
import { has } from '../../clients/claude-code/versions.ts';
import type { ClientState, CodexState, Snapshot } from '../../clients/client.ts';
import { does } from '../../clients/codex/versions.ts';
import type { Edit, Setting } from '../../model.ts';
import { Secret } from '../../secret.ts';
import { eachClient, type Rule } from '../rule.ts';
import { inHome, setVariable, unsafe, userFile } from '../setting-edits.ts';
import { usesLogin } from './wanted-variables.ts';

export interface Ignored {
  readonly name: string;
  readonly setting: Setting;
  readonly purpose: 'base' | 'key' | 'model';
}

const set = (state: ClientState, name: string): Setting | null => {
  const setting = state.variable(name);
  return setting && setting.value.trim() !== '' ? setting : null;
};

/** With an account login Codex has a channel of its own, and the variables are meant for other programs. */
function ignoredByCodex(state: CodexState): Ignored[] {
  const { version } = state;
  if (!usesLogin(state) || state.logins.some(({ kind }) => kind === 'chatgpt') || state.stops.some(({ kind }) => kind === 'syntax'))
    return [];
  const base = set(state, 'OPENAI_BASE_URL');
  const key = set(state, 'OPENAI_API_KEY');
  const found: Ignored[] = [];
  const official = state.provider === null && !state.channel?.baseUrl;
  if (base && official && does(version, 'ignoresOpenaiBaseUrlVariable'))
    found.push({ name: 'OPENAI_BASE_URL', setting: base, purpose: 'base' });
  // Exported for other programs, the key alone says nothing about Codex: somebody must have set Codex up.
  const meant = base !== null || state.layers.some(({ fact, scope }) => fact.state === 'file' && scope !== 'system' && scope !== 'managed');
  const keyless = (state.channel?.credentials.length ?? 0) === 0 && state.logins.length === 0 && state.keyHelper === null;
  if (key && meant && keyless && does(version, 'ignoresOpenaiApiKey')) found.push({ name: 'OPENAI_API_KEY', setting: key, purpose: 'key' });
  return found;
}

/** Variables of the families, in a version that does not know them and has no other model to ask for. */
function ignoredByClaudeCode(state: ClientState): Ignored[] {
  if (has(state.version, 'readsDefaultModels') || !state.channel?.baseUrl || state.channel.model?.origin.scope !== 'default') return [];
  const known = new Set(modelVariables(state.version).map(({ name }) => name));
  return ['ANTHROPIC_DEFAULT_SONNET_MODEL', 'ANTHROPIC_DEFAULT_OPUS_MODEL']
    .filter((name) => !known.has(name))
    .flatMap((name) => {
      const setting = set(state, name);
      return setting ? [{ name, setting, purpose: 'model' as const }] : [];
    });
}

/** Variables that were meant for this client, which its version does not read, where nothing else takes their place. */
export const ignoredVariables = (state: ClientState): readonly Ignored[] =>
  state.id === 'codex' ? ignoredByCodex(state) : ignoredByClaudeCode(state);

function mended(state: ClientState, ignored: readonly Ignored[], { facts }: Snapshot): readonly Edit[] {
  return ignored.flatMap(({ purpose, setting }): readonly Edit[] => {
    if (state.id === 'claude-code') return purpose === 'model' ? setVariable(state, 'ANTHROPIC_MODEL', setting.value).slice(0, 1) : [];
    if (purpose === 'key')
      return [{ op: 'set', file: inHome(state, facts, 'auth.json'), path: ['OPENAI_API_KEY'], value: new Secret(setting.value.trim()) }];
    const file = userFile(state);
    return file === null ? [] : [{ op: 'set', file, path: ['openai_base_url'], value: setting.value.trim() }];
  });
}

export const rule: Rule = {
  id: 'env/ignored-variable',
  severity: 'error',
  text: {
    title: { en: '{client} {version} does not read {names}', zh: '{client} {version} 不读取 {names}' },
    why: {
      en: 'Nothing else gives Codex this channel, so requests go to the vendor’s own API, or out without a key. (OPENAI_BASE_URL counted up to 0.118, OPENAI_API_KEY up to 0.34.)',
      zh: '没有别的地方为 Codex 指定渠道，请求会发往厂商官方 API，或不带密钥发出（OPENAI_BASE_URL 有效到 0.118，OPENAI_API_KEY 有效到 0.34）。',
    },
    advice: {
      en: 'Write openai_base_url into config.toml and the key into auth.json, or let `channel-doctor init` add a provider of its own.',
      zh: '把地址写成 config.toml 里的 openai_base_url，把密钥写进 auth.json；或用 `channel-doctor init` 添加自己的 provider。',
    },
  },
  variants: {
    model: {
      why: {
        en: 'Nothing else names a model, so this version asks for its own default, which your gateway may not serve.',
        zh: '没有别的地方指定模型，这个版本会请求自己的默认模型，而你的网关未必提供。',
      },
      advice: { en: 'Set ANTHROPIC_MODEL instead, or update Claude Code.', zh: '改用 ANTHROPIC_MODEL，或升级 Claude Code。' },
    },
  },
  *check(snapshot, evidence) {
    yield* eachClient(snapshot, evidence, function* (state) {
      const ignored = ignoredVariables(state);
      const [first] = ignored;
      if (!first) return;
      yield {
        origin: first.setting.origin,
        args: { client: state.client.name, version: state.version, names: ignored.map(({ name }) => name).join(', ') },
        ...(first.purpose === 'model' ? { variant: 'model' } : {}),
        fix: unsafe(mended(state, first.purpose === 'model' ? [first] : ignored, snapshot)),
      };
    });
  },
};
