import { has } from '../../clients/claude-code/versions.ts';
import type { ClientState } from '../../clients/client.ts';
import type { Document } from '../../documents/document.ts';
import { eachClient, type Rule } from '../rule.ts';
import { readLayers, severityOfLoss } from '../shape/read-layers.ts';

const NAMES = { 'utf-16le': 'UTF-16 LE', 'utf-16be': 'UTF-16 BE' } as const;

/** Claude Code reads little-endian UTF-16 with a byte order mark from 2.0.77 on; Codex never. */
const isTolerated = (state: ClientState, { encoding, hasBom }: Document): boolean =>
  state.id === 'claude-code' && encoding === 'utf-16le' && hasBom && !has(state.version, 'dropsUtf16');

export const rule: Rule = {
  id: 'file/encoding',
  severity: 'error',
  text: {
    title: { en: '{file} is not UTF-8: its bytes are of another encoding', zh: '{file} 不是 UTF-8 编码' },
    why: {
      en: 'The client reads UTF-8 alone. Some editors and shells of Windows save GBK or another legacy encoding.',
      zh: '客户端只认 UTF-8。Windows 上的一些编辑器和命令行会按 GBK 等旧编码保存文件。',
    },
    advice: {
      en: 'Open the file in the encoding it was saved in and save it again as UTF-8 without a byte order mark.',
      zh: '用原来的编码打开文件，再另存为不带 BOM 的 UTF-8。',
    },
  },
  variants: {
    'utf-16': {
      title: { en: '{file} is saved as {encoding} instead of UTF-8', zh: '{file} 是 {encoding} 编码，而不是 UTF-8' },
      why: {
        en: 'Notepad ("Unicode") and PowerShell 5 (">", Out-File) write it.',
        zh: '记事本的“Unicode”选项和 PowerShell 5 的 ">"、Out-File 都会写成这种编码。',
      },
      advice: { en: 'Save the file as UTF-8 without a byte order mark.', zh: '把文件另存为不带 BOM 的 UTF-8。' },
      ofClient: {
        codex: { why: { en: 'Codex never reads UTF-16.', zh: 'Codex 从不支持 UTF-16。' } },
        'claude-code': { why: { en: 'Claude Code reads it from 2.0.77 on.', zh: 'Claude Code 从 2.0.77 起支持。' } },
      },
    },
  },
  check: (snapshot, evidence) =>
    eachClient(snapshot, evidence, function* (state) {
      for (const layer of readLayers(state)) {
        const { document, file, scope } = layer;
        if (!document || document.encoding === 'utf-8') continue;
        const origin = { scope, file };
        if (document.encoding === 'invalid') {
          yield { origin, args: { file }, severity: severityOfLoss(state, layer) };
          continue;
        }
        yield {
          origin,
          args: { file, encoding: NAMES[document.encoding] },
          severity: isTolerated(state, document) ? 'warning' : severityOfLoss(state, layer),
          fix: document.hasBom ? { safety: 'safe', edits: [{ op: 'recode', file }] } : null,
          variant: 'utf-16',
        };
      }
    }),
};
