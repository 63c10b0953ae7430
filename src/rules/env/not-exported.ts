import { eachClient, type Rule } from '../rule.ts';
import { exportLine } from '../shell-line.ts';
import { unexportedLines } from './unusable-lines.ts';

export const rule: Rule = {
  id: 'env/not-exported',
  severity: 'error',
  text: {
    title: { en: '{name} is assigned in {file} but not exported', zh: '{file} 里给 {name} 赋了值，但没有导出' },
    why: {
      en: 'Without export a variable stays inside the shell; {client} is another process and never sees it.',
      zh: '没有导出的变量只在 shell 内部有效；{client} 是另一个进程，看不到它。',
    },
    advice: {
      en: 'Change line {line} of {file} to `{correct}` (with your value), then open a new terminal.',
      zh: '把 {file} 第 {line} 行改成 `{correct}`（填你自己的值），然后打开新终端。',
    },
  },
  *check(snapshot, evidence) {
    yield* eachClient(snapshot, evidence, function* (state) {
      for (const found of unexportedLines(snapshot, state)) {
        const { name } = found;
        const { path: file, shell } = found.file;
        const { line, column } = found.line;
        yield {
          origin: { scope: 'start-up', file, env: name, line, column },
          args: { name, file, line, client: state.client.name, correct: exportLine(shell, name, '…') },
        };
      }
    });
  },
};
