// The rules about which value wins, in the order reports show them.

import type { Rule } from '../rule.ts';
import { rule as caFile } from './ca-file.ts';
import { rule as cloudSwitch } from './cloud-switch.ts';
import { rule as deadProxy } from './dead-proxy.ts';
import { rule as dotenvPitfall } from './dotenv-pitfall.ts';
import { rule as homeMissing } from './home-missing.ts';
import { rule as ignoredVariable } from './ignored-variable.ts';
import { rule as misspeltVariable } from './misspelt-variable.ts';
import { rule as noProxy } from './no-proxy.ts';
import { rule as notExported } from './not-exported.ts';
import { rule as rcStale } from './rc-stale.ts';
import { rule as rcSyntax } from './rc-syntax.ts';
import { rule as shadowed } from './shadowed.ts';
import { rule as staleModel } from './stale-model.ts';
import { rule as timeoutInvalid } from './timeout-invalid.ts';
import { rule as timeoutSmall } from './timeout-small.ts';
import { rule as twoHomes } from './two-homes.ts';

export const ENV_RULES: readonly Rule[] = [
  homeMissing,
  cloudSwitch,
  shadowed,
  ignoredVariable,
  misspeltVariable,
  notExported,
  rcSyntax,
  rcStale,
  dotenvPitfall,
  staleModel,
  timeoutInvalid,
  timeoutSmall,
  deadProxy,
  noProxy,
  caFile,
  twoHomes,
];
