// The key is known and may not use this.

import { type Answer, has, hasCode } from './answer.ts';
import { invalidKey, isExpired } from './auth.ts';
import { failureClass, secretsIn } from './failure.ts';
import { ALIKE } from './key-verdicts.ts';
import { safeText } from './safe-text.ts';

const FORBIDDEN =
  /无权(?:访问|使用|调用)|没有(?:访问|使用|调用)?.{0,12}权限|权限不足|no permission|not allowed to (?:access|use).{0,20}model|key_model_access_denied|can only access models?|not (?:authorized|permitted|entitled) to (?:access|use)|insufficient permissions|missing_scope|insufficient_scope|organization must be verified|(?:does|do) not have (?:access|permission)|permission_?(?:error|denied)|modelnotopen|has not activated the model|access to (?:this|the) model (?:is )?(?:denied|forbidden)|分组.{0,24}(?:弃用|不可用|无权|禁用|不存在)|group .{0,40}(?:not (?:available|allowed|permitted)|deprecated|denied)|暂未开放.{0,12}(?:权限|模型)/;
// OpenAI and Moonshot say "or" where they will not tell whether the model exists at all.
const OR_ABSENT = /does not exist or|不存在[，,]?或|not found the model|not found.{0,20}or permission/;

// `permission_error` is also the type of a refused key.
export const refusesPermission = (answer: Answer): boolean =>
  hasCode(answer, '1220', '1311') || (has(answer, FORBIDDEN) && !has(answer, OR_ABSENT) && !isExpired(answer));

export const modelOrGroup = failureClass({
  id: 'perm/model-or-group',
  text: {
    title: {
      en: 'This key may not use the model {model} or its group ({status}: {said})',
      zh: '这个密钥无权使用模型 {model} 或所在分组（{status}：{said}）',
    },
    why: {
      en: 'The key is known at {host}; its list of models, its group or its plan does not include what was asked for.',
      zh: '{host} 认得这个密钥，但它的模型白名单、分组或套餐不包含所请求的内容。',
    },
    advice: {
      en: 'Change the models or the group of the key in the console of {host}, or choose a model that it may use.',
      zh: '到 {host} 的控制台修改密钥的模型范围或分组，或换一个它能用的模型。',
    },
  },
  variants: { alike: ALIKE, 'unknown-key': invalidKey.text },
  when: refusesPermission,
  args: (_, trace, context) => ({ model: safeText(context.model ?? trace.request.model ?? '-', secretsIn(trace, context), 80) }),
});
