// Editing TOML.

import { type Carried, carried, type Language, type Step } from '../language.ts';
import { because, type Reason } from '../reasons.ts';
import { setToml } from './add.ts';
import { parseToml } from './judge.ts';
import { type TomlFile, tomlFile } from './place.ts';
import { removeToml } from './remove.ts';
import { moveToml, renameToml } from './rename.ts';
import { scanToml } from './scan.ts';
import { descend } from './tree.ts';

/** A table of its own lines can't become a plain value in place: it goes first. */
function mustGoFirst({ tree }: TomlFile, step: Extract<Step, { op: 'set' }>): boolean {
  const { node, rest } = descend(tree.root, step.path);
  return rest.length === 0 && step.path.length > 0 && node.type === 'table' && !node.inline && node.origin !== 'element';
}

function carry(file: TomlFile, step: Step): Carried | Reason {
  switch (step.op) {
    case 'set':
      return mustGoFirst(file, step) ? carried(removeToml(file, step.path), [step]) : carried(setToml(file, step.path, step.value));
    case 'remove':
      return carried(removeToml(file, step.path));
    case 'rename':
      return carried(renameToml(file, step.path, step.to));
    case 'move':
      return moveToml(file, step.path, step.to);
  }
}

/** A document is always a table. */
const NO_TOML = false;

export const tomlLanguage: Language = {
  open(text, { eol }, isBetween = false) {
    let verdict = isBetween ? null : parseToml(text);
    if (verdict && !('root' in verdict)) return because('syntax', { line: verdict.line, detail: verdict.detail });
    const scan = scanToml(text);
    const wrong = scan.error ?? scan.deviations[0];
    if (wrong) return because('unproven');
    return {
      get content() {
        verdict ??= parseToml(text);
        return 'root' in verdict ? verdict.root : NO_TOML;
      },
      comments: scan.comments,
      oddities: [],
      // The tree is built for a step to come: behind the last one there is none.
      carry: (step) => carry(tomlFile(text, scan, eol), step),
    };
  },
};
