import { eachClient, type Rule, type RuleText } from '../rule.ts';
import { readLayers } from '../shape/read-layers.ts';

const why = {
  en: 'The client finds something at the place of its configuration and cannot read it; mostly it goes on as if nothing were there.',
  zh: '客户端在配置文件的位置找到了东西却读不了，多数情况下会当作没有配置继续运行。',
};

const VARIANTS = {
  directory: {
    title: { en: '{file} is a folder, not a file', zh: '{file} 是一个文件夹，而不是文件' },
    why,
    advice: { en: 'Move the folder away and put the configuration file in its place.', zh: '把这个文件夹移走，在原处放上配置文件。' },
  },
  dangling: {
    title: { en: '{file} is a link to something that is not there', zh: '{file} 是一个指向不存在目标的链接' },
    why,
    advice: {
      en: 'Restore the target of the link, or replace the link by a file.',
      zh: '恢复链接指向的文件，或者用真正的文件替换这个链接。',
    },
  },
} as const satisfies Record<string, RuleText>;

export const rule: Rule = {
  id: 'file/unreadable',
  severity: 'error',
  text: {
    title: { en: '{file} cannot be read ({code})', zh: '{file} 无法读取（{code}）' },
    why,
    advice: {
      en: 'Give your user the right to read it (owner and mode of the file and of the folders above it).',
      zh: '检查该文件及其上级目录的属主和权限，让当前用户可以读取。',
    },
  },
  variants: VARIANTS,
  check: (snapshot, evidence) =>
    eachClient(snapshot, evidence, function* (state) {
      for (const { fact, scope, file } of readLayers(state)) {
        if (fact.state === 'file') continue;
        yield {
          origin: { scope, file },
          args: { file, code: fact.code ?? fact.state },
          ...(fact.state === 'directory' || fact.state === 'dangling' ? { variant: fact.state } : {}),
        };
      }
    }),
};
