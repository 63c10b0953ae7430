// Editing JSON. Comments and trailing commas, which the clients refuse, do not keep a file from being edited: they stay.

import type { Language, Opened, Step } from '../language.ts';
import { carried } from '../language.ts';
import { Lines } from '../lines.ts';
import { because } from '../reasons.ts';
import { REASON } from '../syntax-reasons.ts';
import { copyJson, removeJson, renameJson, setJson } from './edit.ts';
import { scanJson } from './scan.ts';
import { contentOf, type JsonTree } from './syntax.ts';

function carry(text: string, tree: JsonTree, step: Step) {
  switch (step.op) {
    case 'set':
      return carried(setJson(text, tree, step.path, step.value));
    case 'remove':
      return carried(removeJson(text, tree, step.path));
    case 'rename':
      return carried(renameJson(tree, step.path, step.to));
    case 'move':
      return carried(copyJson(text, tree, step.path, step.to), [{ op: 'remove', path: step.path }]);
  }
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return text.trim() === '';
  }
}

export const jsonLanguage: Language = {
  open(text): Opened | ReturnType<typeof because> {
    const tree = scanJson(text);
    const wrong =
      tree.error ??
      tree.deviations.filter(({ kind }) => kind === 'quote-characters').map(({ start, detail }) => ({ at: start, detail }))[0];
    if (wrong) return because('syntax', { line: new Lines(text).position(wrong.at).line, detail: wrong.detail });
    if (tree.deviations.length === 0 && !isJson(text)) return because('syntax', { line: 1, detail: REASON.noJson });
    return {
      content: tree.root ? contentOf(tree.root) : undefined,
      comments: tree.comments,
      oddities: tree.deviations.map(({ kind }) => kind),
      carry: (step) => carry(text, tree, step),
    };
  },
};
