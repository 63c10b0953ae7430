import { originIn } from '../../clients/client.ts';
import { PROVIDER_KEYS } from '../../clients/codex/schema.ts';
import { isTable } from '../../clients/field-type.ts';
import type { JsonValue, KeyPath } from '../../model.ts';
import { eachClient, type Rule } from '../rule.ts';
import { readerOf, readLayers } from '../shape/read-layers.ts';

const MAX_PARTS = 6;
/** Any of these makes a table a provider's. */
const MARKS = ['base_url', 'env_key', 'wire_api', 'experimental_bearer_token', 'requires_openai_auth'] as const;

const isProvider = (table: JsonValue): boolean => isTable(table) && MARKS.some((key) => Object.hasOwn(table, key));

/** Tables with a provider's keys below a table of `model_providers` that is none itself. */
function* splitNames(value: JsonValue, path: KeyPath): Generator<KeyPath> {
  if (!isTable(value) || path.length > MAX_PARTS) return;
  if (isProvider(value)) {
    if (path.length > 2) yield path;
    return;
  }
  for (const [key, child] of Object.entries(value)) {
    if (path.length > 1 && PROVIDER_KEYS.has(key)) continue;
    yield* splitNames(child, [...path, key]);
  }
}

export const rule: Rule = {
  id: 'file/toml-unquoted-dot',
  severity: 'error',
  text: {
    title: {
      en: '[{written}] is read as a table inside a table, not as the provider "{name}"',
      zh: '[{written}] 会被读成表中之表，而不是名为 "{name}" 的 provider',
    },
    why: {
      en: 'A dot in an unquoted TOML name separates levels, so Codex finds no provider of that name.',
      zh: 'TOML 里未加引号的点表示层级，Codex 因此找不到这个名字的 provider。',
    },
    advice: { en: 'Write [model_providers."{name}"], with quotes.', zh: '写成 [model_providers."{name}"]，给名字加上引号。' },
  },
  check: (snapshot, evidence) =>
    eachClient(snapshot, evidence, function* (state) {
      if (state.id !== 'codex') return;
      for (const layer of readLayers(state)) {
        const root = layer.document?.root;
        if (readerOf(state, layer) !== 'config' || !isTable(root ?? undefined) || !root) continue;
        for (const path of splitNames((root as { [key: string]: JsonValue }).model_providers ?? null, ['model_providers'])) {
          const name = path.slice(1).join('.');
          yield {
            origin: originIn(layer, path),
            args: { written: path.join('.'), name },
            fix: { safety: 'unsafe', edits: [{ op: 'move', file: layer.file, path, to: ['model_providers', name] }] },
          };
        }
      }
    }),
};
