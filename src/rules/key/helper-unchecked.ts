import { helperId } from '../../clients/client.ts';
import { eachClient, type Rule, type RuleText } from '../rule.ts';

const VARIANTS = {
  project: {
    title: { en: 'A project file names a command for the key; it was not run', zh: '项目文件指定了获取密钥的命令，没有运行' },
    why: {
      en: 'A command that comes with a folder is never run by this program, whatever the flags.',
      zh: '项目目录自带的命令，无论加什么参数，本工具都不会运行。',
    },
    advice: { en: 'Read the command before you start the client in this folder.', zh: '在这个目录启动客户端之前，先看清楚这条命令。' },
  },
} as const satisfies Record<string, RuleText>;

export const rule: Rule = {
  id: 'key/helper-unchecked',
  severity: 'info',
  text: {
    title: { en: 'A command gives the key of {client}; it was not run', zh: '{client} 的密钥由一条命令提供，本次没有运行它' },
    why: {
      en: 'It may ask for a password, open a browser or leave traces, so it is run with your word alone.',
      zh: '它可能要求输入密码、打开浏览器或产生副作用，所以只有你同意才会运行。',
    },
    advice: { en: 'Add --run-helpers to let `check` run it and test the key.', zh: '加上 --run-helpers，`check` 就会运行它并验证密钥。' },
  },
  variants: VARIANTS,
  check: (snapshot, evidence) =>
    eachClient(snapshot, evidence, function* (state) {
      const helper = state.keyHelper;
      if (!helper || snapshot.facts.helpers.has(helperId(helper))) return;
      yield { origin: helper.origin, args: { client: state.client.name }, ...(helper.fromProject ? { variant: 'project' } : {}) };
    }),
};
