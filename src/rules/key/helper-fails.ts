import { helperId } from '../../clients/client.ts';
import { eachClient, type Rule } from '../rule.ts';

export const rule: Rule = {
  id: 'key/helper-fails',
  severity: 'error',
  text: {
    title: {
      en: 'The command that gives the key of {client} fails (exit status {code})',
      zh: '提供 {client} 密钥的命令执行失败（退出码 {code}）',
    },
    why: {
      en: 'The request goes out all the same, without a key, so that the gateway seems to refuse it.',
      zh: '请求照样会发出，但不带密钥，看起来像是网关拒绝。',
    },
    advice: { en: 'Run the command in a terminal and mend what it reports.', zh: '在终端里运行这条命令，按它的报错修好。' },
    ofClient: {
      'claude-code': {
        why: { en: '(Versions of Claude Code before 2.0.77 send none.)', zh: '（2.0.77 之前的 Claude Code 不会发出请求。）' },
      },
    },
  },
  variants: {
    silent: {
      title: { en: 'The command that gives the key of {client} prints nothing', zh: '提供 {client} 密钥的命令没有输出' },
      why: {
        en: 'What it prints is the key; an empty one is refused by every gateway.',
        zh: '它输出的内容就是密钥；空密钥会被任何网关拒绝。',
      },
      advice: { en: 'Let the command print the key alone on standard output.', zh: '让命令在标准输出上只打印密钥。' },
    },
  },
  check: (snapshot, evidence) =>
    eachClient(snapshot, evidence, function* (state) {
      const helper = state.keyHelper;
      const result = helper && snapshot.facts.helpers.get(helperId(helper));
      if (!helper || !result || (result.code === 0 && result.output !== null)) return;
      yield {
        origin: helper.origin,
        args: { client: state.client.name, code: result.code ?? '-' },
        ...(result.code === 0 ? { variant: 'silent' } : {}),
      };
    }),
};
