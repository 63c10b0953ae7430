// Did two requests get the same answer? What differs from one request to the next is left out.

import { maskShapes } from '../../masking.ts';
import type { Trace } from '../../wire/types.ts';
import { answerOf } from './answer.ts';
import { secretsOf } from './safe-text.ts';

const MASKED = /\S*(?:\*{2,}|…|\.{3})\S*/g;
/** Of requests and of hosts that answered. */
const IDENTIFIERS = /(?=[\w-]*\d)[\w-]{6,}|\d+/g;

function gist(trace: Trace): string {
  const { status, kind, said, codes } = answerOf(trace);
  const words = secretsOf(trace).reduce((out, secret) => secret.hideIn(out), [said, ...codes.slice(0, 20)].join('\n'));
  return JSON.stringify([status, kind, maskShapes(words).replace(MASKED, '*').replace(IDENTIFIERS, '#')]);
}

export const sameAnswer = (a: Trace, b: Trace): boolean => a.status !== null && gist(a) === gist(b);
