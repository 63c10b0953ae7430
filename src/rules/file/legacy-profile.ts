import { posix, win32 } from 'node:path';
import { type CodexState, originIn } from '../../clients/client.ts';
import { does } from '../../clients/codex/versions.ts';
import { isTable } from '../../clients/field-type.ts';
import type { Edit, Facts, JsonValue, KeyPath, Layer } from '../../model.ts';
import { eachClient, type Rule } from '../rule.ts';
import { removeAt, unsafe } from '../setting-edits.ts';
import { readerOf, readLayers } from '../shape/read-layers.ts';

const MAX_DEPTH = 8;

function* leaves(value: JsonValue, path: KeyPath): Generator<readonly [KeyPath, JsonValue]> {
  if (!isTable(value) || path.length > MAX_DEPTH) {
    yield [path, value];
    return;
  }
  for (const [key, child] of Object.entries(value)) yield* leaves(child, [...path, key]);
}

/** Carries `[profiles.name]` over to a file of its own, which `--profile name` selects. */
function split(state: CodexState, layer: Layer, name: string, facts: Facts): Edit[] {
  const path = facts.platform === 'win32' ? win32 : posix;
  const edits: Edit[] = [{ op: 'remove', file: layer.file, path: ['profile'] }];
  const profile = layer.document?.at(['profiles', name]);
  const isFileName = /^[\w.-]+$/.test(name);
  if (!isTable(profile?.value) || !isFileName) return edits;
  const target = path.join(state.home, `${name}.config.toml`);
  if (facts.files.get(target)?.state === 'file') return edits;
  const carried = [...leaves(profile.value, [])].filter(([key]) => key.length > 0);
  return [
    ...carried.map(([key, value]): Edit => ({ op: 'set', file: target, path: key, value })),
    ...edits,
    { op: 'remove', file: layer.file, path: ['profiles', name] },
  ];
}

export const rule: Rule = {
  id: 'file/legacy-profile',
  severity: 'error',
  text: {
    title: {
      en: 'Codex {version} does not start with profile = "{name}" in config.toml',
      zh: 'config.toml 里写着 profile = "{name}"，Codex {version} 会拒绝启动',
    },
    why: {
      en: 'From 0.134 on a profile is a file of its own, {name}.config.toml beside config.toml, and is selected by --profile {name} alone.',
      zh: '从 0.134 起，profile 是 config.toml 旁边的独立文件 {name}.config.toml，只能用 --profile {name} 选择。',
    },
    advice: {
      en: 'Move [profiles.{name}] to {name}.config.toml, remove the line, and start Codex with --profile {name}.',
      zh: '把 [profiles.{name}] 的内容移到 {name}.config.toml，删掉这一行，启动时加上 --profile {name}。',
    },
  },
  variants: {
    undefined: {
      title: { en: 'profile = "{name}" names a profile that is not there', zh: 'profile = "{name}" 指定的 profile 不存在' },
      why: {
        en: 'There is no [profiles.{name}] in the file: Codex {version} ends with “config profile `{name}` not found”.',
        zh: '文件里没有 [profiles.{name}]：Codex {version} 会以 “config profile `{name}` not found” 退出。',
      },
      advice: { en: 'Correct the name, add the table, or delete the line.', zh: '改正名称、补上这张表，或者删掉这一行。' },
    },
  },
  check: (snapshot, evidence) =>
    eachClient(snapshot, evidence, function* (state) {
      if (state.id !== 'codex') return;
      if (!does(state.version, 'refusesLegacyProfile')) {
        for (const { kind, origin } of state.stops) {
          const edit = removeAt(origin);
          if (kind === 'undefined-profile')
            yield {
              origin,
              args: { name: state.profile?.value ?? '', version: state.version },
              variant: 'undefined',
              fix: edit && unsafe([edit]),
            };
        }
        return;
      }
      for (const layer of readLayers(state)) {
        if (readerOf(state, layer) !== 'config' || layer.scope === 'project') continue;
        const name = layer.document?.at(['profile'])?.value;
        if (typeof name !== 'string') continue;
        yield {
          origin: originIn(layer, ['profile']),
          args: { name, version: state.version },
          fix: { safety: 'unsafe', edits: split(state, layer, name, snapshot.facts) },
        };
      }
    }),
};
