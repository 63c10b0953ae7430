import { eachClient, type Rule } from '../rule.ts';
import { exportLine } from '../shell-line.ts';
import { foreignLines } from './unusable-lines.ts';

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
      for (const { name, file, line: found } of foreignLines(snapshot, state)) {
        const { line, column, syntaxOf } = found;
        yield {
          origin: { scope: 'start-up', file: file.path, env: name, line, column },
          args: {
            name,
            file: file.path,
            line,
            shell: file.shell,
            syntax: syntaxOf,
            client: state.client.name,
            correct: exportLine(file.shell, name, '…'),
          },
        };
      }
    });
  },
};
