import { does } from '../../clients/codex/versions.ts';
import type { ClientEvidence } from '../../probe/types.ts';
import { eachClient, type Rule } from '../rule.ts';
import { setAt } from '../setting-edits.ts';

/** Was this base seen answering in the responses protocol? */
const speaksResponses = (wire: ClientEvidence | null, baseUrl: string | null): boolean =>
  [...(wire?.all ?? []), ...(wire?.otherWires ?? []), ...(wire?.faithful ? [wire.faithful] : [])].some(
    (probed) => probed.wireApi === 'openai-responses' && probed.baseUrl === baseUrl && probed.outcome.ok === true,
  );

export const rule: Rule = {
  id: 'provider/wire-api-chat',
  severity: 'error',
  text: {
    title: {
      en: 'wire_api = "chat" in provider “{id}”: Codex {version} no longer speaks it',
      zh: 'provider“{id}”的 wire_api = "chat"：Codex {version} 已不再支持',
    },
    why: {
      en: 'From 0.95 on this value stops every Codex command, also in a provider that is not selected.',
      zh: '从 0.95 起，这个取值会让所有 Codex 命令无法运行，即使没有选用这个 provider。',
    },
    advice: {
      en: 'Set wire_api = "responses" if the gateway has /responses. If it has /chat/completions only, no current Codex can use it: take another base URL or gateway, or Codex 0.94.',
      zh: '网关支持 /responses 时，改成 wire_api = "responses"。如果网关只有 /chat/completions，新版 Codex 无法使用：请换 Base URL 或网关，或使用 Codex 0.94。',
    },
  },
  variants: {
    unselected: {
      title: {
        en: 'wire_api = "chat" in the unused provider “{id}” stops Codex {version}',
        zh: '未选用的 provider“{id}”写着 wire_api = "chat"，Codex {version} 因此无法启动',
      },
      why: {
        en: 'From 0.95 on Codex checks every provider table when it starts, not only the selected one.',
        zh: '从 0.95 起，Codex 启动时会检查每一个 provider 表，不只是选用的那个。',
      },
      advice: { en: 'Set wire_api = "responses" there, or delete the table.', zh: '把那里改成 wire_api = "responses"，或删除这张表。' },
    },
    proven: {
      why: {
        en: 'From 0.95 on this value stops every Codex command. The gateway answers /responses at this base.',
        zh: '从 0.95 起，这个取值会让所有 Codex 命令无法运行。实测该网关的这个 Base URL 支持 /responses。',
      },
      advice: { en: 'Set wire_api = "responses".', zh: '改成 wire_api = "responses"。' },
    },
  },
  *check(snapshot, evidence) {
    yield* eachClient(snapshot, evidence, function* (state, wire) {
      if (state.id !== 'codex' || !does(state.version, 'responsesOnly')) return;
      const seen = new Set<string>();
      for (const provider of state.providers) {
        const setting = provider.get('wire_api');
        if (setting?.value !== 'chat' || seen.has(provider.id)) continue;
        seen.add(provider.id);
        const selected = state.provider?.id === provider.id;
        const proven = selected && speaksResponses(wire, state.channel?.baseUrl?.value ?? null);
        const edit = selected && !proven ? null : setAt(setting.origin, 'responses');
        yield {
          origin: setting.origin,
          args: { id: provider.id, version: state.version },
          ...(selected ? (proven ? { variant: 'proven' } : {}) : { variant: 'unselected' }),
          fix: edit && { safety: 'safe', edits: [edit] },
        };
      }
    });
  },
};
