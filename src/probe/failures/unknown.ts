// Whatever no other class explains, shown as it is.

import { isComplete } from './complete.ts';
import { evidenceOf } from './evidence.ts';
import { failureClass, secretsIn } from './failure.ts';
import { safeText } from './safe-text.ts';

export const unknown = failureClass({
  id: 'unknown',
  text: {
    title: { en: '{host} gave an answer this check does not know: {evidence}', zh: '{host} 的应答无法识别：{evidence}' },
    why: {
      en: 'No known failure looks like this, and it is not what the client needs.',
      zh: '它不像任何已知的故障，但也不是客户端需要的应答。',
    },
    advice: {
      en: 'Show the answer to the operator of {host}; --verbose prints the whole exchange, masked.',
      zh: '把应答转给 {host} 的运营方；--verbose 会打印完整的（已脱敏的）收发内容。',
    },
  },
  variants: {
    transport: {
      title: { en: 'What answers at {host} does not speak HTTP as expected: {evidence}', zh: '{host} 上应答的不是正常的 HTTP：{evidence}' },
      why: { en: 'The port belongs to another kind of server, or the answer is broken.', zh: '这个端口属于别的服务，或者应答已损坏。' },
      advice: { en: 'Check host and port of the base URL.', zh: '检查 Base URL 的主机和端口。' },
    },
  },
  when: (_, trace, context) => !isComplete(trace, context),
  args: (_, trace, context) => ({
    evidence: safeText(evidenceOf(trace), secretsIn(trace, context), 200),
    phase: trace.status === null ? (trace.error?.phase ?? '-') : '',
  }),
  variant: ({ phase }) => (phase ? 'transport' : undefined),
});
