// Refusals that do not say why: the status alone speaks.

import type { Trace } from '../../wire/types.ts';
import { answerOf } from './answer.ts';
import { refusesKey } from './auth.ts';
import { refusesPermission } from './perm.ts';

/** A 401 or 403 whose words blame neither the key nor what it may use. */
export function isUnexplained(trace: Trace, failureId: string): boolean {
  const answer = answerOf(trace);
  if (!['auth/invalid-key', 'perm/model-or-group'].includes(failureId)) return false;
  return (answer.effective === 401 || answer.effective === 403) && !refusesKey(answer) && !refusesPermission(answer);
}
