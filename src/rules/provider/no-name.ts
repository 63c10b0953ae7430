import type { CodexProvider } from '../../clients/client.ts';
import { originIn } from '../../clients/client.ts';
import { PROVIDER_KEYS } from '../../clients/codex/schema.ts';
import { isBuiltIn } from '../../clients/codex/versions.ts';
import { isTable } from '../../clients/field-type.ts';
import { valueAt } from '../key-path.ts';
import { eachClient, type Rule } from '../rule.ts';

const isUsable = (name: unknown): boolean => typeof name === 'string' && name.trim() !== '';

/** `[model_providers.my.gw]`: a provider one level too deep, which file/toml-unquoted-dot explains. */
function holdsProviders(provider: CodexProvider): boolean {
  const table = valueAt(provider.layer.document?.root, provider.path);
  if (!isTable(table)) return false;
  return Object.entries(table).some(
    ([key, inner]) => !PROVIDER_KEYS.has(key) && isTable(inner) && Object.keys(inner).some((name) => PROVIDER_KEYS.has(name)),
  );
}

export const rule: Rule = {
  id: 'provider/no-name',
  severity: 'error',
  text: {
    title: { en: 'Provider “{id}” has no name', zh: 'provider“{id}”没有 name' },
    why: {
      en: 'Codex refuses the whole config.toml: “missing field `name`” or “provider name must not be empty”, also where the provider is not selected.',
      zh: 'Codex 会拒绝整个 config.toml（“missing field `name`” 或 “provider name must not be empty”），即使没有选用这个 provider。',
    },
    advice: {
      en: 'Add name = "{id}" to [model_providers.{id}]; any text will do.',
      zh: '在 [model_providers.{id}] 里加上 name = "{id}"，内容随意。',
    },
  },
  *check(snapshot, evidence) {
    yield* eachClient(snapshot, evidence, function* (state) {
      if (state.id !== 'codex') return;
      const named = new Set(state.providers.filter((provider) => isUsable(provider.get('name')?.value)).map(({ id }) => id));
      for (const provider of state.providers) {
        if (named.has(provider.id) || isBuiltIn(provider.id, state.version) || holdsProviders(provider)) continue;
        const name = provider.get('name');
        // A name of the wrong type is file/wrong-type.
        if (name && typeof name.value !== 'string') continue;
        named.add(provider.id);
        const { file, scope } = provider.layer;
        yield {
          origin: name?.origin ?? originIn(provider.layer, provider.path),
          args: { id: provider.id },
          fix:
            scope === 'user' || scope === 'profile'
              ? { safety: 'safe', edits: [{ op: 'set', file, path: [...provider.path, 'name'], value: provider.id }] }
              : null,
        };
      }
    });
  },
};
