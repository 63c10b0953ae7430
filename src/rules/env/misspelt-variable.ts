import type { ClientState, Snapshot } from '../../clients/client.ts';
import { does } from '../../clients/codex/versions.ts';
import type { ClientId, Edit } from '../../model.ts';
import { Secret } from '../../secret.ts';
import { nearestName } from '../nearest-name.ts';
import { eachClient, type Rule } from '../rule.ts';
import { inHome, removeAt, setVariable, unsafe, userFile } from '../setting-edits.ts';
import type { Purpose } from './wanted-variables.ts';

interface Right {
  readonly name: string;
  readonly purpose: Purpose;
}

const RIGHT: Readonly<Record<ClientId, readonly Right[]>> = {
  'claude-code': [
    { name: 'ANTHROPIC_BASE_URL', purpose: 'base' },
    { name: 'ANTHROPIC_AUTH_TOKEN', purpose: 'key' },
    { name: 'ANTHROPIC_API_KEY', purpose: 'key' },
    { name: 'ANTHROPIC_MODEL', purpose: 'model' },
  ],
  codex: [
    { name: 'OPENAI_BASE_URL', purpose: 'base' },
    { name: 'OPENAI_API_KEY', purpose: 'key' },
    { name: 'CODEX_API_KEY', purpose: 'key' },
  ],
};

/** Names that people take for the right one, further away than a slip of the finger. */
const TAKEN_FOR: Readonly<Record<string, string>> = {
  ANTHROPIC_API_URL: 'ANTHROPIC_BASE_URL',
  ANTHROPIC_API_BASE: 'ANTHROPIC_BASE_URL',
  ANTHROPIC_API_BASE_URL: 'ANTHROPIC_BASE_URL',
  ANTHROPIC_API_ENDPOINT: 'ANTHROPIC_BASE_URL',
  ANTHROPIC_API_HOST: 'ANTHROPIC_BASE_URL',
  ANTHROPIC_BASE: 'ANTHROPIC_BASE_URL',
  ANTHROPIC_BASE_URI: 'ANTHROPIC_BASE_URL',
  ANTHROPIC_ENDPOINT: 'ANTHROPIC_BASE_URL',
  ANTHROPIC_HOST: 'ANTHROPIC_BASE_URL',
  ANTHROPIC_URL: 'ANTHROPIC_BASE_URL',
  CLAUDE_API_BASE: 'ANTHROPIC_BASE_URL',
  CLAUDE_BASE_URL: 'ANTHROPIC_BASE_URL',
  CLAUDE_CODE_BASE_URL: 'ANTHROPIC_BASE_URL',
  ANTHROPIC_ACCESS_TOKEN: 'ANTHROPIC_AUTH_TOKEN',
  ANTHROPIC_API_TOKEN: 'ANTHROPIC_AUTH_TOKEN',
  ANTHROPIC_AUTH: 'ANTHROPIC_AUTH_TOKEN',
  ANTHROPIC_AUTH_KEY: 'ANTHROPIC_AUTH_TOKEN',
  ANTHROPIC_BEARER_TOKEN: 'ANTHROPIC_AUTH_TOKEN',
  ANTHROPIC_TOKEN: 'ANTHROPIC_AUTH_TOKEN',
  CLAUDE_AUTH_TOKEN: 'ANTHROPIC_AUTH_TOKEN',
  ANTHROPIC_KEY: 'ANTHROPIC_API_KEY',
  CLAUDE_API_KEY: 'ANTHROPIC_API_KEY',
  CLAUDE_CODE_API_KEY: 'ANTHROPIC_API_KEY',
  ANTHROPIC_DEFAULT_MODEL_NAME: 'ANTHROPIC_MODEL',
  ANTHROPIC_MODEL_NAME: 'ANTHROPIC_MODEL',
  CLAUDE_CODE_MODEL: 'ANTHROPIC_MODEL',
  CLAUDE_MODEL: 'ANTHROPIC_MODEL',
  OPENAI_API_BASE: 'OPENAI_BASE_URL',
  OPENAI_API_BASE_URL: 'OPENAI_BASE_URL',
  OPENAI_API_ENDPOINT: 'OPENAI_BASE_URL',
  OPENAI_API_HOST: 'OPENAI_BASE_URL',
  OPENAI_API_URL: 'OPENAI_BASE_URL',
  OPENAI_BASE: 'OPENAI_BASE_URL',
  OPENAI_BASE_URI: 'OPENAI_BASE_URL',
  OPENAI_ENDPOINT: 'OPENAI_BASE_URL',
  OPENAI_URL: 'OPENAI_BASE_URL',
  CODEX_BASE_URL: 'OPENAI_BASE_URL',
  OPENAI_API_TOKEN: 'OPENAI_API_KEY',
  OPENAI_KEY: 'OPENAI_API_KEY',
  OPENAI_TOKEN: 'OPENAI_API_KEY',
  CODEX_KEY: 'CODEX_API_KEY',
};

const LONGEST = 40;
const PREFIX: Readonly<Record<ClientId, RegExp>> = {
  'claude-code': /^(ANTHROPIC|CLAUDE|ANTROPIC|ANTHROPHIC|ATHROPIC)/,
  codex: /^(OPENAI|OPEN_AI|CODEX)/,
};

/** The variable that was meant; null for the right ones and for all that mean something of their own, as longer names do. */
export function meantVariable(name: string, client: ClientId): Right | null {
  const right = RIGHT[client];
  const written = name.replaceAll('-', '_');
  const upper = written.toUpperCase();
  if (name.length > LONGEST || right.some((known) => known.name === name)) return null;
  const same = right.find((known) => known.name === upper);
  if (same) return same;
  if (!PREFIX[client].test(upper)) return null;
  const taken =
    TAKEN_FOR[upper] ??
    (right.some((known) => upper.includes(known.name))
      ? null
      : nearestName(
          upper,
          right.map((known) => known.name),
          2,
        ));
  return right.find((known) => known.name === taken) ?? null;
}

function lacks(state: ClientState, { name, purpose }: Right): boolean {
  if (state.id === 'codex') {
    if (
      state.provider !== null ||
      (state.providerId?.value ?? 'openai') !== 'openai' ||
      state.logins.some(({ kind }) => kind === 'chatgpt')
    )
      return false;
  }
  if (purpose === 'base') return !state.channel?.baseUrl && (state.variable(name)?.value ?? '') === '';
  if (purpose === 'key') return state.keyHelper === null && !state.channel?.credentials.some(({ isLogin }) => !isLogin);
  return (state.channel?.model?.origin.scope ?? 'default') === 'default';
}

function mended(state: ClientState, name: string, right: Right, { facts }: Snapshot): readonly Edit[] {
  const setting = state.variable(name);
  if (!setting) return [];
  const value = right.purpose === 'key' ? new Secret(setting.value.trim()) : setting.value.trim();
  const removal = removeAt(setting.origin);
  const removals = removal ? [removal] : [];
  if (state.id === 'claude-code') {
    const { origin } = setting;
    // Beside the misspelt one where that is a file, so that it keeps its scope.
    const here: Edit[] = removal && origin.file ? [{ op: 'set', file: origin.file, path: ['env', right.name], value }] : [];
    return [...(here.length > 0 ? here : setVariable(state, right.name, value)), ...removals];
  }
  if (right.purpose === 'key')
    return [{ op: 'set', file: inHome(state, facts, 'auth.json'), path: ['OPENAI_API_KEY'], value }, ...removals];
  const file = userFile(state);
  return file === null || !does(state.version, 'openaiBaseUrl') ? [] : [{ op: 'set', file, path: ['openai_base_url'], value }, ...removals];
}

export const rule: Rule = {
  id: 'env/misspelt-variable',
  severity: 'warning',
  text: {
    title: { en: '{client} does not know {name}; {right} is meant', zh: '{client} 不认识 {name}，应当是 {right}' },
    why: { en: 'A variable of another name, or in other case, counts for nothing.', zh: '变量名不同或大小写不同，都不会生效。' },
    advice: { en: 'Use {form} instead.', zh: '请改用 {form}。' },
  },
  *check(snapshot, evidence) {
    yield* eachClient(snapshot, evidence, function* (state) {
      const seen = new Set<string>();
      for (const name of state.variableNames) {
        const right = meantVariable(name, state.id);
        const setting = right && lacks(state, right) ? state.variable(name) : null;
        if (!right || !setting || setting.value.trim() === '' || seen.has(right.name)) continue;
        seen.add(right.name);
        const unread = right.name === 'OPENAI_BASE_URL' && does(state.version, 'ignoresOpenaiBaseUrlVariable');
        yield {
          origin: setting.origin,
          args: { client: state.client.name, name, right: right.name, form: unread ? 'openai_base_url (config.toml)' : right.name },
          fix: unsafe(mended(state, name, right, snapshot)),
        };
      }
    });
  },
};
