import { type CodexProvider, originIn } from '../../clients/client.ts';
import { does } from '../../clients/codex/versions.ts';
import { isTable } from '../../clients/field-type.ts';
import type { Edit } from '../../model.ts';
import { eachClient, type Rule } from '../rule.ts';
import { isEditable, unsafe } from '../setting-edits.ts';

/** What Codex refuses beside `auth = { command }` (codex.md, section 4). */
const OTHERS = ['env_key', 'experimental_bearer_token', 'requires_openai_auth'] as const;

const conflicting = (provider: CodexProvider): readonly string[] =>
  OTHERS.filter((key) => {
    const value = provider.get(key)?.value;
    return value !== undefined && value !== false;
  });

export const rule: Rule = {
  id: 'provider/auth-conflict',
  severity: 'error',
  text: {
    title: {
      en: 'Provider “{id}” has both auth and {others}; Codex does not start with that',
      zh: 'provider“{id}”同时写了 auth 和 {others}，Codex 会拒绝启动',
    },
    why: {
      en: 'A provider gets its key in one way: auth = { command = … } “cannot be combined with {others}”, whichever provider is selected.',
      zh: '一个 provider 只能有一种取得密钥的方式：auth = { command = … } 不能与 {others} 同时使用，未选中的 provider 也一样。',
    },
    advice: { en: 'Keep one of them and delete the other.', zh: '两者只保留一个。' },
  },
  variants: {
    empty: {
      title: { en: 'auth of provider “{id}” names no command', zh: 'provider“{id}”的 auth 没有写 command' },
      why: {
        en: 'Codex refuses to start with an auth table whose command is missing or empty.',
        zh: 'auth 表里缺少 command 或 command 为空时，Codex 会拒绝启动。',
      },
      advice: { en: 'Write the command that prints the key, or delete auth.', zh: '写上输出密钥的命令，或者删掉 auth。' },
    },
  },
  *check(snapshot, evidence) {
    yield* eachClient(snapshot, evidence, function* (state) {
      if (state.id !== 'codex' || !does(state.version, 'authCommand')) return;
      for (const provider of state.providers) {
        const auth = provider.get('auth')?.value;
        if (!isTable(auth)) continue;
        const { file, scope } = provider.layer;
        const path = [...provider.path, 'auth'];
        const remove: Edit = { op: 'remove', file, path };
        const fix = isEditable(scope) ? unsafe([remove]) : null;
        const others = conflicting(provider);
        const isEmpty = typeof auth.command !== 'string' || auth.command.trim() === '';
        const args = { id: provider.id, others: others.join(', ') };
        const origin = originIn(provider.layer, path);
        if (others.length > 0) yield { origin, args, fix };
        else if (isEmpty) yield { origin, args, fix, variant: 'empty' };
      }
    });
  },
};
