import type { CodexProvider, CodexState } from '../../clients/client.ts';
import { originIn } from '../../clients/client.ts';
import { does, isBuiltIn } from '../../clients/codex/versions.ts';
import { isTable } from '../../clients/field-type.ts';
import type { Edit, Fix } from '../../model.ts';
import { valueAt } from '../key-path.ts';
import { eachClient, type Rule } from '../rule.ts';

function freeName(state: CodexState, id: string): string {
  const taken = new Set(state.providers.map((provider) => provider.id));
  let name = `${id}-custom`;
  for (let n = 2; taken.has(name); n++) name = `${id}-custom-${n}`;
  return name;
}

/** Every `model_provider` in a file of the user's that selects this id, at the root and in old profiles. */
function selections(state: CodexState, id: string, to: string): Edit[] {
  return state.layers
    .filter(({ scope }) => scope === 'user' || scope === 'profile')
    .flatMap(({ file, document }) => {
      const profiles = valueAt(document?.root, ['profiles']);
      const paths = [
        ['model_provider'],
        ...(isTable(profiles) ? Object.keys(profiles).map((name) => ['profiles', name, 'model_provider']) : []),
      ];
      return paths.filter((path) => valueAt(document?.root, path) === id).map((path): Edit => ({ op: 'set', file, path, value: to }));
    });
}

function renamed(state: CodexState, provider: CodexProvider): Fix | null {
  if (provider.layer.scope !== 'user') return null;
  const to = freeName(state, provider.id);
  const selecting = selections(state, provider.id, to);
  // Without a selection Codex goes through `openai`: whoever redefines it means to be selected.
  const selectsByDefault = provider.id === 'openai' && state.providerId === null;
  const select: Edit[] = selectsByDefault ? [{ op: 'set', file: provider.layer.file, path: ['model_provider'], value: to }] : [];
  return { safety: 'safe', edits: [{ op: 'rename', file: provider.layer.file, path: provider.path, to }, ...selecting, ...select] };
}

/** Bedrock's own table may hold the account settings, nothing else. */
function isOnlyAws(provider: CodexProvider): boolean {
  const table = valueAt(provider.layer.document?.root, provider.path);
  return provider.id === 'amazon-bedrock' && isTable(table) && Object.keys(table).every((key) => key === 'aws');
}

export const rule: Rule = {
  id: 'provider/reserved-id',
  severity: 'error',
  text: {
    title: { en: 'The provider id “{id}” belongs to Codex and cannot be redefined', zh: 'provider id“{id}”是 Codex 内置的，不能重新定义' },
    why: {
      en: 'From 0.115 on Codex refuses to start while [model_providers.{id}] is in the file, whichever provider is selected.',
      zh: '从 0.115 起，只要文件里有 [model_providers.{id}]，不管选用哪个 provider，Codex 都拒绝启动。',
    },
    advice: {
      en: 'Give the table another id, for example “{to}”, and select that id in model_provider.',
      zh: '给这张表换一个 id（例如“{to}”），并把 model_provider 改成它。',
    },
  },
  variants: {
    ignored: {
      title: {
        en: 'Codex {version} ignores [model_providers.{id}]: that id is built in',
        zh: 'Codex {version} 会忽略 [model_providers.{id}]：这个 id 是内置的',
      },
      why: {
        en: 'Requests go to the built-in provider’s own address, not to the base_url written there.',
        zh: '请求会发往内置 provider 自己的地址，而不是这里写的 base_url。',
      },
    },
  },
  *check(snapshot, evidence) {
    yield* eachClient(snapshot, evidence, function* (state) {
      if (state.id !== 'codex') return;
      const fatal = does(state.version, 'refusesReservedIds');
      for (const provider of state.providers) {
        if (!isBuiltIn(provider.id, state.version) || isOnlyAws(provider)) continue;
        if (!fatal && (state.providerId?.value ?? 'openai') !== provider.id) continue;
        yield {
          origin: originIn(provider.layer, provider.path),
          args: { id: provider.id, to: freeName(state, provider.id), version: state.version },
          ...(fatal ? {} : { variant: 'ignored' }),
          fix: renamed(state, provider),
        };
      }
    });
  },
};
