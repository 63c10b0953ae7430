import type { Rule } from '../rule.ts';
import { keyShapeDrafts } from '../shape/credential-problems.ts';

export const rule: Rule = {
  id: 'key/is-model',
  severity: 'error',
  text: {
    title: { en: 'The name of a model ("{model}") stands where the key belongs', zh: '该填密钥的地方填成了模型名 "{model}"' },
    why: { en: 'It was pasted into the wrong field.', zh: '贴错了位置。' },
    advice: { en: 'Put the key here and the model into the model setting.', zh: '这里填密钥，模型名填到模型设置里。' },
  },
  check: (snapshot, evidence) => keyShapeDrafts('key/is-model', snapshot, evidence),
};
