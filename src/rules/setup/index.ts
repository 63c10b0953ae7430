// The rules about the first run, in the order reports show them.

import type { Rule } from '../rule.ts';
import { rule as clientMissing } from './client-missing.ts';
import { rule as clientOutdated } from './client-outdated.ts';
import { rule as keyNotApproved } from './key-not-approved.ts';
import { rule as keyRejected } from './key-rejected.ts';
import { rule as onboarding } from './onboarding.ts';
import { rule as unboundedRetries } from './unbounded-retries.ts';

export const SETUP_RULES: readonly Rule[] = [clientOutdated, keyRejected, keyNotApproved, onboarding, unboundedRetries, clientMissing];
