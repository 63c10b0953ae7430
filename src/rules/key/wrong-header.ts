import type { Outcome } from '../../probe/types.ts';
import { eachClient, type Rule } from '../rule.ts';
import { writtenCredentials } from '../shape/credential-problems.ts';
import { inOtherHeader, inOtherVariable } from '../shape/header-edits.ts';

const HEADERS = { bearer: 'Authorization: Bearer', 'x-api-key': 'x-api-key', header: 'a header of its own' } as const;

/** The key got in: what is refused now, in so many words, is the model, the quota or the pace. */
const isAdmitted = ({ ok, failure, unexplained }: Outcome): boolean =>
  ok === true || (!unexplained && /^(?:model|quota|rate|perm)\//.test(failure?.id ?? ''));
const isKeyRefused = ({ ok, failure, unexplained }: Outcome): boolean =>
  ok === false && (unexplained === true || (failure?.id.startsWith('auth/') ?? false));

export const rule: Rule = {
  id: 'key/wrong-header',
  severity: 'error',
  text: {
    // The header stands in quotation marks in Chinese: a word behind "Bearer " would be masked as a key.
    title: {
      en: 'The gateway refuses the key in {sent} and takes it in {wanted}',
      zh: '网关不认“{sent}”里的密钥，放到“{wanted}”里就能用',
    },
    why: {
      en: 'The key is fine; this gateway reads only one of the two headers.',
      zh: '密钥没有问题，只是这个网关只读其中一个请求头。',
    },
    advice: { en: 'Send the key in {wanted}.', zh: '改用“{wanted}”发送密钥。' },
    ofClient: {
      'claude-code': {
        why: {
          en: 'Claude Code sends ANTHROPIC_AUTH_TOKEN as Bearer and ANTHROPIC_API_KEY as x-api-key.',
          zh: 'Claude Code 把 ANTHROPIC_AUTH_TOKEN 放在 Bearer，把 ANTHROPIC_API_KEY 放在 x-api-key。',
        },
      },
      codex: {
        why: {
          en: 'Codex sends env_key and tokens as Bearer, and any other header by http_headers or env_http_headers.',
          zh: 'Codex 把 env_key 和 token 放在 Bearer，其他请求头要用 http_headers 或 env_http_headers。',
        },
      },
    },
  },
  check: (snapshot, evidence) =>
    eachClient(snapshot, evidence, function* (state, wire) {
      if (!wire?.faithful || !wire.otherHeader) return;
      const { kind, probed } = wire.otherHeader;
      if (!isKeyRefused(wire.faithful.outcome) || !isAdmitted(probed.outcome)) return;
      // As small as that one and in its own header it passes too: it is not the header.
      if (wire.smallBody?.outcome.ok === true) return;
      const written = writtenCredentials(state);
      const [credential] = written;
      // With both headers in use it is key/both-set.
      if (!credential || written.length > 1) return;
      yield {
        origin: credential.setting.origin,
        args: { sent: HEADERS[credential.kind], wanted: HEADERS[kind] },
        fix: state.id === 'claude-code' ? inOtherVariable(state, credential, kind) : inOtherHeader(state, credential, kind),
      };
    }),
};
