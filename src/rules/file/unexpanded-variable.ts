import type { ClientState, CodexState, Snapshot } from '../../clients/client.ts';
import { isTable } from '../../clients/field-type.ts';
import { expandedSecret } from '../../clients/secret-shape.ts';
import type { Credential, Edit, Fix, JsonValue, Origin, Valued } from '../../model.ts';
import { type Draft, eachClient, type Rule } from '../rule.ts';
import { isEditable, removeAt, setAt, unsafe } from '../setting-edits.ts';
import { judgedCredentials, replacement } from '../shape/credential-problems.ts';
import { expandVariables, variableIn } from '../shape/variable-reference.ts';

const list = (edit: Edit | null | undefined): Edit[] => (edit ? [edit] : []);

/** Settings of the channel that hold text, without its credentials. */
function texts(state: ClientState): Valued<string>[] {
  const { channel } = state;
  const models = (channel?.models ?? []).map(({ setting }) => setting);
  const tables = state.id === 'codex' ? ['http_headers', 'query_params'].flatMap((name) => inTable(state, name)) : [];
  const found = [...(channel?.baseUrl ? [channel.baseUrl] : []), ...models, ...tables];
  const seen = new Set<string>();
  return found.filter(({ origin }) => {
    const place = JSON.stringify([origin.file, origin.path, origin.env]);
    return !seen.has(place) && seen.add(place);
  });
}

/** Headers that carry a key are credentials. */
function inTable(state: CodexState, name: string): Valued<string>[] {
  const setting = state.provider?.get(name);
  const origins = new Set((state.channel?.credentials ?? []).map((credential) => credential.setting.origin.key));
  if (!setting || !isTable(setting.value)) return [];
  const { origin, value } = setting;
  return Object.entries(value).flatMap(([key, text]: [string, JsonValue]): Valued<string>[] => {
    const dotted = `${origin.key}.${key}`;
    if (typeof text !== 'string' || origins.has(dotted)) return [];
    return [{ value: text, origin: { ...origin, key: dotted, ...(origin.path ? { path: [...origin.path, key] } : {}) } }];
  });
}

function fixOfText({ value, origin }: Valued<string>, { facts }: Snapshot): Fix | null {
  const expanded = expandVariables(value, facts.env);
  return expanded === null ? null : unsafe(list(setAt(origin, expanded)));
}

/** Codex reads a variable through `env_key`, in place of a token or header that only names it. */
function throughEnvKey(state: CodexState, { origin }: Credential['setting'], variable: string): Fix | null {
  const { provider } = state;
  const { file, path } = origin;
  if (!provider || file === undefined || path === undefined || path[0] !== 'model_providers' || !isEditable(origin.scope)) return null;
  if (provider.get('env_key') !== null) return unsafe([{ op: 'remove', file, path }]);
  return unsafe([
    { op: 'remove', file, path },
    { op: 'set', file, path: [...provider.path, 'env_key'], value: variable },
  ]);
}

function fixOfCredential(state: ClientState, credential: Credential, variable: string, { facts }: Snapshot): Fix | null {
  if (state.id === 'codex') {
    const fix = throughEnvKey(state, credential.setting, variable);
    if (fix) return fix;
  }
  const { origin, value } = credential.setting;
  // It refers to itself: without the entry the variable of the environment counts.
  if (origin.path?.at(-1) === variable) return unsafe(list(removeAt(origin)));
  const expanded = expandedSecret(value, facts.env);
  return expanded && unsafe(list(replacement(state, credential)?.(expanded)));
}

function* ofEnvKey(state: ClientState): Generator<{ readonly origin: Origin; readonly variable: string; readonly fix: Fix | null }> {
  const setting = state.id === 'codex' ? state.provider?.get('env_key') : null;
  if (!setting || typeof setting.value !== 'string') return;
  const variable = variableIn(setting.value);
  if (variable !== null) yield { origin: setting.origin, variable, fix: unsafe(list(setAt(setting.origin, variable))) };
}

/** What helps depends on who reads the place: Codex can be told to take a key from a variable, Claude Code takes some values from its own. */
function variantFor({ id }: ClientState, { scope, path }: Origin, isKey: boolean): string | null {
  if (scope === 'env') return 'shell';
  if (id === 'codex') return isKey && path?.[0] === 'model_providers' ? 'codex-key' : null;
  return path?.at(-2) === 'env' ? 'claude-code' : null;
}

function placed(state: ClientState, origin: Origin, variable: string, isKey: boolean): Omit<Draft, 'client'> {
  const variant = variantFor(state, origin, isKey);
  return { origin, args: { variable, entry: origin.env ?? String(origin.path?.at(-1) ?? '') }, ...(variant === null ? {} : { variant }) };
}

export const rule: Rule = {
  id: 'file/unexpanded-variable',
  severity: 'error',
  text: {
    title: { en: 'The reference to the variable {variable} is not expanded here', zh: '这里对变量 {variable} 的引用不会被展开' },
    why: {
      en: 'Neither settings.json nor config.toml knows variables, and quotes keep a shell from expanding them: the text is used as it stands.',
      zh: 'settings.json 和 config.toml 都不支持变量，写在单引号里 shell 也不会展开：客户端会原样使用这段文字。',
    },
    advice: { en: 'Write the value itself.', zh: '直接写出值。' },
  },
  variants: {
    'codex-key': {
      advice: {
        en: 'Let Codex read the variable itself: env_key = "{variable}" in the table of the provider instead of this entry.',
        zh: '让 Codex 自己读这个变量：去掉这一项，在 provider 的表里写 env_key = "{variable}"。',
      },
    },
    'claude-code': {
      advice: {
        en: 'Write the value itself, or delete the entry and export {entry} with the value in the start-up file of your shell.',
        zh: '直接写出值；或者删掉这一项，改在 shell 启动文件里导出 {entry}。',
      },
    },
    shell: {
      advice: {
        en: 'Where {entry} is set, write the value itself, or put the reference between double quotes.',
        zh: '在设置 {entry} 的地方直接写出值，或把引用放进双引号。',
      },
    },
    'env-key': {
      title: { en: 'env_key takes the bare name {variable}, without $ or braces', zh: 'env_key 只填变量名 {variable}，不要带 $ 或花括号' },
      why: {
        en: 'Codex looks for a variable whose name begins with the sign, and finds none.',
        zh: 'Codex 会去找名字里带着这些符号的变量，当然找不到。',
      },
      advice: { en: 'Write env_key = "{variable}".', zh: '改成 env_key = "{variable}"。' },
    },
  },
  check: (snapshot, evidence) =>
    eachClient(snapshot, evidence, function* (state, wire) {
      for (const { origin, variable, fix } of ofEnvKey(state)) yield { origin, args: { variable }, fix, variant: 'env-key' };
      for (const text of texts(state)) {
        const variable = variableIn(text.value);
        if (variable !== null) yield { ...placed(state, text.origin, variable, false), fix: fixOfText(text, snapshot) };
      }
      for (const { credential, problems } of judgedCredentials(state, wire, snapshot)) {
        const problem = problems.find(({ id }) => id === 'file/unexpanded-variable');
        if (!problem) continue;
        const variable = String(problem.args.variable);
        yield { ...placed(state, credential.setting.origin, variable, true), fix: fixOfCredential(state, credential, variable, snapshot) };
      }
    }),
};
