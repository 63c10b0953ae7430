import type { DuplicateKey, TextEdit } from '../../documents/document.ts';
import { eachClient, type Rule } from '../rule.ts';
import { textEdits } from '../shape/document-problems.ts';
import { readLayers } from '../shape/read-layers.ts';

/** A duplicate inside an object that is a losing duplicate itself goes with it. */
function outermost(duplicates: readonly DuplicateKey[]): TextEdit[] {
  const edits = duplicates.flatMap(({ repair }) => repair);
  return edits.filter(
    (edit, index) =>
      !edits.some(
        (other, at) =>
          at !== index &&
          other.start <= edit.start &&
          edit.end <= other.end &&
          (other.end - other.start > edit.end - edit.start || at < index),
      ),
  );
}

export const rule: Rule = {
  id: 'file/json-duplicate-key',
  severity: 'warning',
  text: {
    title: {
      en: '{file} has "{key}" twice; the one in line {line} has no effect',
      zh: '{file} 里 "{key}" 出现了两次，第 {line} 行的那个不生效',
    },
    why: {
      en: 'Of two equal keys in one object the last one wins, without a message.',
      zh: '同一个对象里出现相同的键时，后面的会覆盖前面的，而且没有任何提示。',
    },
    advice: { en: 'Keep one of them and remove the other.', zh: '只保留一个，删掉另一个。' },
  },
  check: (snapshot, evidence) =>
    eachClient(snapshot, evidence, function* (state) {
      for (const layer of readLayers(state)) {
        const first = layer.document?.duplicates[0];
        if (!layer.document || !first) continue;
        const { line, column } = first.loser;
        const key = first.path.join('.');
        yield {
          origin: { scope: layer.scope, file: layer.file, key, line, column },
          args: { file: layer.file, key, line },
          fix: { safety: 'unsafe', edits: textEdits(layer.file, layer.document, outermost(layer.document.duplicates)) },
        };
      }
    }),
};
