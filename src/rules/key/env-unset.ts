import type { CodexState, Snapshot } from '../../clients/client.ts';
import type { Fix } from '../../model.ts';
import { Secret } from '../../secret.ts';
import { ownersOfKey } from '../../templates.ts';
import { hasUnusableKeyLine } from '../env/unusable-lines.ts';
import { eachClient, type Rule, type RuleText } from '../rule.ts';
import { setAt, setDotenv, unsafe } from '../setting-edits.ts';
import { blankKeys } from '../shape/blank-keys.ts';
import { looksLikeKey } from '../shape/key-shape.ts';
import { variableIn } from '../shape/variable-reference.ts';

interface Elsewhere {
  readonly variant: keyof typeof VARIANTS;
  readonly file: string;
  readonly line?: number;
  readonly secret: Secret | null;
}

const title = { en: 'The variable {name}, which env_key names, is not set', zh: 'env_key 指定的变量 {name} 没有设置' };
const why = {
  en: 'Codex takes the key of this provider from that variable alone and ends with "Missing environment variable".',
  zh: 'Codex 只从这个变量读取该 provider 的密钥，没有它就报 "Missing environment variable" 并退出。',
};

const VARIANTS = {
  'start-up': {
    title: {
      en: 'The variable {name}, which env_key names, is not set here, only in {file} (line {line})',
      zh: 'env_key 指定的变量 {name} 在当前环境里没有设置，只写在 {file} 第 {line} 行',
    },
    why: {
      en: 'Line {line} of {file} sets it, but this process was started without that file: from another shell, an editor, or before the line was written.',
      zh: '{file} 第 {line} 行设置了它，但当前进程没有加载这个文件：可能来自别的 shell 或编辑器，或者启动时还没写这一行。',
    },
    advice: {
      en: 'Open a new terminal, or put the variable into .env in the home of Codex, which every start reads.',
      zh: '打开新终端，或者把变量写进 Codex 主目录下的 .env，每次启动都会读取。',
    },
  },
  dotenv: {
    title: {
      en: 'The variable {name}, which env_key names, is not set; {file} does not count',
      zh: 'env_key 指定的变量 {name} 没有设置；{file} 里的不起作用',
    },
    why: {
      en: '{file} sets it, but Codex {version} does not take it from there.',
      zh: '{file} 里有它，但 Codex {version} 没有从那里读到。',
    },
    advice: {
      en: 'Export the variable in the start-up file of your shell, or update Codex: .env counts from 0.20 on.',
      zh: '在 shell 启动文件里导出这个变量，或者升级 Codex：从 0.20 起才读取 .env。',
    },
  },
  'auth-json': {
    title: {
      en: 'The variable {name}, which env_key names, is not set; {file} does not count',
      zh: 'env_key 指定的变量 {name} 没有设置；{file} 里的不起作用',
    },
    why: {
      en: '{file} holds a value of that name, but Codex takes no variables from it: only OPENAI_API_KEY counts there, and not for env_key.',
      zh: '{file} 里有同名的值，但 Codex 不会从那里读变量：那里只有 OPENAI_API_KEY 有用，而且与 env_key 无关。',
    },
    advice: {
      en: 'Export the variable, or put it into .env in the home of Codex.',
      zh: '导出这个变量，或者写进 Codex 主目录下的 .env。',
    },
  },
  'saved-key': {
    title: {
      en: 'The variable {name}, which env_key names, is not set; the key in {file} does not count for it',
      zh: 'env_key 指定的变量 {name} 没有设置；{file} 里的密钥对它不起作用',
    },
    why: {
      en: 'With env_key Codex takes the key from that variable alone. It uses the saved key only where requires_openai_auth = true stands instead.',
      zh: '写了 env_key，Codex 就只从这个变量取密钥；改写成 requires_openai_auth = true 才会使用保存的密钥。',
    },
    advice: {
      en: 'If that key belongs to this gateway: put it into .env in the home of Codex as {name}=…, or write requires_openai_auth = true instead of env_key.',
      zh: '如果那把密钥就是这个网关的：在 Codex 主目录下的 .env 里写 {name}=…，或把 env_key 换成 requires_openai_auth = true。',
    },
  },
  'other-case': {
    title,
    why: {
      en: 'A variable {other} is set; names of variables differ by case.',
      zh: '已设置的是 {other}；变量名区分大小写。',
    },
    advice: { en: 'Write env_key = "{other}".', zh: '改成 env_key = "{other}"。' },
  },
} as const satisfies Record<string, RuleText>;

function elsewhere(state: CodexState, { startUp }: Snapshot, name: string): Elsewhere | null {
  const assigned = startUp
    .filter(({ ownShell }) => ownShell)
    .flatMap(({ path, assignments }) =>
      assignments.filter((assignment) => assignment.name === name).map((assignment) => ({ path, assignment })),
    )
    .at(-1);
  if (assigned) {
    const { value, line } = assigned.assignment;
    return { variant: 'start-up', file: assigned.path, line, secret: value ? new Secret(value) : null };
  }
  const dotenv = state.layers.find(({ format, fact }) => format === 'dotenv' && fact.state === 'file');
  if (dotenv?.document?.at([name])) return { variant: 'dotenv', file: dotenv.file, secret: null };
  const login = state.layers.find(({ scope }) => scope === 'login');
  const stored = login?.document?.at([name])?.value;
  return login && typeof stored === 'string' && stored !== ''
    ? { variant: 'auth-json', file: login.file, secret: new Secret(stored) }
    : null;
}

/** A key saved with `codex login --with-api-key`, or by a set-up guide. One beside an account's tokens is the vendor's own. */
function savedKey(state: CodexState, { templates }: Snapshot): Elsewhere | null {
  const [login, another] = state.logins;
  if (!login || another || login.kind !== 'api-key' || login.origin.file === undefined) return null;
  const stored = state.layers.find(({ scope }) => scope === 'login')?.document?.at(['OPENAI_API_KEY'])?.value;
  if (typeof stored !== 'string') return null;
  const secret = new Secret(stored.trim());
  // With the mark of a vendor it may well be for that vendor's own API.
  const isMarked = ownersOfKey(templates, secret).length > 0;
  return { variant: 'saved-key', file: login.origin.file, secret: isMarked ? null : secret };
}

export const rule: Rule = {
  id: 'key/env-unset',
  severity: 'error',
  text: {
    title,
    why,
    advice: {
      en: 'Export {name} in the start-up file of your shell and open a new terminal, or put {name}=… into .env in the home of Codex.',
      zh: '在 shell 启动文件里导出 {name} 并打开新终端，或者在 Codex 主目录下的 .env 里写 {name}=…。',
    },
  },
  variants: VARIANTS,
  check: (snapshot, evidence) =>
    eachClient(snapshot, evidence, function* (state) {
      if (state.id !== 'codex' || state.unsetKeyVariable === null) return;
      const { value: name, origin } = state.unsetKeyVariable;
      if (looksLikeKey(name) || variableIn(name) !== null || blankKeys(state).length > 0 || hasUnusableKeyLine(snapshot, state)) return;
      const args = { name, version: state.version };
      const other = state.variableNames.find((known) => known.toLowerCase() === name.trim().toLowerCase() && known !== name);
      const found = elsewhere(state, snapshot, name) ?? (other === undefined ? savedKey(state, snapshot) : null);
      if (found) {
        const fix: Fix | null = found.secret && unsafe(setDotenv(state, snapshot.facts, name, found.secret));
        yield { origin, args: { ...args, file: found.file, line: found.line ?? 0 }, fix, variant: found.variant };
        return;
      }
      const edit = other === undefined ? null : setAt(origin, other);
      yield other === undefined
        ? { origin, args }
        : { origin, args: { ...args, other }, fix: edit && unsafe([edit]), variant: 'other-case' };
    }),
};
