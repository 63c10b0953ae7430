import { wrongTypes as wrongInSettings } from '../../clients/claude-code/schema.ts';
import type { ClientState } from '../../clients/client.ts';
import { originIn } from '../../clients/client.ts';
import { wrongTypes as wrongInConfig } from '../../clients/codex/schema.ts';
import { does } from '../../clients/codex/versions.ts';
import type { WrongType } from '../../clients/field-type.ts';
import type { Layer } from '../../model.ts';
import { eachClient, type Rule } from '../rule.ts';
import { readerOf, readLayers } from '../shape/read-layers.ts';
import { strayRootKeys } from '../shape/stray-root-keys.ts';

/** Dropped from a project's file before its types are checked. */
const NOT_FOR_PROJECTS: ReadonlySet<string> = new Set(['model_provider', 'model_providers', 'openai_base_url', 'profile', 'profiles']);

function wrongIn(state: ClientState, { document, scope }: Layer): WrongType[] {
  const root = document?.root ?? null;
  if (root === null) return [];
  if (state.id === 'claude-code') return wrongInSettings(root, state.version);
  // A root key among the features has the wrong type because it stands in the wrong place.
  const strays = new Set(strayRootKeys(root).map((path) => JSON.stringify(path)));
  const isDropped = scope === 'project' && does(state.version, 'projectCannotSetProvider');
  return wrongInConfig(root, state.version).filter(
    ({ path }) => !strays.has(JSON.stringify(path)) && !(isDropped && NOT_FOR_PROJECTS.has(path[0] ?? '')),
  );
}

export const rule: Rule = {
  id: 'file/wrong-type',
  severity: 'error',
  text: {
    title: { en: '"{key}" has a value of the wrong type; {expected} belongs there', zh: '"{key}" 的值类型不对，应为 {expected}' },
    why: {
      en: 'Codex checks the types of all fields it knows and does not start when one is wrong.',
      zh: 'Codex 会检查所有已知字段的类型，只要有一个不对就不启动。',
    },
    advice: { en: 'Write the value in the form {expected}.', zh: '把值改成 {expected} 这种形式。' },
  },
  variants: {
    settings: {
      why: {
        en: 'Claude Code drops the whole file for one wrong field, without a word: base URL, key and model in it do not count either.',
        zh: '只要有一个字段类型不对，Claude Code 就会静默丢弃整个文件，里面的 Base URL、密钥和模型也一起失效。',
      },
    },
  },
  check: (snapshot, evidence) =>
    eachClient(snapshot, evidence, function* (state) {
      for (const layer of readLayers(state)) {
        const reader = readerOf(state, layer);
        if (reader !== 'config' && reader !== 'settings') continue;
        for (const { path, expected, meaning } of wrongIn(state, layer)) {
          yield {
            origin: originIn(layer, path),
            args: { file: layer.file, key: path.join('.') || '{}', expected },
            fix: meaning === undefined ? null : { safety: 'safe', edits: [{ op: 'set', file: layer.file, path, value: meaning }] },
            ...(reader === 'settings' ? { variant: 'settings' } : {}),
          };
        }
      }
    }),
};
