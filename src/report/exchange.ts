// One probe for `--verbose`: why it was sent, the request and the answer, redacted.

import { redactedAnswer, redactedRequest } from '../net/redact.ts';
import type { Probed } from '../probe/types.ts';
import { visible } from './visible.ts';

const indented = (lines: readonly string[]): readonly string[] =>
  lines
    .join('\n')
    .split('\n')
    .map((line) => `  ${visible(line)}`.trimEnd());

export function verboseExchange({ purpose, note, trace, outcome }: Probed): string {
  const { failure } = outcome;
  const verdict = failure === null ? 'ok' : outcome.ok === true ? `ok (${failure.id})` : failure.id;
  const lines = [
    `> ${purpose}: ${visible(note)}`,
    ...indented(redactedRequest(trace.request)),
    `< ${verdict}, ${Math.round(trace.marks.end)} ms`,
    ...indented(redactedAnswer(trace)),
  ];
  return `${lines.join('\n')}\n\n`;
}
