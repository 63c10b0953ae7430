import type { CodexState } from '../../clients/client.ts';
import { originIn } from '../../clients/client.ts';
import { does } from '../../clients/codex/versions.ts';
import { isTable } from '../../clients/field-type.ts';
import type { Edit, Fix, JsonValue, KeyPath, Layer } from '../../model.ts';
import { Secret } from '../../secret.ts';
import { valueAt } from '../key-path.ts';
import { eachClient, type Rule } from '../rule.ts';
import { userFile } from '../setting-edits.ts';

/** Of the deny list in codex-rs/config/src/loader, what concerns the channel. */
const DENIED = ['model_provider', 'model_providers', 'openai_base_url', 'chatgpt_base_url', 'profile', 'profiles'] as const;
const SECRET_KEY = /token|authorization|api[-_]?key|secret/i;

function* leaves(value: JsonValue | undefined, path: KeyPath): Generator<readonly [KeyPath, JsonValue]> {
  if (value === undefined) return;
  if (!isTable(value)) {
    yield [path, value];
    return;
  }
  for (const [key, inner] of Object.entries(value)) yield* leaves(inner, [...path, key]);
}

/** What the user's own file does not say yet is carried over; what it says stays. */
function moved(state: CodexState, layer: Layer, keys: readonly string[]): Fix | null {
  const target = userFile(state);
  const own = state.layers.find(({ scope }) => scope === 'user')?.document?.root;
  if (target === null || target === layer.file) return null;
  const root = layer.document?.root;
  const carried = keys.flatMap((key) =>
    [...leaves(valueAt(root, [key]), [key])]
      .filter(([path]) => valueAt(own, path) === undefined)
      .map(([path, value]): Edit => {
        const secret = typeof value === 'string' && SECRET_KEY.test(path.at(-1) ?? '') && !/^env_/.test(path.at(-1) ?? '');
        return { op: 'set', file: target, path, value: secret ? new Secret(value) : value };
      }),
  );
  return { safety: 'unsafe', edits: [...carried, ...keys.map((key): Edit => ({ op: 'remove', file: layer.file, path: [key] }))] };
}

export const rule: Rule = {
  id: 'provider/in-project-file',
  severity: 'warning',
  text: {
    title: { en: 'This project file sets {keys}; Codex {version} ignores that', zh: '项目文件里的 {keys} 会被 Codex {version} 忽略' },
    why: {
      en: 'From 0.130 on a project may not choose where requests go, trusted or not. (0.80 to 0.120 obeyed it.)',
      zh: '从 0.130 起，项目文件不能决定请求发往哪里，无论该目录是否受信任（0.80 到 0.120 会照做）。',
    },
    advice: { en: 'Put these keys into {target}, and delete them here.', zh: '把这些键移到 {target}，并从这里删除。' },
  },
  *check(snapshot, evidence) {
    yield* eachClient(snapshot, evidence, function* (state) {
      if (state.id !== 'codex' || !does(state.version, 'projectCannotSetProvider')) return;
      for (const layer of state.layers) {
        if (layer.scope !== 'project' || layer.document?.root == null) continue;
        const keys = DENIED.filter((key) => valueAt(layer.document?.root, [key]) !== undefined);
        const [first] = keys;
        if (first === undefined) continue;
        yield {
          origin: originIn(layer, [first]),
          args: { keys: keys.join(', '), version: state.version, target: userFile(state) ?? 'config.toml' },
          fix: moved(state, layer, keys),
        };
      }
    });
  },
};
