import { posix, win32 } from 'node:path';
import type { CodexState } from '../../clients/client.ts';
import { does, NEVER_WRITTEN_IDS } from '../../clients/codex/versions.ts';
import type { Edit, Facts, Fix, JsonValue } from '../../model.ts';
import { eachClient, type Rule } from '../rule.ts';
import { type FirstCodexConfig, readFirstCodexConfig } from '../shape/first-codex-config.ts';
import { legacyLayers } from '../shape/read-layers.ts';

function carriedOver(state: CodexState, { model, provider }: FirstCodexConfig, facts: Facts): Fix | null {
  if (!provider?.baseUrl) return null;
  const path = facts.platform === 'win32' ? win32 : posix;
  const file = path.join(state.home, 'config.toml');
  const config = state.layers.find((layer) => layer.file === file);
  if (config?.fact.state === 'file' && !config.document?.root) return null;
  const id = NEVER_WRITTEN_IDS.has(provider.id) ? `${provider.id}-custom` : provider.id;
  const set = (keys: readonly string[], value: JsonValue): Edit => ({ op: 'set', file, path: keys, value });
  const table = ['model_providers', id];
  const edits = [
    ...(model !== null && config?.document?.at(['model']) == null ? [set(['model'], model)] : []),
    set(['model_provider'], id),
    set([...table, 'name'], provider.name ?? provider.id),
    set([...table, 'base_url'], provider.baseUrl),
    ...(provider.envKey === null ? [] : [set([...table, 'env_key'], provider.envKey)]),
    set([...table, 'wire_api'], 'responses'),
  ];
  return { safety: 'unsafe', edits };
}

export const rule: Rule = {
  id: 'file/legacy-config-json',
  severity: 'error',
  text: {
    title: { en: 'Codex {version} does not read {file}', zh: 'Codex {version} 不读取 {file}' },
    why: {
      en: 'config.json and config.yaml belong to the first Codex, written in TypeScript (0.1.25xx). Every later one reads config.toml alone and says nothing about them.',
      zh: 'config.json 和 config.yaml 属于最早的 TypeScript 版 Codex（0.1.25xx）。之后的版本都只读 config.toml，而且不会给出提示。',
    },
    advice: {
      en: 'Write the provider into config.toml as [model_providers.<id>] and select it by model_provider.',
      zh: '把 provider 写进 config.toml 的 [model_providers.<id>]，并用 model_provider 选中它。',
    },
  },
  check: (snapshot, evidence) =>
    eachClient(snapshot, evidence, function* (state) {
      if (state.id !== 'codex' || !does(state.version, 'rust')) return;
      for (const { scope, file, fact, document } of legacyLayers(state)) {
        if (fact.state !== 'file' || !document) continue;
        const config = readFirstCodexConfig(document.text, document.root);
        if (config === null) continue;
        const hasChannel = state.channel?.baseUrl != null || state.providerId !== null;
        yield {
          origin: { scope, file },
          args: { file, version: state.version },
          severity: hasChannel ? 'warning' : 'error',
          fix: hasChannel ? null : carriedOver(state, config, snapshot.facts),
        };
      }
    }),
};
