// The rules about files, in the order reports show them.

import type { Rule } from '../rule.ts';
import { rule as bom } from './bom.ts';
import { rule as customHeadersForm } from './custom-headers-form.ts';
import { rule as encoding } from './encoding.ts';
import { rule as ignoredForm } from './ignored-form.ts';
import { rule as jsonComment } from './json-comment.ts';
import { rule as jsonDuplicateKey } from './json-duplicate-key.ts';
import { rule as jsonTrailingComma } from './json-trailing-comma.ts';
import { rule as legacyConfigJson } from './legacy-config-json.ts';
import { rule as legacyProfile } from './legacy-profile.ts';
import { rule as mergeConflict } from './merge-conflict.ts';
import { rule as newerSchemaKey } from './newer-schema-key.ts';
import { rule as quoteCharacters } from './quote-characters.ts';
import { rule as syntax } from './syntax.ts';
import { rule as tomlBackslash } from './toml-backslash.ts';
import { rule as tomlDuplicate } from './toml-duplicate.ts';
import { rule as tomlRootKeyInTable } from './toml-root-key-in-table.ts';
import { rule as tomlUnquotedDot } from './toml-unquoted-dot.ts';
import { rule as unexpandedVariable } from './unexpanded-variable.ts';
import { rule as unreadable } from './unreadable.ts';
import { rule as wrongPlace } from './wrong-place.ts';
import { rule as wrongType } from './wrong-type.ts';

export const FILE_RULES: readonly Rule[] = [
  unreadable,
  encoding,
  mergeConflict,
  syntax,
  jsonTrailingComma,
  jsonComment,
  quoteCharacters,
  tomlDuplicate,
  tomlBackslash,
  bom,
  wrongType,
  newerSchemaKey,
  tomlRootKeyInTable,
  tomlUnquotedDot,
  legacyProfile,
  legacyConfigJson,
  ignoredForm,
  unexpandedVariable,
  customHeadersForm,
  jsonDuplicateKey,
  wrongPlace,
];
