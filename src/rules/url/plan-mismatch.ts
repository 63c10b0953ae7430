import { planMismatch } from '../../templates.ts';
import { eachClient, type Rule } from '../rule.ts';
import { setBase } from './verdict.ts';

export const rule: Rule = {
  id: 'url/plan-mismatch',
  severity: 'error',
  text: {
    title: {
      en: 'The key belongs to {keyPlan}, the address to {urlPlan}',
      zh: '密钥属于 {keyPlan}，地址却是 {urlPlan} 的',
    },
    why: {
      en: 'The vendor keeps its plans apart: a key of one is refused at the address of the other, or is billed there.',
      zh: '该服务商的不同套餐使用不同入口：一种套餐的密钥在另一种入口会被拒绝，或被按量计费。',
    },
    advice: {
      en: 'Use {better} with this key, or take a key of {urlPlan}',
      zh: '使用这把密钥请改用 {better}；或者换一把 {urlPlan} 的密钥',
    },
  },
  *check(snapshot, evidence) {
    yield* eachClient(snapshot, evidence, function* (state, wire) {
      const { channel } = state;
      const base = channel?.baseUrl;
      if (!channel || !base || wire?.faithful?.outcome.ok === true) return;
      const found = planMismatch(
        snapshot.templates,
        base.value,
        channel.credential?.setting.value ?? null,
        channel.wireApi,
        channel.model?.value,
      );
      if (!found) return;
      const edits = found.better ? setBase(base.origin, found.better) : null;
      yield {
        origin: base.origin,
        args: { keyPlan: found.keyTemplate.name, urlPlan: found.urlTemplate.name, better: found.better ?? found.keyTemplate.name },
        fix: edits ? { safety: 'unsafe', edits } : null,
      };
    });
  },
};
