import { type ClaudeCodeState, originIn } from '../../clients/client.ts';
import { atLeast, compareVersions } from '../../clients/version.ts';
import { eachClient, type Rule } from '../rule.ts';
import { safe } from '../setting-edits.ts';

const isFilled = (value: string | undefined): boolean => (value ?? '').trim() !== '';

/** Measured: 2.0.77, 2.1.0 and 2.1.50 look for the token in the process environment only; 2.0.0 and 2.1.100 don't. */
const overlooksSettings = (version: string): boolean => atLeast(version, '2.0.77') && compareVersions(version, '2.1.50') <= 0;

/** Would the first interactive start look for the vendor's own servers, or ask for a login? */
function stopsAtFirstStart(state: ClaudeCodeState): boolean {
  const token = state.variable('ANTHROPIC_AUTH_TOKEN');
  const hasToken = isFilled(token?.value);
  if (hasToken)
    return (
      overlooksSettings(state.version) &&
      token?.origin.scope !== 'env' &&
      !token?.shadows.some(({ origin, value }) => origin.scope === 'env' && isFilled(value))
    );
  return isFilled(state.variable('ANTHROPIC_API_KEY')?.value);
}

export const rule: Rule = {
  id: 'setup/onboarding',
  severity: 'warning',
  text: {
    title: {
      en: 'The first start of Claude Code will stop at “Unable to connect to Anthropic services”',
      zh: 'Claude Code 首次启动会卡在 “Unable to connect to Anthropic services”',
    },
    why: {
      en: 'Until onboarding is noted as completed, {version} checks the vendor’s own servers first and does not look at your base URL.',
      zh: '在记录“已完成引导”之前，{version} 会先检查官方服务器，而不看你设置的 Base URL。',
    },
    advice: { en: 'Add "hasCompletedOnboarding": true to {file}.', zh: '在 {file} 里加上 "hasCompletedOnboarding": true。' },
  },
  *check(snapshot, evidence) {
    yield* eachClient(snapshot, evidence, function* (state) {
      if (state.id !== 'claude-code' || !state.channel?.baseUrl || !stopsAtFirstStart(state)) return;
      const { globalConfig } = state;
      const path = ['hasCompletedOnboarding'];
      const isReadable = globalConfig.fact.state === 'absent' || globalConfig.document?.root != null;
      if (!isReadable || globalConfig.document?.at(path)?.value === true) return;
      yield {
        origin: originIn(globalConfig, path),
        args: { version: state.version, file: globalConfig.file },
        fix: safe([{ op: 'set', file: globalConfig.file, path, value: true }]),
      };
    });
  },
};
