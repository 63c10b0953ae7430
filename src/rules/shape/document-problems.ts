// Findings about files that do not parse, one a file and kind of problem.

import type { ClientState } from '../../clients/client.ts';
import type { Document, ProblemKind, SyntaxProblem, TextEdit } from '../../documents/document.ts';
import type { Edit, Fix, Layer, Text } from '../../model.ts';
import type { Draft, Worded } from '../rule.ts';
import { type Reader, readerOf, readLayers, severityOfLoss } from './read-layers.ts';

const WHY: Readonly<Record<Reader, Text>> = {
  config: {
    en: 'Codex refuses to start with a configuration that does not parse.',
    zh: '配置文件无法解析时，Codex 会直接拒绝启动。',
  },
  login: {
    en: 'Codex up to 0.140 stops at a broken auth.json without naming it; later versions ignore it and send no key.',
    zh: 'auth.json 损坏时，0.140 及更早的 Codex 会报错退出且不说明是哪个文件；更新的版本会直接忽略它，不发送密钥。',
  },
  dotenv: {
    en: 'Codex takes its variables from this file and skips what it cannot read.',
    zh: 'Codex 从这个文件读取环境变量，读不懂的部分会被跳过。',
  },
  settings: {
    en: 'Claude Code drops the whole file without a word, with the base URL, key and model in it.',
    zh: 'Claude Code 会静默忽略整个文件，里面的 Base URL、密钥和模型全部不生效。',
  },
  state: {
    en: 'Claude Code takes its state file for corrupt and sends no request.',
    zh: 'Claude Code 会认为自己的状态文件已损坏，不再发送请求。',
  },
};

/** The same title and advice for every kind of file, with what its client does about it; `usual` is the kind that it is mostly found in. */
export function textsByReader(title: Text, advice: Text, usual: Reader = 'config'): Required<Worded> {
  const variants = Object.fromEntries(Object.entries(WHY).map(([reader, why]) => [reader, { why }]));
  return { text: { title, why: WHY[usual], advice }, variants };
}

/** Text edits of a document as edits of its file. */
export const textEdits = (file: string, document: Document, edits: readonly TextEdit[]): Edit[] =>
  edits.map(({ start, end, text }) => ({ op: 'replace-text', file, start, end, expect: document.text.slice(start, end), text }));

function fixOf(layer: Layer, document: Document, { repair, repairIsSafe }: SyntaxProblem): Fix | null {
  if (repair === null || repair.length === 0) return null;
  return { safety: repairIsSafe ? 'safe' : 'unsafe', edits: textEdits(layer.file, document, repair) };
}

/** The first problem of a kind in each file; its repair cures all of that kind. */
export function* problemsOf(kind: ProblemKind, clients: readonly ClientState[]): Iterable<Draft> {
  for (const state of clients) {
    for (const layer of readLayers(state)) {
      const problem = layer.document?.problems.find((candidate) => candidate.kind === kind);
      if (!layer.document || !problem) continue;
      if (kind === 'syntax' && layer.document.problems.some((other) => other.kind === 'merge-conflict')) continue;
      const { line, column } = problem.range;
      yield {
        client: state.id,
        origin: { scope: layer.scope, file: layer.file, line, column },
        args: { file: layer.file, line, column, detail: problem.detail },
        severity: severityOfLoss(state, layer),
        fix: fixOf(layer, layer.document, problem),
        variant: readerOf(state, layer),
      };
    }
  }
}
