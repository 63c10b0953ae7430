import { does } from '../../clients/codex/versions.ts';
import { eachClient, type Rule } from '../rule.ts';
import { removeAt, unsafe } from '../setting-edits.ts';

export const rule: Rule = {
  id: 'model/empty',
  severity: 'error',
  text: {
    title: { en: 'model is empty; Codex {version} does not start with that', zh: 'model 是空值，Codex {version} 会拒绝启动' },
    why: {
      en: 'An empty model is not the same as none: Codex ends with “No models are available”.',
      zh: '空的 model 不等于没写 model：Codex 会以 “No models are available” 退出。',
    },
    advice: { en: 'Write the id of a model that the gateway serves.', zh: '写上网关提供的模型 ID。' },
  },
  *check(snapshot, evidence) {
    yield* eachClient(snapshot, evidence, function* (state) {
      if (state.id !== 'codex' || !does(state.version, 'refusesEmptyModel')) return;
      const model = state.setting(['model']);
      if (model?.value !== '') return;
      const edit = removeAt(model.origin);
      yield { origin: model.origin, args: { version: state.version }, fix: edit && unsafe([edit]) };
    });
  },
};
