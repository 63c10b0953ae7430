// One probe for `--verbose`: the request and the answer, redacted.

import { redactedRequest } from '../net/redact.ts';
import { evidenceOf } from '../probe/failures/evidence.ts';
import type { Probed } from '../probe/types.ts';

export function verboseExchange({ purpose, note, trace, outcome }: Probed): string {
  const verdict = outcome.ok === true ? 'ok' : (outcome.failure?.id ?? '?');
  const lines = [
    `> ${purpose}: ${note}`,
    ...redactedRequest(trace.request).map((line) => `  ${line}`),
    `< ${verdict} (${Math.round(trace.marks.end)} ms): ${evidenceOf(trace)}`,
  ];
  return `${lines.join('\n')}\n`;
}
