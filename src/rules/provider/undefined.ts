import type { CodexState } from '../../clients/client.ts';
import { isBuiltIn } from '../../clients/codex/versions.ts';
import { valueAt } from '../key-path.ts';
import { nearestName } from '../nearest-name.ts';
import { eachClient, type Rule } from '../rule.ts';
import { setAt } from '../setting-edits.ts';

/** `[model_providers.my.relay]` was meant as one name: file/toml-unquoted-dot says so. */
const isSplitByDots = (state: CodexState, id: string): boolean =>
  id.includes('.') && state.layers.some(({ document }) => valueAt(document?.root, ['model_providers', ...id.split('.')]) !== undefined);

const allowed = (id: string): number => Math.min(2, Math.floor(id.length / 3));

export const rule: Rule = {
  id: 'provider/undefined',
  severity: 'error',
  text: {
    title: {
      en: 'model_provider names “{id}”, and no such provider is defined',
      zh: 'model_provider 指向“{id}”，但没有定义这个 provider',
    },
    why: {
      en: 'Codex stops with “Model provider `{id}` not found” before any request. Provider ids are case sensitive.',
      zh: 'Codex 会在发出请求之前报 “Model provider `{id}` not found” 并退出。provider 的 id 区分大小写。',
    },
    advice: {
      en: 'Add a table [model_providers.{id}] with name, base_url and a key, or set model_provider to one that exists ({defined}). `channel-doctor init` writes both.',
      zh: '补上 [model_providers.{id}] 表（name、base_url 和密钥），或把 model_provider 改成已有的 provider（{defined}）。`channel-doctor init` 可以一次写好。',
    },
  },
  variants: {
    none: {
      advice: {
        en: 'Add a table [model_providers.{id}] with name, base_url and a key, or delete the line for the vendor’s own API. `channel-doctor init` writes both.',
        zh: '补上 [model_providers.{id}] 表（name、base_url 和密钥）；要用官方 API 就删掉这一行。`channel-doctor init` 可以一次写好。',
      },
    },
    near: {
      title: {
        en: 'model_provider names “{id}”, which is not defined; “{near}” is',
        zh: 'model_provider 指向未定义的“{id}”；已定义的是“{near}”',
      },
      advice: { en: 'Set model_provider = "{near}".', zh: '改为 model_provider = "{near}"。' },
    },
  },
  *check(snapshot, evidence) {
    yield* eachClient(snapshot, evidence, function* (state) {
      if (state.id !== 'codex' || state.providerId === null) return;
      const { value: id, origin } = state.providerId;
      const defined = [...new Set(state.providers.map((provider) => provider.id))];
      if (defined.includes(id) || isBuiltIn(id, state.version) || isSplitByDots(state, id)) return;
      const twins = defined.filter((other) => other.toLowerCase() === id.toLowerCase());
      const near = twins.length === 1 ? (twins[0] ?? null) : nearestName(id, defined, allowed(id));
      const edit = near === null ? null : setAt(origin, near);
      yield {
        origin,
        args: { id, near: near ?? '', defined: defined.join(', ') },
        ...(near !== null ? { variant: 'near' } : defined.length === 0 ? { variant: 'none' } : {}),
        fix: edit && { safety: twins.length === 1 ? 'safe' : 'unsafe', edits: [edit] },
      };
    });
  },
};
