// Shorthands of the document tests.

import type { ContentEdit } from '../../src/documents/document.ts';
import { editDocument } from '../../src/documents/edit.ts';
import type { DocumentFormat, JsonValue, KeyPath } from '../../src/model.ts';

export const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);
export const textOf = (bytes: Uint8Array): string => new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);

export const set = (path: KeyPath, value: JsonValue): ContentEdit => ({ op: 'set', file: 'f', path, value });
export const remove = (path: KeyPath): ContentEdit => ({ op: 'remove', file: 'f', path });
export const rename = (path: KeyPath, to: string): ContentEdit => ({ op: 'rename', file: 'f', path, to });
export const move = (path: KeyPath, to: KeyPath): ContentEdit => ({ op: 'move', file: 'f', path, to });

/** The edited text, or `refused: …` with the English reason. */
export function edited(format: DocumentFormat, text: string | null, ...edits: readonly ContentEdit[]): string {
  const result = editDocument(format, text === null ? null : bytesOf(text), edits, 'f');
  return 'bytes' in result ? textOf(result.bytes) : `refused: ${result.refused.reason.en}`;
}
