// smol-toml decides what is valid and what it means; integers as bigints, so that no digit is lost.

import { parse, TomlError } from 'smol-toml';

import type { JsonValue } from '../../model.ts';
import { remembered } from '../remembered.ts';

/** Line and column from 1. The detail never quotes the file. */
export type Judgement = { readonly root: JsonValue } | { readonly line: number; readonly column: number; readonly detail: string };

export const parseToml = remembered((text): Judgement => {
  try {
    return { root: parse(text, { integersAsBigInt: true }) as JsonValue };
  } catch (error) {
    if (!(error instanceof TomlError)) return { line: 1, column: 1, detail: 'nested too deep' };
    const detail = error.message.split('\n')[0]?.replace(/^Invalid TOML document: /, '') ?? '';
    return { line: error.line, column: error.column, detail };
  }
});
