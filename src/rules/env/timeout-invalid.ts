import { below } from '../../clients/version.ts';
import { eachClient, type Rule } from '../rule.ts';
import { safe } from '../setting-edits.ts';
import { milliseconds, timeLimitOf } from './timeouts.ts';

const MAX_SHOWN = 40;

export const rule: Rule = {
  id: 'env/timeout-invalid',
  severity: 'error',
  text: {
    title: { en: '{name} = “{value}” is no number of milliseconds', zh: '{name} = “{value}” 不是毫秒数' },
    why: {
      en: '{client} {version} ends with “timeout must be an integer”, or takes the digits in front for milliseconds.',
      zh: '{client} {version} 会以 “timeout must be an integer” 退出，或只取前面的数字当作毫秒。',
    },
    advice: { en: 'Set {name} to a whole number, for example {usual}, or delete it.', zh: '把 {name} 设为整数，例如 {usual}，或删除它。' },
  },
  variants: {
    ignored: {
      why: {
        en: '{client} {version} ignores it and waits as long as it usually does.',
        zh: '{client} {version} 会忽略它，按默认时间等待。',
      },
      advice: {
        en: 'Set {name} to a whole number, for example {usual}, or delete it.',
        zh: '把 {name} 设为整数，例如 {usual}，或删除它。',
      },
    },
  },
  *check(snapshot, evidence) {
    yield* eachClient(snapshot, evidence, function* (state) {
      const limit = timeLimitOf(state);
      // A wrong type in config.toml is file/wrong-type.
      if (state.id !== 'claude-code' || !limit || milliseconds(limit) !== null) return;
      // Measured: 0.2.126 to 2.1.100 refuse it, 2.1.332 ignores it; the native binaries begin in between.
      const refuses = below(state.version, '2.1.200');
      const { name, origin, written, usual, edits } = limit;
      yield {
        origin,
        severity: refuses ? 'error' : 'warning',
        ...(refuses ? {} : { variant: 'ignored' }),
        args: { client: state.client.name, version: state.version, name, value: String(written).slice(0, MAX_SHOWN), usual },
        fix: safe(edits),
      };
    });
  },
};
