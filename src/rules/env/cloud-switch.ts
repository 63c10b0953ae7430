import { ownShell } from '../../start-up.ts';
import { eachClient, type Rule } from '../rule.ts';
import { setVariable, unsafe } from '../setting-edits.ts';
import { setAtPlace, unsetLine } from '../shell-line.ts';

export const rule: Rule = {
  id: 'env/cloud-switch',
  severity: 'error',
  text: {
    title: { en: '{name} is on, so ANTHROPIC_BASE_URL is not used', zh: '{name} 已打开，ANTHROPIC_BASE_URL 不会被使用' },
    why: {
      en: 'With this switch Claude Code talks to a cloud service and ignores base URL and key. Up to 1.0.60 any value switches on, even 0.',
      zh: '打开这个开关后，Claude Code 会直连云厂商，忽略 Base URL 和密钥。1.0.60 及更早版本里任何取值（包括 0）都算打开。',
    },
    advice: {
      en: 'Take it away where it is set ({place}); in the shell: `{unset}`. An empty string in the "env" of ~/.claude/settings.json beats the shell.',
      zh: '在设置它的地方（{place}）去掉；shell 里可用 `{unset}`。也可以在 ~/.claude/settings.json 的 "env" 里设为空字符串，它优先于 shell。',
    },
  },
  variants: {
    file: {
      advice: {
        en: 'Delete {name} in {place}, or set it to "" there.',
        zh: '删除 {place} 里的 {name}，或在那里把它设为 ""。',
      },
    },
  },
  *check(snapshot, evidence) {
    yield* eachClient(snapshot, evidence, function* (state) {
      if (state.id !== 'claude-code' || state.cloudSwitch === null) return;
      // Without a base URL of another kind the cloud is the channel.
      if ((state.variable('ANTHROPIC_BASE_URL')?.value.trim() ?? '') === '') return;
      const { origin } = state.cloudSwitch;
      const name = origin.env ?? origin.path?.at(-1) ?? '';
      yield {
        origin,
        args: { name, place: setAtPlace(state.cloudSwitch, snapshot.startUp), unset: unsetLine(ownShell(snapshot.facts), name) },
        fix: unsafe(setVariable(state, name, '')),
        ...(origin.scope === 'env' ? {} : { variant: 'file' }),
      };
    });
  },
};
