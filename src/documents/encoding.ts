// Bytes ↔ text. A file keeps its encoding and its byte order mark unless an edit asks for something else.

import type { Encoding } from './document.ts';

export interface Decoded {
  /** Without byte order mark; with replacement characters where the encoding is invalid. */
  readonly text: string;
  readonly encoding: Encoding;
  readonly hasBom: boolean;
}

const UTF8_BOM = [0xef, 0xbb, 0xbf];
const UTF16LE_BOM = [0xff, 0xfe];
const UTF16BE_BOM = [0xfe, 0xff];
const SAMPLE_BYTES = 512;

const startsWith = (bytes: Uint8Array, mark: readonly number[]): boolean => mark.every((byte, index) => bytes[index] === byte);

function strict(label: 'utf-8' | 'utf-16le', bytes: Uint8Array): string | null {
  try {
    return new TextDecoder(label, { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return null;
  }
}

function swapped(bytes: Uint8Array): Uint8Array {
  const result = new Uint8Array(bytes.length);
  for (let index = 0; index + 1 < bytes.length; index += 2) {
    result[index] = bytes[index + 1] as number;
    result[index + 1] = bytes[index] as number;
  }
  return result;
}

/** UTF-16 without a mark is valid UTF-8 full of NUL characters, which no configuration has. */
function looksLikeUtf16(bytes: Uint8Array): boolean {
  const sample = bytes.subarray(0, SAMPLE_BYTES);
  const zeros = sample.reduce((count, byte) => count + (byte === 0 ? 1 : 0), 0);
  return zeros > 0 && zeros * 4 >= sample.length;
}

export function decode(bytes: Uint8Array): Decoded {
  for (const [mark, encoding] of [[UTF16LE_BOM, 'utf-16le'] as const, [UTF16BE_BOM, 'utf-16be'] as const]) {
    if (!startsWith(bytes, mark)) continue;
    const body = bytes.subarray(mark.length);
    const text = body.length % 2 === 0 ? strict('utf-16le', encoding === 'utf-16be' ? swapped(body) : body) : null;
    return text === null ? invalid(bytes, true) : { text, encoding, hasBom: true };
  }
  const hasBom = startsWith(bytes, UTF8_BOM);
  const body = hasBom ? bytes.subarray(UTF8_BOM.length) : bytes;
  const text = looksLikeUtf16(body) ? null : strict('utf-8', body);
  return text === null ? invalid(body, hasBom) : { text, encoding: 'utf-8', hasBom };
}

const invalid = (bytes: Uint8Array, hasBom: boolean): Decoded => ({
  text: new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes),
  encoding: 'invalid',
  hasBom,
});

/** UTF-8; null where the text holds half a surrogate pair, which has no UTF-8 form. */
export function encode(text: string, hasBom: boolean): Uint8Array | null {
  const body = new TextEncoder().encode(text);
  if (strict('utf-8', body) !== text) return null;
  if (!hasBom) return body;
  const bytes = new Uint8Array(UTF8_BOM.length + body.length);
  bytes.set(UTF8_BOM);
  bytes.set(body, UTF8_BOM.length);
  return bytes;
}
