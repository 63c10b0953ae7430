// The rules about credentials, in the order reports show them.

import type { Rule } from '../rule.ts';
import { rule as bearerPrefix } from './bearer-prefix.ts';
import { rule as bothSet } from './both-set.ts';
import { rule as doubledPrefix } from './doubled-prefix.ts';
import { rule as envUnset } from './env-unset.ts';
import { rule as helperFails } from './helper-fails.ts';
import { rule as helperUnchecked } from './helper-unchecked.ts';
import { rule as isModel } from './is-model.ts';
import { rule as isUrl } from './is-url.ts';
import { rule as isVariableName } from './is-variable-name.ts';
import { rule as literalInEnvKey } from './literal-in-env-key.ts';
import { rule as masked } from './masked.ts';
import { rule as missing } from './missing.ts';
import { rule as nonAscii } from './non-ascii.ts';
import { rule as placeholder } from './placeholder.ts';
import { rule as quoted } from './quoted.ts';
import { rule as whitespace } from './whitespace.ts';
import { rule as wrongHeader } from './wrong-header.ts';
import { rule as wrongVendor } from './wrong-vendor.ts';

export const KEY_RULES: readonly Rule[] = [
  missing,
  envUnset,
  literalInEnvKey,
  placeholder,
  isUrl,
  isVariableName,
  isModel,
  masked,
  whitespace,
  quoted,
  bearerPrefix,
  doubledPrefix,
  nonAscii,
  wrongVendor,
  bothSet,
  wrongHeader,
  helperFails,
  helperUnchecked,
];
