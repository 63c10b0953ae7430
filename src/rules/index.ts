// Every rule, in the order reports show their findings: what stops a client from reading comes first, what merely may hurt last.

import { ENV_RULES } from './env/index.ts';
import { FILE_RULES } from './file/index.ts';
import { KEY_RULES } from './key/index.ts';
import { MODEL_RULES } from './model/index.ts';
import { PROVIDER_RULES } from './provider/index.ts';
import type { Rule } from './rule.ts';
import { SECURITY_RULES } from './security/index.ts';
import { SETUP_RULES } from './setup/index.ts';
import { URL_RULES } from './url/index.ts';

export const RULES: readonly Rule[] = [
  ...FILE_RULES,
  ...PROVIDER_RULES,
  ...KEY_RULES,
  ...ENV_RULES,
  ...URL_RULES,
  ...MODEL_RULES,
  ...SECURITY_RULES,
  ...SETUP_RULES,
];
