import { eachClient, type Rule } from '../rule.ts';
import { safe } from '../setting-edits.ts';
import { approvalOf, approve } from './approval.ts';

export const rule: Rule = {
  id: 'setup/key-not-approved',
  severity: 'warning',
  text: {
    title: {
      en: 'Claude Code will ask whether to use ANTHROPIC_API_KEY, and Enter means no',
      zh: 'Claude Code 会询问是否使用 ANTHROPIC_API_KEY，直接回车等于拒绝',
    },
    why: {
      en: 'The dialog “Detected a custom API key” has “No (recommended)” as its default; a no is remembered for ever, and then it says “Not logged in”.',
      zh: '“Detected a custom API key” 对话框默认选项是 “No (recommended)”；一旦拒绝会一直记住，之后只显示 “Not logged in”。',
    },
    advice: {
      en: 'Answer Yes there, or let this program note the key as approved in {file}. ANTHROPIC_AUTH_TOKEN is never asked about.',
      zh: '在对话框里选 Yes，或让本程序在 {file} 里记为已批准。使用 ANTHROPIC_AUTH_TOKEN 则不会询问。',
    },
  },
  *check(snapshot, evidence) {
    yield* eachClient(snapshot, evidence, function* (state) {
      const approval = state.id === 'claude-code' ? approvalOf(state) : null;
      if (state.id !== 'claude-code' || approval?.answer !== 'none') return;
      yield { origin: approval.origin, args: { file: state.globalConfig.file }, fix: safe(approve(state, approval.tail)) };
    });
  },
};
