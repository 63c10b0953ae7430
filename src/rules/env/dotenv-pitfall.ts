import type { CodexState } from '../../clients/client.ts';
import { type DotenvEntry, dotenvEntries } from '../../documents/index.ts';
import type { Fix, Layer } from '../../model.ts';
import { Secret } from '../../secret.ts';
import { eachClient, type Rule } from '../rule.ts';
import { safe } from '../setting-edits.ts';

/** A name behind `$`, as dotenvy takes it for a reference. */
const REFERENCE = /(?<!\\)\$(?:\{(\w+)[^}]*\}?|(\w+))/g;
const KEY_NAME = /KEY|TOKEN|SECRET|PASSWORD/i;

/** Names that a value refers to and that nobody sets: their place becomes empty. */
const lost = ({ raw }: DotenvEntry, isSet: (name: string) => boolean): readonly string[] =>
  [...raw.matchAll(REFERENCE)].map((match) => match[1] ?? match[2] ?? '').filter((name) => !isSet(name));

/** The same text, taken as it stands; how it is quoted then is the editor's business. */
function literal(layer: Layer, { name, raw, quoting }: DotenvEntry): Fix | null {
  if (quoting !== 'none' && quoting !== 'double') return null;
  const value = quoting === 'double' ? raw.slice(1, -1).replace(/\\(["\\$])/g, '$1') : raw;
  return safe([{ op: 'set', file: layer.file, path: [name], value: KEY_NAME.test(name) ? new Secret(value) : value }]);
}

const dotenvOf = (state: CodexState): Layer | null => state.layers.find(({ scope, inEffect }) => scope === 'dotenv' && inEffect) ?? null;

export const rule: Rule = {
  id: 'env/dotenv-pitfall',
  severity: 'warning',
  text: {
    title: {
      en: '{name} in {file} loses a part: “$…” without single quotes is taken for a variable',
      zh: '{file} 里的 {name} 会丢掉一段：没有单引号的 “$…” 被当成变量',
    },
    why: {
      en: 'Codex replaces $name by the value of that variable; as none is set, nothing is left of it.',
      zh: 'Codex 会把 $name 替换成变量的值；没有这个变量，这一段就变成空的。',
    },
    advice: { en: "Put the value into single quotes: {name}='…'.", zh: "把值放进单引号：{name}='…'。" },
  },
  variants: {
    bom: {
      title: { en: '{file} begins with a byte order mark, so its first variable is lost', zh: '{file} 开头有 BOM，第一个变量会丢失' },
      why: { en: 'Codex takes the mark for a part of the first name.', zh: 'Codex 会把 BOM 当成第一个变量名的一部分。' },
      advice: { en: 'Save the file as UTF-8 without a byte order mark.', zh: '把文件另存为不带 BOM 的 UTF-8。' },
    },
    'own-name': {
      title: { en: '{name} in {file} has no effect', zh: '{file} 里的 {name} 不起作用' },
      why: { en: 'Codex takes no name that begins with CODEX_ from this file.', zh: 'Codex 不会从这个文件读取以 CODEX_ 开头的变量。' },
      advice: {
        en: 'Export {name} in your shell instead, or use a name of your own in env_key.',
        zh: '请在 shell 里导出 {name}，或在 env_key 里换一个自己的变量名。',
      },
    },
  },
  *check(snapshot, evidence) {
    yield* eachClient(snapshot, evidence, function* (state) {
      const layer = state.id === 'codex' ? dotenvOf(state) : null;
      if (!layer?.document || state.id !== 'codex') return;
      const { file, document } = layer;
      if (document.hasBom)
        yield {
          origin: { scope: 'dotenv', file, line: 1, column: 1 },
          variant: 'bom',
          args: { file },
          fix: { safety: 'safe', edits: [{ op: 'remove-bom', file }] },
        };
      const all = dotenvEntries(document, snapshot.facts.env);
      const isSet = (name: string): boolean => Object.hasOwn(snapshot.facts.env, name) || all.some((entry) => entry.name === name);
      for (const entry of all) {
        const { name, line, column } = entry;
        const origin = { scope: 'dotenv', file, env: name, key: name, line, column } as const;
        if (/^CODEX_/i.test(name)) yield { origin, variant: 'own-name', args: { file, name } };
        else if (entry.hasUnquotedDollar && lost(entry, isSet).length > 0)
          yield { origin, args: { file, name }, fix: literal(layer, entry) };
      }
    });
  },
};
