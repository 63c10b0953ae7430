import { eachClient, type Rule } from '../rule.ts';
import { blankKeys } from '../shape/blank-keys.ts';
import { keyShapeDrafts } from '../shape/credential-problems.ts';

export const rule: Rule = {
  id: 'key/placeholder',
  severity: 'error',
  text: {
    title: { en: 'The key is still the sample text of an instruction', zh: '密钥还是教程里的示例文字' },
    why: { en: 'It was never replaced by a key of yours.', zh: '没有换成你自己的密钥。' },
    advice: { en: 'Put your own key in its place.', zh: '换成你自己的密钥。' },
  },
  variants: {
    empty: {
      title: { en: 'The key is empty', zh: '密钥是空的' },
      why: {
        en: 'The variable or field is there and holds nothing, so no credential goes out.',
        zh: '变量或字段存在，但内容为空，因此不会发送任何凭证。',
      },
      advice: { en: 'Put your key there, or remove the empty entry.', zh: '填上密钥，或者删掉这个空项。' },
    },
  },
  *check(snapshot, evidence) {
    yield* keyShapeDrafts('key/placeholder', snapshot, evidence);
    yield* eachClient(snapshot, evidence, (state) => blankKeys(state).map((origin) => ({ origin, variant: 'empty' })));
  },
};
