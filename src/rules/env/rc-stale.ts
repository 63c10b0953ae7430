import type { ClientState, Snapshot } from '../../clients/client.ts';
import { eachClient, type Rule } from '../rule.ts';
import { keyVariables, wantedVariables } from './wanted-variables.ts';

const OF_CLAUDE_CODE = ['ANTHROPIC_BASE_URL', 'ANTHROPIC_AUTH_TOKEN', 'ANTHROPIC_API_KEY', 'ANTHROPIC_MODEL'];
const OF_CODEX = ['CODEX_API_KEY', 'OPENAI_BASE_URL', 'OPENAI_API_KEY'];

/** Names whose value in this process decides something, and for Claude Code those that are missing. */
function namesThatCount(state: ClientState): readonly string[] {
  const inUse = new Set(
    [
      state.channel?.baseUrl?.origin,
      state.channel?.model?.origin,
      ...(state.channel?.credentials ?? []).map(({ setting }) => setting.origin),
    ]
      .filter((origin) => origin?.scope === 'env')
      .map((origin) => origin?.env),
  );
  if (state.id === 'codex') return [...new Set([...keyVariables(state), ...OF_CODEX])].filter((name) => inUse.has(name));
  const missing = new Set(wantedVariables(state).map(({ name }) => name));
  return OF_CLAUDE_CODE.filter((name) => inUse.has(name) || (missing.has(name) && state.variable(name) === null));
}

/** The last exported value in the user's own start-up files that differs from the process; null where one of them is the same. */
function newerLine({ startUp, facts }: Snapshot, name: string) {
  const exported = startUp
    .filter(({ ownShell }) => ownShell)
    .flatMap(({ path, assignments }) => assignments.filter((line) => line.name === name).map((line) => ({ path, ...line })));
  const last = exported.at(-1);
  if (!last || last.value === null || last.value === '' || !exported.some((line) => line.exported)) return null;
  return exported.some(({ value }) => value === (facts.env[name] ?? '')) ? null : last;
}

export const rule: Rule = {
  id: 'env/rc-stale',
  severity: 'info',
  text: {
    title: { en: '{file} sets {name} to another value than this terminal has', zh: '{file} 里的 {name} 与当前终端里的值不同' },
    why: {
      en: 'Start-up files are read when a terminal opens; this one still has the older value, or none.',
      zh: '启动文件只在打开终端时读取；当前终端用的还是旧值，或者没有这个变量。',
    },
    advice: {
      en: 'Open a new terminal, then start {client} there. The value stands in line {line}.',
      zh: '打开新终端，再从那里启动 {client}。新值在第 {line} 行。',
    },
  },
  *check(snapshot, evidence) {
    yield* eachClient(snapshot, evidence, function* (state) {
      for (const name of namesThatCount(state)) {
        const found = newerLine(snapshot, name);
        if (!found) continue;
        const { path: file, line, column } = found;
        yield { origin: { scope: 'start-up', file, env: name, line, column }, args: { name, file, line, client: state.client.name } };
      }
    });
  },
};
