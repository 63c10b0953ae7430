import { has } from '../../clients/claude-code/versions.ts';
import type { ClientState } from '../../clients/client.ts';
import type { Layer, Severity } from '../../model.ts';
import { eachClient, type Rule } from '../rule.ts';
import { readerOf, readLayers, severityOfLoss } from '../shape/read-layers.ts';

function severityOf(state: ClientState, layer: Layer): Severity {
  if (state.id === 'claude-code') return has(state.version, 'dropsBom') ? 'error' : 'warning';
  return readerOf(state, layer) === 'login' ? severityOfLoss(state, layer) : 'warning';
}

export const rule: Rule = {
  id: 'file/bom',
  severity: 'warning',
  text: {
    title: { en: '{file} begins with a byte order mark', zh: '{file} 开头带有 BOM（字节顺序标记）' },
    why: {
      en: 'This version reads past it; others do not: Claude Code up to 2.0.0 drops the whole file, and many tools stumble over it.',
      zh: '当前版本能跳过它，但别的版本不行：Claude Code 2.0.0 及更早会丢弃整个文件，不少工具也会因此出错。',
    },
    advice: { en: 'Save the file as UTF-8 without a byte order mark.', zh: '把文件另存为不带 BOM 的 UTF-8。' },
  },
  variants: {
    lost: {
      title: {
        en: '{file} begins with a byte order mark, so {client} {version} cannot use it',
        zh: '{file} 开头带有 BOM，{client} {version} 因此无法使用它',
      },
      why: { en: 'Nothing in the file counts as long as the mark is there.', zh: '只要还带着 BOM，这个文件的内容就都不生效。' },
      ofClient: {
        'claude-code': {
          why: {
            en: 'Claude Code up to 2.0.0 drops such a settings file without a word.',
            zh: 'Claude Code 2.0.0 及更早会静默丢弃这样的设置文件。',
          },
        },
        codex: {
          why: {
            en: 'Codex ignores such an auth.json; up to 0.140 it stops there.',
            zh: 'Codex 会忽略这样的 auth.json，0.140 及更早则报错退出。',
          },
        },
      },
    },
  },
  check: (snapshot, evidence) =>
    eachClient(snapshot, evidence, function* (state) {
      for (const layer of readLayers(state)) {
        // What a byte order mark does to .env is env/dotenv-pitfall.
        if (!layer.document?.hasBom || layer.document.encoding !== 'utf-8' || layer.format === 'dotenv') continue;
        const severity = severityOf(state, layer);
        yield {
          origin: { scope: layer.scope, file: layer.file, line: 1, column: 1 },
          args: { file: layer.file, client: state.client.name, version: state.version },
          severity,
          fix: { safety: 'safe', edits: [{ op: 'remove-bom', file: layer.file }] },
          ...(severity === 'error' ? { variant: 'lost' } : {}),
        };
      }
    }),
};
