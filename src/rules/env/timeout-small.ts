import { eachClient, type Rule } from '../rule.ts';
import { safe } from '../setting-edits.ts';
import { milliseconds, timeLimitOf, tooSmall } from './timeouts.ts';

export const rule: Rule = {
  id: 'env/timeout-small',
  severity: 'error',
  text: {
    title: { en: '{name} allows {ms} ms, and this channel took {took} ms', zh: '{name} 只允许 {ms} ms，而这个渠道实测用了 {took} ms' },
    why: {
      en: '{client} gives up too early and asks again, so the same work starts over and nothing ever arrives.',
      zh: '{client} 会过早放弃并重试，同样的计算不断从头开始，永远等不到结果。',
    },
    advice: { en: 'Set {name} to {usual}, or delete it.', zh: '把 {name} 设为 {usual}，或删除它。' },
  },
  variants: {
    close: {
      title: { en: '{name} allows only {ms} ms', zh: '{name} 只允许 {ms} ms' },
      why: {
        en: 'A long prompt or a busy hour takes a model more time than that; {client} then gives up and starts over.',
        zh: '提示词较长或网关繁忙时，模型需要更久；{client} 会放弃并从头再来。',
      },
    },
  },
  *check(snapshot, evidence) {
    yield* eachClient(snapshot, evidence, function* (state, wire) {
      const limit = timeLimitOf(state);
      const found = limit && tooSmall(state, limit, wire);
      if (!limit || !found) return;
      const { name, origin, usual, edits } = limit;
      yield {
        origin,
        severity: found.severity,
        ...(found.severity === 'warning' ? { variant: 'close' } : {}),
        args: { client: state.client.name, name, ms: milliseconds(limit) ?? 0, took: found.took ?? 0, usual },
        fix: safe(edits),
      };
    });
  },
};
