// Rules about models; which model a channel refuses is a failure class of the probe.

import type { Rule } from '../rule.ts';
import { rule as empty } from './empty.ts';
import { rule as smallMissing } from './small-missing.ts';

export const MODEL_RULES: readonly Rule[] = [empty, smallMissing];
