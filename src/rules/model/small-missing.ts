import { modelVariables } from '../../clients/claude-code/models.ts';
import { refusedModels } from '../model-refusal.ts';
import { eachClient, type Rule } from '../rule.ts';
import { setVariable, unsafe } from '../setting-edits.ts';

export const rule: Rule = {
  id: 'model/small-missing',
  severity: 'warning',
  text: {
    title: {
      en: 'Claude Code {version} also asks for {model}, which this channel does not serve',
      zh: 'Claude Code {version} 还会请求 {model}，而当前渠道不提供',
    },
    why: {
      en: 'No variable names a small model, so this version uses its own for titles and warm-ups; those calls fail, silently and again and again.',
      zh: '没有变量指定小模型，这个版本会用自带的小模型生成标题、做预热；这些请求会反复失败，且没有提示。',
    },
    advice: { en: 'Set {names} to a model that is served, for example {main}.', zh: '把 {names} 设为渠道提供的模型，例如 {main}。' },
  },
  *check(snapshot, evidence) {
    yield* eachClient(snapshot, evidence, function* (state, wire) {
      if (state.id !== 'claude-code') return;
      const missing = refusedModels(wire).find(({ use }) => use.role === 'small' && use.setting.origin.scope === 'default');
      const main = state.channel?.model?.value;
      if (!missing || main === undefined) return;
      const names = modelVariables(state.version)
        .filter(({ role }) => role === 'small' || role === 'haiku')
        .map(({ name }) => name);
      yield {
        origin: state.channel?.model?.origin ?? null,
        args: { model: missing.use.setting.value, names: names.join(', '), main, version: state.version },
        fix: unsafe(names.flatMap((name) => setVariable(state, name, main))),
      };
    });
  },
};
