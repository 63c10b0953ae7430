// What further probes showed, as sentences after the reason of a failure.

import type { Text } from '../model.ts';

export const SHOWN = {
  smallWorks: {
    en: 'A small request without tools and extras was answered: address, key and model are right.',
    zh: '不带工具和附加字段的小请求有正常应答：地址、密钥和模型都没问题。',
  },
  smallFails: {
    en: 'A small request gets the same answer: it is neither the size nor an extra of the client’s request.',
    zh: '小请求得到同样的应答：与请求的大小和客户端附加的字段无关。',
  },
  partWorks: { en: 'The same request without {part} was answered.', zh: '同样的请求去掉 {part} 后有正常应答。' },
  limitWorks: {
    en: 'The same request with max_tokens {limit} instead of {sent} was answered.',
    zh: '同样的请求把 max_tokens 从 {sent} 改为 {limit} 后有正常应答。',
  },
  severalWork: {
    en: 'The same request was answered without any one of these: {parts}. It is its size as a whole, or the failure comes and goes.',
    zh: '去掉下列任意一项后都有正常应答：{parts}。问题在于整体大小，或者故障时有时无。',
  },
  partFails: { en: 'Without {part} the answer is the same.', zh: '去掉 {part} 后应答不变。' },
  partNext: { en: 'Without {part} it is refused for another reason ({other}).', zh: '去掉 {part} 后又因别的原因被拒（{other}）。' },
  alike: {
    en: 'An invented key and no key at all get exactly the same answer: the gateway does not look at the key here, or does not know it.',
    zh: '换成编造的密钥、完全不带密钥，应答都一样：网关要么没有检查密钥，要么不认得它。',
  },
  'as-invented': {
    en: 'An invented key gets the same answer, no key at all another one ({other}): the gateway reads the key and does not know it.',
    zh: '换成编造的密钥应答相同，不带密钥则不同（{other}）：网关读到了密钥，但不认得它。',
  },
  known: {
    en: 'An invented key gets another answer ({other}), so the gateway tells yours from it.',
    zh: '换成编造的密钥应答不同（{other}），说明网关能认出你的密钥。',
  },
} as const satisfies Record<string, Text>;
