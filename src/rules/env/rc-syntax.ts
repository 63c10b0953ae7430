import { eachClient, type Rule } from '../rule.ts';
import { exportLine } from '../shell-line.ts';
import { wantedVariables } from './wanted-variables.ts';

export const rule: Rule = {
  id: 'env/rc-syntax',
  severity: 'error',
  text: {
    title: {
      en: 'The line that sets {name} in {file} is in another shell’s syntax',
      zh: '{file} 里设置 {name} 的那一行用了别的 shell 的语法',
    },
    why: {
      en: 'It reads like {syntax}; {shell} does something else with it, and {client} never gets {name}.',
      zh: '它像是 {syntax} 的写法；{shell} 不会这样理解，{client} 得不到 {name}。',
    },
    advice: {
      en: 'Replace line {line} of {file} by `{correct}` (with your value), then open a new terminal.',
      zh: '把 {file} 第 {line} 行换成 `{correct}`（填你自己的值），然后打开新终端。',
    },
  },
  *check(snapshot, evidence) {
    yield* eachClient(snapshot, evidence, function* (state) {
      const wanted = new Set(wantedVariables(state).map(({ name }) => name));
      for (const { path: file, shell, ownShell, foreign, assignments } of snapshot.startUp) {
        if (!ownShell) continue;
        for (const { name, line, column, syntaxOf } of foreign) {
          if (!wanted.has(name) || (state.variable(name)?.value.trim() ?? '') !== '') continue;
          // A right line below makes up for it.
          if (assignments.some((assignment) => assignment.name === name && assignment.exported)) continue;
          yield {
            origin: { scope: 'start-up', file, env: name, line, column },
            args: { name, file, line, shell, syntax: syntaxOf, client: state.client.name, correct: exportLine(shell, name, '…') },
          };
        }
      }
    });
  },
};
