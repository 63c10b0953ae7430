import { does } from '../../clients/codex/versions.ts';
import { eachClient, type Rule } from '../rule.ts';
import { removeAt } from '../setting-edits.ts';

/** `responses_websocket` was accepted from about 0.92 to 0.94. */
const isKnown = (value: string, version: string): boolean =>
  value === 'responses' ||
  value === 'chat' ||
  (value === 'responses_websocket' && does(version, 'projectNeedsTrust') && !does(version, 'responsesOnly'));

export const rule: Rule = {
  id: 'provider/wire-api-unknown',
  severity: 'error',
  text: {
    title: {
      en: 'wire_api = "{value}" in provider “{id}” is no protocol that Codex knows',
      zh: 'provider“{id}”的 wire_api = "{value}" 不是 Codex 认识的协议',
    },
    why: {
      en: 'Codex refuses the whole config.toml (“unknown variant”). It speaks "responses" only; versions before 0.95 also "chat".',
      zh: 'Codex 会以 “unknown variant” 拒绝整个 config.toml。它只认 "responses"；0.95 之前还认 "chat"。',
    },
    advice: {
      en: 'Delete the line; the default of this version is what it can speak.',
      zh: '删除这一行即可，默认值就是这个版本支持的协议。',
    },
  },
  *check(snapshot, evidence) {
    yield* eachClient(snapshot, evidence, function* (state) {
      if (state.id !== 'codex') return;
      const seen = new Set<string>();
      for (const provider of state.providers) {
        const setting = provider.get('wire_api');
        if (typeof setting?.value !== 'string' || isKnown(setting.value, state.version) || seen.has(provider.id)) continue;
        seen.add(provider.id);
        const edit = removeAt(setting.origin);
        yield { origin: setting.origin, args: { id: provider.id, value: setting.value }, fix: edit && { safety: 'safe', edits: [edit] } };
      }
    });
  },
};
