import type { CodexState } from '../../clients/client.ts';
import { originIn } from '../../clients/client.ts';
import { CHANNEL_KEYS } from '../../clients/codex/schema.ts';
import { does } from '../../clients/codex/versions.ts';
import { isTable } from '../../clients/field-type.ts';
import type { Fix, KeyPath, Layer, Severity } from '../../model.ts';
import { eachClient, type Rule } from '../rule.ts';
import { readerOf, readLayers } from '../shape/read-layers.ts';
import { strayRootKeys } from '../shape/stray-root-keys.ts';

interface Stray {
  readonly state: CodexState;
  readonly layer: Layer;
  readonly path: KeyPath;
  readonly key: string;
}

/** Does the file already have a value for the key where it counts? */
const stands = ({ layer, key }: Stray): boolean => layer.document?.at([key]) != null;

/** `profile` counts nowhere from 0.134 on. */
const isUseless = ({ state, key }: Stray): boolean => key === 'profile' && does(state.version, 'refusesLegacyProfile');

function severityOf(stray: Stray): Severity {
  const { layer, path, key } = stray;
  // A feature is a switch: a text among them is a type error, and Codex does not start.
  const value = layer.document?.at(path)?.value;
  if (path[0] === 'features' && path.length === 2 && typeof value !== 'boolean' && !isTable(value)) return 'error';
  return CHANNEL_KEYS.has(key) && !stands(stray) && !isUseless(stray) ? 'error' : 'warning';
}

function fixOf(stray: Stray): Fix {
  const { layer, path, key } = stray;
  if (stands(stray) || isUseless(stray)) return { safety: 'unsafe', edits: [{ op: 'remove', file: layer.file, path }] };
  return { safety: 'safe', edits: [{ op: 'move', file: layer.file, path, to: [key] }] };
}

export const rule: Rule = {
  id: 'file/toml-root-key-in-table',
  severity: 'error',
  text: {
    title: {
      en: '"{key}" stands inside [{table}] (line {line}), where Codex does not look for it',
      zh: '"{key}"（第 {line} 行）写在了 [{table}] 里，Codex 不会从那里读取',
    },
    why: {
      en: 'A line below a [table] header belongs to that table. Codex ignores a root key there, or does not start; without it requests go elsewhere.',
      zh: '写在 [表头] 下面的行属于那张表。Codex 会忽略放错位置的顶层键，或者直接无法启动；缺了它，请求会发到别处。',
    },
    advice: { en: 'Move the line above the first [table] of the file.', zh: '把这一行移到文件中第一个 [表头] 之前。' },
  },
  variants: {
    twice: {
      title: { en: '"{key}" stands inside [{table}] (line {line}) without effect', zh: '[{table}] 里的 "{key}"（第 {line} 行）不起作用' },
      advice: { en: 'Remove the line: the value that counts is not this one.', zh: '删掉这一行：真正生效的不是它。' },
    },
  },
  check: (snapshot, evidence) =>
    eachClient(snapshot, evidence, function* (state) {
      if (state.id !== 'codex') return;
      for (const layer of readLayers(state)) {
        if (readerOf(state, layer) !== 'config' || !layer.document) continue;
        const moved = new Set<string>();
        for (const path of strayRootKeys(layer.document.root)) {
          const key = path.at(-1) ?? '';
          const stray: Stray = { state, layer, path, key };
          const origin = originIn(layer, path);
          const isSpare = stands(stray) || isUseless(stray) || moved.has(key);
          yield {
            origin,
            args: { key, table: path.slice(0, -1).join('.'), line: origin.line ?? 0 },
            severity: moved.has(key) ? 'warning' : severityOf(stray),
            fix: moved.has(key) ? { safety: 'unsafe', edits: [{ op: 'remove', file: layer.file, path }] } : fixOf(stray),
            ...(isSpare ? { variant: 'twice' } : {}),
          };
          moved.add(key);
        }
      }
    }),
};
