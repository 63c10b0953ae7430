import { unknownKeys } from '../../clients/claude-code/schema.ts';
import { originIn } from '../../clients/client.ts';
import { eachClient, type Rule } from '../rule.ts';
import { readerOf, readLayers } from '../shape/read-layers.ts';

export const rule: Rule = {
  id: 'file/newer-schema-key',
  severity: 'error',
  text: {
    title: {
      en: 'Claude Code {version} drops {file} because of the key "{key}"',
      zh: 'Claude Code {version} 会因为键 "{key}" 丢弃整个 {file}',
    },
    why: {
      en: 'The versions around 1.0.60 have a strict schema: one key they do not know, even "$schema", and nothing in the file counts.',
      zh: '1.0.60 前后的版本采用严格校验：只要有一个不认识的键（哪怕是 "$schema"），整个文件都不生效。',
    },
    advice: {
      en: 'Remove the key, or update Claude Code to 1.0.90 or later.',
      zh: '删掉这个键，或者把 Claude Code 升级到 1.0.90 或更新版本。',
    },
  },
  check: (snapshot, evidence) =>
    eachClient(snapshot, evidence, function* (state) {
      if (state.id !== 'claude-code') return;
      for (const layer of readLayers(state)) {
        if (readerOf(state, layer) !== 'settings' || !layer.document?.root) continue;
        for (const key of unknownKeys(layer.document.root, state.version)) {
          yield {
            origin: originIn(layer, [key]),
            args: { file: layer.file, key, version: state.version },
            fix: key === '$schema' ? { safety: 'safe', edits: [{ op: 'remove', file: layer.file, path: [key] }] } : null,
          };
        }
      }
    }),
};
