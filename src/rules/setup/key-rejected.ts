import { originIn } from '../../clients/client.ts';
import { eachClient, type Rule } from '../rule.ts';
import { safe } from '../setting-edits.ts';
import { approvalOf, approve } from './approval.ts';

export const rule: Rule = {
  id: 'setup/key-rejected',
  severity: 'error',
  text: {
    title: {
      en: 'ANTHROPIC_API_KEY was once rejected, so Claude Code does not use it',
      zh: 'ANTHROPIC_API_KEY 曾被拒绝，Claude Code 不会使用它',
    },
    why: {
      en: 'The answer No to “Do you want to use this API key?” is remembered in {file}; since then the interactive client says “Not logged in”. (`claude -p` uses the key all the same.)',
      zh: '对 “Do you want to use this API key?” 选过 No，记录在 {file} 里；此后交互界面显示 “Not logged in”（`claude -p` 仍会使用这个密钥）。',
    },
    advice: {
      en: 'Move the entry from customApiKeyResponses.rejected to approved in {file}, or turn on “Use custom API key” in /config.',
      zh: '在 {file} 里把该条目从 customApiKeyResponses.rejected 移到 approved，或在 /config 里打开 “Use custom API key”。',
    },
  },
  *check(snapshot, evidence) {
    yield* eachClient(snapshot, evidence, function* (state) {
      const approval = state.id === 'claude-code' ? approvalOf(state) : null;
      if (state.id !== 'claude-code' || approval?.answer !== 'rejected') return;
      yield {
        origin: originIn(state.globalConfig, ['customApiKeyResponses', 'rejected']),
        args: { file: state.globalConfig.file },
        fix: safe(approve(state, approval.tail)),
      };
    });
  },
};
