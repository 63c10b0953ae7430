// The explanation of one id.

import { EXPLANATIONS } from './all.ts';
import type { Explanation } from './explanation.ts';

export const explanationOf = (id: string): Explanation => EXPLANATIONS[id] ?? {};
