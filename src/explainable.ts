// Everything that `explain` knows, rules first.

import { FAILURES } from './probe/failures/index.ts';
import { RULES } from './rules/index.ts';

export const EXPLAINABLE: readonly string[] = [...RULES, ...FAILURES].map(({ id }) => id);
