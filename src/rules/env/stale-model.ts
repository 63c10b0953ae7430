import { modelVariables } from '../../clients/claude-code/models.ts';
import type { ClaudeCodeState } from '../../clients/client.ts';
import { refusedModels } from '../model-refusal.ts';
import { eachClient, type Rule } from '../rule.ts';
import { setVariable, unsafe } from '../setting-edits.ts';

/** Every variable this version reads that names one of these models. */
const variablesWith = (state: ClaudeCodeState, models: ReadonlySet<string>): readonly string[] =>
  modelVariables(state.version)
    .map(({ name }) => name)
    .filter((name) => models.has(state.variable(name)?.value ?? ''));

export const rule: Rule = {
  id: 'env/stale-model',
  severity: 'error',
  text: {
    title: { en: '{names}: this channel does not serve {models}', zh: '{names}：当前渠道不提供 {models}' },
    why: {
      en: 'The main model works, but Claude Code {version} asks for these by itself, and those requests fail. Mostly they belong to an earlier provider.',
      zh: '主模型可用，但 Claude Code {version} 会自行请求这些模型，相应请求会失败。它们多半是之前的渠道留下的。',
    },
    advice: {
      en: 'Set {names} to a model that is served, for example {main}, or take the setting away.',
      zh: '把 {names} 改成渠道提供的模型（例如 {main}），或去掉这些设置。',
    },
  },
  *check(snapshot, evidence) {
    yield* eachClient(snapshot, evidence, function* (state, wire) {
      if (state.id !== 'claude-code') return;
      const stale = refusedModels(wire).filter(({ use }) => use.setting.origin.scope !== 'default' && use.role !== 'main');
      const [first] = stale;
      const main = state.channel?.model?.value;
      if (!first || main === undefined) return;
      const models = new Set(stale.map(({ use }) => use.setting.value));
      const names = variablesWith(state, models);
      yield {
        origin: first.use.setting.origin,
        args: { names: names.join(', '), models: [...models].join(', '), main, version: state.version },
        fix: unsafe(names.flatMap((name) => setVariable(state, name, main))),
      };
    });
  },
};
