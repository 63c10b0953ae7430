// What is wrong with a template file, all of it at once, as one error in both languages.

import { type UserError, usageError } from '../errors.ts';
import type { Args, Text } from '../model.ts';

export interface Problem {
  /** Dotted place inside the file: `roots.openai-chat[1].url`. */
  readonly at: string;
  readonly text: Text;
  readonly args: Args;
}

const MAX_SHOWN = 8;

/** One error out of many problems; the arguments of the n-th are renamed `name_n` so that none collide. */
export function templateError(file: string, problems: readonly Problem[]): UserError {
  const shown = problems.slice(0, MAX_SHOWN);
  const args: Record<string, Args[string]> = { file };
  const lines: { en: string[]; zh: string[] } = { en: [], zh: [] };
  shown.forEach((problem, index) => {
    const numbered = (sentence: string) => sentence.replace(/\{(\w+)\}/g, (_, name: string) => `{${name}_${index}}`);
    args[`at_${index}`] = problem.at;
    for (const [name, value] of Object.entries(problem.args)) args[`${name}_${index}`] = value;
    const place = (colon: string): string => (problem.at === '' ? '' : `{at_${index}}${colon}`);
    lines.en.push(`  ${place(': ')}${numbered(problem.text.en)}`);
    lines.zh.push(`  ${place('：')}${numbered(problem.text.zh)}`);
  });
  const more = problems.length - shown.length;
  if (more > 0) {
    args.more = more;
    lines.en.push('  … and {more} more');
    lines.zh.push('  ……另有 {more} 处');
  }
  return usageError(
    {
      en: `The template {file} can't be used:\n${lines.en.join('\n')}\nCorrect the file and try again; schema/template.schema.json describes it.`,
      zh: `模板文件 {file} 无法使用：\n${lines.zh.join('\n')}\n请修改后重试；字段说明见 schema/template.schema.json。`,
    },
    args,
  );
}
