// All explanations, by id. In the package they are one compressed file (packed.ts).

import { ACCESS_EXPLANATIONS } from './access.ts';
import { ANSWER_EXPLANATIONS } from './answer.ts';
import { ENV_EXPLANATIONS } from './env.ts';
import type { Explanations } from './explanation.ts';
import { FILE_EXPLANATIONS } from './file.ts';
import { KEY_EXPLANATIONS } from './key.ts';
import { NETWORK_EXPLANATIONS } from './network.ts';
import { PROVIDER_EXPLANATIONS } from './provider.ts';
import { SECURITY_EXPLANATIONS } from './security.ts';
import { SETUP_EXPLANATIONS } from './setup.ts';
import { URL_EXPLANATIONS } from './url.ts';

export const EXPLANATIONS: Explanations = {
  ...FILE_EXPLANATIONS,
  ...PROVIDER_EXPLANATIONS,
  ...KEY_EXPLANATIONS,
  ...ENV_EXPLANATIONS,
  ...URL_EXPLANATIONS,
  ...SECURITY_EXPLANATIONS,
  ...SETUP_EXPLANATIONS,
  ...NETWORK_EXPLANATIONS,
  ...ACCESS_EXPLANATIONS,
  ...ANSWER_EXPLANATIONS,
};
